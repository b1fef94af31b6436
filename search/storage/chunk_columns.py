"""Rows of the ``chunks`` table by column, and the changes that a commit makes to them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from search.storage.keys import storable_text
from search.types.chunks import Chunk, ShownChunk
from search.types.ids import ChunkId, FileId


@dataclass(frozen=True, slots=True)
class ChunkColumns:
    """Many chunks by column, for building in-memory structures. All lists have the same length."""

    ids: list[ChunkId]
    file_ids: list[FileId]
    node_ids: list[str]
    kinds: list[str]
    ordinals: list[int]
    start_lines: list[int]
    end_lines: list[int]
    header_paths: list[str]
    symbols: list[list[str]]
    terms: list[str]

    def __len__(self) -> int:
        """Return the number of chunks."""
        return len(self.ids)


class DefinedNames(NamedTuple):
    """The names that a chunk defines, and its position in the file."""

    ordinal: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class StoredVector:
    """A chunk whose text is embedded, with the vector in its row.

    Attributes:
        embed_hash: hash of its text.
        vector: None while there is none. It may be that of an earlier text of the chunk.
    """

    id: ChunkId
    file_id: FileId
    ordinal: int
    embed_hash: str
    vector: npt.NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class VectorRows:
    """Chunks with their files, and the vectors of ``embedded``: float32 of shape (len(embedded), dimension)."""

    ids: list[ChunkId]
    file_ids: list[FileId]
    embedded: list[ChunkId]
    matrix: npt.NDArray[np.float32]


_COLUMNS_OF = {
    "ids": "id",
    "file_ids": "file_id",
    "node_ids": "node_id",
    "kinds": "kind",
    "ordinals": "ordinal",
    "start_lines": "start_line",
    "end_lines": "end_line",
    "header_paths": "header_path",
    "symbols": "symbols",
    "terms": "terms",
}

COLUMNS = list(_COLUMNS_OF.values())
"""Columns of the table that `columns_of` needs."""


def columns_of(rows: pa.Table | pa.RecordBatch) -> ChunkColumns:
    """Return rows of the table as columns."""
    return ChunkColumns(**{ours: rows.column(theirs).to_pylist() for ours, theirs in _COLUMNS_OF.items()})


SHOWN_COLUMNS = list(ShownChunk.__dataclass_fields__)
"""Columns of the table that `shown_chunks` needs."""


def shown_chunks(rows: pa.Table | pa.RecordBatch) -> Iterator[ShownChunk]:
    """Yield the displayed part of each row."""
    return map(ShownChunk, *(rows.column(name).to_pylist() for name in SHOWN_COLUMNS))


def shown_part(chunk: Chunk) -> ShownChunk:
    """Return the displayed part of a chunk as the table has it."""
    shown = {name: getattr(chunk, name) for name in SHOWN_COLUMNS}
    texts = {name: storable_text(value) for name, value in shown.items() if isinstance(value, str)}
    return ShownChunk(**{**shown, **texts})


@dataclass(frozen=True, slots=True)
class ChunkChange:
    """The change of one commit; an empty one only moved rows.

    Attributes:
        before, after: version of the table before and after it.
        removed: files whose rows were deleted before ``came`` were written.
        came: chunks that were written, each with its file.
        shown: displayed parts of the written chunks except cards, if the writer has them.
        embedded: chunks that have a vector now; new chunks among them are also in ``came``.
        matrix: float32 of shape (len(embedded), dimension).
    """

    before: int
    after: int
    removed: tuple[FileId, ...] = ()
    came: tuple[tuple[ChunkId, FileId], ...] = ()
    shown: tuple[ShownChunk, ...] = ()
    embedded: tuple[ChunkId, ...] = ()
    matrix: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))


Follower = Callable[[ChunkChange], None]
"""Called in the writing thread, in the order of the commits, before the next one begins."""
