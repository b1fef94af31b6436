"""A copy of the rows that results show. It follows each commit and returns no row that changed since."""

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import structlog

from search.errors import KnownError
from search.retrieval import stored_shown
from search.retrieval.bm25_postings import id_digest
from search.retrieval.stored_shown import StoredShown
from search.storage.chunk_columns import ChunkChange
from search.storage.chunks_table import ChunksTable
from search.storage.heap import trim_heap
from search.types.chunks import ShownChunk
from search.types.ids import ChunkId, FileId

AGAIN_S = 60.0
"""Least time between two copies: one takes seconds of processor time for 100,000 chunks."""

REST_TIMES = 10.0
"""The next copy waits at least this many times as long as the last one took."""

ROWS_AT_ONCE = 512
"""Rows that are written between two pauses, about 10 ms."""

_log = structlog.get_logger(__name__)


class ShownCopy:
    """Keeps a copy of the rows of an index in a folder, and knows which of them are current.

    Only this process writes such an index, so every commit to the rows is reported here. A write that is not
    reported makes the copy unusable until the next one.

    Args:
        folder: folder of the copy; everything in it is derived.
    """

    def __init__(self, chunks: ChunksTable, folder: Path) -> None:
        self._chunks = chunks
        self._folder = folder
        self._guard = threading.Lock()
        self._due_at = 0.0
        self._commits_seen = 0
        self._other_writes: int | None = None
        self._stored: StoredShown | None = None
        self._outdated: set[int] = set()
        self._since: set[int] | None = None
        self._ending = threading.Event()
        chunks.follow(self._changed)
        writes = chunks.writes()
        stored = None if writes is None else stored_shown.read(folder, str(chunks.version()))
        if stored is not None:
            self._other_writes = writes
            self._stored, self._outdated = stored

    def of(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, ShownChunk]:
        """Return the rows of those chunks that the copy has in their current state."""
        stored = self._stored
        return {} if stored is None or not self._is_whole() else stored.of(chunks, self._outdated)

    def is_due(self) -> bool:
        """Return whether the time for another copy has come."""
        return time.monotonic() >= self._due_at

    def make(self, *, rests: bool = False) -> None:
        """Make a copy of the rows as they are now, if one is due; takes seconds for many. One thread at a time.

        Args:
            rests: pause after each piece; takes twice as long, but queries do not wait for the interpreter.
        """
        if not self.is_due() or self._ending.is_set():
            return
        began = time.monotonic()
        try:
            self._make(rests=rests)
        except (KnownError, OSError) as error:
            _log.warning("rows not copied", error=str(error))
        finally:
            ended = time.monotonic()
            self._due_at = ended + max(AGAIN_S, REST_TIMES * (ended - began))

    def stop(self) -> None:
        """Cancel a copy in progress soon, and start no other."""
        self._ending.set()

    def save(self) -> None:
        """Write which rows the next start may use."""
        if self._stored is None or not self._is_whole():
            return
        try:
            stored_shown.note_again(self._folder, str(self._chunks.version()), self._outdated)
        except OSError as error:
            _log.warning("rows not copied", error=str(error))

    def _make(self, *, rests: bool) -> None:
        with self._guard:
            writes = self._chunks.writes()
            if writes is None or self._chunks.is_writing():
                return
            other_writes, self._since = writes - self._commits_seen, set()
        stored = None
        try:
            version = str(self._chunks.version())
            stored = stored_shown.write(self._folder, self._batches(rests=rests), version)
        finally:
            with self._guard:
                self._outdated, self._since = self._since or set(), None
                self._stored, self._other_writes = stored, other_writes
        trim_heap()

    def _batches(self, *, rests: bool) -> Iterator[tuple[list[ShownChunk], list[FileId]]]:
        """Yield rows in pieces; with ``rests``, pause after each piece for as long as it took."""
        began = time.monotonic()
        for rows, files in self._chunks.shown_batches():
            for start in range(0, len(rows), ROWS_AT_ONCE):
                yield rows[start : start + ROWS_AT_ONCE], files[start : start + ROWS_AT_ONCE]
                if self._ending.wait(time.monotonic() - began if rests else 0.0):
                    raise InterruptedError("the index is being closed")
                began = time.monotonic()

    def _is_whole(self) -> bool:
        """Return whether every write since the copy was made was reported."""
        writes = self._chunks.writes()
        return writes is not None and (
            self._chunks.is_writing() or writes - self._commits_seen == self._other_writes
        )

    def _changed(self, change: ChunkChange) -> None:
        files = {id_digest(file) for file in (*change.removed, *(file for _, file in change.came))}
        with self._guard:
            self._commits_seen += 1
            if self._since is not None:
                self._since |= files
            if not files <= self._outdated:
                self._outdated = self._outdated | files
