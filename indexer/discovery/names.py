"""Lines that list names of files."""

from collections.abc import Sequence

MOST_NAMED = 12
"""Names that one line lists."""

MOST_PATHS = 3
"""Paths that one line lists."""

MOST_NAME_CHARS = 120
"""Characters that a line shows of one of them."""


def listed_names(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return names in one line, long ones without their middle; behind the first ones, how many more there are."""
    shown = ", ".join(map(_without_middle, names[:most]))
    return f"{shown}, +{len(names) - most}" if len(names) > most else shown


def _without_middle(name: str) -> str:
    if len(name) <= MOST_NAME_CHARS:
        return name
    half = MOST_NAME_CHARS // 2
    return f"{name[:half]}[...]{name[-half:]}"
