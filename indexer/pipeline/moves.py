"""A file that moved keeps its vectors: what it says is the same, only the path in front is another."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from indexer.pipeline.ports import ReadFile
from search.storage.storage import Storage
from search.types.files import FileRecord

Moved = Mapping[str, tuple[str, ...]]
"""Content hash of a file that is gone -> hashes of what was embedded of it, in the order of its chunks."""

Vectors = dict[str, npt.NDArray[np.float32]]


def moved_away(storage: Storage, gone: Sequence[FileRecord]) -> Moved:
    """Return what files that are about to be purged leave to files with the same content."""
    with_content = {row.id: row.content_hash for row in gone if row.content_hash and row.meaning}
    hashes = storage.chunks.embed_hashes(list(with_content))
    return {with_content[file]: names for file, names in sorted(hashes.items())}


def inherited(storage: Storage, model: str, reads: Iterable[ReadFile], moved: Moved, have: Vectors) -> Vectors:
    """Return vectors by the new hashes for chunks of files that moved, and keep them in the cache."""
    old_of: dict[str, str] = {}
    for read in reads:
        before = moved.get(read.record.content_hash, ())
        chunks = sorted(read.chunks, key=lambda chunk: chunk.ordinal)
        if len(before) == len(chunks):
            pairs = zip(chunks, before, strict=True)
            old_of |= {
                chunk.embed_hash: old for chunk, old in pairs if chunk.embed_hash and chunk.embed_hash not in have
            }
    cached = storage.vectors.get_many(model, list(old_of.values()))
    vectors = {new: cached[old] for new, old in old_of.items() if old in cached}
    storage.vectors.put_many(model, vectors)
    return vectors
