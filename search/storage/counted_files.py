"""The counts of files while the manifest changes: each commit updates them, so that none has to read the table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import pyarrow as pa

from search.storage.file_counts import INDEXED, FileCounts, StoredKind, counts_of
from search.types.files import FileRecord
from search.types.ids import FileId

MIRRORED = ("id", "path_hash", "branch", "state", "meaning", "reason", "content_hash", "chunk_count")
"""Columns that are read."""


class _Row(NamedTuple):
    """The number of a file's kind, and its number of chunks."""

    kind: int
    chunks: int


class CountedFiles:
    """The data of each file that the counts need, for one state of the manifest; about 150 bytes per file.

    The writer changes it within each commit. After a commit that was not reported to it, it has no counts until
    it is loaded again. Any thread may read the counts.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._version = -1
        self._rows: dict[int, _Row] = {}
        self._kinds: list[StoredKind] = []
        self._number_of: dict[StoredKind, int] = {}
        self._files: list[int] = []
        self._chunks: list[int] = []
        self._counts: FileCounts | None = None

    def is_at(self, version: int) -> bool:
        """Return whether this is the state of the table."""
        return self._version == version

    def counts(self, version: int) -> FileCounts | None:
        """Return the counts of this state of the table; None if it is not known."""
        with self._guard:
            return self._known() if self._version == version else None

    def newest(self) -> FileCounts | None:
        """Return the counts of the last state that is known; None if none is."""
        with self._guard:
            return self._known() if self._version >= 0 else None

    def _known(self) -> FileCounts:
        if self._counts is None:
            self._counts = counts_of(zip(self._kinds, self._files, self._chunks, strict=True))
        return self._counts

    def load(self, rows: pa.Table, version: int) -> None:
        """Replace everything by these rows: all of the table at this version, with the columns `MIRRORED`."""
        columns = [rows.column(name).to_pylist() for name in MIRRORED]
        with self._guard:
            self._rows, self._kinds, self._number_of, self._files, self._chunks = {}, [], {}, [], []
            for file, root, branch, state, meaning, reason, content, chunks in zip(*columns, strict=True):
                kind = StoredKind(root, branch, state, meaning, reason, unread=_is_unread(state, content))
                self._put(file, kind, chunks)
            self._version, self._counts = version, None

    def follow(self, before: int, after: int, change: Callable[["CountedFiles"], None]) -> None:
        """Apply a change that led from one state of the table to another; ignored if it was not at the first.

        A change that leaves every row as it is, such as compacting, is followed too: with nothing to do.
        """
        with self._guard:
            if self._version == before:
                change(self)
                self._version, self._counts = after, None

    def put(self, records: Iterable[FileRecord]) -> None:
        """Take over new and changed rows; within `follow`."""
        for row in records:
            state, unread = row.state.value, _is_unread(row.state.value, row.content_hash)
            kind = StoredKind(row.path_hash, row.branch, state, row.meaning, row.reason, unread=unread)
            self._put(row.id, kind, row.chunk_count)

    def remove(self, files: Iterable[FileId]) -> None:
        """Drop rows; within `follow`."""
        for file in files:
            self._take(file)

    def set_meaning(self, values: Mapping[FileId, int | bool]) -> None:
        """Take over whether files have vectors; within `follow`."""
        self._alter(values, lambda kind, file: replace(kind, meaning=bool(values[file])))

    def begin_writing(self, files: Iterable[FileId]) -> None:
        """Take over that the rows are being written, so that they have a content again; within `follow`."""
        self._alter(files, lambda kind, _file: replace(kind, unread=False))

    def _alter(self, files: Iterable[FileId], altered: Callable[[StoredKind, FileId], StoredKind]) -> None:
        for file in files:
            row = self._take(file)
            if row is not None:
                self._put(file, altered(self._kinds[row.kind], file), row.chunks)

    def _put(self, file: str, kind: StoredKind, chunks: int) -> None:
        self._take(file)
        number = self._number_of.setdefault(kind, len(self._kinds))
        if number == len(self._kinds):
            self._kinds.append(kind)
            self._files.append(0)
            self._chunks.append(0)
        self._rows[hash(file)] = _Row(number, chunks)
        self._files[number] += 1
        self._chunks[number] += chunks

    def _take(self, file: str) -> _Row | None:
        row = self._rows.pop(hash(file), None)
        if row is not None:
            self._files[row.kind] -= 1
            self._chunks[row.kind] -= row.chunks
        return row


def _is_unread(state: str, content: str) -> bool:
    """Return whether the text of a row is that of another version of the program: it has no content hash then."""
    return not content and state in INDEXED
