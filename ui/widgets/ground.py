"""A plain background in one colour token, for pages and panels."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.theme.tokens import c


class Ground(QWidget):
    """Fills itself with the colour of a token."""

    def __init__(self, token: str = "surface") -> None:
        super().__init__()
        self._token = token
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing behind it is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the exposed area."""
        QPainter(self).fillRect(event.rect(), c(self._token))
