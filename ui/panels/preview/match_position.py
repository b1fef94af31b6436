"""Where the matches of a text lie on the screen, and how far the view scrolls to show one with its context."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextLine

from ui.code.formats import qt_offsets
from ui.panels.preview.matches import FileMatches, Match
from ui.panels.results.snippet import Span

CONTEXT = 12
"""Columns of the line that stay visible beside a match."""


def match_boxes(block: QTextBlock, box: QRectF, match: Match) -> Iterator[QRectF]:
    """Yield the rectangle of a match in its line; a line that is wrapped may show it in several."""
    offset_of = qt_offsets(block.text())
    start, end = offset_of(match.start), offset_of(match.end)
    layout = block.layout()
    for number in range(layout.lineCount()):
        row = layout.lineAt(number)
        first, last = row.textStart(), row.textStart() + row.textLength()
        if start < last and end > first:
            left, right = _x(row, max(start, first)), _x(row, min(end, last))
            yield QRectF(box.left() + left, box.top() + row.y(), right - left, row.height())


def nearest_match(matches: FileMatches, line: int, chunks: Sequence[Span]) -> tuple[Match, ...]:
    """Return the matches that explain why ``line`` is shown, the best first.

    They lie in the chunk of the line, from the line on; those in a line with a band come before the others.

    Args:
        matches: matches of the file.
        line: the line that was jumped to, from 0.
        chunks: first and last line of each supporting chunk, from 0, both inclusive.
    """
    last = max((last for first, last in chunks if first <= line <= last), default=line)
    inside = [match for match in matches.all if line <= match.line <= last]
    return tuple(sorted(inside, key=lambda match: match.line not in matches.hit_lines))


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


def _x(row: QTextLine, offset: int) -> float:
    position: tuple[float, int] = row.cursorToX(offset)  # type: ignore[assignment] # the stubs say object
    return position[0]
