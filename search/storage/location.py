"""The location of an index: a local folder or object storage, and whether this process may write it."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

from search.errors import IndexWriteError, NotFoundError
from search.storage.failures import translated, unreadable
from search.storage.lance import lancedb
from search.storage.layout import Layout
from search.storage.lease import SharedTexts, WriterLease
from search.storage.remote import Remote, remote_of
from search.storage.versions import write_text

VISIBLE_AFTER = timedelta(seconds=5)
"""Time within which a reader on object storage sees a commit; checking at each read costs a request."""

CACHE_BYTES = 64_000_000
"""Limit of the database's index cache, and of its metadata cache.

Without a limit the caches take 0.25 GB for half a million chunks. Vector search runs in memory, without its index.
"""

_SHARED = "shared"
_SHARED_SCHEMA = pa.schema([pa.field("id", pa.string(), nullable=False), pa.field("text", pa.string())])


class IndexLocation(Protocol):
    """The location of an index."""

    connection: Any
    name: str
    tables: str
    """Folder or address of the tables."""
    options: Mapping[str, str]
    """Options of the object storage."""
    is_remote: bool
    writes: bool
    """Whether this process may write at all; for a reader missing tables are an error."""

    def table_names(self) -> set[str]:
        """Return the names of the existing tables.

        Raises:
            OSError: the folder cannot be read.
            RuntimeError: the object storage does not answer.
        """
        ...

    def refuse_writing(self) -> None:
        """Raise if this process may not write, or no longer may."""
        ...

    def write_file(self, path: Path, text: str) -> None:
        """Write a small file of the index atomically.

        Raises:
            OSError: the local file cannot be written.
            KnownError: the object storage cannot be written.
        """
        ...

    def refresh(self) -> None:
        """Bring the small files up to date."""
        ...

    def close(self) -> None:
        """Release the write lease."""
        ...


def location_of(layout: Layout, options: Mapping[str, str]) -> IndexLocation:
    """Return the location of an index.

    Args:
        layout: the index folder, or the local folder of an index on object storage.
        options: options of the object storage.

    Raises:
        IndexWriteError: the folder cannot be created.
        IndexLockedError: another job writes the index on object storage.
        IndexUnreachableError: the object storage does not answer.
        NotFoundError: there is no index to read.
    """
    remote = remote_of(layout.folder)
    return LocalLocation(layout) if remote is None else RemoteLocation(layout, remote, options)


class LocalLocation:
    """A local folder. `app.engine.lock` ensures that only one process writes."""

    is_remote = False
    writes = True

    def __init__(self, layout: Layout) -> None:
        self.name = str(layout.folder)
        self.tables = str(layout.tables)
        self.options: Mapping[str, str] = {}
        self._folder = layout.tables
        with translated(self):
            layout.folder.mkdir(parents=True, exist_ok=True)
            self.session = lancedb.Session(CACHE_BYTES, CACHE_BYTES)
            self.connection: Any = lancedb.connect(
                layout.tables, read_consistency_interval=timedelta(0), session=self.session
            )

    def table_names(self) -> set[str]:
        """Read the folder.

        The library would answer with a message of its catalog service, whose import takes 1 s.
        """
        return {table.stem for table in self._folder.iterdir() if table.suffix == ".lance"}

    def refuse_writing(self) -> None:
        """Do nothing: writing is allowed."""

    def write_file(self, path: Path, text: str) -> None:
        """Write the file."""
        write_text(path, text)

    def refresh(self) -> None:
        """Do nothing: the files are the index's own."""

    def close(self) -> None:
        """Do nothing: the lock is not ours."""


class RemoteLocation:
    """Object storage. The small files of the index are rows of a table there, with local copies."""

    is_remote = True

    def __init__(self, layout: Layout, remote: Remote, options: Mapping[str, str]) -> None:
        self.name = remote.url
        self.tables = f"{remote.url}/lance"
        self.options = options
        self.writes = remote.writes
        self._layout = layout
        with translated(self):
            self.connection = self._connect()
            self._texts = _TextTable(self._open_shared())
            self._lease = WriterLease(self._texts, remote.url) if remote.writes else None
        self.refresh()
        if not self.writes and not layout.versions.exists():
            raise self._missing()

    def _connect(self) -> Any:
        try:
            return lancedb.connect(
                self.tables, storage_options=dict(self.options), read_consistency_interval=VISIBLE_AFTER
            )
        except ValueError as exc:  # the database's error for a failed connection
            raise unreadable(self, exc) from exc

    def table_names(self) -> set[str]:
        """Request the first hundred; the index has a dozen."""
        return set(self.connection.list_tables(limit=100).tables)

    def _open_shared(self) -> Any:
        if _SHARED in self.table_names():
            return self.connection.open_table(_SHARED)
        if not self.writes:
            raise self._missing()
        table = self.connection.create_table(_SHARED, schema=_SHARED_SCHEMA, exist_ok=True)
        table.set_unenforced_primary_key("id")
        return table

    def _missing(self) -> NotFoundError:
        return NotFoundError("index.no_remote", url=self.name)

    def refuse_writing(self) -> None:
        """Raise for a reader, or if another job has the write lease.

        Raises:
            IndexWriteError: it was opened for queries only.
            IndexLockedError: another job writes now.
        """
        if self._lease is None:
            raise IndexWriteError("index.read_only", url=self.name)
        self._lease.check()

    def write_file(self, path: Path, text: str) -> None:
        """Write the text to the object storage, then its local copy."""
        self.refuse_writing()
        with translated(self):
            self._texts.put(path.name, text)
        write_text(path, text)

    def refresh(self) -> None:
        """Update the local copies of the small files, and delete those that no longer exist."""
        with translated(self):
            texts = self._texts.all()
            for path in (self._layout.versions, self._layout.roots, self._layout.graphs):
                if path.name not in texts:
                    path.unlink(missing_ok=True)
                elif not path.exists() or path.read_text("utf-8") != texts[path.name]:
                    write_text(path, texts[path.name])

    def close(self) -> None:
        """Release the write lease."""
        if self._lease is not None:
            with translated(self):
                self._lease.release()


class _TextTable(SharedTexts):
    """Texts by name, in a table. A swap is one commit; of two concurrent swaps one succeeds."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def all(self) -> dict[str, str]:
        self._table.checkout_latest()
        return {row["id"]: row["text"] for row in self._table.search().to_arrow().to_pylist()}

    def put(self, name: str, text: str) -> None:
        merge = self._table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        merge.execute(_row(name, text))

    def swap(self, name: str, before: str | None, after: str) -> bool:
        merge = self._table.merge_insert("id")
        if before is None:
            merge = merge.when_not_matched_insert_all()
        else:
            merge = merge.when_matched_update_all(where=f"target.text = {_quoted(before)}")
        merge.execute(_row(name, after))
        return self.all().get(name) == after


def _quoted(text: str) -> str:
    """Return a text as an SQL literal; the expression interface cannot refer to the existing row."""
    return "'" + text.replace("'", "''") + "'"


def _row(name: str, text: str) -> pa.Table:
    return pa.table({"id": [name], "text": [text]}, schema=_SHARED_SCHEMA)
