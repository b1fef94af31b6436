"""Commits that follow a snapshot, with what they changed."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.cleaning import MOST_FILES, cleaned_body, cleaned_subject
from training.sources import git

_COMMIT = "\x1e"
_FIELD = "\x1f"
_LONGEST_DIFF = 200_000
_FILE = re.compile(r"^diff --git a/(.+?) b/(.+)$", re.MULTILINE)
_SAYS_LITTLE = re.compile(r"[\w]{3,}")
_IMPORT = re.compile(
    r"^(?:import|from|using|use|#include|require(?:_relative)?|package|namespace|alias|export \*)\b"
)
"""Almost every change touches these lines, and they say nothing about it."""


@dataclass(frozen=True, slots=True)
class Change:
    """A commit.

    Attributes:
        subject: cleaned.
        explanation: a sentence of the message's body that says why; empty if there is none.
        files: all paths that it changed.
        removed: by path, distinct stripped lines that it removed.
        around: by path, those that stand near its changes.
    """

    commit: str
    subject: str
    explanation: str
    files: tuple[str, ...]
    removed: dict[str, frozenset[str]]
    around: dict[str, frozenset[str]]


def changes(mirror: Path, base: str, most: int) -> Iterator[Change]:
    """Yield commits after ``base``, oldest first, whose subject says what they changed in a few files.

    Args:
        mirror: the repository.
        base: a commit.
        most: commits that are looked at.
    """
    listed = git(mirror, "rev-list", "--no-merges", "--reverse", "--topo-order", f"{base}..HEAD").split()[:most]
    for start in range(0, len(listed), 100):
        for entry in _logged(mirror, listed[start : start + 100]):
            fields = entry.split(_FIELD, 3)
            change = _change(*fields) if len(fields) == 4 else None
            if change is not None:
                yield change


def _logged(mirror: Path, commits: Sequence[str]) -> list[str]:
    """Return what git shows of each commit; one whose files the mirror lacks is left out."""
    command = (
        "log",
        "--no-walk=unsorted",
        "--no-renames",
        "-p",
        "-U4",
        f"--format={_COMMIT}%H{_FIELD}%s{_FIELD}%b{_FIELD}",
    )
    try:
        return git(mirror, *command, *commits).split(_COMMIT)[1:]
    except subprocess.CalledProcessError:
        middle = len(commits) // 2
        return _logged(mirror, commits[:middle]) + _logged(mirror, commits[middle:]) if middle else []


def _change(commit: str, subject: str, body: str, diff: str) -> Change | None:
    cleaned = cleaned_subject(subject)
    if not cleaned or len(diff) > _LONGEST_DIFF:
        return None
    sections = _FILE.split(diff)[1:]
    paths = [sections[index + 1] for index in range(0, len(sections), 3)]
    if not paths or len(paths) > MOST_FILES:
        return None
    hunks = dict(zip(paths, sections[2::3], strict=True))
    return Change(
        commit,
        cleaned,
        cleaned_body(body),
        tuple(paths),
        {path: _lines(hunk, "-") for path, hunk in hunks.items()},
        {path: _lines(hunk, " ") for path, hunk in hunks.items()},
    )


def _lines(hunk: str, sign: str) -> frozenset[str]:
    lines = (line[1:].strip() for line in hunk.split("\n") if line.startswith(sign) and line[:3] != sign * 3)
    return frozenset(
        line for line in lines if len(line) > 7 and _SAYS_LITTLE.search(line) and not _IMPORT.match(line)
    )
