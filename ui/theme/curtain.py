"""Painting all of a window in bands, one at each turn of the event loop: all at once holds up what is typed."""

from math import ceil

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

BANDS = 4
"""Parts that a window is painted in."""


class Curtain(QWidget):
    """Keeps on the screen what is there: it paints nothing, and nothing below it is painted."""

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
        """Uncover one band more, from above; return whether it was the last."""
        rest = self.geometry()
        rest.setTop(rest.top() + ceil(self._window.height() / BANDS))
        self.setGeometry(rest)
        return rest.height() <= 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave everything as it is."""


def paint_in_bands(window: QWidget) -> None:
    """Have what changes in a window now painted from above, a band at each turn."""
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
