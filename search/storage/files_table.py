"""The manifest: one row for every file under every root, with its state and the reason."""

import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from threading import Lock
from typing import Any

import pyarrow as pa

from search.storage.counted_files import MIRRORED, CountedFiles
from search.storage.database import Database
from search.storage.expressions import expression, one_of
from search.storage.file_counts import COUNTED, INDEXED, FileCounts, counted
from search.storage.lance import Expr, col, lit
from search.storage.predicate import EVERYTHING
from search.storage.schema import FILES, FILES_SCHEMA, rows_of
from search.storage.table_rows import put_rows, select
from search.types.files import FileRecord, FileState, FileSummary
from search.types.filters import RowFilter
from search.types.ids import FileId, RootId
from search.types.status import StepCounts

_COLUMNS = [field.name for field in fields(FileRecord)]

_SHARED = (
    *("path_hash", "repository", "branch", "reason", "rule"),
    *("encoding", "language", "ext", "doc_type", "level"),
)
"""Columns with few values: the records of a large collection share their texts."""

_ROWS_AT_ONCE = 4_096
"""Most rows that are dictionaries at the same time; they take five times the memory of records."""

Contents = Sequence[tuple[FileId, str, str, int]]
"""Of each file of a root: its identifier, path, content hash, and how many files refer to it."""

NO_NUMBERS: Mapping[FileId, int] = {}


_BEING_WRITTEN = "being written"
"""Used instead of the content hash while a file is written. No file has it, so the file is read after a crash."""


_WITHOUT_TEXT = {
    "no text": (),
    "size": (),
    "lfs": (),
    "binary": (
        *("xls", "ppt", "pages", "numbers", "key", "msg", "doc", "zip"),
        *("jpg", "jpeg", "tif", "tiff", "heic"),
    ),
}
"""Reasons for which a document has no text, with the endings that count: other binary files are no documents."""

_FILTERS = 16
"""Number of recent filters whose counts are cached."""


