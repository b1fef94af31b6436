"""A row across a pane: header, footer, notice."""

from enum import Enum

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.theme.sizes import scaled
from ui.theme.tokens import c


class Edge(Enum):
    """The side on which a bar has its hairline."""

    ABOVE = "above"
    BELOW = "below"
    NONE = "none"


class Bar(QWidget):
    """Paints its background and a hairline; its height follows the text scale."""

    def __init__(self, height: int, *, edge: Edge = Edge.BELOW, ground: str = "surface") -> None:
        super().__init__()
        self._height, self._edge, self._ground = height, edge, ground
        self.setFixedHeight(scaled(height))

    def changeEvent(self, event: QEvent) -> None:
        """Use the height of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFixedHeight(scaled(self._height))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - drawn whole
        """Fill the background and draw the hairline."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), c(self._ground))
            if self._edge is not Edge.NONE:
                y = 0 if self._edge is Edge.ABOVE else self.height() - 1
                painter.fillRect(0, y, self.width(), 1, c("border"))
