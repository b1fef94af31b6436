"""Path patterns as a person types them; the one meaning that the database and the memory share."""

import re
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

    A leading ``/`` binds the pattern to the root; else its segments may begin anywhere in the path.
    """
    key = path_key(pattern)
    return key if pattern.replace("\\", "/").startswith("/") else key[1:]


def matches(pattern: str, path: str) -> bool:
    """Return whether ``path`` matches.

    Without case. ``*`` and ``?`` stay within a segment, ``**`` is any number of segments. What lies below a
    matching folder matches too. An empty pattern matches every path. The time is linear in the number of segments
    of either, whatever the pattern.
    """
    if is_plain(pattern):
        return plain_key(pattern) in path_key(path)
    anchored, wanted = _segments(pattern)
    segments = [part for part in path_key(path).split("/") if part]
    reached = {0} if anchored else set(range(len(segments) + 1))
    for part in wanted:
        if part == _ANY_FOLDERS:
            reached = set(range(min(reached), len(segments) + 1))
        else:
            fits = _segment(part).match
            reached = {place + 1 for place in reached if place < len(segments) and fits(segments[place])}
        if not reached:
            return False
    return True


@lru_cache(maxsize=256)
def _segments(pattern: str) -> tuple[bool, tuple[str, ...]]:
    folded = pattern.lower().replace("\\", "/")
    return folded.startswith("/"), tuple(part for part in folded.split("/") if part)


@lru_cache(maxsize=1024)
def _segment(part: str) -> re.Pattern[str]:
    """Return the expression of one segment; what lies between two stars is taken where it first fits, for good."""
    return re.compile(translate(part.replace("[", "[[]")))
