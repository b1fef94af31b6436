"""What is shown of chunks, read by where their rows lie: a third of the time that asking for their names takes.

The number of a row never becomes another row's. A row that was written anew or moved has a new number, and its old
one gives nothing: such chunks are asked for by name, and where there are many of them all numbers are read again.
Then a copy of the rows is made beside the tables of a folder, which gives the next questions what did not change.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import structlog

from search.errors import KnownError
from search.retrieval.bm25_postings import Integers, id_digest
from search.retrieval.kept_rows import RowCache
from search.retrieval.shown_copy import ShownCopy
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ShownChunk
from search.types.filters import RowFilter
from search.types.ids import ChunkId

READ_AT_ONCE = 5_000
"""Rows whose numbers the question waits for, some 20 ms; more are read in the background."""

_MOST_MISSED = 0.5
"""Share of an answer's chunks that have to be asked for by name before all numbers are read again."""

_BY_NAME = 2
"""Readings that a single question makes, as a command does: from the next one on the numbers are worth reading."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Numbers:
    """The number of each row in the table, by the hash of its chunk's identifier.

    Attributes:
        digests: sorted.
        rows: one for each of them.
    """

    digests: npt.NDArray[np.uint64]
    rows: Integers

    def of(self, ids: Sequence[str]) -> list[int]:
        """Return the numbers of those rows that are known; the hash of another chunk may stand for one."""
        if not len(self.rows):
            return []
        digests = np.fromiter(map(id_digest, ids), np.uint64, len(ids))
        at = np.minimum(np.searchsorted(self.digests, digests), len(self.digests) - 1)
        rows: list[int] = self.rows[at[self.digests[at] == digests]].tolist()
        return rows


class ShownRows:
    """Reads what is shown of chunks.

    Args:
        copy: of the rows; None where they are read from the tables alone.
    """

    def __init__(self, chunks: ChunksTable, copy: ShownCopy | None = None) -> None:
        self._chunks = chunks
        self._copy = copy
        self._numbers = _Numbers(np.zeros(0, np.uint64), np.zeros(0, np.int64))
        self._reading = threading.Lock()
        self._thread: threading.Thread | None = None
        self._missed = 0
        self._cache = RowCache(chunks)

    def of(self, ids: Sequence[ChunkId], row_filter: RowFilter) -> dict[ChunkId, ShownChunk]:
        """Return what is shown of the chunks that exist and pass, in the order of ``ids``."""
        if row_filter.conditions:
            return self._chunks.shown(ids, row_filter)
        unique = list(dict.fromkeys(ids))
        shown, commits = self._cache.of(unique)
        if len(shown) < len(unique):
            read = self._read([chunk for chunk in unique if chunk not in shown])
            self._cache.keep(read, commits)
            shown |= read
        return {chunk: shown[chunk] for chunk in unique if chunk in shown}

    def close(self) -> None:
        """Return when nothing is read in the background any more."""
        if self._copy is not None:
            self._copy.stop()
        if self._thread is not None:
            self._thread.join()

    def _read(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, ShownChunk]:
        copied = {} if self._copy is None else self._copy.of(chunks)
        uncopied = [chunk for chunk in chunks if chunk not in copied]
        shown = self._chunks.shown_at(self._numbers.of(uncopied))
        missing = [chunk for chunk in uncopied if chunk not in shown]
        if missing:
            shown |= self._chunks.shown(missing)
        numbers, rows = (len(some) > _MOST_MISSED * len(chunks) for some in (missing, uncopied))
        if numbers or (rows and self._copy is not None and self._copy.is_due()):
            self._begin(numbers=numbers)
        return shown | copied

    def _begin(self, *, numbers: bool) -> None:
        """Have the numbers read, or the rows copied alone, where more than a single question missed them."""
        self._missed += 1
        if self._missed <= _BY_NAME or not self._reading.acquire(blocking=False):
            return
        if self._chunks.count() > READ_AT_ONCE:
            arguments = {"numbers": numbers, "rests": True}
            self._thread = threading.Thread(target=self._learn, kwargs=arguments, name="rows-reading", daemon=True)
            self._thread.start()
        else:
            self._learn(numbers=numbers, rests=False)

    def _learn(self, *, numbers: bool, rests: bool) -> None:
        try:
            if numbers:
                self._read_numbers()
            if self._copy is not None:
                self._copy.make(rests=rests)
        finally:
            self._reading.release()

    def _read_numbers(self) -> None:
        try:
            parts = [
                (np.fromiter(map(id_digest, ids), np.uint64, len(ids)), rows)
                for ids, rows in self._chunks.row_numbers()
            ]
            digests = np.concatenate([np.zeros(0, np.uint64), *(part for part, _ in parts)])
            rows = np.concatenate([np.zeros(0, np.int64), *(part for _, part in parts)])
            order = np.argsort(digests)
            self._numbers = _Numbers(digests[order], rows[order])
        except KnownError as error:
            _log.warning("row numbers not read", error=str(error))
