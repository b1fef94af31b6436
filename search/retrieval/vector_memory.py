"""The vectors of an index in memory: a full scan of them takes a fraction of asking the database.

A copy answers only while the table is exactly as it was when the copy was made; otherwise the database answers
and a new copy is made in the background.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import structlog

from search.errors import KnownError
from search.storage.chunks_table import ChunksTable
from search.storage.vectors import cosines_of
from search.types.chunks import ChunkKind
from search.types.ids import ChunkId

LEAST_ROWS = 5_000
"""Below, the database answers as fast."""
MOST_ROWS = 150_000
"""At 384 dimensions 230 MB; above, the database's own vector index is the faster one."""
_MARGIN = 32
"""Rows taken beyond the limit before their exact cosines are computed: the scan rounds to float32."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class LoadedVectors:
    """A copy of all vectors, cards last.

    Attributes:
        version: of the table that was copied.
        ids: chunk of each row.
        shown: how many rows are no cards; these come first.
        matrix: float32 of shape (rows, dimension).
    """

    version: int
    ids: list[ChunkId]
    row_of: dict[ChunkId, int]
    shown: int
    matrix: npt.NDArray[np.float32]

    def nearest(
        self, vector: npt.NDArray[np.float32], limit: int
    ) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        """Return the nearest chunks that are no cards with their exact cosines, best first, ties by id."""
        near = self.matrix[: self.shown] @ vector
        count = min(limit + _MARGIN, self.shown)
        rows = np.argpartition(-near, count - 1)[:count] if count else np.zeros(0, np.int64)
        exact = cosines_of(self.matrix[rows], vector)
        order = sorted(range(len(rows)), key=lambda at: (-exact[at], self.ids[rows[at]]))[:limit]
        return [self.ids[rows[at]] for at in order], exact[np.asarray(order, np.int64)]

    def cosines(self, vector: npt.NDArray[np.float32], ids: Iterable[str]) -> dict[ChunkId, float]:
        """Return the exact cosine of each of these chunks that has a vector."""
        known = [ChunkId(chunk) for chunk in dict.fromkeys(ids) if chunk in self.row_of]
        rows = np.array([self.row_of[chunk] for chunk in known], np.int64)
        return dict(zip(known, cosines_of(self.matrix[rows], vector).tolist(), strict=True))


class VectorMemory:
    """Keeps a copy of the vectors of an index of fitting size."""

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks
        self._loaded: LoadedVectors | None = None
        self._loading = threading.Lock()

    def now(self) -> LoadedVectors | None:
        """Return the copy if it is up to date; else begin to make one where that is worth it, and return None."""
        version = self._chunks.version()
        loaded = self._loaded
        if loaded is not None and loaded.version == version:
            return loaded
        self._loaded = None
        if LEAST_ROWS <= self._chunks.count() <= MOST_ROWS and self._loading.acquire(blocking=False):
            threading.Thread(target=self._load, args=(version,), name="vectors-loading", daemon=True).start()
        return None

    def load(self) -> None:
        """Make a copy now, whatever the size."""
        with self._loading:
            self._copy(self._chunks.version())

    def _load(self, version: int) -> None:
        try:
            self._copy(version)
        except KnownError as error:
            _log.warning("vectors not loaded", error=str(error))
        finally:
            self._loading.release()

    def _copy(self, version: int) -> None:
        shown: list[ChunkId] = []
        cards: list[ChunkId] = []
        matrices: tuple[list[npt.NDArray[np.float32]], list[npt.NDArray[np.float32]]] = ([], [])
        for batch in self._chunks.vector_batches():
            is_card = np.array([kind == ChunkKind.CARD for kind in batch.kinds], np.bool_)
            for chosen, ids, parts in ((~is_card, shown, matrices[0]), (is_card, cards, matrices[1])):
                ids += [batch.ids[row] for row in np.flatnonzero(chosen)]
                parts.append(batch.matrix[chosen])
        if self._chunks.version() != version or not shown:
            return
        ids = [*shown, *cards]
        matrix = np.concatenate([*matrices[0], *matrices[1]])
        self._loaded = LoadedVectors(
            version, ids, {chunk: row for row, chunk in enumerate(ids)}, len(shown), matrix
        )
        _log.info("vectors loaded", rows=len(ids))
