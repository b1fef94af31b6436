"""The gutter of the source view: line numbers, a green rule beside changed lines, a violet one beside chunks."""

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QTextBlock, QWheelEvent
from PySide6.QtWidgets import QWidget

from ui.painting.text import TextStyle, baseline_for, draw_right, width
from ui.theme.sizes import scaled
from ui.theme.tokens import c

GUTTER_WIDTH = 60
"""Pixels: numbers end at 42, the rule is at 51, and the text begins 6 pixels after it."""

_NUMBERS_END = 42
_RULE_X, _RULE_WIDTH = 51, 3
_NUMBER = TextStyle(12, 400, "text3", mono=True)
_HIT_NUMBER = TextStyle(12, 700, "text", mono=True)


class NumberedText(Protocol):
    """A text with numbered lines. Lines are counted from 0; ``first_line`` is the number of the first one."""

    first_line: int

    def visible_blocks(self) -> Iterator[tuple[QTextBlock, QRectF]]:
        """Yield the visible lines with their rectangles."""
        ...

    def is_hit(self, line: int, /) -> bool:
        """Return whether a line has a band."""
        ...

    def in_chunk(self, line: int, /) -> bool:
        """Return whether a line belongs to a supporting chunk."""
        ...

    def wheelEvent(self, e: QWheelEvent, /) -> None:
        """Scroll."""
        ...


def first_row_height(block: QTextBlock, box: QRectF) -> float:
    """Return the height of the first row of a line, which may be wrapped."""
    layout = block.layout()
    return layout.lineAt(0).height() if layout.lineCount() > 1 else box.height()


class Gutter(QWidget):
    """Paints the left margin of a text.

    Attributes:
        changed: numbers of the lines that changed since a commit.
    """

    def __init__(self, view: NumberedText, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self.changed: frozenset[int] = frozenset()

    def set_changed(self, lines: frozenset[int]) -> None:
        """Mark lines that changed since a commit, by their numbers."""
        self.changed = lines
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of the margin."""
        return QSize(scaled(GUTTER_WIDTH), 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the text."""
        self._view.wheelEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw bands, numbers and rules of the visible lines."""
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), c("surface"))
            for block, box in self._view.visible_blocks():
                line = block.blockNumber()
                hit = self._view.is_hit(line)
                if hit:
                    painter.fillRect(QRectF(0, box.top(), self.width(), box.height()), c("line_hit"))
                number_box = QRectF(box.left(), box.top(), box.width(), first_row_height(block, box))
                self._paint_number(painter, line + self._view.first_line, number_box, hit=hit)
                if line + self._view.first_line in self.changed:
                    painter.fillRect(QRectF(0, box.top(), _RULE_WIDTH, box.height()), c("ok"))
                if self._view.in_chunk(line):
                    painter.fillRect(QRectF(scaled(_RULE_X), box.top(), _RULE_WIDTH, box.height()), c("sem"))

    @staticmethod
    def _paint_number(painter: QPainter, number: int, box: QRectF, *, hit: bool) -> None:
        style = _HIT_NUMBER if hit else _NUMBER
        text = str(number)
        right = max(scaled(_NUMBERS_END), width(style, text) + 2)
        draw_right(painter, style, right, round(baseline_for(style, box.center().y())), text)
