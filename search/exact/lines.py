"""The lines of a text that match a pattern."""

from collections.abc import Iterator
from typing import Any

import msgspec

from search.exact.pattern import LinePattern

Span = tuple[int, int]
"""Byte offsets; the end is exclusive."""

MOST_MATCHES = 30
"""Matches that are looked at in one line behind its first one."""


class LineSpan(msgspec.Struct, frozen=True, gc=False):
    """A matching line; all offsets are bytes of the text.

    A struct: a search for a line end makes one of each line, and a dataclass takes five times as long.

    Attributes:
        start, end: the line without its line end.
        match: the first match in it, cut where it continues in the next line.
        further: the matches behind it that are not empty; None where they were not looked for.
    """

    start: int
    end: int
    match: Span
    further: tuple[Span, ...] | None = None


def matching_lines(text: bytes, pattern: LinePattern, start: int) -> Iterator[LineSpan]:
    r"""Yield the matching lines from a line start on, each once, in order.

    Lines end with ``\n``; what follows the last one is a line only if it is not empty. A match that spans lines
    makes each of them a matching line. ``text`` is UTF-8, and ``start`` the offset at which a line begins.
    """
    if not (pattern.multiline or pattern.group):
        one_by_one = _every_line if pattern.matches_everywhere else _lines_with_all_matches
        yield from one_by_one(text, pattern.for_text(text), start)
        return
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


def _every_line(text: bytes, compiled: Any, start: int) -> Iterator[LineSpan]:
    """Yield every line with its match at the beginning: the pattern matches nothing at all, or more, anywhere."""
    while start < len(text):
        end = text.find(b"\n", start)
        end = len(text) if end < 0 else end
        yield LineSpan(start, end, compiled.match(text, start).span(), ())
        start = end + 1


def _lines_with_all_matches(text: bytes, compiled: Any, start: int) -> Iterator[LineSpan]:
    """Yield the matching lines in one pass over all matches, of which none continues beyond its line.

    One search for each line, and one for each further match in it, take three times as long.
    """
    position = start
    while position < len(text):
        line_start, line_end, spans = 0, -1, list[Span]()
        for match in compiled.finditer(text, position):
            span = match.span()
            if span[0] > line_end:
                if spans:
                    yield _line(line_start, line_end, spans)
                if span[0] == len(text) and text.endswith(b"\n"):
                    return
                (line_start, line_end), spans = _around(text, span[0], line_end), []
            elif len(spans) > MOST_MATCHES:
                break
            spans.append(span)
        else:
            if spans:
                yield _line(line_start, line_end, spans)
            return
        yield _line(line_start, line_end, spans)
        position = line_end + 1


def _around(text: bytes, offset: int, after: int) -> Span:
    """Return where the line at an offset begins and ends; ``after`` is the end of a line before it, or -1."""
    end = text.find(b"\n", offset)
    return text.rfind(b"\n", max(after, 0), offset) + 1, len(text) if end < 0 else end


def _line(start: int, end: int, spans: list[Span]) -> LineSpan:
    return LineSpan(start, end, spans[0], tuple(span for span in spans[1:] if span[0] < span[1]))


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
