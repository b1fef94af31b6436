"""A short list that opens below the search field: values of a filter, or recent searches."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.icons import pixmap
from ui.theme.tokens import c

MAX_ROWS = 8
_ROW = 32
_EDGE = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """One row: its text, a hint at the right, and its value."""

    text: str
    hint: str
    value: str
    icon_name: str = ""


class ChoiceList(QFrame):
    """A list that never has the focus: the focused widget passes keys on. ``chosen(value)`` is its signal."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices: tuple[Choice, ...] = ()
        self._current = -1
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.hide()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The rows."""
        return self._choices

    def offer(self, choices: Sequence[Choice], *, first_chosen: bool) -> None:
        """Show these rows, at most 8; close the list if there are none."""
        self._choices = tuple(choices[:MAX_ROWS])
        self._current = 0 if first_chosen and self._choices else -1
        self.setFixedHeight(len(self._choices) * self._row_height() + 2 * _EDGE)
        self.setVisible(bool(self._choices))
        self.raise_()
        self._describe()
        self.update()

    def key(self, key: int) -> bool:
        """Handle a key; return whether the list uses it."""
        if key in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            step = 1 if key == Qt.Key.Key_Down else -1
            self._current = max(-1, min(len(self._choices) - 1, self._current + step))
            self._describe()
            self.update()
            return True
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab} and self._current >= 0:
            self._take(self._current)
            return True
        self.hide()
        return key == Qt.Key.Key_Escape

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Make the row under the mouse the current one."""
        self._current = self._row_at(event.position().y())
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the row."""
        row = self._row_at(event.position().y())
        if row >= 0:
            self._take(row)
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw frame and rows."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(c("border_strong"), 1))
            painter.setBrush(c("raised"))
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), sizes.RADIUS_FIELD, sizes.RADIUS_FIELD
            )
            for row, choice in enumerate(self._choices):
                self._paint_row(painter, row, choice)

    def _paint_row(self, painter: QPainter, row: int, choice: Choice) -> None:
        height = self._row_height()
        box = QRect(_EDGE, _EDGE + row * height, self.width() - 2 * _EDGE, height)
        if row == self._current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(c("sel"))
            painter.drawRoundedRect(QRectF(box), sizes.RADIUS_CARD, sizes.RADIUS_CARD)
        left = box.left() + 10
        if choice.icon_name:
            mark = pixmap(choice.icon_name, "text2", 16, self.devicePixelRatioF())
            painter.drawPixmap(left, box.center().y() - 7, mark)
            left += 26
        painter.setFont(font(12, tnum=True))
        painter.setPen(c("text3"))
        hint = QRect(box.left(), box.top(), box.width() - 10, box.height())
        painter.drawText(hint, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, choice.hint)
        room = box.right() - 24 - left - round(QFontMetricsF(painter.font()).horizontalAdvance(choice.hint))
        painter.setFont(font(13, 500))
        painter.setPen(c("text"))
        text = QFontMetricsF(painter.font()).elidedText(choice.text, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRect(left, box.top(), room, box.height()), Qt.AlignmentFlag.AlignVCenter, text)

    def _row_height(self) -> int:
        return sizes.scaled(_ROW)

    def _row_at(self, y: float) -> int:
        row = int((y - _EDGE) // self._row_height())
        return row if 0 <= row < len(self._choices) else -1

    def _take(self, row: int) -> None:
        value = self._choices[row].value
        self.hide()
        self.chosen.emit(value)

    def _describe(self) -> None:
        current = self._choices[self._current] if self._current >= 0 else None
        self.setAccessibleName(f"{current.text} {current.hint}".strip() if current else "")
