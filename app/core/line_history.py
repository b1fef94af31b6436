"""What git knows of the lines of an indexed file: who wrote them, and which changed since a commit."""

from pathlib import Path
from typing import NamedTuple

from app.core.git_changes import changes_in, diff_options, without_filters
from search.errors import BadInputError, NotFoundError
from search.storage.git.command import git_output
from search.storage.git.head import work_tree
from search.storage.git.objects import tip_of
from search.storage.git.revisions import reachable_commit
from search.storage.storage import Storage
from search.types.filters import OWNER, Access
from search.types.ids import FileId
from search.types.line_history import BlamedLine, ChangedLinesRequest
from search.types.lines import LinesRequest

MOST_LINES = 2_000
"""Lines looked up in one call; git walks the history for each of them."""

_REMEDY = "git.see_log"
_UNCOMMITTED = "0" * 40


class _InGit(NamedTuple):
    """A file in a repository: top folder, path below it, and tip of its branch if that is not checked out."""

    top: Path
    path: str
    commit: str


def blame_of(storage: Storage, request: LinesRequest, access: Access) -> tuple[BlamedLine, ...]:
    """Return where lines come from, in order."""
    file = _in_git(storage, request.file, access)
    first = max(1, request.first_line)
    last = min(max(first, request.last_line), first + MOST_LINES - 1)
    output = git_output(
        file.top,
        *without_filters(file.top),
        "-c",
        "blame.ignoreRevsFile=",
        "blame",
        "--line-porcelain",
        f"-L{first},{last}",
        *([file.commit] if file.commit else []),
        "--",
        file.path,
        remedy=_REMEDY,
    )
    lines = blamed(output.decode("utf-8", "replace"))
    return lines if access == OWNER else tuple(BlamedLine(it.line, it.commit, it.author, it.time) for it in lines)


def blamed(porcelain: str) -> tuple[BlamedLine, ...]:
    """Return the lines of ``git blame --line-porcelain``."""
    lines: list[BlamedLine] = []
    commit, number, fields = "", 0, dict[str, str]()
    for row in porcelain.split("\n"):
        key, _, value = row.partition(" ")
        if row.startswith("\t"):
            known = "" if commit == _UNCOMMITTED else commit
            author, summary = (fields.get(name, "") if known else "" for name in ("author", "summary"))
            lines.append(BlamedLine(number, known, author, float(fields.get("author-time", 0)), summary))
            commit = ""
        elif not commit:
            commit, number, fields = key, int(value.split()[1]) if value else 0, {}
        else:
            fields[key] = value
    return tuple(lines)


def changed_lines(storage: Storage, request: ChangedLinesRequest, access: Access) -> tuple[tuple[int, int], ...]:
    """Return the first and last lines of what changed since a commit; a deletion counts the line before it."""
    file = _in_git(storage, request.file, access)
    commit = reachable_commit(file.top, request.revision.strip())
    if not commit:
        raise BadInputError("git.no_commit")
    ends = (commit, file.commit) if file.commit else (commit,)
    options = diff_options("--no-renames")
    output = git_output(file.top, *without_filters(file.top), *options, *ends, "--", file.path, remedy=_REMEDY)
    changes = changes_in(output.decode("utf-8", "surrogateescape").split("\n"))
    return next(iter(changes.values()), ())


def _in_git(storage: Storage, name: str, access: Access) -> _InGit:
    file = FileId(name)
    record = storage.files.by_id([file], access.row_filter()).get(file)
    root = next((root for root in storage.roots.all() if record and root.id == record.path_hash), None)
    if record is None or root is None:
        raise NotFoundError("files.not_in_index", file=name)
    folder = Path(root.path)
    top = work_tree(folder)
    if top is None:
        raise BadInputError("history.no_repository", path=record.path)
    commit = tip_of(folder, root.from_git) if root.from_git else ""
    return _InGit(top, (folder.relative_to(top) / record.path).as_posix(), commit)
