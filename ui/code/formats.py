"""Text formats of a line of code: the colours of its spans, and marked words over them."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from PySide6.QtGui import QBrush, QColor, QTextCharFormat, QTextLayout

from ui.code.lexing import CodeSpan
from ui.theme.tokens import c

MARK_TOKEN = "mark_text"  # noqa: S105 - a colour token
"""Colour of every marked word."""

LAST_OF_BMP = "\uffff"
"""Last character of the basic multilingual plane; Qt stores text as UTF-16, where later ones take two units."""


def runs(length: int, spans: Sequence[CodeSpan], marks: Iterable[tuple[int, int]]) -> list[CodeSpan]:
    """Return the spans of a line of ``length`` characters without overlaps; marked words get one colour.

    Args:
        length: characters of the line.
        spans: colours; they may reach beyond the line.
        marks: offsets of marked words; they may overlap.
    """
    result: list[CodeSpan] = []
    inside = [(max(0, start), min(end, length)) for start, end in marks]
    wanted = sorted((start, end) for start, end in inside if start < end)
    reached = list(accumulate((end for _, end in wanted), max))
    for span in spans:
        near = wanted[bisect_right(reached, span.start) : bisect_left(wanted, (span.start + span.length,))]
        result.extend(_outside(span, length, near))
    result.extend(CodeSpan(start, end - start, MARK_TOKEN) for start, end in wanted)
    return sorted(result, key=lambda span: span.start)


def _outside(span: CodeSpan, length: int, marks: list[tuple[int, int]]) -> Iterable[CodeSpan]:
    start, end = max(0, span.start), min(span.start + span.length, length)
    for mark_start, mark_end in marks:
        if mark_end <= start or mark_start >= end:
            continue
        if mark_start > start:
            yield CodeSpan(start, mark_start - start, span.token)
        start = mark_end
    if start < end:
        yield CodeSpan(start, end - start, span.token)


def qt_offsets(text: str) -> Callable[[int], int]:
    """Return a function from offsets in ``text`` to offsets in UTF-16, where characters such as emoji count twice.

    Offsets outside the text are moved to its start or end.
    """
    if text.isascii() or max(text) <= LAST_OF_BMP:
        return lambda offset: min(max(offset, 0), len(text))
    offsets = [0, *accumulate(2 if sign > LAST_OF_BMP else 1 for sign in text)]
    return lambda offset: offsets[min(max(offset, 0), len(text))]


def format_ranges(text: str, line_runs: Sequence[CodeSpan]) -> list[QTextLayout.FormatRange]:
    """Return Qt's format ranges for the runs of the line ``text`` in the active theme."""
    offset_of = qt_offsets(text)
    ranges = []
    for run in line_runs:
        start = offset_of(run.start)
        ranges.append(_range(start, offset_of(run.start + run.length) - start, c(run.token)))
    return ranges


def _range(start: int, length: int, colour: QColor) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length = start, length
    made.format = _format(colour.rgba())
    return made


@lru_cache(maxsize=64)
def _format(rgba: int) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QBrush(QColor.fromRgba(rgba)))
    return made
