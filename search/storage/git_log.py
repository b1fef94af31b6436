"""What the commits of a repository say they changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from search.storage.git_command import git_output

MOST_COMMITS = 3_000
"""Newest commits that are read: older ones add nothing measurable, and git needs a second for these."""

MOST_FILES = 10
"""A commit that changed more is a reformatting or a release: it says little of any of its files."""

MOST_CHARACTERS = 400
"""Of the first line of a message, and of the rest of it; what follows is mostly a log of the review."""

_FORMAT = "%x01%s%x02%b%x02"
_OPTIONS = ("--no-merges", "--no-renames", "--no-notes", "--no-show-signature", "--no-ext-diff", "--name-only")
_TRAILERS = ("signed-off-by:", "co-authored-by:", "reviewed-by:", "change-id:", "(cherry picked")
_REMEDY = "`git log` shows what is wrong with the repository."


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit, as far as it says something of the files that it changed.

    Attributes:
        subject: first line of its message, at most `MOST_CHARACTERS`.
        text: the further lines, without who signed it, at most `MOST_CHARACTERS`.
        paths: changed files below the folder that was asked about, relative to it, with ``/``; a name that is no
            UTF-8 is spelled as no file is.
    """

    subject: str
    text: str
    paths: tuple[str, ...]


def head_of(folder: Path) -> str:
    """Return the commit that is checked out.

    Raises:
        BadInputError: there is none yet, the folder is in no repository, or git refuses it.
        MissingExtraError: there is no git.
    """
    return git_output(folder, "rev-parse", "--verify", "HEAD", remedy=_REMEDY).decode("ascii").strip()


def commits_of(folder: Path, head: str) -> list[Commit]:
    """Return the newest commits before and with ``head`` that changed a few files below the folder, newest first.

    Raises:
        BadInputError: there is no such commit, or git takes too long.
        MissingExtraError: there is no git.
    """
    asked = ("log", *_OPTIONS, "-z", "--relative", f"--max-count={MOST_COMMITS}", f"--format={_FORMAT}")
    told = git_output(folder, *asked, head, "--", ".", remedy=_REMEDY)
    return list(_commits(told.decode("utf-8", "replace")))


def _commits(told: str) -> Iterator[Commit]:
    for one in told.split("\x01")[1:]:
        subject, _, rest = one.partition("\x02")
        message, _, names = rest.partition("\x02")
        paths = tuple(path for path in names.strip("\n\0").split("\0") if path)
        if 0 < len(paths) <= MOST_FILES:
            yield Commit(_printable(subject)[:MOST_CHARACTERS], _text(message), paths)


def _text(message: str) -> str:
    lines = map(_printable, message.splitlines())
    return " ".join(line for line in lines if line and not line.lower().startswith(_TRAILERS))[:MOST_CHARACTERS]


def _printable(line: str) -> str:
    """Return a line without what a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in line).strip()
