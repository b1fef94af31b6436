"""Path patterns of queries, with the same meaning in the database and in memory."""

import re
from collections.abc import Sequence
from fnmatch import translate
from functools import lru_cache

from search.storage.keys import path_key

_WILD = re.compile(r"[*?]")
_ANY_FOLDERS = "**"


def is_plain(pattern: str) -> bool:
    """Return whether the pattern has no ``*`` and no ``?``."""
    return _WILD.search(pattern) is None


def plain_key(pattern: str) -> str:
    """Return the text that the `path_key` of a matching path contains, for a plain pattern.

    A leading ``/`` anchors the pattern at the root; otherwise its segments may begin anywhere in the path.
    """
    key = path_key(pattern)
    return key if pattern.replace("\\", "/").startswith("/") else key[1:]


def matches(pattern: str, path: str) -> bool:
    """Return whether ``path`` matches.

    Case is ignored. ``*`` and ``?`` stay within a segment, ``**`` is any number of segments. Files below a
        matching folder match too. An empty pattern matches every path. The time is linear in the number of
        segments of
        path and pattern.
    """
    if is_plain(pattern):
        return plain_key(pattern) in path_key(path)
    anchored, wanted = _segments(pattern)
    segments = [part for part in path_key(path).split("/") if part]
    positions = {0} if anchored else set(range(len(segments) + 1))
    for part in wanted:
        if part == _ANY_FOLDERS:
            positions = set(range(min(positions), len(segments) + 1))
        else:
            fits = _segment(part).match
            positions = {index + 1 for index in positions if index < len(segments) and fits(segments[index])}
        if not positions:
            return False
    return True


def patterns_below(pattern: str, folder: str) -> tuple[str, ...]:
    """Return the patterns of paths below a folder that an anchored pattern stands for; none if it leads elsewhere.

    ``/a/*/c`` stands for ``/c`` below ``/a/b``, and for the empty pattern, which every path matches, below
    ``/a/b/c/d``. A path matches one of them exactly if the path behind the folder matches the pattern.
    """
    wanted = _segments(pattern)[1]
    positions = _with_skipped({0}, wanted)
    for segment in _segments(folder)[1]:
        if len(wanted) in positions:
            break
        stays = {index for index in positions if wanted[index] == _ANY_FOLDERS}
        fits = {index + 1 for index in positions - stays if _segment(wanted[index]).match(segment)}
        positions = _with_skipped(stays | fits, wanted)
    if len(wanted) in positions:
        return ("",)
    return tuple("/" + "/".join(wanted[index:]) for index in sorted(positions))


def _with_skipped(positions: set[int], wanted: Sequence[str]) -> set[int]:
    """Return the positions in a pattern and those behind them that ``**`` without any folder leads to."""
    reached = set(positions)
    for index, part in enumerate(wanted):
        if index in reached and part == _ANY_FOLDERS:
            reached.add(index + 1)
    return reached


@lru_cache(maxsize=256)
def _segments(pattern: str) -> tuple[bool, tuple[str, ...]]:
    folded = pattern.lower().replace("\\", "/")
    return folded.startswith("/"), tuple(part for part in folded.split("/") if part)


@lru_cache(maxsize=1024)
def _segment(part: str) -> re.Pattern[str]:
    """Return the regular expression of one segment; text between two stars matches at its first position only."""
    return re.compile(translate(part.replace("[", "[[]")))
