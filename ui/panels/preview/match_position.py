"""Where the matches of a text lie on the screen, and how far the view scrolls to show one with its context."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextLine

from ui.code.formats import qt_offsets
from ui.panels.preview.matches import FileMatches, Match
from ui.panels.results.snippet import Span

CONTEXT = 12
"""Columns of the line that stay visible beside a match."""

LONG_ROW = 4_000
"""Characters from which on only the part of a row between the edges of the view is looked at."""


def match_boxes(block: QTextBlock, box: QRectF, match: Match) -> Iterator[QRectF]:
    """Yield the rectangle of a match in its line; a line that is wrapped may show it in several."""
    offset_of = qt_offsets(block.text())
    start, end = offset_of(match.start), offset_of(match.end)
    layout = block.layout()
    for number in range(layout.lineCount()):
        row = layout.lineAt(number)
        if start < row.textStart() + row.textLength() and end > row.textStart():
            yield _rect(row, box, start, end)


def shown_boxes(
    block: QTextBlock, box: QRectF, matches: Sequence[Match], view: QRectF
) -> Iterator[tuple[Match, QRectF]]:
    """Yield the matches of a line that are in the view, with their rectangles as `match_boxes` yields them.

    A minified file may have thousands of matches in a line longer than all other files together, and
    every repaint looks for them.

    Args:
        block: the line.
        box: rectangle of the line, which may be far larger than the view.
        matches: matches of the line, in order, without overlaps.
        view: the part that can be seen, in the coordinates of ``box``.
    """
    offset_of = qt_offsets(block.text())
    layout = block.layout()
    for number in range(layout.lineCount()):
        row = layout.lineAt(number)
        top = box.top() + row.y()
        if top > view.bottom() or top + row.height() < view.top():
            continue
        first, last = _shown_part(row, view.left() - box.left(), view.right() - box.left())
        begin = bisect_right(matches, first, key=lambda match: offset_of(match.end))
        stop = bisect_left(matches, last, key=lambda match: offset_of(match.start))
        for match in matches[begin:stop]:
            yield match, _rect(row, box, offset_of(match.start), offset_of(match.end))


def nearest_match(matches: FileMatches, line: int, chunks: Sequence[Span]) -> tuple[Match, ...]:
    """Return the matches that explain why ``line`` is shown, in order.

    They lie in the chunk of the line, from the line on. If there are lines with a band, only their matches count:
    a line with several words of the query says more than the first one with a single word.

    Args:
        matches: matches of the file.
        line: the line that was jumped to, from 0.
        chunks: first and last line of each supporting chunk, from 0, both inclusive.
    """
    last = max((last for first, last in chunks if first <= line <= last), default=line)
    inside = tuple(match for match in matches.all if line <= match.line <= last)
    return tuple(match for match in inside if match.line in matches.hit_lines) or inside


def scrolled_sideways(now: int, width: int, box: QRectF, column: float) -> int:
    """Return the horizontal scroll position that shows a match, the leftmost one if the match fits at the left.

    Args:
        now: the present position.
        width: width of the view.
        box: rectangle of the match in the view, at the present position.
        column: width of a character.
    """
    left, right = box.left() + now, box.right() + now
    context = CONTEXT * column
    if right + column <= width:
        return 0
    if now <= left - context and right + column <= now + width:
        return now
    return round(max(0.0, min(left - column, right + context - width)))


def _shown_part(row: QTextLine, left: float, right: float) -> tuple[int, int]:
    """Return the first offset of a row that is shown between two edges, and the offset after the last one."""
    first, last = row.textStart(), row.textStart() + row.textLength()
    if row.textLength() <= LONG_ROW:  # in text of two directions the edges say little about what is between them
        return first, last
    edges = row.xToCursor(left), row.xToCursor(right)
    return max(first, min(edges) - 1), min(last, max(edges) + 1)


def _rect(row: QTextLine, box: QRectF, start: int, end: int) -> QRectF:
    left, right = _x(row, max(start, row.textStart())), _x(row, min(end, row.textStart() + row.textLength()))
    return QRectF(box.left() + left, box.top() + row.y(), right - left, row.height())


def _x(row: QTextLine, offset: int) -> float:
    position: tuple[float, int] = row.cursorToX(offset)  # type: ignore[assignment] # the stubs say object
    return position[0]