class FilesTable:
    """`FileManifest` on LanceDB."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._paths: tuple[int, list[str]] = (-1, [])
        self._paths_lock = Lock()
        self._unread: tuple[int, Counter[RootId]] = (-1, Counter())
        self._counts: dict[RowFilter, tuple[int, FileCounts]] = {}
        self._all_files = CountedFiles()
        self._counts_wanted = False
        self._followed = -1
        """How many writes had ended after the last one that the counts of all files followed."""
        database.follow_moves(FILES, self._moved)

    def upsert(self, records: Sequence[FileRecord], /) -> None:
        """Write rows in one commit; the last of several records of one file counts.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        unique = list({record.id: record for record in records}.values())
        if unique:
            rows = rows_of(unique, FILES_SCHEMA)
            self._write(
                lambda table: put_rows(table, rows),
                lambda counted_files: counted_files.put(unique),
            )

    def remove(self, ids: Sequence[FileId], /) -> None:
        """Delete rows; those that are not there are no error."""
        if ids:
            self._write(
                lambda table: table.delete(one_of("id", ids)), lambda counted_files: counted_files.remove(ids)
            )

    def of_root(self, root: RootId, /) -> dict[str, FileRecord]:
        """Return all rows of a root by relative path, in the order of the paths."""
        records = self._records(col("path_hash") == lit(root))
        return {record.path: record for record in sorted(records, key=lambda record: record.path)}

    def by_id(self, ids: Sequence[FileId], row_filter: RowFilter = EVERYTHING, /) -> dict[FileId, FileRecord]:
        """Return those of the files that exist and pass the filter."""
        wanted = self._and(one_of("id", ids), row_filter)
        return {record.id: record for record in self._records(wanted)} if ids else {}

    def matching(self, row_filter: RowFilter, /, states: Sequence[FileState] = ()) -> list[FileRecord]:
        """Return the files that pass and are in one of ``states`` (none: any), by id."""
        wanted = expression(row_filter, self.paths)
        if states:
            state = one_of("state", [state.value for state in states])
            wanted = state if wanted is None else wanted & state
        return sorted(self._records(wanted), key=lambda record: record.id)

    def without_text(self) -> list[tuple[FileId, str]]:
        """Return identifier and path of the documents and scans that have no text to search, by path."""
        without = one_of("state", [FileState.FAILED.value])
        for reason, extensions in _WITHOUT_TEXT.items():
            skipped = one_of("reason", [reason])
            without |= skipped & one_of("ext", extensions) if extensions else skipped
        rows = self._read(["id", "path"], without)
        pairs = zip(rows.column("path").to_pylist(), rows.column("id").to_pylist(), strict=True)
        return [(FileId(identifier), path) for path, identifier in sorted(pairs)]

    def stream(self, states: Sequence[FileState], /) -> Iterator[FileRecord]:
        """Yield the files of all roots that are in one of ``states``, in the order of the table."""
        for batch in self._database.stream(FILES, _COLUMNS, _ROWS_AT_ONCE):
            yield from (record for record in map(_record, batch.to_pylist()) if record.state in states)

    def visible_ids(self, row_filter: RowFilter, /) -> list[FileId]:
        """Return the identifiers of the files that pass, sorted."""
        ids = self._read(["id"], expression(row_filter, self.paths)).column("id").to_pylist()
        return sorted(FileId(identifier) for identifier in ids)

    def state_counts(self, row_filter: RowFilter = EVERYTHING, /) -> list[tuple[str, int]]:
        """Return the number of visible files in each state, in the order of `FileState`."""
        counts = self.counts(row_filter).states
        return [(state.value, counts[state.value]) for state in FileState if counts[state.value]]

    def reason_counts(self, row_filter: RowFilter = EVERYTHING, /) -> list[tuple[str, int]]:
        """Return the number of visible files for each reason, most first, ties by name, if it has no text."""
        return sorted(self.counts(row_filter).reasons.items(), key=lambda item: (-item[1], item[0]))

    def summaries(self) -> Iterator[FileSummary]:
        """Yield what upkeep needs to know of each file; whole rows take ten times as much memory."""
        names = [field.name for field in fields(FileSummary)]
        for batch in self._read(names, None).to_batches(_ROWS_AT_ONCE):
            for row in batch.to_pylist():
                yield FileSummary(**{**row, "state": FileState(row["state"])})

    def branches_of(self, root: RootId, /) -> frozenset[str]:
        """Return the branches on which files of a root were indexed; none for a root without any row."""
        return frozenset(self.counts(EVERYTHING).branches.get(root, ()))

    def other_branches(self, root: RootId, branch: str, /) -> dict[FileId, str]:
        """Return the path of each file of this root that was indexed on another branch, by id."""
        if self.branches_of(root) <= {branch}:
            return {}
        where = (col("path_hash") == lit(root)) & (col("branch") != lit(branch))
        rows = self._read(["id", "path"], where)
        pairs = zip(rows.column("id").to_pylist(), rows.column("path").to_pylist(), strict=True)
        return {FileId(identifier): path for identifier, path in sorted(pairs)}

    def content_digests(self) -> dict[tuple[RootId, str], str]:
        """Return for each root and branch that has contents their digest; the table is read once."""
        names = ["path_hash", "branch", "id", "path", "content_hash", "referred_by", "state", "reason"]
        rows = self._read(names, None)
        columns = [rows.column(name).to_pylist() for name in names]
        there: dict[tuple[RootId, str], list[tuple[FileId, str, str, int]]] = {}
        for root, branch, *content, state, reason in zip(*columns, strict=True):
            if _has_content(state, reason):
                there.setdefault((root, branch), []).append(tuple(content))
        return {scope: digest_of(contents) for scope, contents in there.items()}

    def contents_of(self, root: RootId, /) -> dict[str, tuple[str, int]]:
        """Return the content hash of each searchable file of a root and the number of its chunks, by path."""
        rows = self._read(["path", "content_hash", "chunk_count"], col("path_hash") == lit(root))
        columns = (rows.column(name).to_pylist() for name in ("path", "content_hash", "chunk_count"))
        return {path: (content, chunks) for path, content, chunks in zip(*columns, strict=True) if chunks}

    def step_counts(self, row_filter: RowFilter = EVERYTHING, /) -> Mapping[RootId, StepCounts]:
        """Return for each root how far its visible files are."""
        return self.counts(row_filter).steps

    def counts(self, row_filter: RowFilter, /) -> FileCounts:
        """Return the counts of the visible files; read once for each state of the table."""
        if row_filter == EVERYTHING:
            self._counts_wanted = not self._database.is_remote  # others write there too
            if (counts := self._counts_of_all()) is not None:
                return counts
        version = self._database.table_version(FILES)
        known = self._counts.get(row_filter)
        if known is None or known[0] != version:
            recent = [item for item in list(self._counts.items()) if item[1][0] == version][-_FILTERS:]
            known = version, counted(self._read(list(COUNTED), expression(row_filter, self.paths)))
            self._counts = {**dict(recent), row_filter: known}
        return known[1]

    def set_numbers(self, column: str, values: Mapping[FileId, int | bool], /) -> None:
        """Write one column (``referred_by`` or ``meaning``) of these rows in one commit; others keep theirs."""
        if values:
            schema = pa.schema([FILES_SCHEMA.field("id"), FILES_SCHEMA.field(column)])
            rows = pa.Table.from_arrays(
                [pa.array(list(values), pa.string()), pa.array(list(values.values()), schema.field(column).type)],
                schema=schema,
            )

            def follow(counted_files: CountedFiles) -> None:
                if column == "meaning":
                    counted_files.set_meaning(values)

            self._write(lambda table: _merge(table).execute(rows), follow)

    def begin_writing(self, files: Sequence[FileId], /) -> None:
        """Take these files for ones to read, in one commit, until their rows are written again.

        Their text is about to be replaced: were that all, a row could go on standing for text that is gone.
        """
        if files:
            names = ("id", "content_hash", "mtime_ns")
            columns = [files, [_BEING_WRITTEN] * len(files), [0] * len(files)]
            fields = [FILES_SCHEMA.field(name) for name in names]
            arrays = [pa.array(values, field.type) for values, field in zip(columns, fields, strict=True)]
            rows = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
            self._write(
                lambda table: _merge(table).execute(rows),
                lambda counted_files: counted_files.begin_writing(files),
            )

    def forget_contents(self, root: RootId | None = None) -> None:
        """Clear the content hashes of one root or all, so that each file is read and split again.

        Of files that are found, it stays known as which they were read: when, or which object in git.
        """
        mine = lit(value=True) if root is None else col("path_hash") == lit(root)
        indexed = one_of("state", sorted(INDEXED))
        others = mine & one_of("state", sorted({state.value for state in FileState} - INDEXED))
        unread: dict[str, Any] = {"content_hash": ""}
        self._database.write(FILES, lambda table: table.update(where=mine & indexed, values=unread))
        self._database.write(FILES, lambda table: table.update(where=others, values={**unread, "mtime_ns": 0}))

    def unread(self, row_filter: RowFilter = EVERYTHING, /) -> Counter[RootId]:
        """Return of each root how many visible files are found as another version of the program read them.

        Every answer says how many: all of them are counted once for each state of the table.
        """
        where = one_of("state", sorted(INDEXED)) & (col("content_hash") == lit(""))
        if row_filter != EVERYTHING:
            return self._count_unread(self._and(where, row_filter))
        if (counts := self._counts_of_all()) is not None:
            return counts.unread.copy()
        version = self._database.table_version(FILES)
        known = self._unread
        if known[0] != version:
            known = self._unread = version, self._count_unread(where)
        return known[1].copy()

    def _counts_of_all(self) -> FileCounts | None:
        """Return the counts of all files without reading the table; None where they do not follow it.

        While the table is being written, which may take seconds, these are the counts from before that write.
        """
        if self._database.is_writing(FILES) and self._followed >= self._database.writes[FILES]:
            return self._all_files.newest()
        return self._all_files.counts(self._database.table_version(FILES))

    def _count_unread(self, where: Expr) -> Counter[RootId]:
        return Counter(map(RootId, self._read(["path_hash"], where).column("path_hash").to_pylist()))

    def forget_meaning(self) -> None:
        """Mark all files as without vectors."""
        self._database.write(FILES, lambda table: table.update(where=lit(value=True), values={"meaning": False}))

    def count(self) -> int:
        """Return the number of rows."""
        return self._database.count(FILES)

    def version(self) -> int:
        """Return a number that rises with every change of the table."""
        return self._database.table_version(FILES)

    def paths(self) -> list[str]:
        """Return every path, for patterns with wildcards; read once for each state of the table."""
        version = self._database.table_version(FILES)
        with self._paths_lock:
            if self._paths[0] != version:
                paths = self._read(["path"], None).column("path").to_pylist()
                self._paths = (version, sorted(set(paths)))
            return self._paths[1]

    def _and(self, first: Expr, row_filter: RowFilter) -> Expr:
        more = expression(row_filter, self.paths)
        return first if more is None else first & more

    def _records(self, where: Expr | None) -> Iterator[FileRecord]:
        for batch in self._read(_COLUMNS, where).to_batches(_ROWS_AT_ONCE):
            yield from map(_record, batch.to_pylist())

    def _write(self, action: Callable[[Any], object], follow: Callable[[CountedFiles], None]) -> None:
        """Write, and update the counts of all files if they were requested before."""

        def write(table: Any) -> None:
            before = int(table.version)
            if self._counts_wanted and not self._all_files.is_at(before):
                self._all_files.load(select(table, list(MIRRORED)), before)
            action(table)

        self._database.write(FILES, write, lambda before, after: self._follow(before, after, follow))

    def _moved(self, before: int, after: int) -> None:
        self._follow(before, after, lambda _: None)

    def _follow(self, before: int, after: int, change: Callable[[CountedFiles], None]) -> None:
        """Let the counts of all files follow a commit; within the write."""
        self._all_files.follow(before, after, change)
        if self._all_files.is_at(after):
            self._followed = self._database.writes[FILES] + 1

    def _read(self, columns: list[str], where: Expr | None) -> pa.Table:
        return self._database.read(FILES, lambda table: select(table, columns, where))


