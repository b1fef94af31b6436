"""A popup over the window: a scrim and a framed card that keeps the focus until it closes."""

from math import ceil

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QWidget
from shiboken6 import isValid

from ui.theme import sizes
from ui.theme.curtain import BANDS, paint_in_bands
from ui.theme.motion import FADE_MS, Motion, is_reduced
from ui.theme.tokens import c, is_dark
from ui.widgets.card import Card

_ALPHA = {False: 61 / 255, True: 89 / 255}
"""Black at 24 % in the light theme, 35 % in the dark one."""


class Scrim(QWidget):
    """Darkens the window behind a popup; a click on it closes the popup.

    While it fades in, each step darkens the pixels that the step before left on the screen. Otherwise each step
    would paint all of the window again, which takes longer than the step.
    """

    pressed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._share, self._painted = 1.0, 0.0
        self._shown = 0
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._show_band)

    def begin_fade(self) -> None:
        """Keep the pixels on the screen, and darken them step by step."""
        self._share = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_share(self, share: float) -> None:
        """Darken by this share (0..1) of the final darkness."""
        self._share = share
        self.update()

    def end_fade(self) -> None:
        """Paint the current window, in bands from the top."""
        self.set_share(1.0)
        if self.testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent):
            self._shown = 0
            self._turn.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Darken by the difference to the current share."""
        wanted, before = (_ALPHA[is_dark()] * share for share in (self._share, self._painted))
        colour = c("shadow").darker(1000)
        colour.setAlphaF((wanted - before) / (1 - before))
        with QPainter(self) as painter:
            below = self.parentWidget()
            if isinstance(below, Card):  # over another popup: what is beside its round corners is dark already
                painter.setClipPath(below.outline_path())
            painter.fillRect(event.rect(), colour)
        if self.testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent):
            self._painted = self._share

    def _show_band(self) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
        self._painted = 0.0
        height = ceil(self.height() / BANDS)
        self.update(0, self._shown, self.width(), height)
        self._shown += height
        if self._shown >= self.height():
            self._turn.stop()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close."""
        self.pressed.emit()
        event.accept()


class Popup(Card):
    """A centred card, ``top`` pixels below the top of its window or, with 0, in the middle. Emits ``closed``."""

    closed = Signal()

    def __init__(self, window: QWidget, name: str, *, top: int = 0) -> None:
        before = open_popup(window)
        super().__init__(window, outline="border_strong", radius=sizes.RADIUS_POPUP)
        self._alone = before is None
        if before is not None:
            before.dismiss()
        self._top = top
        self._wanted: QSize | None = None
        self._scrim = Scrim(window)
        self._scrim.pressed.connect(self.dismiss)
        self._focus_before = window.window().focusWidget()
        self.setAccessibleName(name)
        self._fade = Motion(self, FADE_MS, self._set_share, self._end_fade)
        self.hide()
        window.installEventFilter(self)

    def present(self, focus: QWidget) -> None:
        """Show the popup and focus ``focus``."""
        self._move_to_middle()
        if not is_reduced():
            if self._alone:
                self._scrim.begin_fade()
            self.setGraphicsEffect(QGraphicsOpacityEffect(self))
        self._scrim.show()
        self._scrim.raise_()
        self.show()
        self.raise_()
        self._fade.go(0.0, 1.0)
        focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Close the popup, and restore the focus."""
        if self.isHidden():
            return
        if (window := self.parentWidget()) is not None:
            paint_in_bands(window)
        self.hide()
        self._scrim.hide()
        if self._focus_before is not None and isValid(self._focus_before):
            self._focus_before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()
        self._scrim.deleteLater()
        self.deleteLater()

    def topmost(self) -> "Popup":
        """Return the topmost popup above this one, or this one."""
        above = open_popup(self)
        return self if above is None else above.topmost()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle while the window is resized."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self._move_to_middle()
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 -- Qt's own signature
        """Keep the focus inside the popup on Tab."""
        stops = [
            child
            for child in self.findChildren(QWidget)
            if child.isVisible() and child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus
            if child.focusProxy() is None  # the line edit in a number field only returns the focus to the field
        ]
        if not stops:
            return True
        now = self.window().focusWidget()
        index = stops.index(now) if now in stops else -1
        stops[(index + (1 if next else -1)) % len(stops)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, and pass no other key to the window."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        event.accept()

    def set_wanted_size(self, width: int, height: int) -> None:
        """Take another size, as far as the window has room for it."""
        self._wanted = QSize(width, height)
        if self.isVisible():
            self._move_to_middle()
        else:
            self.setFixedSize(width, height)

    def _set_share(self, share: float) -> None:
        if self._alone:  # otherwise the window is dark already, and each step would paint all of it
            self._scrim.set_share(share)
        effect = self.graphicsEffect()
        if isinstance(effect, QGraphicsOpacityEffect):
            effect.setOpacity(share)

    def _end_fade(self) -> None:
        self._scrim.end_fade()
        self.setGraphicsEffect(None)  # type: ignore[arg-type]  # Qt takes none for "without"

    def _move_to_middle(self) -> None:
        window = self.parentWidget()
        if window is None:
            return
        self._scrim.setGeometry(window.rect())
        if self._wanted is None:
            self._wanted = self.size()
        width = min(self._wanted.width(), window.width() - 32)
        height = min(self._wanted.height(), window.height() - 32)
        self.setFixedSize(width, height)
        top = self._top or max(16, (window.height() - height) // 2)
        self.setGeometry((window.width() - width) // 2, min(top, window.height() - height - 16), width, height)


def open_popup(window: QWidget) -> Popup | None:
    """Return the popup that is open over ``window``; another one may be open over that."""
    return next((popup for popup in window.findChildren(Popup) if not popup.isHidden()), None)
