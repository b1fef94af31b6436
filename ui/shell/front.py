"""The first view of the window: the top bar over the background of the panes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.shell.top_bar import TopBar
from ui.theme import sizes
from ui.theme.tokens import c

_COLUMNS = 3
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
        self.setMinimumSize(*sizes.LOW_WINDOW)
        self._has_told = False
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._tell)
        self._late.start(UNPAINTED_MS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the top bar as it will be in the whole window, so that nothing moves then."""
        super().resizeEvent(event)
        self.top.fit(sizes.room_at_100(self.width()))

    @property
    def columns(self) -> list[int]:
        """Right edges of filters, results and right pane; 0 for those that will have no column."""
        room, width = sizes.room_at_100(self.width()), self.width()
        if len(self._columns) != _COLUMNS or room < sizes.SIDE_BY_SIDE_FROM:
            return [0, 0, width]
        filters, results, right = self._columns
        if room >= sizes.FILTERS_FROM:
            return [filters, filters + 1 + results, width]
        return [0, round(width * results / max(1, results + right)), width]

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
            filters, results, end = self.columns
            painter.fillRect(filters, above, end - filters, below - above, c("surface"))
            for edge in {filters, results} - {0}:
                painter.fillRect(edge, above, 1, below - above, c("border"))
            painter.fillRect(0, below, self.width(), 1, c("border"))
        self._late.start(0)

    def _tell(self) -> None:
        if not self._has_told:
            self._has_told = True
            self.painted.emit()
