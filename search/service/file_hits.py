"""A file as an answer holds it, by what the manifest says of it."""

from search.types.files import FileRecord
from search.types.results import FileHit, Why


def file_hit(record: FileRecord, root_path: str, rank: int, why: Why) -> FileHit:
    """Return a file that nothing was scored of: no chunks, all scores 0, not demoted.

    Args:
        record: what the manifest says.
        root_path: folder of its root; empty for a branch that is not checked out.
        rank: place in the answer, from 1.
        why: why it is there.
    """
    return FileHit(
        rank=rank,
        file_id=record.id,
        path=record.path,
        repository=record.repository,
        branch=record.branch,
        root_path=root_path,
        language=record.language,
        doc_type=record.doc_type,
        level=record.level,
        flags=record.flags,
        score=0.0,
        keyword=0.0,
        semantic=0.0,
        structure=0.0,
        demotion=1.0,
        chunk_count=record.chunk_count,
        chunks=(),
        why=why,
        product=record.product,
        component=record.component,
    )
