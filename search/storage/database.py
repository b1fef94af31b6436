"""The database of one index: opening, creating, and every read and write with its errors translated."""

import errno
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any, TypeVar
from weakref import WeakMethod

import pyarrow as pa
from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from search.storage.active_reads import ActiveReads
from search.storage.checkpoint import Checkpoints
from search.storage.chunk_columns import ChunkChange, Follower
from search.storage.failures import panics_told, translated, unreadable
from search.storage.lance import lit
from search.storage.layout import Layout
from search.storage.location import IndexLocation
from search.storage.schema import (
    CHUNKS,
    EDGES,
    EDGES_SCHEMA,
    ENCODINGS,
    FACTS,
    FACTS_SCHEMA,
    FILES,
    FILES_SCHEMA,
    NODES,
    NODES_SCHEMA,
    VECTORS,
    chunks_schema,
    vector_type,
    vectors_schema,
)
from search.storage.versions import Versions, read_versions, write_versions

CONFLICT_ATTEMPTS = 6
"""A conflicting commit is tried again this often; each attempt reads the newest version first."""

_PRIMARY_KEY = b"lance-schema:unenforced-primary-key:position"
_Result = TypeVar("_Result")


MoveFollower = Callable[[int, int], None]
"""Called in the writing thread with the versions of the table before and after such a commit."""


