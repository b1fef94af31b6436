"""A segmented control: a few options of which one is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QRadioButton, QSizePolicy

from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.tokens import c, is_dark

PADDING = 14
"""Pixels at each side of the text of a segment."""

_INSET = 3
"""Pixels between the frame and a segment."""


@dataclass(frozen=True, slots=True)
class Option:
    """One segment."""

    key: str
    text: str
    tip: str = ""


class Segments(QFrame):
    """Emits ``chosen(key)`` when the user chooses another segment."""

    chosen = Signal(str)

    def __init__(
        self,
        options: Sequence[Option],
        name: str,
        *,
        height: int = sizes.SEGMENTS,
        px: int = 12,
        padding: int = PADDING,
    ) -> None:
        super().__init__()
        self._height, self._px = height, px
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._buttons = {
            option.key: _Segment(option, name, height - 2 * _INSET, px, padding) for option in options
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(_INSET, _INSET, _INSET, _INSET)
        row.setSpacing(0)
        for key, button in self._buttons.items():
            self._group.addButton(button)
            row.addWidget(button)
            button.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def current(self) -> str:
        """Key of the chosen segment; empty if none is chosen."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Show a segment as chosen without a signal; an unknown key shows none."""
        self._group.setExclusive(False)
        for other, button in self._buttons.items():
            button.setChecked(other == key)
        self._group.setExclusive(True)

    def button(self, key: str) -> QAbstractButton:
        """Return the button of a segment, for tooltips and focus."""
        return self._buttons[key]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the frame around the segments."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(c("border" if is_dark() else "track"), 1))
            painter.setBrush(c("sunken" if is_dark() else "track"))
            frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(frame, sizes.RADIUS_SEGMENTS, sizes.RADIUS_SEGMENTS)


class _Segment(QRadioButton):
    """One segment, painted; screen readers call it a radio button, which only one of can be chosen."""

    def __init__(self, option: Option, group: str, height: int, px: int, padding: int) -> None:
        super().__init__()
        self._height, self._px, self._padding = height, px, padding
        self.setText(option.text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(option.tip)
        self.setAccessibleName(f"{group}: {option.text}")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._restyle()

    def sizeHint(self) -> QSize:
        """Return the size of the text and its padding."""
        words = round(QFontMetricsF(self.font()).horizontalAdvance(self.text()))
        return QSize(words + 2 * self._padding + 1, sizes.scaled(self._height))

    def minimumSizeHint(self) -> QSize:
        """Return the size hint, because the text must not be cut."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Return whether a click at ``pos`` chooses it: anywhere on it, as there is no circle."""
        return self.rect().contains(pos)

    def changeEvent(self, event: QEvent) -> None:
        """Use the font of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            QTimer.singleShot(0, self, self._restyle)  # the style sheet sets its own font after this event

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the text, on a raised background if it is chosen."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            if self.isChecked():
                painter.setPen(QPen(c("border_strong"), 1))
                painter.setBrush(c("pressed" if is_dark() else "surface"))
                painter.drawRoundedRect(ground, sizes.RADIUS_CHIP, sizes.RADIUS_CHIP)
            if self.hasFocus():
                painter.setPen(QPen(c("accent"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(ground, sizes.RADIUS_CHIP, sizes.RADIUS_CHIP)
            painter.setFont(self.font())
            painter.setPen(self._text_colour())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())

    def _text_colour(self) -> QColor:
        if not self.isEnabled():
            return c("disabled")
        return c("text" if self.isChecked() or self.underMouse() else "text2")

    def _restyle(self) -> None:
        self.setFont(font(self._px, 500))
        self.updateGeometry()
