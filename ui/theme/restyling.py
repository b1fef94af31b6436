"""Has the widgets follow a palette that changed, without holding the window up.

A style sheet remembers for each widget the colours that it found in the palette once.
"""

import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

STEP_MS = 8
"""How long widgets out of sight are styled without a pause."""


def restyle(app: QApplication) -> None:
    """Style the widgets in sight anew, and have all others follow in steps."""
    found = app.findChild(_Restyling)
    (found if isinstance(found, _Restyling) else _Restyling(app)).begin()


class _Restyling(QObject):
    """Styles all widgets of the application anew; those in sight are painted when all of them are."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._hidden: list[QWidget] = []
        self._seen: list[QWidget] = []
        self._held: list[QWidget] = []
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._go_on)

    def begin(self) -> None:
        """Start, from the beginning where it was under way."""
        self._hidden, self._seen = [], []
        for widget in QApplication.allWidgets():
            (self._seen if widget.isVisible() else self._hidden).append(widget)
        for window in QApplication.topLevelWidgets():
            if window.isVisible() and window.updatesEnabled():
                window.setUpdatesEnabled(False)
                self._held.append(window)
        self._go_on()
        self._turn.start()

    def _go_on(self) -> None:
        if self._held and not self._seen:
            self._show()  # a turn of its own: the whole window is painted after it
            return
        until = time.perf_counter() + STEP_MS / 1000
        waiting = self._seen or self._hidden
        while waiting and time.perf_counter() < until:
            widget = waiting.pop()
            if isValid(widget):
                _style(widget)
        if not (self._seen or self._held or self._hidden):
            self._turn.stop()

    def _show(self) -> None:
        for window in self._held:
            if isValid(window):
                window.setUpdatesEnabled(True)
        self._held = []


def _style(widget: QWidget) -> None:
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
