"""The files and lines that changed in a git working copy."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from search.errors import BadInputError
from search.file_names import stored_name
from search.storage.git.command import git_output
from search.storage.git.revisions import reachable_commit
from search.types.graph_queries import ChangedFile

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPED = re.compile(r"\\([0-7]{3}|.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}

_NO_FILE = "/dev/null"


def changed_files(folder: Path, revision: str = "HEAD") -> tuple[ChangedFile, ...]:
    """Return what differs between a revision and the working copy around a folder, with absolute paths.

    ``A..B`` and ``A...B`` name two revisions, as in git; the changes are then those of the second one's files.
    A deleted file has no lines. Untracked files and files of submodules are left out. No program that the settings
    of the working copy name is run; files that a filter changes are compared as they are on disk.

    Raises:
        BadInputError: the folder is in no working copy, its settings cannot be overruled, or git does not know the
            revision.
        MissingExtraError: there is no git.
    """
    if revision.startswith("-"):
        raise BadInputError("git.bad_revision", revision=revision)
    text, top = _diff(folder, revision)
    branch = revision.rpartition("..")[2].removeprefix(".") if ".." in revision else ""
    changes = sorted(changes_in(text.split("\n")).items())
    return tuple(ChangedFile(str(top / path), lines, branch) for path, lines in changes)


def committed_changes(folder: Path, revision: str) -> tuple[ChangedFile, ...]:
    """Do what `changed_files` does for a client that may not see everything.

    It names a commit by a branch, a tag or a hash, each with ``~N`` or ``^N``. No file is taken for a renamed one,
    because a hidden file would then decide which lines of a visible one have changed.

    Raises:
        BadInputError: there is no such commit, or git fails; the message is the same for every reason.
        MissingExtraError: there is no git.
    """
    try:
        commit = reachable_commit(folder, revision)
        text, top = _diff(folder, commit, "--no-renames") if commit else ("", folder)
    except BadInputError as error:
        raise BadInputError("git.no_commit") from error
    if not commit:
        raise BadInputError("git.no_commit")
    return tuple(
        ChangedFile(str(top / path), lines) for path, lines in sorted(changes_in(text.split("\n")).items())
    )


def _diff(folder: Path, revision: str, *more: str) -> tuple[str, Path]:
    """Return the diff from a revision to the working copy around a folder, and the top folder of that copy."""
    top = Path(_git(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
    return _git(top, *without_filters(top), *diff_options(*more), revision, "--"), top


def diff_options(*more: str) -> tuple[str, ...]:
    """Return the command of git for a diff that `changes_in` reads; no program of the settings is run."""
    options = ("--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", *more)
    return ("diff", *options, "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all")


def without_filters(top: Path) -> list[str]:
    """Return the options that switch off every content filter in the settings."""
    options: list[str] = []
    keys = _git(top, "config", "--null", "--list", "--name-only").split("\0")
    for name in sorted({key.rpartition(".")[0] for key in keys if key.startswith("filter.")}):
        if "=" in name:
            raise BadInputError("git.bad_filter_name", name=name)
        for key in ("clean=", "smudge=", "process=", "required=false"):
            options += ["-c", f"{name}.{key}"]
    return options


def _git(folder: Path, *arguments: str) -> str:
    output = git_output(folder, *arguments, remedy="git.name_changes")
    return output.decode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class SinceCommit:
    """How the files of a folder differ from an earlier commit.

    Attributes:
        commit: the one that both sides began at.
        branch: the compared branch; empty for the checkout.
        changed: paths below the folder that are there on both sides with other contents.
        removed: paths below the folder that only the commit has.
    """

    commit: str
    branch: str
    changed: frozenset[str]
    removed: frozenset[str]


def since_commit(folder: Path, revision: str) -> SinceCommit:
    """Return how the files at and below a folder differ from where they left a revision; ``A..B`` names both.

    Raises:
        BadInputError: the folder is in no working copy, or git does not know the revision.
        MissingExtraError: there is no git.
    """
    start, dots, end = revision.partition("..")
    branch = end.removeprefix(".") if dots else ""
    for name in (start, branch):
        if name.startswith("-"):
            raise BadInputError("git.bad_revision", revision=revision)
    commit = _git(folder, "merge-base", start or "HEAD", branch or "HEAD").strip()
    options = ("--name-status", "-z", "--no-renames", "--relative", "--no-ext-diff", "--ignore-submodules=all")
    ends = (commit, branch) if branch else (commit,)
    fields = _git(folder, *without_filters(folder), "diff", *options, *ends, "--").split("\0")
    states = dict(zip(map(stored_name, fields[1::2]), fields[::2], strict=False))
    return SinceCommit(
        commit,
        branch,
        frozenset(path for path, state in states.items() if state in ("M", "T")),
        frozenset(path for path, state in states.items() if state == "D"),
    )


def changes_in(diff: Sequence[str]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the changed lines of each file in a unified diff without context, by path below the working copy."""
    changed_lines: dict[str, list[tuple[int, int]]] = {}
    path = before = ""
    is_deleted = False
    lines = iter(diff)
    for line in lines:
        if line.startswith("--- "):
            before = _path(line, "a/")
        elif line.startswith("+++ "):
            after = _path(line, "b/")
            is_deleted = after == _NO_FILE
            path = before if is_deleted else after
            changed_lines.setdefault(path, [])
        elif (hunk := _HUNK.match(line)) and path:
            removed, first, added = (1 if part is None else int(part) for part in hunk.groups())
            if not is_deleted:
                changed_lines[path].append((first, first + added - 1) if added else (first + 1, first))
            _skip(lines, removed + added)
    return {path: tuple(ranges) for path, ranges in changed_lines.items()}


def _skip(lines: Iterator[str], count: int) -> None:
    """Skip the body of a hunk, whose lines may look like headers."""
    for _ in range(count):
        while next(lines, "").startswith("\\"):  # "\\ No newline at end of file" belongs to the line before
            pass


def _path(header: str, side: str) -> str:
    """Return the path in a header such as ``+++ b/src/x.cs``; git quotes paths with special characters."""
    text = header[4:].rstrip("\r").removesuffix("\t")
    if text.startswith('"') and text.endswith('"'):
        text = _ESCAPED.sub(_unescaped, text[1:-1])
    return text if text == _NO_FILE else text.removeprefix(side)


def _unescaped(match: re.Match[str]) -> str:
    letter = match[1]
    return chr(int(letter, 8)) if len(letter) == 3 else _LETTERS.get(letter, letter)
