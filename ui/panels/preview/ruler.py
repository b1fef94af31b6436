"""Overview ruler: the whole file in one column, with matched lines and supporting chunks."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from ui.i18n.language import translate
from ui.panels.preview.matches import FileMatches
from ui.panels.results.snippet import Span
from ui.theme.tokens import c

RULER_WIDTH = 18
_TICK = QRectF(4, 0, 7, 2)
_BLOCK_X, _BLOCK_WIDTH = 13, 3
_LEAST_BLOCK = 3.0
"""Minimum height of a supporting chunk in pixels."""


class MeasuredText(Protocol):
    """The text that the ruler gives an overview of."""

    matches: FileMatches

    @property
    def chunks(self) -> Sequence[Span]:
        """First and last lines of supporting chunks, from 0, both inclusive."""
        ...

    def blockCount(self) -> int:
        """Return the number of lines."""
        ...

    def visible_lines(self) -> int:
        """Return how many lines fit into the view."""
        ...

    def wheelEvent(self, e: QWheelEvent, /) -> None:
        """Scroll."""
        ...


class Ruler(QWidget):
    """Paints the ruler of a text; a click scrolls to the line.

    Signals:
        lineWanted: the clicked line, from 0.
    """

    lineWanted = Signal(int)

    def __init__(self, view: MeasuredText, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(translate("Amber: matched lines, violet: supporting chunks"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw border, chunks and ticks."""
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), c("surface"))
            painter.fillRect(0, 0, 1, self.height(), c("border"))
            for first, last in self._view.chunks:
                top = self._y(first)
                height = max(_LEAST_BLOCK, self._y(last + 1) - top)
                painter.fillRect(QRectF(_BLOCK_X, top, _BLOCK_WIDTH, height), c("sem"))
            for y in self._ticks():
                painter.fillRect(_TICK.translated(0, y), c("kw"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the line under the mouse."""
        lines = max(self._view.blockCount(), self._view.visible_lines())
        line = int(event.position().y() / max(1, self.height()) * lines)
        self.lineWanted.emit(max(0, min(line, self._view.blockCount() - 1)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the text."""
        self._view.wheelEvent(event)

    def _y(self, line: int) -> float:
        return line / max(self._view.blockCount(), self._view.visible_lines()) * self.height()

    def _ticks(self) -> list[int]:
        matches = self._view.matches
        lines = matches.hit_lines or {match.line for match in matches.all}
        return sorted({int(self._y(line)) for line in lines})
