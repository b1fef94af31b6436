"""The buttons of exact search in the search field, with the signs that editors use."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from ui.i18n.mode_words import EXACT, MATCH_CASE, MODE_WORDS, REGEX, WHOLE_WORD
from ui.painting.text import TextStyle, baseline_for, draw, width
from ui.theme import sizes
from ui.theme.tokens import c

_SIGN = TextStyle(13, 500, "text2")
_BOX = 26
_BETWEEN = 2

_SIGNS = {EXACT: "=", MATCH_CASE: "Aa", WHOLE_WORD: "ab", REGEX: ".*"}


class SignButton(QToolButton):
    """A button that stays pressed, with a sign in place of an icon."""

    def __init__(self, sign: str, tip: str, *, underlined: bool = False) -> None:
        super().__init__()
        self._sign, self._underlined = sign, underlined
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self._fit()

    def set_keys(self, keys: str) -> None:
        """Show the shortcut in the tooltip; screen readers say it after the name."""
        tip = self.accessibleName()
        self.setToolTip(f"{tip}  {keys}" if keys else tip)
        self.setAccessibleDescription(keys)

    def changeEvent(self, event: QEvent) -> None:
        """Use the size of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the sign, on a filled ground while the button is on."""
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        token = "accent" if self.isChecked() else "text2"
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = "accent_soft" if self.isChecked() else ("hover" if self.underMouse() else "")
            outlined = self.isChecked() or self.hasFocus()
            painter.setPen(QPen(c("accent"), 1.0) if outlined else Qt.PenStyle.NoPen)
            painter.setBrush(c(ground) if ground else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, sizes.RADIUS_CHIP, sizes.RADIUS_CHIP)
            left, baseline = box.center().x() - width(_SIGN, self._sign) / 2, baseline_for(_SIGN, box.center().y())
            right = draw(painter, _SIGN, left, baseline, self._sign, token)
            if self._underlined:
                painter.fillRect(QRectF(left - 2, baseline + 2, right - left + 4, 1), c(token))

    def _fit(self) -> None:
        self.setFixedSize(sizes.scaled(_BOX), sizes.scaled(_BOX))


class ExactToggles(QWidget):
    """Four buttons in a row; ``changed`` is emitted when one of them is switched."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.buttons = {
            name: SignButton(_SIGNS[name], words, underlined=name == WHOLE_WORD)
            for name, words in MODE_WORDS.items()
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_BETWEEN)
        for button in self.buttons.values():
            row.addWidget(button)
            button.toggled.connect(lambda _on: self.changed.emit())

    def show_mode(self, mode: Collection[str]) -> None:
        """Press the buttons with these names alone, without a signal."""
        for name, button in self.buttons.items():
            with QSignalBlocker(button):
                button.setChecked(name in mode)

    def states(self) -> dict[str, bool]:
        """Return which buttons are on, by name."""
        return {name: button.isChecked() for name, button in self.buttons.items()}
