"""Number fields with painted arrows. Field and line edit have accessible names; window shortcuts pass through."""

from PySide6.QtCore import QEvent, QLocale, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox

from ui.i18n.language import locale_of_numbers
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.icons import pixmap

_ARROW = 10
_ARROW_RIGHT = 9
"""Pixels from the end of the field to the middle of the arrows."""

_EDITING = {
    Qt.Key.Key_A,
    Qt.Key.Key_C,
    Qt.Key.Key_V,
    Qt.Key.Key_X,
    Qt.Key.Key_Y,
    Qt.Key.Key_Z,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Backspace,
    Qt.Key.Key_Delete,
}
"""Keys with Ctrl that a line edit uses itself."""


class LeaveShortcuts(QObject):
    """Keeps a line edit from using Ctrl keys of the window: on X11 it uses Ctrl+E, Ctrl+K and Ctrl+U."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Reject a shortcut override that is not for editing."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control and event.key() not in _EDITING:
                event.ignore()
                return True
        return super().eventFilter(watched, event)


class FractionBox(QDoubleSpinBox):
    """A number with two decimals; typed values apply on Enter or when the field loses the focus.

    It is below 1,000, so that both a point and a comma can be typed for the decimal sign.
    """

    def __init__(self, low: float, high: float, name: str, *, step: float = 0.05, width: int = 64) -> None:
        super().__init__()
        self.setRange(low, high)
        self.setDecimals(2)
        self.setSingleStep(step)
        _dress(self, name, width)
        self.setLocale(locale_of_numbers())

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return whether the text is a number, and the text with the decimal sign of the language."""
        return super().validate(self._with_sign_of_language(text), position)

    def valueFromText(self, text: str) -> float:
        """Return the number that is typed."""
        return super().valueFromText(self._with_sign_of_language(text))

    def _with_sign_of_language(self, text: str) -> str:
        sign = self.locale().decimalPoint()
        return text.replace(".", sign).replace(",", sign)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the number only where it has the focus: a page that is scrolled must not change it."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the arrows over the field."""
        super().paintEvent(event)
        _paint_arrows(self)

    def changeEvent(self, event: QEvent) -> None:
        """Use the font of the new theme."""
        super().changeEvent(event)
        _follow(self, event)


class CountBox(QSpinBox):
    """A whole number; typed values apply on Enter or when the field loses the focus."""

    def __init__(self, low: int, high: int, name: str, *, step: int = 1, width: int = 60) -> None:
        super().__init__()
        self.setRange(low, high)
        self.setSingleStep(step)
        _dress(self, name, width)
        self.setLocale(locale_of_numbers())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the number only where it has the focus: a page that is scrolled must not change it."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the arrows over the field."""
        super().paintEvent(event)
        _paint_arrows(self)

    def changeEvent(self, event: QEvent) -> None:
        """Use the font of the new theme."""
        super().changeEvent(event)
        _follow(self, event)


def _dress(box: FractionBox | CountBox, name: str, width: int) -> None:
    box.setProperty("base_width", width)
    box.setLocale(QLocale.c())
    box.setKeyboardTracking(False)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel
    box.setAlignment(Qt.AlignmentFlag.AlignCenter)
    box.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
    box.setAccessibleName(name)
    box.lineEdit().setAccessibleName(name)
    box.lineEdit().installEventFilter(LeaveShortcuts(box))
    _restyle(box)


def _follow(box: FractionBox | CountBox, event: QEvent) -> None:
    if event.type() == QEvent.Type.StyleChange:
        _restyle(box)
        QTimer.singleShot(0, box, lambda: _restyle(box))  # the style sheet sets its own font after this event


def _restyle(box: FractionBox | CountBox) -> None:
    width = box.property("base_width")
    if isinstance(width, int):
        box.setFont(font(12, 500, tnum=True))
        box.lineEdit().setFont(box.font())  # the style sheet gives it a font of its own
        box.setFixedSize(sizes.scaled(width), sizes.scaled(sizes.INPUT + 2))


def _paint_arrows(box: FractionBox | CountBox) -> None:
    with QPainter(box) as painter:
        token = "text3" if box.isEnabled() else "disabled"
        size = sizes.scaled(_ARROW)
        from_end, middle = sizes.scaled(_ARROW_RIGHT), box.height() // 2
        mirrored = box.layoutDirection() is Qt.LayoutDirection.RightToLeft
        x = from_end if mirrored else box.width() - from_end
        for name, y in (("chevron-up", middle - size - 2), ("chevron-down", middle + 2)):
            painter.drawPixmap(x - size // 2, y, pixmap(name, token, size, box.devicePixelRatioF()))
