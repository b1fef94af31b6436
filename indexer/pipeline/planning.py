"""The difference between the files on disk and the manifest. Pure functions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from indexer.discovery.defaults import BUILT_IN
from indexer.pipeline.context import is_empty_source
from indexer.pipeline.ports import LabelledFile
from search.types.files import ONLINE_ONLY, FileRecord, FileState, Flag

_READ = frozenset({FileState.INDEXED, FileState.TRUNCATED})

_NOT_LISTED = frozenset({FileState.SKIPPED, FileState.GONE})
"""States whose row becomes ``waiting`` before the file is read.

The row of a failed file stays until it was read.
"""

CONTENT_REASONS = frozenset({"empty", "binary", "lfs", "no text"})
"""Reasons for skipping a file that only reading it reveals; it is read again when it changes."""

CRASHED = "its parser crashed and was ended"
HANGS = "its parser did not come to an end and was ended"
TOO_MUCH_MEMORY = "its parser took more memory than it may and was ended"
PARSER_FAILURES = frozenset({CRASHED, HANGS, TOO_MUCH_MEMORY})
"""Failures that are not retried before the file changes: each attempt costs a process, or a minute."""

RULES_FILE = ".dowse.toml"
"""File with the labels and rights of a root's files: when it changes, every row of the root may change."""

_LABEL_COLUMNS = ("product", "component", "tenant", "groups", "tags")
_STATE_COLUMNS = ("state", "reason", "rule", "size_bytes", "mtime_ns", "doc_type", "level")
"""Further columns that are compared for a file that needs no reading."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The difference between disk and manifest.

    Attributes:
        read: files to read, the most recently modified first, ties by path; generated files come last.
        write: manifest rows that change without reading, by path: new waiting ones, skipped ones.
        purge: rows whose text must be deleted because the file was removed or is excluded now; by path.
        known: rows of the files in ``read`` that have one, by path.
    """

    read: tuple[LabelledFile, ...]
    write: tuple[FileRecord, ...]
    purge: tuple[FileRecord, ...]
    known: Mapping[str, FileRecord]


NOTHING = Plan((), (), (), {})


def plan(files: Iterable[LabelledFile], rows: Mapping[str, FileRecord], *, reread: bool = False) -> Plan:
    """Return the work that makes ``rows`` describe ``files``.

    Args:
        files: all files of the root, or of the part of it that ``rows`` covers.
        rows: the manifest rows of the current branch, by path.
        reread: treat every file as changed.
    """
    read: list[LabelledFile] = []
    write: list[FileRecord] = []
    present: dict[str, LabelledFile] = {}
    staying: set[str] = set()
    for labelled in files:
        path, known = labelled.row.path, rows.get(labelled.row.path)
        if known is not None and _only_left_the_disk(labelled, known):
            staying.add(path)
            continue
        present[path] = labelled
        if labelled.file.skip is None and (reread or not _is_unchanged(labelled.row, known)):
            read.append(labelled)
            if waits_until_read(known):
                write.append(labelled.row)
        elif labelled.file.skip is not None and (known is None or _differs(labelled.row, known)):
            write.append(labelled.row)
    purge = [row for path, row in rows.items() if path not in staying and _is_to_purge(row, present.get(path))]
    read.sort(key=_reading_order)
    known_rows = {labelled.row.path: rows[labelled.row.path] for labelled in read if labelled.row.path in rows}
    return Plan(tuple(read), tuple(write), tuple(purge), known_rows)


def _only_left_the_disk(labelled: LabelledFile, known: FileRecord) -> bool:
    """Return whether a file was read before a cloud drive freed its space on the disk; its text is still right."""
    skip, row = labelled.file.skip, labelled.row
    return (
        skip is not None
        and skip.reason == ONLINE_ONLY
        and known.state in _READ
        and (known.size_bytes, known.mtime_ns) == (row.size_bytes, row.mtime_ns)
        and same_labels(row, known)
    )


def waits_until_read(known: FileRecord | None) -> bool:
    """Return whether a file with this earlier row is ``waiting`` while it is to be read."""
    return known is None or known.state in _NOT_LISTED


