"""Commit messages of a repository with the files that each commit changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from search.storage.git.command import git_output

MOST_COMMITS = 3_000
"""Number of newest commits to read: older ones add nothing measurable, and git needs a second for these."""

MOST_FILES = 10
"""Commits that change more files are ignored: reformatting or a release says little about a single file."""

MOST_CHARACTERS = 400
"""Limit for the subject and for the body of a message; the rest is mostly a log of the review."""

_FORMAT = "%x01%s%x02%b%x02"
_OPTIONS = ("--no-merges", "--no-renames", "--no-notes", "--no-show-signature", "--no-ext-diff", "--name-only")
_TRAILERS = ("signed-off-by:", "co-authored-by:", "reviewed-by:", "change-id:", "(cherry picked")
_REMEDY = "git.see_log"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit.

    Attributes:
        subject: first line of its message, at most `MOST_CHARACTERS`.
        text: the other lines without trailers, at most `MOST_CHARACTERS`.
        paths: changed files below the folder, relative to it, with ``/``; a name that is not UTF-8 matches no
            file.
    """

    subject: str
    text: str
    paths: tuple[str, ...]


def head_of(folder: Path) -> str:
    """Return the hash of the commit that is checked out.

    Raises:
        BadInputError: there is no commit yet, the folder is in no repository, or git refuses it.
        MissingExtraError: there is no git.
    """
    return git_output(folder, "rev-parse", "--verify", "HEAD", remedy=_REMEDY).decode("ascii").strip()


def commits_of(folder: Path, head: str) -> list[Commit]:
    """Return the newest commits up to ``head`` that changed a few files below the folder, newest first.

    Raises:
        BadInputError: there is no such commit, or git takes too long.
        MissingExtraError: there is no git.
    """
    command = ("log", *_OPTIONS, "-z", "--relative", f"--max-count={MOST_COMMITS}", f"--format={_FORMAT}")
    output = git_output(folder, *command, head, "--", ".", remedy=_REMEDY)
    return list(_commits(output.decode("utf-8", "replace")))


def _commits(log: str) -> Iterator[Commit]:
    for entry in log.split("\x01")[1:]:
        subject, _, rest = entry.partition("\x02")
        message, _, names = rest.partition("\x02")
        paths = tuple(path for path in names.strip("\n\0").split("\0") if path)
        if 0 < len(paths) <= MOST_FILES:
            yield Commit(_printable(subject)[:MOST_CHARACTERS], _text(message), paths)


def _text(message: str) -> str:
    lines = map(_printable, message.splitlines())
    return " ".join(line for line in lines if line and not line.lower().startswith(_TRAILERS))[:MOST_CHARACTERS]


def _printable(line: str) -> str:
    """Return a line without control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in line).strip()
