"""A horizontal strip of fixed height with a ground and a line under or over it."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from ui.theme import sizes
from ui.theme.motion import FOLD_MS, Motion
from ui.theme.tokens import c


class Strip(QFrame):
    """Ground ``window``; parts lie in `row`."""

    def __init__(self, height: int, *, line_above: bool = False) -> None:
        super().__init__()
        self._height, self._line_above = height, line_above
        self._lined = True
        self._share, self._opened = 1.0, True
        self._motion = Motion(self, FOLD_MS, self._set_share, self._end_fold)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, 0)
        self.row.setSpacing(0)
        self.setFixedHeight(sizes.scaled(height))

    def set_line(self, *, shown: bool) -> None:
        """Draw the line, or leave it out where the next strip belongs to this one."""
        self._lined = shown
        self.update()

    def set_height(self, height: int) -> None:
        """Take another height, in pixels at a text scale of 100 %."""
        self._height = height
        self._take_height()

    def fold(self, *, opened: bool) -> None:
        """Unfold or fold the strip."""
        shown = self.isVisible()
        self._opened = opened
        if opened == shown and not self._motion.under_way:
            return
        self.setVisible(shown or opened)
        self._motion.go(self._share if shown else 0.0, 1.0 if opened else 0.0)

    def open_at_once(self, *, opened: bool) -> None:
        """Show or hide the strip without moving."""
        self._opened = opened
        self.setVisible(opened)

    @property
    def opened(self) -> bool:
        """Whether it is there, or on its way."""
        return self._opened

    def changeEvent(self, event: QEvent) -> None:
        """Take the height of another text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._take_height()

    def _set_share(self, share: float) -> None:
        self._share = share
        self._take_height()

    def _end_fold(self) -> None:
        self.setVisible(self._opened)
        self._set_share(1.0)

    def _take_height(self) -> None:
        self.setFixedHeight(round(sizes.scaled(self._height) * self._share))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw ground and line."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), c("window"))
            if self._lined:
                y = 0 if self._line_above else self.height() - 1
                painter.fillRect(0, y, self.width(), 1, c("border"))
