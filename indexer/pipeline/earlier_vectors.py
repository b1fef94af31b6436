"""Vectors of the earlier texts of changed chunks, used until the new texts are embedded."""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from search.storage.chunk_columns import StoredVector
from search.types.chunks import Chunk
from search.types.ids import FileId

Vectors = dict[str, npt.NDArray[np.float32]]


def earlier_vectors(
    stored: Sequence[StoredVector], chunks: Sequence[Chunk], have: Container[str], paths: Mapping[FileId, str]
) -> Vectors:
    """Return a vector for chunks whose new text has none, by the hash of that text.

    A chunk gets the vector that the chunk of its name had. If as many names were added to a file as were removed,
    definitions were renamed: each new one gets the vector of the one at its place. Otherwise new names get none.

    Args:
        stored: the earlier chunks of the files, possibly those of another branch or of a root around theirs.
        chunks: the new chunks of the files.
        have: hashes of texts that have their own vector.
        paths: of earlier files, where they are now.
    """
    new, old = defaultdict[str, list[Chunk]](list), defaultdict[str, list[StoredVector]](list)
    for chunk in chunks:
        new[chunk.path].append(chunk)
    for before in stored:
        old[paths.get(before.file_id, _path_of(before))].append(before)
    pairs = ((chunk, before) for path in old for chunk, before in _pairs(new[path], old[path]))
    return {
        chunk.embed_hash: before.vector
        for chunk, before in pairs
        if before.vector is not None and chunk.embed_hash and chunk.embed_hash not in have
    }


def _pairs(new: Sequence[Chunk], old: Sequence[StoredVector]) -> Iterator[tuple[Chunk, StoredVector]]:
    """Yield the chunks of one file, each with the earlier chunk that it continues."""
    named = {_name_of(before.id, _path_of(before)): before for before in old}
    names = {_name_of(chunk.id, chunk.path) for chunk in new}
    yield from ((chunk, named[name]) for chunk in new if (name := _name_of(chunk.id, chunk.path)) in named)
    added = [chunk for chunk in new if _name_of(chunk.id, chunk.path) not in named]
    removed = [before for before in old if _name_of(before.id, _path_of(before)) not in names]
    if len(added) == len(removed):
        in_order = (
            sorted(added, key=lambda chunk: chunk.ordinal),
            sorted(removed, key=lambda before: before.ordinal),
        )
        yield from zip(*in_order, strict=True)


def _path_of(chunk: StoredVector) -> str:
    return chunk.file_id.partition(":file:")[2]


def _name_of(chunk: str, path: str) -> str:
    """Return an identifier without repository, branch and path."""
    return chunk.partition(":chunk:")[2].removeprefix(path)
