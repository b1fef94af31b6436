"""What a run has to do: the files found compared with the manifest. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from indexer.discovery.defaults import BUILT_IN
from indexer.pipeline.ports import Labelled
from search.types.files import FileRecord, FileState, Flag

_READ = frozenset({FileState.INDEXED, FileState.TRUNCATED})

_NOT_LISTED = frozenset({FileState.SKIPPED, FileState.GONE})
"""Such a row becomes one that waits before the file is read; a failed one stays until it was read."""

CONTENT_REASONS = frozenset({"empty", "binary", "lfs"})
"""Why a file may turn out not to be text when it is read; it is read again when it changes."""

CRASHED = "its parser crashed and was ended"
HANGS = "its parser did not come to an end and was ended"
PARSER_FAILURES = frozenset({CRASHED, HANGS})
"""Why a file failed that is not tried again before it changes: each try costs a process, or a minute."""

RULES_FILE = ".dowse.toml"
"""Labels and rights of files stand here: when it changes, every row of the root may."""

_LABEL_COLUMNS = ("product", "component", "tenant", "groups", "tags")
_STATE_COLUMNS = ("state", "reason", "rule", "size_bytes", "mtime_ns", "doc_type", "level")
"""What a row that needs no reading says besides."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The difference between disk and manifest.

    Attributes:
        read: files to read, the most recently modified first, ties by path, what programs wrote behind all others.
        write: manifest rows that change without reading, by path: new ones that wait, skipped ones.
        purge: rows whose text has to go: the file is gone, or a rule excludes it now; by path.
        known: rows of the files in ``read`` that have one, by path.
    """

    read: tuple[Labelled, ...]
    write: tuple[FileRecord, ...]
    purge: tuple[FileRecord, ...]
    known: Mapping[str, FileRecord]


NOTHING = Plan((), (), (), {})


def plan(files: Iterable[Labelled], rows: Mapping[str, FileRecord], *, reread: bool = False) -> Plan:
    """Return what to do so that ``rows`` (by path) describe ``files``.

    Args:
        files: everything that is there, of the root or of the part of it that ``rows`` covers.
        rows: by path, of the branch that is checked out now.
        reread: take every file as changed.
    """
    read: list[Labelled] = []
    write: list[FileRecord] = []
    there: dict[str, Labelled] = {}
    for labelled in files:
        path, known = labelled.row.path, rows.get(labelled.row.path)
        there[path] = labelled
        if labelled.found.skip is None and (reread or not _is_unchanged(labelled.row, known)):
            read.append(labelled)
            if known is None or known.state in _NOT_LISTED:
                write.append(labelled.row)
        elif labelled.found.skip is not None and (known is None or _differs(labelled.row, known)):
            write.append(labelled.row)
    purge = [row for path, row in rows.items() if _is_to_purge(row, there.get(path))]
    read.sort(key=_turn)
    known_rows = {labelled.row.path: rows[labelled.row.path] for labelled in read if labelled.row.path in rows}
    return Plan(tuple(read), tuple(write), tuple(purge), known_rows)


def _turn(labelled: Labelled) -> tuple[bool, int, str]:
    return Flag.GENERATED.value in labelled.row.flags, -labelled.found.mtime_ns, labelled.row.path


def _is_unchanged(row: FileRecord, known: FileRecord | None) -> bool:
    return (
        known is not None
        and _is_settled(known)
        and (known.size_bytes, known.mtime_ns) == (row.size_bytes, row.mtime_ns)
        and same_labels(row, known)
    )


def same_labels(row: FileRecord, known: FileRecord) -> bool:
    """Return whether a file belongs to the same people as before, whatever its content is.

    What a rule for names says to be generated has to be so by the same rule.
    """
    same_rule = known.state not in _READ or known.rule == row.rule
    return same_rule and all(getattr(known, name) == getattr(row, name) for name in _LABEL_COLUMNS)


def _is_settled(known: FileRecord) -> bool:
    """Return whether reading the same bytes again would give the same."""
    if known.state is FileState.FAILED:
        return known.reason in PARSER_FAILURES
    if known.state in _READ:
        return bool(known.content_hash)  # else another version of the program read it
    by_content = known.reason in CONTENT_REASONS and not known.rule.startswith(BUILT_IN)
    return known.state is FileState.SKIPPED and by_content  # by its name it may be read now


def _differs(row: FileRecord, known: FileRecord) -> bool:
    return any(getattr(known, name) != getattr(row, name) for name in (*_LABEL_COLUMNS, *_STATE_COLUMNS))


def _is_to_purge(known: FileRecord, now: Labelled | None) -> bool:
    if now is None:
        return known.state is not FileState.GONE
    return now.found.skip is not None and known.state is not FileState.SKIPPED


def gone_row(known: FileRecord, now_seconds: float) -> FileRecord:
    """Return the row of a file that was there and is not any more; it stays to say so."""
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
"""Stands among the flags of a file of such a folder, so that every answer shows it."""

_BETWEEN = " | "
"""Between the reason and the rule that a row had, while it is offline."""


def offline_row(known: FileRecord) -> FileRecord:
    """Return the row of a searchable file whose root is not there; `row_back` gives the row as it was."""
    flags = (*known.flags, OFFLINE_FLAG)
    rule = _BETWEEN.join((known.reason, known.rule)) if known.rule else known.reason
    return replace(known, state=FileState.OFFLINE, reason=AWAY, rule=rule, flags=flags)


def row_back(offline: FileRecord) -> FileRecord:
    """Return the row that was made offline as it was before; only a truncated file had a reason."""
    reason, _, rule = offline.rule.partition(_BETWEEN)
    state = FileState.TRUNCATED if reason else FileState.INDEXED
    flags = tuple(flag for flag in offline.flags if flag != OFFLINE_FLAG)
    return replace(offline, state=state, reason=reason, rule=rule, flags=flags)


def has_new_rules(files: Iterable[Labelled], rows: Mapping[str, FileRecord]) -> bool:
    """Return whether the root's ``.dowse.toml`` appeared, changed or vanished."""
    now = next((labelled.found for labelled in files if labelled.row.path == RULES_FILE), None)
    known = rows.get(RULES_FILE)
    if known is None or known.state is FileState.GONE:
        return now is not None and bool(rows)
    return now is None or (now.size_bytes, now.mtime_ns) != (known.size_bytes, known.mtime_ns)
