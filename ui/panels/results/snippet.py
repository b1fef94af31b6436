"""Choosing the code lines of a card: the window with most marked words, without the common indent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Span = tuple[int, int]
"""Character offsets in a text; the end is exclusive."""

Marker = Callable[[str, Sequence[str]], Sequence[Span]]
"""Gives the spans of the words in a text that hit one of the index terms, in order, without overlaps."""

TAB_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class SnippetLine:
    """One line of a card.

    Attributes:
        number: line in the file, from 1.
        text: without the common indent, tabs expanded.
        marks: marked words in ``text``.
        indent: how many columns were cut off at the left.
    """

    number: int
    text: str
    marks: tuple[Span, ...]
    indent: int


def snippet(text: str, first_line: int, marks: Sequence[Span], height: int) -> tuple[SnippetLine, ...]:
    """Return the ``height`` neighbouring lines of ``text`` with most ``marks``.

    Of such windows the one wins of which most lines have letters, then the first.
    """
    lines = text.split("\n")
    by_line = _marks_by_line(lines, marks)
    start = _best_window(lines, [len(found) for found in by_line], height)
    chosen = range(start, min(start + height, len(lines)))
    indent = _common_indent([lines[place] for place in chosen])
    return tuple(_cut(lines[place], by_line[place], first_line + place, indent) for place in chosen)


def column_of(line: str, offset: int) -> int:
    """Return the column of a character offset after tabs are expanded."""
    return len(line[:offset].expandtabs(TAB_COLUMNS))


def _marks_by_line(lines: list[str], marks: Sequence[Span]) -> list[list[Span]]:
    found: list[list[Span]] = [[] for _ in lines]
    place, line_start = 0, 0
    for start, end in marks:
        while place < len(lines) - 1 and start > line_start + len(lines[place]):
            line_start += len(lines[place]) + 1
            place += 1
        found[place].append((start - line_start, min(end - line_start, len(lines[place]))))
    return found


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
    columns = tuple((column_of(line, start) - indent, column_of(line, end) - indent) for start, end in marks)
    return SnippetLine(number, line.expandtabs(TAB_COLUMNS)[indent:].rstrip(), columns, indent)
