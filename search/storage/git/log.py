"""Commit messages of a repository with the files that each commit changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from search.errors import BadInputError
from search.storage.git.command import git_output

MOST_COMMITS = 3_000
"""Number of newest commits to read: older ones add nothing measurable, and git needs a second for these."""

MOST_FILES = 10
"""Commits that change more files are ignored: reformatting or a release says little about a single file."""

MOST_CHARACTERS = 400
"""Limit for the subject and for the body of a message; the rest is mostly a log of the review."""

MOST_COMPARED = 400
"""Added and deleted files of a commit up to which git looks for renames with changes; bounds the time."""

_FORMAT = "%x01%H%x02%ct%x02%s%x02%b%x02"
_OPTIONS = ("--no-merges", "--no-notes", "--no-show-signature", "--no-ext-diff", "--name-status")
_RENAMES = ("--find-renames", f"-l{MOST_COMPARED}")
_TRAILERS = ("signed-off-by:", "co-authored-by:", "reviewed-by:", "change-id:", "(cherry picked")
_REMEDY = "git.see_log"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit.

    Attributes:
        subject: first line of its message, at most `MOST_CHARACTERS`.
        text: the other lines without trailers, at most `MOST_CHARACTERS`.
        paths: changed files below the folder, relative to it, with ``/``, under the names that later commits gave
            them; a name that is not UTF-8 matches no file.
        hash: full name of the commit.
        time: when it was committed, in seconds since the epoch.
    """

    subject: str
    text: str
    paths: tuple[str, ...]
    hash: str = ""
    time: int = 0


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
    try:
        output = git_output(folder, *command, *_RENAMES, head, "--", ".", remedy=_REMEDY)
    except BadInputError:  # a partial clone lacks the contents that renames are recognised by
        output = git_output(folder, *command, "--no-renames", head, "--", ".", remedy=_REMEDY)
    return list(_commits(output.decode("utf-8", "replace")))


def _commits(log: str) -> Iterator[Commit]:
    newest_name: dict[str, str] = {}
    for entry in log.split("\x01")[1:]:
        hash_, time, subject, message, changes = entry.split("\x02", 4)
        paths = tuple(dict.fromkeys(_newest_names(changes.strip("\n\0").split("\0"), newest_name)))
        if 0 < len(paths) <= MOST_FILES:
            yield Commit(_printable(subject)[:MOST_CHARACTERS], _text(message), paths, hash_, int(time))


def _newest_names(fields: Iterable[str], newest_name: dict[str, str]) -> Iterator[str]:
    """Yield the names that the files of a commit have today; enter its renames into ``newest_name``.

    Args:
        fields: a status and one path for each file, or two where the file was renamed.
        newest_name: of the paths that commits before the ones read so far know, where it differs.
    """
    rest = iter(fields)
    for status in rest:
        path = next(rest, "")
        if status.startswith("R"):
            new = next(rest, "")
            newest_name[path] = newest_name.pop(new, new)
            yield newest_name[path]
        elif path:
            yield newest_name.pop(path, path) if status == "A" else newest_name.get(path, path)


def _text(message: str) -> str:
    lines = map(_printable, message.splitlines())
    return " ".join(line for line in lines if line and not line.lower().startswith(_TRAILERS))[:MOST_CHARACTERS]


def _printable(line: str) -> str:
    """Return a line without control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in line).strip()
