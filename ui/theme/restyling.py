"""Applies another palette or text scale to all widgets, without blocking the window.

A style sheet caches the colours and sizes of each widget, so that each one has to be styled again.
"""

import time
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from ui.theme.curtain import Curtain

STEP_MS = 8
"""Longest time for which widgets are styled without a pause."""


def restyle(app: QApplication) -> None:
    """Style visible widgets again, and all others in steps after them."""
    restyling = app.findChild(_Restyling)
    (restyling if isinstance(restyling, _Restyling) else _Restyling(app)).begin()


class _Restyling(QObject):
    """Styles all widgets of the application again; visible ones are painted when all of these are styled."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._hidden: list[QWidget] = []
        self._seen: list[QWidget] = []
        self._curtains: list[Curtain] = []
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._go_on)

    def begin(self) -> None:
        """Start, or start again if it is running."""
        self._hidden, self._seen = [], []
        depths = _depths(QApplication.allWidgets())
        for widget in sorted(
            depths, key=lambda widget: depths[widget]
        ):  # the deepest first: parents style their children
            (self._seen if widget.isVisible() else self._hidden).append(widget)
        self._close_curtains()
        self._go_on()
        self._turn.start()

    def _close_curtains(self) -> None:
        self._curtains = [curtain for curtain in self._curtains if isValid(curtain)]
        covered = [curtain.window() for curtain in self._curtains]
        for curtain in self._curtains:
            curtain.close_again()
        for window in QApplication.topLevelWidgets():
            if window.isVisible() and window.windowType() == Qt.WindowType.Window and window not in covered:
                self._curtains.append(Curtain(window))

    def _go_on(self) -> None:
        if self._curtains and not self._seen:
            self._draw()  # in a run of the event loop of its own, because what it uncovers is painted after it
            return
        until = time.perf_counter() + STEP_MS / 1000
        waiting = self._seen or self._hidden
        while waiting and time.perf_counter() < until:
            widget = waiting.pop()
            if isValid(widget):
                _style(widget)
        if not (self._seen or self._curtains or self._hidden):
            self._turn.stop()

    def _draw(self) -> None:
        left = []
        for curtain in self._curtains:
            if isValid(curtain):
                if curtain.draw():
                    curtain.hide()
                    curtain.deleteLater()
                else:
                    left.append(curtain)
        self._curtains = left


def _depths(widgets: Iterable[QWidget]) -> dict[QWidget, int]:
    """Return the number of ancestors of each widget."""
    depths: dict[QWidget, int] = {}
    for widget in widgets:
        below: list[QWidget] = []
        above: QWidget | None = widget
        while above is not None and above not in depths:
            below.append(above)
            above = above.parentWidget()
        depth = -1 if above is None else depths[above]
        for higher in reversed(below):
            depth += 1
            depths[higher] = depth
    return depths


def _style(widget: QWidget) -> None:
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
