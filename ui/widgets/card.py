"""A frame with round corners around other widgets."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from ui.theme import sizes
from ui.theme.tokens import c


class Card(QFrame):
    """Paints its background and an outline of one pixel.

    Args:
        ground, outline: colour tokens.
        radius: radius of the corners in pixels.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        ground: str = "raised",
        outline: str = "border",
        radius: int = sizes.RADIUS_FIELD,
    ) -> None:
        super().__init__(parent)
        self._ground, self._outline, self._radius = ground, outline, radius

    def outline_path(self) -> QPainterPath:
        """Return the shape of the frame."""
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()), self._radius, self._radius)
        return path

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the frame."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(c(self._outline), 1))
            painter.setBrush(c(self._ground))
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, self._radius, self._radius)
