"""The parts of chunks that results show: from memory, a copy next to the tables of a local index, or the tables.

The copy is made in the background. It serves later queries with the rows that did not change.
"""

import threading
from collections.abc import Mapping, Sequence
from itertools import islice

from search.retrieval.catalogue import file_of
from search.retrieval.shown_copy import ShownCopy
from search.storage.chunk_columns import ChunkChange
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ShownChunk
from search.types.filters import RowFilter
from search.types.ids import ChunkId

READ_AT_ONCE = 5_000
"""Rows that are copied while the query waits. More are copied in the background."""

_MOST_MISSED = 0.5
"""Share of chunks that the copy lacks, above which another one is made."""

_BY_NAME = 2
"""Reads that a single query makes, for example from the command line. A copy pays off from the next one on."""

MOST_KEPT = 4_000
"""Chunks in the cache, about 10 MB. The oldest entries are removed first."""


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


class ShownRows:
    """Reads the rows that results show.

    Args:
        copy: a copy of the rows on disk; None to read the tables only.
    """

    def __init__(self, chunks: ChunksTable, copy: ShownCopy | None = None) -> None:
        self._chunks = chunks
        self._copy = copy
        self._copying = threading.Lock()
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
        shown = self._chunks.shown(uncopied) if uncopied else {}
        if len(uncopied) > _MOST_MISSED * len(chunks) and self._copy is not None and self._copy.is_due():
            self._begin(self._copy)
        return shown | copied

    def _begin(self, copy: ShownCopy) -> None:
        """Start to copy the rows, if more than a single query missed them."""
        self._missed += 1
        if self._missed <= _BY_NAME or not self._copying.acquire(blocking=False):
            return
        if self._chunks.count() > READ_AT_ONCE:
            self._thread = threading.Thread(
                target=self._make, args=(copy,), kwargs={"rests": True}, name="rows-copying", daemon=True
            )
            self._thread.start()
        else:
            self._make(copy, rests=False)

    def _make(self, copy: ShownCopy, *, rests: bool) -> None:
        try:
            copy.make(rests=rests)
        finally:
            self._copying.release()
