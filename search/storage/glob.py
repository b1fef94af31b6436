"""Path patterns as a person types them; the one meaning that the database and the memory share."""

import re
from functools import lru_cache

from search.storage.keys import path_key

_WILD = re.compile(r"[*?]")


def is_plain(pattern: str) -> bool:
    """Return whether the pattern has no ``*`` and no ``?``."""
    return _WILD.search(pattern) is None


def plain_key(pattern: str) -> str:
    """Return the text that the `path_key` of a matching path contains, for a plain pattern.

    A leading ``/`` binds the pattern to the root; else its segments may begin anywhere in the path.
    """
    key = path_key(pattern)
    return key if pattern.replace("\\", "/").startswith("/") else key[1:]


@lru_cache(maxsize=256)
def _expression(pattern: str) -> re.Pattern[str]:
    folded = pattern.lower().replace("\\", "/")
    anchored, segments = folded.startswith("/"), [part for part in folded.split("/") if part]
    return re.compile(("^//" if anchored else "/") + "".join(_segment(part) for part in segments), re.DOTALL)


def _segment(segment: str) -> str:
    if segment == "**":
        return "(?:[^/]+/)*"
    parts = (_WILDCARDS.get(part, re.escape(part)) for part in re.split(r"(\*+|\?)", segment))
    return "".join(parts) + "/"


_WILDCARDS = {"*": "[^/]*", "**": "[^/]*", "?": "[^/]"}


def matches(pattern: str, path: str) -> bool:
    """Return whether ``path`` matches.

    Without case. ``*`` and ``?`` stay within a segment, ``**`` is any number of segments. What lies below a
    matching folder matches too. An empty pattern matches every path.
    """
    key = path_key(path)
    if is_plain(pattern):
        return plain_key(pattern) in key
    return _expression(pattern).search(key) is not None
