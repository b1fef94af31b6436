"""The navigation of the settings."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from ui.painting.shapes import draw_icon
from ui.painting.text import TextStyle, baseline_for, draw
from ui.theme import sizes
from ui.theme.tokens import c

_TITLE = TextStyle(13, 500)


class NavButton(QAbstractButton):
    """Goes to a page of the settings."""

    def __init__(self, title: str, icon_name: str) -> None:
        super().__init__()
        self._icon_name = icon_name
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(120, sizes.scaled(31))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw ground, icon and title."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(c("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            if self.isChecked() or self.underMouse() or self.hasFocus():
                painter.setBrush(c("pressed" if self.isChecked() else "hover"))
                painter.drawRoundedRect(box, sizes.RADIUS_CARD, sizes.RADIUS_CARD)
            middle = self.height() / 2
            draw_icon(painter, self._icon_name, "text2", QPointF(sizes.scaled(20), middle), 16)
            token = "text" if self.isChecked() else "text2"
            draw(painter, _TITLE, sizes.scaled(36), baseline_for(_TITLE, middle), self.text(), token)
