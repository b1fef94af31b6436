"""Matching lines as they are shown: numbers, columns and texts, cut where a line is very long."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from search.exact.columns import MatchedLines
from search.exact.lines import LineSpan, Span
from search.exact.spans import Offsets
from search.service.text_matcher import TextMatcher
from search.types.line_columns import LineColumns, MatchingLine, columns_of

MOST_LINE_BYTES = 2_000
"""Of a longer line only a part of this length is returned: minified scripts have lines of a megabyte."""

_BEFORE_BYTES = 200
"""Bytes of a very long line that are returned before its first match."""

_LEAD_BITS, _CONTINUES = 0xC0, 0x80
"""The bits that tell the first byte of a character in UTF-8 from the others, and what the others have there."""


class ShownRows:
    """The matching lines of texts that were searched together, as they are shown.

    Args:
        before: number of lines before the text in its file.
    """

    def __init__(self, lines: MatchedLines, before: int) -> None:
        self._lines, self._before = lines, before
        starts, ends = lines.starts, lines.ends
        chars = _chars_between(lines.joined)
        self._numbers = _packable(lines.numbers + before)
        self._columns = _packable(chars(starts, lines.match_starts) + 1)
        line_starts = np.repeat(starts, np.diff(lines.spans))
        spans = (chars(line_starts, lines.span_starts), chars(line_starts, lines.span_ends))
        self._matches = _packable(np.stack(spans, axis=1))
        self._long = np.flatnonzero(ends - starts > MOST_LINE_BYTES).tolist()
        is_apart = np.ones(len(starts), np.bool_)
        is_apart[1:] = starts[1:] != ends[:-1] + 1
        is_apart[lines.rows[:-1][np.diff(lines.rows) > 0]] = True
        pieces = np.flatnonzero(is_apart)
        self._pieces, self._piece_starts = pieces.tolist(), starts[pieces].tolist()
        self._piece_ends = ends[np.append(pieces[1:], len(starts)) - 1].tolist()

    def columns(self, rows: slice, matcher: TextMatcher) -> LineColumns:
        """Return the rows from the first one to that behind the last one, at least one, of one text."""
        begin, end = rows.start, rows.stop
        if bisect_left(self._long, begin) < bisect_left(self._long, end):
            return columns_of([self._row(row, matcher) for row in range(begin, end)])
        spans = self._lines.spans[begin : end + 1]
        return LineColumns(
            texts=self._texts(begin, end),
            lines=self._numbers[begin:end].tobytes(),
            columns=self._columns[begin:end].tobytes(),
            cuts=b"",
            spans=_packable(spans - spans[0]).tobytes(),
            matches=self._matches[spans[0] : spans[-1]].tobytes(),
        )

    def _texts(self, begin: int, end: int) -> str:
        """Return lines joined by line ends; those that follow each other are one piece of the text."""
        first, last = bisect_right(self._pieces, begin) - 1, bisect_left(self._pieces, end)
        starts, ends = self._piece_starts[first:last], self._piece_ends[first:last]
        starts[0], ends[-1] = int(self._lines.starts[begin]), int(self._lines.ends[end - 1])
        joined = self._lines.joined
        return b"\n".join([joined[start:stop] for start, stop in zip(starts, ends, strict=True)]).decode()

    def _row(self, row: int, matcher: TextMatcher) -> MatchingLine:
        lines = self._lines
        match = int(lines.match_starts[row]), int(lines.match_ends[row])
        span = LineSpan(int(lines.starts[row]), int(lines.ends[row]), match)
        return matching_line(lines.joined, span, int(lines.numbers[row]) + self._before, matcher)


def _chars_between(joined: bytes) -> Callable[[Offsets, Offsets], Offsets]:
    """Return what counts the characters from offsets to others."""
    if joined.isascii():
        return lambda starts, stops: stops - starts
    inner = np.flatnonzero((np.frombuffer(joined, np.uint8) & _LEAD_BITS) == _CONTINUES)
    return lambda starts, stops: stops - starts - np.searchsorted(inner, stops) + np.searchsorted(inner, starts)


def _packable(numbers: Offsets) -> npt.NDArray[np.uint32]:
    return numbers.astype(np.uint32)


def matching_line(text: bytes, line: LineSpan, number: int, matcher: TextMatcher) -> MatchingLine:
    """Return a line as it is shown, cut around its first match if it is very long."""
    whole = text[line.start : line.end]
    first = line.match[0] - line.start, line.match[1] - line.start
    if line.further is not None and len(whole) <= MOST_LINE_BYTES and whole.isascii():
        spans = [first] if first[0] < first[1] else []
        spans += [(begin - line.start, end - line.start) for begin, end in line.further]
        return MatchingLine(number, first[0] + 1, whole.decode("ascii"), 0, tuple(spans))
    start, end = _window(whole, first[0])
    shown = whole[start:end]
    spans = [
        (_chars(shown[: max(0, begin - start)]), _chars(shown[: stop - start]))
        for begin, stop in matcher.spans_in(whole, first)
        if begin < end and stop > start
    ]
    cut = _chars(whole[:start])
    column = cut + _chars(whole[start : first[0]]) + 1
    return MatchingLine(number, column, shown.decode("utf-8", "replace"), cut, tuple(spans))


def _window(line: bytes, match: int) -> Span:
    """Return which bytes of a line are shown; no character is cut in two."""
    if len(line) <= MOST_LINE_BYTES:
        return 0, len(line)
    start = max(0, min(match - _BEFORE_BYTES, len(line) - MOST_LINE_BYTES))
    return _boundary(line, start), _boundary(line, start + MOST_LINE_BYTES)


def _boundary(line: bytes, offset: int) -> int:
    """Return the offset, or that of the next character if it is inside of one."""
    while offset < len(line) and line[offset] & 0xC0 == 0x80:
        offset += 1
    return offset


def _chars(text: bytes) -> int:
    """Return the number of characters; each invalid sequence counts as one replacement character."""
    return len(text) if text.isascii() else len(text.decode("utf-8", "replace"))
