"""The first view of the window: the top bar over the background of the panes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.shell.top_bar import TopBar
from ui.theme import sizes
from ui.theme.tokens import c

UNPAINTED_MS = 500
"""A window that is not visible, such as a minimized one, is never painted but gets its panes too."""


class Front(QWidget):
    """Can be typed in while everything else is imported; its bar then moves into the whole window.

    ``painted`` comes once: when it was painted, or when it seems that it will not be.

    Args:
        columns: widths of filters, results and right pane, as the window was left.
    """

    painted = Signal()

    def __init__(self, columns: Sequence[int]) -> None:
        super().__init__()
        self.top = TopBar()
        self.top.set_line(shown=False)
        self._columns = tuple(columns)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addStretch(1)
        self.setMinimumSize(*sizes.MIN_WINDOW)
        self._has_told = False
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._tell)
        self._late.start(UNPAINTED_MS)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw the grounds of panes and status bar."""
        above = self.top.height() + sizes.scaled(sizes.TUNING_STRIP)
        below = self.height() - sizes.scaled(sizes.STATUS_BAR)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), c("window"))
            painter.fillRect(0, above - 1, self.width(), 1, c("border"))
            if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                painter.translate(self.width(), 0)
                painter.scale(-1, 1)
            x = 0
            for number, width in enumerate(self._columns):
                end = self.width() if number == len(self._columns) - 1 else x + width
                painter.fillRect(x, above, end - x, below - above, c("surface" if number else "window"))
                painter.fillRect(end, above, 1, below - above, c("border"))
                x = end + 1
            painter.fillRect(0, below, self.width(), 1, c("border"))
        self._late.start(0)

    def _tell(self) -> None:
        if not self._has_told:
            self._has_told = True
            self.painted.emit()