class Database:
    """The open tables of an index.

    All methods may be called from any thread. Reads see the newest commit, also of another process.

    Args:
        layout: the index folder.
        place: where the tables lie; they are made when they are missing and may be written.
        versions: of the program that opens it.

    Raises:
        IndexTooNewError: a newer program wrote it.
        IndexDamagedError: something in the folder cannot be read as an index.
        IndexWriteError: it cannot be made.
        IndexUnreachableError: it lies on object storage, which does not answer.
    """

    def __init__(self, layout: Layout, location: IndexLocation, versions: Versions) -> None:
        self.layout = layout
        self._location = location
        self.versions = versions
        self._lock = RLock()
        self._tables: dict[str, Any] = {}
        self.reads = ActiveReads()
        self._followers: list[WeakMethod[Follower]] = []
        self._movers: dict[str, list[WeakMethod[MoveFollower]]] = defaultdict(list)
        self._under_way = ""
        self.writes = Counter[str]()
        """How many writes of this process to each table have ended, well or not."""
        self._known_versions: dict[str, tuple[int, int]] = {}
        """Of each table the number of its newest commit, and after how many writes it was asked for."""
        self.commits = 0
        """Writes of this process; each leaves a version and a fragment behind until the next upkeep."""
        self._checkpoints = Checkpoints(layout, self._newest_versions, self._lock, on_disk=not location.is_remote)
        self.written_with = read_versions(layout, versions)
        """The versions that wrote the rows; differs from ``versions`` until the index is up to date."""
        with translated(location):
            self._open_all()
        if not layout.versions.exists():
            self.adopt(versions)

    @property
    def is_remote(self) -> bool:
        """Return whether the tables lie on object storage."""
        return self._location.is_remote

    @property
    def dimension(self) -> int:
        """Return the number of components of a chunk's vector."""
        return self.written_with.dimension

    def adopt(self, versions: Versions) -> None:
        """Write that all rows are of these versions now.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        self.checkpoint()
        with translated(self._location):
            write_versions(self.layout, versions, self._location.write_file)
        self.written_with = versions

    def reread_versions(self) -> None:
        """Read again which versions wrote the rows; another process may have changed them."""
        self.written_with = read_versions(self.layout, self.versions)

    def _open_all(self) -> None:
        existing = self._location.table_names()
        for name, schema in _schemas(self.dimension).items():
            missing = name not in existing and self._location.writes
            self._tables[name] = self._create(name, schema) if missing else self._open(name)
            if not missing and name in {NODES, EDGES} and self._location.writes:
                _add_missing(self._tables[name], schema)

    def _create(self, name: str, schema: pa.Schema) -> Any:
        table = self._location.connection.create_table(name, schema=schema, exist_ok=True)
        table.set_unenforced_primary_key("id")
        _encode_columns(name, table)
        return table

    def _open(self, name: str) -> Any:
        table = self._location.connection.open_table(name)
        if "id" not in table.schema.names:
            raise OSError(f"the newest version of {name} has no columns")
        metadata = table.schema.field("id").metadata or {}
        if self._location.writes and _PRIMARY_KEY not in metadata:
            table.set_unenforced_primary_key("id")
        if self._location.writes:
            _encode_columns(name, table)
        return table

    def read(self, name: str, action: Callable[[Any], _Result]) -> _Result:
        """Return the result of ``action``; a table whose version was cleaned up meanwhile is opened again, once.

        Raises:
            IndexDamagedError: the table cannot be read.
        """
        with self.reads.track(), panics_told(self._location):
            return self._read(name, action)

    def _read(self, name: str, action: Callable[[Any], _Result]) -> _Result:
        try:
            return action(self._tables[name])
        except (RuntimeError, OSError) as exc:
            if "not found" not in str(exc).lower():
                raise unreadable(self._location, exc) from exc
        except ValueError as exc:
            if not _is_of_a_file(exc):
                raise
            raise unreadable(self._location, exc) from exc
        with translated(self._location):
            with self._lock:
                self._tables[name] = self._reopened(name)
            return action(self._tables[name])

    def _reopened(self, name: str) -> Any:
        try:
            return self._open(name)
        except ValueError as exc:  # there is no such table any more: somebody deleted the index
            raise unreadable(self._location, exc) from exc

    def stream(self, name: str, columns: list[str], rows: int) -> Iterator[pa.RecordBatch]:
        """Yield these columns of all rows in the order of the table, so many rows at a time.

        Raises:
            IndexDamagedError: the table cannot be read.
        """
        with self.reads.track(), panics_told(self._location):
            reader = self.read(name, lambda table: table.search().select(columns).to_batches(rows))
            try:
                yield from reader
            except (RuntimeError, OSError, ValueError) as exc:
                raise unreadable(self._location, exc) from exc

    def write(
        self, name: str, action: Callable[[Any], _Result], tell: Callable[[int, int], object] | None = None
    ) -> _Result:
        """Return what ``action`` did to the table; conflicts with another writer are tried again.

        ``tell`` is called with the version before and after it, before the next commit begins.

        Raises:
            IndexWriteError: the disk is full, a permission is missing, or the index is only read here.
            IndexDamagedError: the table cannot be read.
        """
        self._location.refuse_writing()
        with translated(self._location), self._lock, self._writing(name):
            self.commits += 1
            self._checkpoints.before_commit()
            for attempt in Retrying(
                retry=retry_if_exception(_is_conflict),
                stop=stop_after_attempt(CONFLICT_ATTEMPTS),
                wait=wait_random_exponential(multiplier=0.05, max=2),
                reraise=True,
            ):
                with attempt:
                    return self._checked(self._tables[name], action, tell)
        raise AssertionError("unreachable: the last attempt raises")

    def _checked(
        self, table: Any, action: Callable[[Any], _Result], tell: Callable[[int, int], object] | None
    ) -> _Result:
        """Return what ``action`` did, unless the last row cannot be read afterwards: then undo it.

        The database does not report that the last write of a data file failed. Then no row of it is readable.
        """
        before = int(table.version)
        result = action(table)
        after = int(table.version)
        if after != before and not self.is_remote:
            try:
                _read_last_row(table)
            except (RuntimeError, OSError, ValueError) as exc:
                table.restore(before)
                raise OSError(
                    errno.EIO, f"{os.strerror(errno.EIO)}: what was just written cannot be read"
                ) from exc
        if tell is not None:
            tell(before, after)
        self._checkpoints.after_commit()
        return result

    @contextmanager
    def _writing(self, name: str) -> Iterator[None]:
        before, self._under_way = self._under_way, name
        try:
            yield
        finally:
            self._under_way = before
            self.writes[name] += 1

    def count_writes_of_child(self, names: Iterable[str]) -> None:
        """Ask tables for their newest commit again: a child process of this one may have written to them."""
        with self._lock:
            for name in names:
                self.writes[name] += 1

    def is_writing(self, name: str) -> bool:
        """Return whether this process is committing to a table, or notifying followers of a commit."""
        return self._under_way == name

    def checkpoint(self) -> None:
        """Block until a loss of power can no longer undo earlier writes.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        with translated(self._location), self._lock:
            self._checkpoints.save()

    def _newest_versions(self) -> dict[str, int]:
        return {name: int(table.version) for name, table in self._tables.items()}

    def write_moving(self, name: str, action: Callable[[Any], _Result]) -> _Result:
        """Do what `write` does, for an action that changes no row, such as compacting."""

        def tell(before: int, after: int) -> None:
            if name == CHUNKS:
                self.tell_of_chunks(ChunkChange(before, after))
            for there in self._movers[name]:
                if (follower := there()) is not None:
                    follower(before, after)

        return self.write(name, action, tell)

    def follow_moves(self, name: str, follower: MoveFollower) -> None:
        """Call a method, in the writing thread, for each commit that leaves every row of a table as it is."""
        living = [there for there in self._movers[name] if there() is not None]
        self._movers[name] = [*living, WeakMethod(follower)]

    def follow_chunks(self, follower: Follower) -> None:
        """Call a method after each commit to ``chunks``, in the writing thread, while its object lives."""
        self._followers.append(WeakMethod(follower))

    def tell_of_chunks(self, change: ChunkChange) -> None:
        """Notify followers of the change of a commit; called within `write`."""
        self._followers = [there for there in self._followers if there() is not None]
        for there in self._followers:
            if (follower := there()) is not None:
                follower(change)

    def replace_vectors_columns(self, dimension: int) -> None:
        """Drop all vectors of ``chunks`` and make room for vectors of this many components.

        The cache is emptied only when the number of components changes: then no old vector fits.
        """
        self.write(CHUNKS, lambda table: _renew_vectors(table, dimension))
        if dimension != self.dimension:
            self.write(VECTORS, lambda table: table.delete(lit(value=True)))
            self.write(VECTORS, lambda table: _renew_vectors(table, dimension))

    def table_version(self, name: str) -> int:
        """Return the number of the newest commit of a table; it rises with every write.

        An index in a folder is written by one process: it is asked once for each write of that process, for every
        question needs it and asking takes half a millisecond.
        """
        writes, settled = self.writes[name], not (self.is_remote or self.is_writing(name))
        known = self._known_versions.get(name)
        if settled and known is not None and known[1] == writes:
            return known[0]
        version = self.read(name, lambda table: int(table.version))
        if settled:
            self._known_versions[name] = version, writes
        return version

    def count(self, name: str, where: str | None = None) -> int:
        """Return how many rows a table has, or how many pass ``where`` (a rendered expression)."""
        return self.read(name, lambda table: int(table.count_rows(where)))

    def close(self) -> None:
        """Close the tables."""
        with self._lock:
            self._checkpoints.close()
        self._tables.clear()


