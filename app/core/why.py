"""Answers ``dowse why PATH``: the chain of facts that explains why a path is or is not found."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from indexer.discovery.finder import FileFinder
from indexer.pipeline.planning import row_back
from indexer.types import Skip
from search.errors import BadInputError, NotFoundError
from search.file_names import file_at, real_path, stored_name
from search.service.scope import visible_roots
from search.storage.file_systems import ANSWERS, Answers
from search.storage.roots import AWAY_S
from search.storage.storage import Storage
from search.types.files import OTHER_ROOT, FileRecord, FileState, Flag, Root
from search.types.filters import OWNER, Access, Condition, Operator
from search.types.ids import FileId, file_id
from search.types.status import UNKNOWN, WhyAnswer

FOLDER = "folder"

MISSING = "There is no such file, and none is in the index"

_ELSEWHERE = Answers(lambda _folder: True)
"""For paths in no root: a link on a local disk may lead to a server."""


@dataclass(frozen=True, slots=True)
class _Location:
    """A path within a root; ``path`` is relative to the root, with ``/``, and empty for the root itself."""

    root: Root
    path: str

    @property
    def absolute(self) -> Path:
        return file_at(Path(self.root.path), self.path)

    @property
    def shown(self) -> str:
        """Return the absolute path as results show it."""
        return str(Path(self.root.path) / self.path)

    @property
    def files(self) -> list[FileId]:
        """Return the ids of the rows that decide: its own, then those of enclosing folders that are excluded."""
        parts = self.path.split("/")
        folders = [f"{'/'.join(parts[:count])}/" for count in range(len(parts), 0, -1)]
        return [file_id(self.root.repository, self.root.branch, path) for path in (self.path, *folders)]


def why(storage: Storage, path: str, access: Access, finder: FileFinder) -> WhyAnswer:
    """Return why this path (absolute, or as results show it) is or is not found.

    Raises:
        BadInputError: the path is empty, as from a variable that is not set.
    """
    if not path:
        raise BadInputError("roots.empty_name")
    roots = visible_roots(storage.files, storage.roots.all(), access)
    locations = list(dict.fromkeys(_in_its_own_root(location, roots) for location in _locations(path, roots)))
    known = storage.files.by_id([file for location in locations for file in location.files], access.row_filter())
    matches = [(location, [known[file] for file in location.files if file in known]) for location in locations]
    for number, (location, records) in enumerate(matches):
        if records:
            # a file of a folder that was excluded later is GONE; the row of the folder says why
            decisive = next((record for record in records if record.state is not FileState.GONE), records[0])
            others = [record for _, other_records in matches[number + 1 :] for record in other_records]
            elsewhere = [record for record in others if record.path == decisive.path]
            return _of_record(decisive, location, elsewhere, finder)
    for location in locations:
        if (answer := _of_folder(storage, location, access)) is not None:
            return answer
    if not locations or not Path(path).is_absolute():
        return WhyAnswer(path, UNKNOWN, (_no_root(path, roots),))
    if access != OWNER:
        # the disk is described to nobody who may not see all of it
        return WhyAnswer(path, UNKNOWN, (_in_root(locations[0]), "No such file is in the index"))
    return _unknown(locations[0], finder)


def _locations(path: str, roots: list[Root]) -> list[_Location]:
    """Return the path within every root that contains it, the innermost root first."""
    if not Path(path).is_absolute():
        inner = path.replace(os.sep, "/").strip("/")
        named = [(root, inner.removeprefix(f"{root.repository}/")) for root in roots]
        return [
            *(_Location(root, inner) for root in roots),
            *(_Location(root, below) for root, below in named if below != inner),
        ]
    locations = []
    typed = os.path.normpath(path)
    for candidate in dict.fromkeys((typed, _real(typed, roots))):
        for root in roots:
            if _is_in(candidate, root):
                inner = stored_name(os.path.relpath(candidate, root.path).replace(os.sep, "/"))
                locations.append(_Location(root, "" if inner == "." else inner))
    return sorted(locations, key=lambda location: (-len(location.root.path), bool(location.root.from_git)))


def _in_its_own_root(location: _Location, roots: list[Root]) -> _Location:
    """Return the location within the innermost checked-out root, to which the roots around it leave the path."""
    if location.root.from_git:
        return location
    around = [root for root in roots if not root.from_git and _is_in(location.shown, root)]
    innermost = max(around, key=lambda root: len(root.path), default=location.root)
    if len(innermost.path) <= len(location.root.path):
        return location
    inner = stored_name(os.path.relpath(location.shown, innermost.path).replace(os.sep, "/"))
    return _Location(innermost, "" if inner == "." else inner)


def _is_in(path: str, root: Root) -> bool:
    return path == root.path or path.startswith(root.path.rstrip(os.sep) + os.sep)


def _real(path: str, roots: list[Root]) -> str:
    """Return the path with links resolved, or as it is if a file system on the way does not answer."""
    around = next((root.path for root in roots if _is_in(path, root)), "")
    answers = ANSWERS if around else _ELSEWHERE
    return answers.of(around or path, lambda: real_path(path), path, within_s=AWAY_S)


def _on_disk(location: _Location, question: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """Return the facts from the disk, or that it does not answer: an absent server must not delay us."""
    silent = (f"On disk: {location.root.path} does not answer",)
    return ANSWERS.of(location.root.path, question, silent, within_s=AWAY_S)


def _of_record(
    record: FileRecord, location: _Location, elsewhere: Sequence[FileRecord], finder: FileFinder
) -> WhyAnswer:
    left_out = [f"In the folder {record.path}, which is left out whole"] if record.path.endswith("/") else []
    if record.reason == OTHER_ROOT:
        folder = file_at(Path(location.root.path), record.path.rstrip("/"))
        left_out.append(f"It belongs to a repository that is no watched folder; add it with: dowse index {folder}")
    lines = [
        _in_root(location),
        *left_out,
        _state_line(record),
        *_state_facts(record, location.root),
        *_on_disk(location, lambda: (*_tracked_facts(record, location, finder), *_disk_facts(record, location))),
    ]
    lines += [_on_branch(record, other) for other in elsewhere if location.root.id != other.path_hash]
    return WhyAnswer(location.shown, record.state.value, tuple(lines))


def _on_branch(record: FileRecord, other: FileRecord) -> str:
    """Return a line on the state of the same path on another branch or in another folder."""
    same = bool(record.content_hash) and record.content_hash == other.content_hash
    content = ", with the same content" if same else ""
    return f"Also in {other.repository}@{other.branch}: {_state_line(other).lower()}{content}"


def _in_root(location: _Location) -> str:
    label = f"{location.root.repository}@{location.root.branch}"
    if location.root.from_git:
        return f"On the branch {location.root.from_git} of {location.root.path} ({label}), read from git"
    return f"In the watched folder {location.root.path} ({label})"


_STATE_LINES = {
    FileState.INDEXED: "Indexed: it can be found",
    FileState.TRUNCATED: "Indexed in part: {reason}",
    FileState.SKIPPED: "Skipped: {reason}",
    FileState.FAILED: "Could not be indexed: {reason}",
    FileState.WAITING: "Waiting to be indexed; until then it is not found",
    FileState.GONE: "Gone from the disk; not found any more",
    FileState.OFFLINE: "Its folder is not reachable; found as it was indexed",
}


_BY_WORD = {
    Flag.GENERATED.value: "a program wrote it{rule}",
    Flag.TRANSLATION.value: "it holds messages in another language",
}
"""Why a file has no vectors, by its flag."""

_FOUND = frozenset({FileState.INDEXED, FileState.TRUNCATED, FileState.OFFLINE})

_NOT_BY_RULE = frozenset({"size", "lfs", "submodule", "not fetched"})
"""Reasons without an ignore file; their rule has the details."""


def _state_line(record: FileRecord) -> str:
    rule = "" if record.state in _FOUND else _rule_words(record.reason, record.rule)
    return _STATE_LINES[record.state].format(reason=record.reason) + rule


def _rule_words(reason: str, rule: str) -> str:
    if not rule:
        return ""
    return f" ({rule})" if reason in _NOT_BY_RULE else f", by the rule at {rule}"


def _state_facts(record: FileRecord, root: Root) -> list[str]:
    if record.indexed_at <= 0:
        return []
    when = datetime.fromtimestamp(record.indexed_at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    if record.state is FileState.GONE:
        return [f"Noticed at {when}"]
    lacking = (
        "by word; its meaning is not embedded yet" if root.semantic else "by word only, as its folder was indexed"
    )
    meaning = "by word and by meaning" if record.meaning else lacking
    kind = next((_BY_WORD[flag] for flag in record.flags if flag in _BY_WORD), "")
    rule = row_back(record).rule if record.state is FileState.OFFLINE else record.rule
    by_name = f", as the rule at {rule} has it" if rule else ""
    meaning = f"by word only, as {kind.format(rule=by_name)}" if kind else meaning
    chunks = "1 chunk" if record.chunk_count == 1 else f"{record.chunk_count} chunks"
    unread = record.state in _FOUND and not record.content_hash
    older = ["Another version of Dowse read it: found as it was until it is read anew"] if unread else []
    return [f"Indexed at {when}: {chunks}, {record.language or 'text'}, searchable {meaning}", *older]


def _tracked_facts(record: FileRecord, location: _Location, finder: FileFinder) -> list[str]:
    if location.root.from_git or record.state not in _FOUND:
        return []
    rule = finder.tracked_despite(location.root, location.path)
    return [f"The rule at {rule.rule} does not hold for it: git tracks it"] if rule else []


def _disk_facts(record: FileRecord, location: _Location) -> list[str]:
    if location.root.from_git:
        return [f"Not checked out: found where a query says branch:{location.root.branch}"]
    try:
        status = location.absolute.stat()
    except OSError as error:
        return [f"On disk: {error.strerror}"]
    if record.mtime_ns and (status.st_mtime_ns, status.st_size) != (record.mtime_ns, record.size_bytes):
        return [f"Changed since it was indexed; dowse index {location.root.path}, or let an engine watch it"]
    return []


def _of_folder(storage: Storage, location: _Location, access: Access) -> WhyAnswer | None:
    inside = access.row_filter().and_(Condition("path_hash", Operator.IN, (location.root.id,)))
    if location.path:
        inside = inside.and_(Condition("path", Operator.GLOB, (location.path,)))
    records = [
        file
        for file in storage.files.matching(inside)
        if file.path.startswith(location.path + "/" * bool(location.path))
    ]
    if not records and location.path:
        return None
    states = Counter(record.state.value for record in records)
    is_root = [] if location.path else ["It is a watched folder itself"]
    counts = [f"{count:,} {state}" for state, count in sorted(states.items())] or ["No file of it is in the index"]
    lines = [_in_root(location), *is_root, *counts]
    return WhyAnswer(location.shown, FOLDER, tuple(lines))


def _no_root(path: str, roots: list[Root]) -> str:
    if roots and not Path(path).is_absolute():
        return f"There is no {path} here, and none in the index"
    folders = ", ".join(root.path for root in roots if root.folder) or "none"
    return f"{path} is in no watched folder (watched: {folders}); add one with: dowse index FOLDER"


def _unknown(location: _Location, finder: FileFinder) -> WhyAnswer:
    facts = _on_disk(location, lambda: (_first_obstacle(location, finder),))
    where = (_in_root(location),)
    return WhyAnswer(location.shown, UNKNOWN, (*facts, *where) if facts == (MISSING,) else (*where, *facts))


def _first_obstacle(location: _Location, finder: FileFinder) -> str:
    """Return what keeps the indexer from listing a path."""
    if not os.path.lexists(location.absolute):
        return MISSING
    parts = location.path.split("/")
    for depth in range(1, len(parts) + 1):
        step = file_at(Path(location.root.path), "/".join(parts[:depth]))
        if step.is_symlink():
            return f"{step} is a link; links are not followed"
        if not os.access(step, os.R_OK):
            return f"{step} cannot be read: permission denied"
    skip = None if location.root.from_git else _skip_of(location, finder)
    if skip is not None:
        return f"It will not be indexed: {skip.reason}{_rule_words(skip.reason, skip.rule)}"
    if _is_empty_folder(location.absolute):
        return "It is an empty folder"
    return f"Not seen yet; bring the index up to date with: dowse index {location.root.path}"


def _is_empty_folder(path: Path) -> bool:
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is None
    except OSError:
        return False


def _skip_of(location: _Location, finder: FileFinder) -> Skip | None:
    """Return why the indexer leaves out a path; None where it does not, or where the path has just gone."""
    try:
        return finder.why_not(location.root, location.path)
    except NotFoundError:
        return None
