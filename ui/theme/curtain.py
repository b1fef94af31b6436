"""Paints a window in bands, one for each run of the event loop: painting it at once would delay typed keys."""

from math import ceil

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

BANDS = 4
"""Number of parts in which a window is painted."""


class Curtain(QWidget):
    """Keeps the pixels on the screen: it paints nothing, and nothing behind it is painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._window = window
        self.close_again()

    def close_again(self) -> None:
        """Cover the whole window."""
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def draw(self) -> bool:
        """Uncover the next band from the top; return whether it was the last one."""
        rest = self.geometry()
        rest.setTop(rest.top() + ceil(self._window.height() / BANDS))
        self.setGeometry(rest)
        return rest.height() <= 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave the pixels as they are."""


def paint_in_bands(window: QWidget) -> None:
    """Paint the pending changes of a window from the top, one band for each run of the event loop."""
    if not window.isVisible():
        return
    curtain = Curtain(window)
    turn = QTimer(curtain)

    def draw() -> None:
        if curtain.draw():
            turn.stop()
            curtain.hide()
            curtain.deleteLater()

    turn.timeout.connect(draw)
    turn.start()