def contents_of(rows: Iterable[FileRecord]) -> Contents:
    """Return the contents of a root, of whose files these are the rows."""
    return [
        (row.id, row.path, row.content_hash, row.referred_by)
        for row in rows
        if _has_content(row.state.value, row.reason)
    ]


def _has_content(state: str, reason: str) -> bool:
    return state in INDEXED or reason == "empty"


def digest_of(contents: Contents, referred_by: Mapping[FileId, int] = NO_NUMBERS) -> str:
    """Return a digest of paths, contents and how many files refer to each: equal ones, equal digest.

    Args:
        contents: of a root.
        referred_by: the numbers that are not those of the rows any more.
    """
    lines = [f"{path}\0{content}\0{referred_by.get(file, known)}" for file, path, content, known in contents]
    text = "\n".join(sorted(lines))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _merge(table: Any) -> Any:
    return table.merge_insert("id").when_matched_update_all()


def _record(row: dict[str, Any]) -> FileRecord:
    for name in _SHARED:
        row[name] = sys.intern(row[name])
    row["state"] = FileState(row["state"])
    for name in ("groups", "tags", "flags", "definitions"):
        row[name] = tuple(row[name] or ())
    return FileRecord(**row)


NO_CONTENTS = digest_of([])
"""Digest of a root that has no contents."""
