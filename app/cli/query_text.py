"""The query that the words of a command are, with its paths as seen from the working directory."""

import os
import re
from collections.abc import Sequence

_FILTER = re.compile(r"(?<!\S)(-?path:)([^\s\"]+)")
_FROM_HERE = re.compile(r"\.{1,2}/?|\.\./.*")
"""``.`` and what begins with ``..``. Any other path is one of the index wherever it is typed, as in the window."""


def query_text(words: Sequence[str]) -> str:
    """Return the words as one text, in which ``path:.`` and ``path:../docs`` are absolute."""
    return _FILTER.sub(_absolute, " ".join(words))


def _absolute(match: "re.Match[str]") -> str:
    return match[1] + ",".join(_from_here(value) for value in match[2].split(","))


def _from_here(value: str) -> str:
    if not _FROM_HERE.fullmatch(value):
        return value
    path = os.path.abspath(value)  # noqa: PTH100 - no Path on the way to an engine
    return f'"{path}"' if '"' not in path and re.search(r"[\s,]", path) else path
