"""A list of cards of which one is chosen, as radio buttons."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_right
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_TITLE = TextStyle(13, 600)
_DETAIL = TextStyle(12, 400, "text3")
_NOTE = TextStyle(12, 500, "text2", tnum=True)
_RING = 7.0


class ChoiceCard(QAbstractButton):
    """A card, 56 pixels high: a radio button, a title above a detail, and a note at the right."""

    def __init__(self, key: str, title: str, detail: str, note: str = "", note_token: str = "text2") -> None:
        super().__init__()
        self.key = key
        self._title, self._detail, self._note, self._note_token = title, detail, note, note_token
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setText(title)
        self.set_detail(detail)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def detail(self) -> str:
        """The text below the title."""
        return self._detail

    def set_detail(self, detail: str) -> None:
        """Change the text below the title."""
        self._detail = detail
        self.setAccessibleName(", ".join(part for part in (self._title, detail, self._note) if part))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a card."""
        return QSize(scaled(320), scaled(56))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose on Enter as on Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the card."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            active = self.hasFocus() or self.isChecked()
            painter.setPen(QPen(c("accent" if active else "border"), 1.5 if self.hasFocus() else 1.0))
            painter.setBrush(c("hover" if self.underMouse() else "raised"))
            painter.drawRoundedRect(box, sizes.RADIUS_FIELD, sizes.RADIUS_FIELD)
            middle = box.center().y()
            self._paint_ring(painter, QPointF(scaled(24), middle))
            x, right = scaled(44), box.right() - scaled(16)
            if self._note:
                right = draw_right(
                    painter, _NOTE, right, baseline_for(_NOTE, middle), self._note, self._note_token
                )
            room = right - x - scaled(12)
            above = middle - scaled(9) if self._detail else middle
            title = elided_right(_TITLE, self._title, room)
            draw(
                painter, _TITLE, x, baseline_for(_TITLE, above), title, "text" if self.isEnabled() else "disabled"
            )
            if self._detail:
                below = baseline_for(_DETAIL, middle + scaled(9))
                draw(painter, _DETAIL, x, below, elided_right(_DETAIL, self._detail, room))

    def _paint_ring(self, painter: QPainter, middle: QPointF) -> None:
        painter.setPen(QPen(c("accent" if self.isChecked() else "border_input"), 1.25))
        painter.setBrush(c("surface"))
        painter.drawEllipse(middle, _RING, _RING)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(c("accent"))
            painter.drawEllipse(middle, _RING - 3, _RING - 3)
