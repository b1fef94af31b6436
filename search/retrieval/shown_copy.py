"""A copy of the rows that results show. It follows each commit: new rows are added, changed ones not returned."""

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
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

LEAST_STALE = 20_000
MOST_STALE = 2.0
"""The copy is given up when it has more rows than that, and this many times as many as the table."""

_log = structlog.get_logger(__name__)


class ShownCopy:
    """Keeps a copy of the rows of an index in a folder, and knows which of them are current.

    Only this process writes such an index, so every commit to the rows is reported here, with the rows that it
    wrote, which are added to the copy. A write that is not reported makes the copy unusable until the next one.
    An index without rows has a copy from the start.

    Args:
        folder: folder of the copy; everything in it is derived.
    """

    def __init__(self, chunks: ChunksTable, folder: Path) -> None:
        self._chunks = chunks
        self._folder = folder
        self._guard = threading.Lock()
        self._due_at = 0.0
        self._commits_seen = 0
        self._version = 0
        self._other_writes: int | None = None
        self._rows: _Rows | None = None
        self._next: _Rows | None = None
        """The copy that is being made."""
        self._since: set[int] = set()
        """Hashes of the files that changed while it is made."""
        self._ending = threading.Event()
        chunks.follow(self._changed)
        writes = chunks.writes()
        if writes is not None:
            self._other_writes = writes
            self._rows = self._at_start()

    def _at_start(self) -> "_Rows | None":
        """Return the rows of the folder if they are of this table, empty ones for an empty table."""
        if (read := stored_shown.read(self._folder, str(self._chunks.version()))) is not None:
            return _Rows(*read)
        try:
            if self._chunks.count():
                return None
            stored_shown.forget(self._folder)  # the rows that it names are of another version
            return _Rows(stored_shown.new(self._folder), {})
        except OSError:
            return None  # an index that cannot be written

    def of(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, ShownChunk]:
        """Return the rows of those chunks that the copy has in their current state."""
        rows = self._rows
        return {} if rows is None or not self._is_whole() else rows.of(chunks)

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
        if self._rows is None or not self._is_whole():
            return
        try:
            self._rows.save(self._chunks.version())
        except OSError as error:
            _log.warning("rows not copied", error=str(error))

    def _make(self, *, rests: bool) -> None:
        version = self._chunks.version()
        with self._guard:
            writes = self._chunks.writes()
            if writes is None or self._chunks.is_writing():
                return
            other_writes, self._version = writes - self._commits_seen, max(self._version, version)
            self._since = set()
            self._next = _Rows(stored_shown.new(self._folder))
        try:
            for rows, files in self._batches(rests=rests):
                self._add_earlier(rows, files)
            self._adopt(other_writes)
        finally:
            with self._guard:
                if self._next is not None and self._next is not self._rows:
                    self._next.stored.remove()
                self._next = None
        trim_heap()

    def _add_earlier(self, rows: Sequence[ShownChunk], files: Sequence[FileId]) -> None:
        """Add rows as they were when the copy was begun, except of files that changed since."""
        with self._guard:
            if self._next is not None:
                same = [id_digest(file) not in self._since for file in files]
                self._next.stored.append(list(compress(rows, same)), list(compress(files, same)))

    def _adopt(self, other_writes: int) -> None:
        with self._guard:
            if self._next is not None:
                self._next.save(self._version)
                self._rows, self._other_writes = self._next, other_writes

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
            self._version = change.after
            if self._next is not None:
                self._since |= files
            self._rows = self._following(self._rows, change, files)
            self._next = self._following(self._next, change, files)

    def _following(self, rows: "_Rows | None", change: ChunkChange, files: set[int]) -> "_Rows | None":
        """Return the rows after a commit; None if they cannot be written, or if most of them are outdated."""
        if rows is None or not files:
            return rows
        try:
            rows.follow(change, files)
        except OSError as error:
            _log.warning("rows not copied", error=str(error))
        else:
            if not rows.outdated or len(rows.stored) <= max(LEAST_STALE, MOST_STALE * self._chunks.count()):
                return rows
        rows.stored.remove()
        return None


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Rows on disk, and which of them are outdated.

    Attributes:
        stored: the rows.
        outdated: hash of each file that changed, with the offset of the first row that came after it.
    """

    stored: StoredShown
    outdated: dict[int, int] = field(default_factory=dict)

    def of(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, ShownChunk]:
        return self.stored.of(chunks, self.outdated)

    def save(self, version: int) -> None:
        self.stored.save(str(version), self.outdated)

    def follow(self, change: ChunkChange, files: Iterable[int]) -> None:
        """Apply a commit; ``files`` are the hashes of its files."""
        self.outdated.update(dict.fromkeys(self.stored.among(files), self.stored.end))
        file_of = dict(change.came)
        rows = [row for row in change.shown if row.id in file_of]  # not one whose name is stored in another form
        self.stored.append(rows, [file_of[row.id] for row in rows])
