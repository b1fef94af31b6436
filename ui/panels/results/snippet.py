"""Chooses the code lines of a card: the window with the most marked words, without the common indent."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from unicodedata import east_asian_width

Span = tuple[int, int]
"""Character offsets in a text; the end is exclusive."""

Marker = Callable[[str, Sequence[str]], Sequence[Span]]
"""Returns the spans of the words in a text that match one of the index terms, in order, without overlaps."""

TAB_COLUMNS = 4

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_BEFORE = 4
"""A quarter of the room is left of the first marked word of a line that is cut at its start."""


@dataclass(frozen=True, slots=True)
class SnippetLine:
    """One line of a card.

    Attributes:
        number: line in the file, from 1.
        text: the line without the common indent, with tabs expanded.
        marks: marked words in ``text``, in order, without overlaps.
        indent: columns that were cut off at the left, less one for the ellipsis that stands for them.
    """

    number: int
    text: str
    marks: tuple[Span, ...]
    indent: int


def snippet(text: str, first_line: int, marks: Sequence[Span], height: int) -> tuple[SnippetLine, ...]:
    """Return the ``height`` consecutive lines of ``text`` with the most ``marks``.

    Ties go to the window that starts with a line that is not empty, then to the one with the most lines that
    contain letters or digits, then to the first one.
    """
    lines = text.split("\n")
    by_line = _marks_by_line(lines, marks)
    start = _best_window(lines, [len(line_marks) for line_marks in by_line], height)
    chosen = range(start, min(start + height, len(lines)))
    indent = _common_indent([lines[index] for index in chosen])
    return tuple(_cut(lines[index], by_line[index], first_line + index, indent) for index in chosen)


def fitted_to(line: SnippetLine, columns: int) -> SnippetLine:
    """Return the part of ``line`` that ``columns`` show, with an ellipsis at each end that is cut.

    It is the part with the most marked words; of equal parts, the leftmost one. Chinese, Japanese and Korean
    letters and emoji take two columns, and so may an ellipsis among them.
    """
    edges = _edges(line.text)
    length, width = len(line.text), edges[-1]
    if width <= columns:
        return line
    ellipsis = len(ELLIPSIS) * (2 if width > length else 1)
    room = max(1, columns - 2 * ellipsis)
    last = bisect_left(edges, width - room)
    starts = (0, *(min(last, bisect_left(edges, edges[start] - room // _BEFORE)) for start, _ in line.marks))
    lefts, rights = [left for left, _ in line.marks], [right for _, right in line.marks]

    def end_of(start: int) -> int:
        return max(start + 1, bisect_right(edges, edges[start] + room) - 1)

    def marks_in(start: int) -> int:
        return max(0, bisect_right(rights, end_of(start)) - bisect_left(lefts, start))

    start = max(starts, key=lambda start: (marks_in(start), -start))
    if start:  # at the beginning of a word, if there is one before the first marked word
        first = next(left for left, _ in line.marks if left >= start)
        start = line.text.find(" ", start, first) + 1 or start
    end = end_of(start)
    before, after = ELLIPSIS if start else "", ELLIPSIS if end < length else ""
    moved = start - len(before)
    inside = ((max(left, start), min(right, end)) for left, right in line.marks)
    marks = tuple((left - moved, right - moved) for left, right in inside if left < right)
    return SnippetLine(line.number, f"{before}{line.text[start:end]}{after}", marks, line.indent + moved)


def _edges(text: str) -> Sequence[int]:
    """Return the columns at which each letter of a text begins, and the one behind the last."""
    if text.isascii():
        return range(len(text) + 1)
    return tuple(accumulate((2 if east_asian_width(sign) in "FW" else 1 for sign in text), initial=0))


def columns_of(line: str) -> Callable[[int], int]:
    """Return a function from character offsets in ``line`` to their columns after tabs are expanded.

    The line is read once: a minified file is one line with thousands of marked words.
    """
    if "\t" not in line:
        return lambda offset: min(offset, len(line))
    columns = tuple(accumulate(line, _next_column, initial=0))
    return lambda offset: columns[min(offset, len(line))]


def _next_column(column: int, sign: str) -> int:
    return column + (TAB_COLUMNS - column % TAB_COLUMNS if sign == "\t" else 1)


def _marks_by_line(lines: list[str], marks: Sequence[Span]) -> list[list[Span]]:
    by_line: list[list[Span]] = [[] for _ in lines]
    index, line_start = 0, 0
    for start, end in marks:
        while index < len(lines) - 1 and start > line_start + len(lines[index]):
            line_start += len(lines[index]) + 1
            index += 1
        by_line[index].append((start - line_start, min(end - line_start, len(lines[index]))))
    return by_line


def _best_window(lines: list[str], counts: list[int], height: int) -> int:
    starts = range(max(1, len(lines) - height + 1))
    worded = [any(sign.isalnum() for sign in line) for line in lines]

    def worth(start: int) -> tuple[int, bool, int, int]:
        shown = slice(start, start + height)
        return sum(counts[shown]), bool(lines[start].strip()), sum(worded[shown]), -start

    return max(starts, key=worth)


def _common_indent(lines: list[str]) -> int:
    expanded = [line.expandtabs(TAB_COLUMNS) for line in lines if line.strip()]
    return min((len(line) - len(line.lstrip(" ")) for line in expanded), default=0)


def _cut(line: str, marks: list[Span], number: int, indent: int) -> SnippetLine:
    column_of = columns_of(line)
    columns = tuple((column_of(start) - indent, column_of(end) - indent) for start, end in marks)
    return SnippetLine(number, line.expandtabs(TAB_COLUMNS)[indent:].rstrip(), columns, indent)
