"""Many rows of the ``chunks`` table at once, column by column."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from search.types.ids import ChunkId, FileId


@dataclass(frozen=True, slots=True)
class ChunkColumns:
    """Many chunks, column by column, for building what is kept in memory. All lists have one length."""

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


@dataclass(frozen=True, slots=True)
class MissingVector:
    """A chunk that waits for its vector."""

    id: ChunkId
    file_id: FileId
    embed_hash: str


@dataclass(frozen=True, slots=True)
class VectorRows:
    """Chunks with their files, and those that have a vector: float32 of shape (len(meant), dimension)."""

    ids: list[ChunkId]
    file_ids: list[FileId]
    meant: list[ChunkId]
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
"""What of the table `columns_of` needs."""


def columns_of(rows: pa.Table | pa.RecordBatch) -> ChunkColumns:
    """Return rows of the table as columns."""
    return ChunkColumns(**{ours: rows.column(theirs).to_pylist() for ours, theirs in _COLUMNS_OF.items()})
