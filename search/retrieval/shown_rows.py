"""The parts of chunks that results show, read by row number: a third of the time of a read by identifier.

A row number is never used again for another row. A row that was rewritten or moved has a new number, and the
old one returns nothing. Such chunks are read by identifier, and if there are many of them, all row numbers are
read again. Then a copy of the rows is written next to the tables of a local index. It serves later queries with
the rows that did not change.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt
import structlog

from search.errors import KnownError
from search.retrieval.bm25_postings import Integers, id_digest
from search.retrieval.catalogue import file_of
from search.retrieval.shown_copy import ShownCopy
from search.storage.chunk_columns import ChunkChange
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ShownChunk
from search.types.filters import RowFilter
from search.types.ids import ChunkId

READ_AT_ONCE = 5_000
"""Rows whose numbers are read while the query waits, about 20 ms. More are read in the background."""

_MOST_MISSED = 0.5
"""Share of chunks read by identifier, above which all row numbers are read again."""

_BY_NAME = 2
"""Reads that a single query makes, for example from the command line. Row numbers pay off from the next one on."""

MOST_KEPT = 4_000
"""Chunks in the cache, about 10 MB. The oldest entries are removed first."""

_log = structlog.get_logger(__name__)


class RowCache:
    """The rows of recent chunks as they are in the table now, updated with each commit of this process.

    A query reads its best chunks before it ranks and shows them after that, and most of them are results again at
    the next key that is typed. While a folder is indexed, rows that were just written are soon results too, and
    reading them would wait for the database, which is writing the next ones. A write that is not reported here
    empties the cache. An index on object storage, which other processes write too, is not cached.
    """

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks
        self._guard = threading.Lock()
        self._commits_seen = 0
        self._other_writes = chunks.writes()
        self._rows: dict[ChunkId, ShownChunk] = {}
        chunks.follow(self._changed)

    def of(self, chunks: Sequence[ChunkId]) -> tuple[dict[ChunkId, ShownChunk], int]:
        """Return the cached rows of these chunks, and the number of commits so far, which `keep` needs."""
        with self._guard:
            self._clear_after_other_write()
            return {
                chunk: row for chunk in chunks if (row := self._rows.get(chunk)) is not None
            }, self._commits_seen

    def keep(self, rows: Mapping[ChunkId, ShownChunk], commits: int) -> None:
        """Cache rows that were read after this many commits, unless a later commit may have changed them."""
        with self._guard:
            if commits == self._commits_seen and self._chunks.writes() is not None:
                self._add(rows)

    def _clear_after_other_write(self) -> None:
        writes = self._chunks.writes()
        if writes is None or self._chunks.is_writing():
            return
        if writes - self._commits_seen != self._other_writes:
            self._other_writes = writes - self._commits_seen
            self._rows.clear()

    def _add(self, rows: Mapping[ChunkId, ShownChunk]) -> None:
        self._rows |= rows
        for chunk in list(islice(self._rows, max(0, len(self._rows) - MOST_KEPT))):
            del self._rows[chunk]

    def _changed(self, change: ChunkChange) -> None:
        files = {*change.removed, *(file for _, file in change.came)}
        with self._guard:
            self._commits_seen += 1
            if files:
                for chunk in [chunk for chunk in self._rows if file_of(chunk, files) is not None]:
                    del self._rows[chunk]
            if self._chunks.writes() is not None:
                self._add({row.id: row for row in change.shown[-MOST_KEPT:]})


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
        """Return the row numbers of the known chunks; a hash collision may add the row of another chunk."""
        if not len(self.rows):
            return []
        digests = np.fromiter(map(id_digest, ids), np.uint64, len(ids))
        at = np.minimum(np.searchsorted(self.digests, digests), len(self.digests) - 1)
        rows: list[int] = self.rows[at[self.digests[at] == digests]].tolist()
        return rows


class ShownRows:
    """Reads the rows that results show.

    Args:
        copy: a copy of the rows on disk; None to read the tables only.
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
        """Return the rows of the chunks that exist and pass the filter, in the order of ``ids``."""
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
        """Wait until the background read has ended."""
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
        """Start to read the row numbers, or only to copy the rows, if more than a single query missed them."""
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