def _schemas(dimension: int) -> Mapping[str, pa.Schema]:
    return {
        FILES: FILES_SCHEMA,
        CHUNKS: chunks_schema(dimension),
        NODES: NODES_SCHEMA,
        EDGES: EDGES_SCHEMA,
        VECTORS: vectors_schema(dimension),
        FACTS: FACTS_SCHEMA,
    }


def _read_last_row(table: Any) -> None:
    """Read an identifier from the newest data file: that opens the file."""
    count = table.count_rows()
    if count:
        table.take_offsets([count - 1]).select(["id"]).to_arrow()


def _renew_vectors(table: Any, dimension: int) -> None:
    if "vector" in table.schema.names:
        table.drop_columns(["vector"])
    table.add_columns([pa.field("vector", vector_type(dimension))])


def _add_missing(table: Any, schema: pa.Schema) -> None:
    """Add the columns that an older version of the program did not write."""
    lacking = [field for field in schema if field.name not in table.schema.names]
    if lacking:
        table.add_columns(lacking)


def _encode_columns(name: str, table: Any) -> None:
    """Have rows that are written from now on encoded as `ENCODINGS` says."""
    known = {column: table.schema.field(column).metadata or {} for column in ENCODINGS.get(name, {})}
    lacking = [
        {"path": column, "metadata": dict(wanted)}
        for column, wanted in ENCODINGS.get(name, {}).items()
        if any(known[column].get(key.encode()) != value.encode() for key, value in wanted.items())
    ]
    if lacking:
        table.update_field_metadata(*lacking)


def _is_conflict(error: BaseException) -> bool:
    return "conflict" in str(error).lower()


def _is_of_a_file(error: ValueError) -> bool:
    """Return whether the error is about a data file and not about the request."""
    return "lance file" in str(error).lower()
