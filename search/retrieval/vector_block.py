"""Rows of vectors in one array that grows: a copy is a view of it that stays as it was."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25_postings import id_digest
from search.retrieval.exact_rows import ExactRows
from search.retrieval.quantized import Mask, QuantizedRows
from search.storage.vectors import cosines_of
from search.types.ids import ChunkId

_GROWTH = 1.3
"""Room that is made when it runs out, so that few commits copy the array."""
_WORN = 0.3
"""Share of rows that are gone from which the others are copied."""


@dataclass(frozen=True, slots=True, eq=False)
class VectorBlock:
    """Vectors of chunks, in the order in which they came.

    Only the newest block may be grown, by one thread at a time; the ones before stay valid beside it, since rows
    are only added behind theirs. A chunk that came or went meanwhile is unknown to them.

    Attributes:
        ids: chunk of each row, perhaps with more behind.
        row_of: the row of each chunk that is there now.
        digests: hash of each chunk's identifier, as the keyword index has it.
        exact: the vectors, as the table has them.
        alive: of shape (rows,): which rows are still there.
        quantized: what is scanned for the nearest; None where only cosines of given chunks are wanted fast.
    """

    ids: list[ChunkId]
    row_of: dict[ChunkId, int]
    digests: npt.NDArray[np.uint64]
    exact: ExactRows
    alive: Mask
    quantized: QuantizedRows | None

    @classmethod
    def empty(cls, room: int, dimension: int, folder: Path, *, scanned: bool) -> "VectorBlock":
        """Return a block of no rows with room for some, whose nearest rows are found quickly or not.

        ``folder`` is where very many exact vectors may lie in a file without a name.
        """
        exact = ExactRows.empty(room, dimension, folder)
        quantized = QuantizedRows.empty(room, dimension) if scanned else None
        return cls([], {}, np.empty(room, np.uint64), exact, np.zeros(0, np.bool_), quantized)

    def __len__(self) -> int:
        """Return the number of rows, those that went included."""
        return len(self.alive)

    def grown(
        self, removed: Iterable[ChunkId], ids: Sequence[ChunkId], rows: npt.NDArray[np.float32]
    ) -> "VectorBlock":
        """Return a block without ``gone`` and with ``ids``, which come last; known ones are replaced."""
        count = len(self)
        alive = np.ones(count + len(ids), np.bool_)
        alive[:count] = self.alive
        for chunk in (*removed, *ids):
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
        """Return the hash of each chunk's identifier; None where one of them is not here."""
        row_of, count = self.row_of.get, len(self)
        rows = [row_of(chunk, count) for chunk in ids]
        return None if max(rows, default=count) >= count else self.digests[rows]

    def cosines(self, vector: npt.NDArray[np.float32], ids: Iterable[ChunkId]) -> dict[ChunkId, float]:
        """Return the exact cosine of each of these chunks that is here."""
        return self.rows_of(ids).cosines(vector)

    def rows_of(self, ids: Iterable[ChunkId]) -> "KnownRows":
        """Return the exact vectors of those of the chunks that are here."""
        row_of, count = self.row_of.get, len(self)
        known = {chunk: row for chunk in ids if (row := row_of(chunk, count)) < count}
        return KnownRows(list(known), self.exact.of(np.fromiter(known.values(), np.int64, len(known))))


@dataclass(frozen=True, slots=True, eq=False)
class KnownRows:
    """Exact vectors of some chunks, read before it is known what they are compared with.

    Attributes:
        ids: of the chunks.
        matrix: of shape (len(ids), dimension).
    """

    ids: Sequence[ChunkId]
    matrix: npt.NDArray[np.float32]

    def cosines(self, vector: npt.NDArray[np.float32]) -> dict[ChunkId, float]:
        """Return the exact cosine of each chunk."""
        return dict(zip(self.ids, cosines_of(self.matrix, vector).tolist(), strict=True))