def _reading_order(labelled: LabelledFile) -> tuple[bool, int, str]:
    return Flag.GENERATED.value in labelled.row.flags, -labelled.file.mtime_ns, labelled.row.path


def _is_unchanged(row: FileRecord, known: FileRecord | None) -> bool:
    return (
        known is not None
        and _is_settled(known)
        and (known.size_bytes, known.mtime_ns) == (row.size_bytes, row.mtime_ns)
        and same_labels(row, known)
    )


def same_labels(row: FileRecord, known: FileRecord) -> bool:
    """Return whether a file has the same labels and rights as before, whatever its content is.

    A file that is generated according to a rule for names must match the same rule.
    """
    same_rule = known.state not in _READ or known.rule == row.rule
    return same_rule and all(getattr(known, name) == getattr(row, name) for name in _LABEL_COLUMNS)


def _is_settled(known: FileRecord) -> bool:
    """Return whether reading the same bytes again would give the same result."""
    if known.state is FileState.FAILED:
        return known.reason in PARSER_FAILURES
    if known.state in _READ:
        return bool(known.content_hash)  # empty: another version of the program read it
    by_content = known.reason in CONTENT_REASONS and not known.rule.startswith(BUILT_IN)
    return known.state is FileState.SKIPPED and by_content  # a file skipped for its name may be allowed now


def _differs(row: FileRecord, known: FileRecord) -> bool:
    return any(getattr(known, name) != getattr(row, name) for name in (*_LABEL_COLUMNS, *_STATE_COLUMNS))


def _is_to_purge(known: FileRecord, now: LabelledFile | None) -> bool:
    if now is None:
        return known.state is not FileState.GONE
    return now.file.skip is not None and known.state is not FileState.SKIPPED


def gone_row(known: FileRecord, now_seconds: float) -> FileRecord:
    """Return the row of a deleted file.

    It stays in the manifest so that the program can say what happened to it.
    """
    return replace(
        known,
        state=FileState.GONE,
        reason="deleted or moved",
        rule="",
        content_hash="",
        chunk_count=0,
        definitions=(),
        referred_by=0,
        meaning=False,
        indexed_at=now_seconds,
    )


AWAY = "its folder is not there"
OFFLINE_FLAG = "offline"
"""Flag on each file of an unavailable folder, so that every answer shows it."""

_BETWEEN = " | "
"""Separates the former reason and rule of a row while it is offline."""


def offline_row(known: FileRecord) -> FileRecord:
    """Return the row of a searchable file whose root is unavailable; `row_back` restores the former row."""
    flags = (*known.flags, OFFLINE_FLAG)
    rule = _BETWEEN.join((known.reason, known.rule)) if known.rule else known.reason
    return replace(known, state=FileState.OFFLINE, reason=AWAY, rule=rule, flags=flags)


def row_back(offline: FileRecord) -> FileRecord:
    """Return an offline row as it was before; only a truncated file had a reason."""
    reason, _, rule = offline.rule.partition(_BETWEEN)
    state = FileState.TRUNCATED if reason else FileState.INDEXED
    flags = tuple(flag for flag in offline.flags if flag != OFFLINE_FLAG)
    return replace(offline, state=state, reason=reason, rule=rule, flags=flags)


def has_new_rules(files: Iterable[LabelledFile], rows: Mapping[str, FileRecord]) -> bool:
    """Return whether the root's ``.dowse.toml`` appeared, changed or vanished."""
    now = next((labelled.file for labelled in files if labelled.row.path == RULES_FILE), None)
    known = rows.get(RULES_FILE)
    if known is None or known.state is FileState.GONE:
        return now is not None and bool(rows)
    return now is None or (now.size_bytes, now.mtime_ns) != (known.size_bytes, known.mtime_ns)


def concerns_graph(todo: Plan) -> bool:
    """Return whether files disappear or empty sources appear; no text is read for these."""
    return bool(todo.purge) or any(is_empty_source(row) for row in todo.write)
