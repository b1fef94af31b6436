"""Queries for files by their state, such as ``is:skipped reason:size``: no chunks, and no order but the paths."""

from search.query.parse import ParsedQuery
from search.service.facets import facets
from search.storage.files_table import FilesTable
from search.types.files import FileRecord, FileState
from search.types.filters import RowFilter
from search.types.query import SearchQuery
from search.types.results import FileHit, Ready, SearchResult, Signal, Why


def files_in_states(
    query: SearchQuery, parsed: ParsedQuery, files: FilesTable, wanted: RowFilter, ready: Ready
) -> SearchResult:
    """Return the files that pass and are in one of the states asked for, by repository and path; words are names.

    The reason stands in each file's ``why``.
    """
    states = [FileState(state) for state in parsed.states] or [s for s in FileState if s not in parsed.not_states]
    words = [word.lower() for word in parsed.words.split()]
    found = [
        record
        for record in files.matching(wanted, states)
        if record.state not in parsed.not_states
        and (not parsed.reasons or record.reason in parsed.reasons)
        and all(word in record.path.lower() for word in words)
    ]
    found.sort(key=lambda record: (record.repository, record.path))
    hits = tuple(_hit(record, rank) for rank, record in enumerate(found[: query.top], start=1))
    return SearchResult(
        query=query.text,
        searched=parsed.words,
        ranking=query.ranking,
        took_ms=0.0,
        ready=ready,
        files=hits,
        total_files=len(found),
        total_chunks=0,
        facets=facets(found) if query.facets else (),
    )


def _hit(record: FileRecord, rank: int) -> FileHit:
    reason = ", ".join(filter(None, (record.reason, record.rule)))
    return FileHit(
        rank=rank,
        file_id=record.id,
        path=record.path,
        repository=record.repository,
        branch=record.branch,
        root_path="",
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
        product=record.product,
        component=record.component,
        why=Why(signals=(Signal(record.state.value, 1.0, 0.0, reason),)),
    )
