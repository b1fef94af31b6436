"""The lines of a text that match a pattern."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from search.exact.pattern import LinePattern

Span = tuple[int, int]
"""Byte offsets; the end is exclusive."""


@dataclass(frozen=True, slots=True)
class LineSpan:
    """A matching line; all offsets are bytes of the text.

    Attributes:
        start, end: the line without its line end.
        match: the first match in it, cut where it goes on in the next line.
    """

    start: int
    end: int
    match: Span


def matching_lines(text: bytes, pattern: LinePattern, start: int) -> Iterator[LineSpan]:
    r"""Yield the matching lines from a line start on, each once, in order.

    Lines end with ``\n``; what follows the last one is a line only if it is not empty. A match that spans lines
    makes each of them a matching line. ``text`` is UTF-8, and ``start`` the offset at which a line begins.
    """
    compiled = pattern.for_text(text)
    position = 0 if pattern.multiline else start
    while position < len(text):
        match = compiled.search(text, position)
        if match is None:
            return
        begin, end = match.span(pattern.group)
        behind = len(text)
        for line in _lines_of(text, begin, end):
            if line.start >= start:
                yield line
            behind = line.end + 1
        start = max(start, behind)
        position = max(end, match.start() + 1) if pattern.multiline else behind


def _lines_of(text: bytes, begin: int, end: int) -> Iterator[LineSpan]:
    """Yield the lines that a match touches; a line end at its end does not touch the next line."""
    line_start = text.rfind(b"\n", 0, begin) + 1
    while line_start < len(text):
        line_end = text.find(b"\n", line_start)
        line_end = len(text) if line_end < 0 else line_end
        yield LineSpan(line_start, line_end, (max(begin, line_start), min(end, line_end)))
        line_start = line_end + 1
        if line_start >= end:
            return


def count_of_lines(text: bytes) -> int:
    """Return the number of lines of a text."""
    return text.count(b"\n") + (bool(text) and not text.endswith(b"\n"))


def matches_in(line: bytes, pattern: LinePattern, start: int, most: int) -> list[Span]:
    """Return the first matches within one line that are not empty, from an offset on; ``most`` are looked at."""
    compiled: Any = pattern.for_text(line)
    spans: list[Span] = []
    position = start
    for _ in range(most):
        match = compiled.search(line, position) if position <= len(line) else None
        if match is None:
            break
        begin, end = match.span(pattern.group)
        spans += [(begin, end)] if end > begin else []
        position = max(end, match.start() + 1)
    return spans
