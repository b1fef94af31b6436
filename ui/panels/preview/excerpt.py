"""What of a file is shown: all of it, or in very large ones the part around a line. Pure."""

from dataclasses import dataclass

LARGE_BYTES = 2_000_000
LARGE_LINES = 50_000
"""Above either, only an excerpt is shown at first: Qt needs 4 ms for each 1,000 lines before they can be seen."""

EXCERPT_LINES = 400


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a file.

    Attributes:
        first_line: number of the first line, from 1.
        whole: whether nothing is left out.
    """

    text: str
    first_line: int
    whole: bool


def excerpt(text: str, size_bytes: int, around: int, *, all_of_it: bool = False) -> Excerpt:
    """Return what to show of ``text``, so that line ``around`` (from 1) is in it."""
    lines = text.count("\n") + 1
    if all_of_it or (max(size_bytes, len(text)) <= LARGE_BYTES and lines <= LARGE_LINES):
        return Excerpt(text, 1, whole=True)
    first = max(1, min(around - EXCERPT_LINES // 2, lines - EXCERPT_LINES + 1))
    return Excerpt("\n".join(text.split("\n")[first - 1 : first - 1 + EXCERPT_LINES]), first, whole=False)
