"""Where an index lies, in a folder or on object storage, and who may write it."""

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

SEEN_AFTER = timedelta(seconds=5)
"""A reader on object storage sees a commit at the latest after this time; asking at each read costs a request."""

KEPT_BYTES = 64_000_000
"""What the database keeps at most of its indexes, and as much again of what describes its files.

Without a bound it is 0.25 GB of half a million chunks. The nearest vectors are found in memory, without its index.
"""

_SHARED = "shared"
_SHARED_SCHEMA = pa.schema([pa.field("id", pa.string(), nullable=False), pa.field("text", pa.string())])


class Place(Protocol):
    """Where an index lies."""

    connection: Any
    name: str
    tables: str
    """Folder or address of the tables."""
    options: Mapping[str, str]
    """Of the object storage."""
    is_remote: bool
    writes: bool
    """Whether this process may write at all; else tables that are not there are an error."""

    def table_names(self) -> set[str]:
        """Return the names of the tables that are there.

        Raises:
            OSError: the folder cannot be read.
            RuntimeError: the object storage does not answer.
        """
        ...

    def refuse_writing(self) -> None:
        """Raise where this process may not write, or may not any more."""
        ...

    def keep(self, path: Path, text: str) -> None:
        """Write a small file of the index, whole or not at all.

        Raises:
            OSError: it cannot be written here.
            KnownError: it cannot be written there.
        """
        ...

    def refresh(self) -> None:
        """Bring the small files up to date."""
        ...

    def close(self) -> None:
        """Give back the right to write."""
        ...


def place_of(layout: Layout, options: Mapping[str, str]) -> Place:
    """Return where the index of this folder lies.

    Args:
        layout: the folder, or the one that stands for an index on object storage.
        options: of the object storage.

    Raises:
        IndexWriteError: the folder cannot be made.
        IndexLockedError: another job writes the index on object storage.
        IndexUnreachableError: the object storage does not answer.
        NotFoundError: there is no index there to read.
    """
    remote = remote_of(layout.folder)
    return LocalPlace(layout) if remote is None else RemotePlace(layout, remote, options)


class LocalPlace:
    """A folder of this machine; `app.engine.lock` sees to it that one process writes."""

    is_remote = False
    writes = True

    def __init__(self, layout: Layout) -> None:
        self.name = str(layout.folder)
        self.tables = str(layout.tables)
        self.options: Mapping[str, str] = {}
        self._folder = layout.tables
        with translated(self):
            layout.folder.mkdir(parents=True, exist_ok=True)
            self.session = lancedb.Session(KEPT_BYTES, KEPT_BYTES)
            self.connection: Any = lancedb.connect(
                layout.tables, read_consistency_interval=timedelta(0), session=self.session
            )

    def table_names(self) -> set[str]:
        """Read the folder: the library tells in a message of its catalog service, whose import takes 1 s."""
        return {table.stem for table in self._folder.iterdir() if table.suffix == ".lance"}

    def refuse_writing(self) -> None:
        """Let it be written."""

    def keep(self, path: Path, text: str) -> None:
        """Write the file."""
        write_text(path, text)

    def refresh(self) -> None:
        """Do nothing: the files are the index's own."""

    def close(self) -> None:
        """Do nothing: the lock is not ours."""


class RemotePlace:
    """Object storage. The small files of the index are rows of a table there, and copies of them lie here."""

    is_remote = True

    def __init__(self, layout: Layout, remote: Remote, options: Mapping[str, str]) -> None:
        self.name = remote.url
        self.tables = f"{remote.url}/lance"
        self.options = options
        self.writes = remote.writes
        self._layout = layout
        with translated(self):
            self.connection = self._connected()
            self._texts = _TableOfTexts(self._opened())
            self._lease = WriterLease(self._texts, remote.url) if remote.writes else None
        self.refresh()
        if not self.writes and not layout.versions.exists():
            raise self._missing()

    def _connected(self) -> Any:
        try:
            return lancedb.connect(
                self.tables, storage_options=dict(self.options), read_consistency_interval=SEEN_AFTER
            )
        except ValueError as exc:  # what the database makes of a connection that fails
            raise unreadable(self, exc) from exc

    def table_names(self) -> set[str]:
        """Ask for the first hundred; the index has a dozen."""
        return set(self.connection.list_tables(limit=100).tables)

    def _opened(self) -> Any:
        if _SHARED in self.table_names():
            return self.connection.open_table(_SHARED)
        if not self.writes:
            raise self._missing()
        table = self.connection.create_table(_SHARED, schema=_SHARED_SCHEMA, exist_ok=True)
        table.set_unenforced_primary_key("id")
        return table

    def _missing(self) -> NotFoundError:
        return NotFoundError(
            f"there is no index at {self.name}", remedy=f"Make one: dowse index FOLDER --index {self.name}."
        )

    def refuse_writing(self) -> None:
        """Refuse where this is a reader, or where another job took the right to write.

        Raises:
            IndexWriteError: it was opened for questions only.
            IndexLockedError: another job writes now.
        """
        if self._lease is None:
            raise IndexWriteError(
                f"The index at {self.name} is only read here",
                remedy=f"A job changes it: dowse index FOLDER --index {self.name}.",
            )
        self._lease.check()

    def keep(self, path: Path, text: str) -> None:
        """Write the text there, then its copy here."""
        self.refuse_writing()
        with translated(self):
            self._texts.put(path.name, text)
        write_text(path, text)

    def refresh(self) -> None:
        """Copy the small files that differ; one that is not there any more goes here too."""
        with translated(self):
            told = self._texts.all()
            for path in (self._layout.versions, self._layout.roots, self._layout.graphs):
                if path.name not in told:
                    path.unlink(missing_ok=True)
                elif not path.exists() or path.read_text("utf-8") != told[path.name]:
                    write_text(path, told[path.name])

    def close(self) -> None:
        """Give back the right to write."""
        if self._lease is not None:
            with translated(self):
                self._lease.release()


class _TableOfTexts(SharedTexts):
    """Texts by name, in a table; a swap is one commit, of which of two at once one wins."""

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
    """Return a text as a literal; the expression interface has no name for the row that is there."""
    return "'" + text.replace("'", "''") + "'"


def _row(name: str, text: str) -> pa.Table:
    return pa.table({"id": [name], "text": [text]}, schema=_SHARED_SCHEMA)
