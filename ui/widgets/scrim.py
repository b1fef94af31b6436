"""What lies between a popup and its window."""

from math import ceil

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.theme.curtain import BANDS
from ui.theme.tokens import c, is_dark

_ALPHA = {False: 61 / 255, True: 89 / 255}
"""Black at 24 % in the light theme, 35 % in the dark one."""


class Scrim(QWidget):
    """Darkens what lies under a popup; a click on it closes the popup.

    While it fades in, each step darkens a little more what the step before left on the screen: else every step
    would paint all of the window again, which takes longer than the step.
    """

    pressed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._share, self._painted = 1.0, 0.0
        self._shown = 0
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._show_band)

    def begin_fade(self) -> None:
        """Leave what is on the screen there, and darken it by and by."""
        self._share = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_share(self, share: float) -> None:
        """Darken by this share (0..1) of what it comes to."""
        self._share = share
        self.update()

    def end_fade(self) -> None:
        """Show the window as it is now, in bands from above."""
        self.set_share(1.0)
        if self.testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent):
            self._shown = 0
            self._turn.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Darken by what is missing."""
        wanted, before = (_ALPHA[is_dark()] * share for share in (self._share, self._painted))
        colour = c("shadow").darker(1000)
        colour.setAlphaF((wanted - before) / (1 - before))
        QPainter(self).fillRect(event.rect(), colour)
        if self.testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent):
            self._painted = self._share

    def _show_band(self) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
        self._painted = 0.0
        height = ceil(self.height() / BANDS)
        self.update(0, self._shown, self.width(), height)
        self._shown += height
        if self._shown >= self.height():
            self._turn.stop()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close."""
        self.pressed.emit()
        event.accept()
