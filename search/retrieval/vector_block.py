"""Rows of vectors in arrays that grow: each `VectorBlock` is a view of them that does not change.

Few of the exact vectors are read at once. They are in memory, or if there are very many, in a file without a
name. The system caches the pages of that file and frees them when other processes need the memory.
"""

import mmap
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25_postings import id_digest
from search.retrieval.quantized import Mask, QuantizedRows
from search.storage.vectors import cosines_of
from search.types.ids import ChunkId

Matrix = npt.NDArray[np.float16]

IN_FILE_FROM = 150 << 20
"""Bytes: 200,000 rows at 384 dimensions. Smaller arrays are as fast in memory even on a busy machine."""


_GROWTH = 1.3
"""Factor by which a full array grows, so that few commits copy it."""
_LAST_BITS = 0xFFFF
_WORN = 0.3
"""Share of removed rows from which on the remaining ones are copied into a new array."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactRows:
    """Rows of float16, as in the table. Rows are only appended, so rows that were read before do not change.

    Attributes:
        matrix: of shape (room, dimension).
        mapping: the mapped file; None in memory.
        folder: where the file is created.
    """

    matrix: Matrix
    mapping: mmap.mmap | None
    folder: Path

    @classmethod
    def empty(cls, room: int, dimension: int, folder: Path) -> "ExactRows":
        """Return an array without rows; in memory if the system or the disk cannot provide a file."""
        size = room * dimension * np.dtype(np.float16).itemsize
        mapping = _mapped(size, folder) if size >= IN_FILE_FROM else None
        if mapping is None:
            return cls(np.empty((room, dimension), np.float16), None, folder)
        return cls(np.frombuffer(mapping, np.float16).reshape(room, dimension), mapping, folder)

    @property
    def room(self) -> int:
        """Return how many rows there is room for."""
        return len(self.matrix)

    def grown(self, count: int, room: int) -> "ExactRows":
        """Return the first ``count`` rows in an array with this much room."""
        made = ExactRows.empty(room, self.matrix.shape[1], self.folder)
        made.matrix[:count] = self.matrix[:count]
        self._release_pages()
        return made

    def packed(self, rows: npt.NDArray[np.int64]) -> "ExactRows":
        """Return only these rows, in this order."""
        made = ExactRows.empty(len(rows), self.matrix.shape[1], self.folder)
        made.matrix[:] = self.matrix[rows]
        self._release_pages()
        return made

    def put(self, start: int, rows: npt.NDArray[np.float32]) -> None:
        """Write rows from ``start`` on; the array has room for them."""
        self.matrix[start : start + len(rows)] = rows
        self._release_pages()

    def of(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Return these rows, float32 of shape (len(rows), dimension)."""
        import numkong  # numpy takes ten times as long

        vectors = np.empty((len(rows), self.matrix.shape[1]), np.float32)
        numkong.astype(self.matrix[rows], "float32", out=vectors)
        self._release_pages()
        return vectors

    def _release_pages(self) -> None:
        """Return the pages of the file to the system, which still caches them; takes 0.1 ms."""
        if self.mapping is not None and sys.platform == "linux":
            self.mapping.madvise(mmap.MADV_DONTNEED)


def _mapped(size: int, folder: Path) -> mmap.mmap | None:
    """Return a mapped file with allocated blocks: without them, a full disk would kill the process."""
    if sys.platform != "linux":  # other systems do not release pages, or allocate no blocks before a write
        return None
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, size)
            return mmap.mmap(file.fileno(), size)
    except OSError:
        return None


@dataclass(frozen=True, slots=True, eq=False)
class VectorBlock:
    """Vectors of chunks, in the order in which they were added.

    Only the newest block may be grown, by one thread at a time. Earlier blocks stay valid, since rows are only
    appended. Chunks that were added or removed since are unknown to them.

    Attributes:
        ids: chunk of each row; the list may be longer than the block.
        row_of: the row of each current chunk.
        digests: hash of each chunk's identifier, as in the keyword index.
        exact: the vectors, as in the table.
        alive: of shape (rows,): False for a removed row.
        quantized: 8-bit rows, scanned for the nearest; None if only the cosines of given chunks have to be fast.
    """

    ids: list[ChunkId]
    row_of: dict[ChunkId, int]
    digests: npt.NDArray[np.uint64]
    exact: ExactRows
    alive: Mask
    quantized: QuantizedRows | None

    @classmethod
    def empty(cls, room: int, dimension: int, folder: Path, *, scanned: bool) -> "VectorBlock":
        """Return an empty block with room for rows; ``scanned`` makes `nearest` fast.

        ``folder`` is where a file without a name holds the exact vectors if there are very many.
        """
        exact = ExactRows.empty(room, dimension, folder)
        quantized = QuantizedRows.empty(room, dimension) if scanned else None
        return cls([], {}, np.empty(room, np.uint64), exact, np.zeros(0, np.bool_), quantized)

    def __len__(self) -> int:
        """Return the number of rows, including removed ones."""
        return len(self.alive)

    def grown(
        self, removed: npt.NDArray[np.uint64], ids: Sequence[ChunkId], rows: npt.NDArray[np.float32]
    ) -> "VectorBlock":
        """Return a block without ``removed`` and with ``ids`` at the end; known ids are replaced.

        ``removed`` has hashes of identifiers.
        """
        count = len(self)
        alive = np.ones(count + len(ids), np.bool_)
        alive[:count] = self.alive
        outdated = _rows_with(removed, self.digests[:count])
        for chunk in (*(self.ids[row] for row in outdated.tolist()), *ids):
            row = self.row_of.pop(chunk, None)
            if row is not None:
                alive[row] = False
        exact, digests = self._with_room(len(alive))
        exact.put(count, rows)
        digests[count : len(alive)] = np.fromiter(map(id_digest, ids), np.uint64, len(ids))
        self.ids.extend(ids)
        self.row_of.update(zip(ids, range(count, len(alive)), strict=True))
        quantized = None if self.quantized is None else self.quantized.grown(count, rows, exact.room)
        made = VectorBlock(self.ids, self.row_of, digests, exact, alive, quantized)
        return made if np.count_nonzero(alive) >= (1 - _WORN) * len(alive) else made._packed()

    def _with_room(self, rows: int) -> tuple[ExactRows, npt.NDArray[np.uint64]]:
        if rows <= self.exact.room:
            return self.exact, self.digests
        room, count = int(rows * _GROWTH), len(self)
        digests = np.empty(room, np.uint64)
        digests[:count] = self.digests[:count]
        return self.exact.grown(count, room), digests

    def _packed(self) -> "VectorBlock":
        rows = np.flatnonzero(self.alive)
        ids = [self.ids[row] for row in rows.tolist()]
        row_of = {chunk: row for row, chunk in enumerate(ids)}
        quantized = None if self.quantized is None else self.quantized.packed(rows)
        alive = np.ones(len(rows), np.bool_)
        return VectorBlock(ids, row_of, self.digests[rows], self.exact.packed(rows), alive, quantized)

    def nearest(
        self, vector: npt.NDArray[np.float32], limit: int, among: Mask | None = None
    ) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        """Return the nearest chunks with their exact cosines, best first, ties by id.

        ``among`` says which rows count, of shape (rows,); None for all.
        """
        counted = self.alive if among is None else self.alive & among
        scanned = self.quantized
        rows = np.flatnonzero(counted) if scanned is None else scanned.candidates(vector, counted, limit)
        exact = cosines_of(self.exact.of(rows), vector)
        if 0 < limit < len(rows):
            best = exact >= np.partition(exact, len(rows) - limit)[len(rows) - limit]
            rows, exact = rows[best], exact[best]
        ids = [self.ids[row] for row in rows.tolist()]
        order = sorted(range(len(ids)), key=list(zip((-exact).tolist(), ids, strict=True)).__getitem__)[:limit]
        return [ids[at] for at in order], exact[np.asarray(order, np.int64)]

    def digests_of(self, ids: Iterable[ChunkId]) -> npt.NDArray[np.uint64] | None:
        """Return the hash of each chunk's identifier; None if the block lacks one of them."""
        row_of, count = self.row_of.get, len(self)
        rows = [row_of(chunk, count) for chunk in ids]
        return None if max(rows, default=count) >= count else self.digests[rows]

    def cosines(self, vector: npt.NDArray[np.float32], ids: Iterable[ChunkId]) -> dict[ChunkId, float]:
        """Return the exact cosine of each of these chunks that the block holds."""
        return self.rows_of(ids).cosines(vector)

    def rows_of(self, ids: Iterable[ChunkId]) -> "KnownRows":
        """Return the exact vectors of those chunks that the block holds."""
        row_of, count = self.row_of.get, len(self)
        known = {chunk: row for chunk in ids if (row := row_of(chunk, count)) < count}
        return KnownRows(list(known), self.exact.of(np.fromiter(known.values(), np.int64, len(known))))


@dataclass(frozen=True, slots=True, eq=False)
class KnownRows:
    """Exact vectors of some chunks, read before the vector of the query is known.

    Attributes:
        ids: of the chunks.
        matrix: of shape (len(ids), dimension).
    """

    ids: Sequence[ChunkId]
    matrix: npt.NDArray[np.float32]

    def cosines(self, vector: npt.NDArray[np.float32]) -> dict[ChunkId, float]:
        """Return the exact cosine of each chunk."""
        return dict(zip(self.ids, cosines_of(self.matrix, vector).tolist(), strict=True))


def _rows_with(wanted: npt.NDArray[np.uint64], digests: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return the rows whose digest is one of ``wanted``.

    Their last bits are compared first: in a million rows that took 3 ms for 100 digests, and 161 ms without it.
    """
    if not len(wanted):
        return np.zeros(0, np.int64)
    ends_like = np.zeros(_LAST_BITS + 1, np.bool_)
    ends_like[wanted & np.uint64(_LAST_BITS)] = True
    rows = np.flatnonzero(ends_like[digests & np.uint64(_LAST_BITS)])
    return rows[np.isin(digests[rows], wanted)]
