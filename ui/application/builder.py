"""Starts the window: application, fonts, theme, and the handling of unexpected errors."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from search.errors import KnownError
from ui.application.garbage import collect_in, spare
from ui.application.start import STYLE, STYLED
from ui.application.windows import Windows
from ui.services import Services
from ui.theme.appearance import Appearance
from ui.theme.icons import icon
from ui.theme.palette import unstyled
from ui.theme.scheme import ThemeChoice
from ui.user_data.window_state import load_state
from ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from types import TracebackType

    from search.ports import SearchCore

DESKTOP_ENTRY = "dowse"
"""Name of the installed desktop entry without its ending: by it Wayland finds the window's icon."""

_LOG = logging.getLogger(__name__)


class Hook(QObject):
    """Catches unhandled exceptions of any thread, and shows them in the window."""

    _raised = Signal(str, str)

    def __init__(self, windows: Windows) -> None:
        super().__init__(windows)
        self._windows = windows
        self._before = sys.excepthook
        self._raised.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log the exception and show the error page; an interrupt from the keyboard ends the program."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.exit(130)
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        _LOG.error("unexpected error in the window\n%s", details)
        self._before(kind, error, trace)
        self._raised.emit(f"{kind.__name__}: {error}", details)

    def _show(self, summary: str, details: str) -> None:
        problem = KnownError("window.unexpected_error", summary=summary)
        window = self._windows.last
        if window is not None:
            window.when_filled(lambda: window.workbench.show_error(problem, details=details))


def run(
    app: QApplication,
    open_core: Callable[[], SearchCore],
    services: Services,
) -> int:
    """Show a window until the last one is closed, and return the exit status.

    `ui.application.start.begin` makes the ``app``.

    A window is painted first; ``open_core`` runs in a thread meanwhile and may start an engine. Every window asks
    for a core of its own, and the caller closes what it returned.
    """
    windows = Windows(app, Builder(app, services), open_core)
    sys.excepthook = Hook(windows)
    windows.open()
    return app.exec()


class Builder:
    """Creates windows: first the painted front, then the panes."""

    def __init__(self, app: QApplication, services: Services) -> None:
        self._app, self._services = app, services

    def front(self) -> MainWindow:
        """Dress the application as the person chose and return a window that can be typed in, not shown yet."""
        app = self._app
        app.setApplicationName("Dowse")
        app.setDesktopFileName(DESKTOP_ENTRY)
        collect_in(app)
        if not app.property(STYLED):
            app.setStyle(STYLE)
            app.setProperty(STYLED, True)
        state = load_state(self._services.state_folder / "window.json")
        appearance = Appearance(app)
        appearance.start(_choice(state.theme), state.scale_percent, system_fonts=state.system_fonts)
        app.setWindowIcon(icon("dowse", "accent", 64))
        with unstyled(app):
            window = MainWindow(self._services, appearance)
        if state.query_index == self._services.person_folder.name:
            window.front.top.field.edit.set_text(state.query)
        window.focus_search()
        return window

    def prepare(self) -> None:
        """Import what `fill` needs; in any thread."""
        import_module("ui.window.filling")

    def fill(self, window: MainWindow) -> None:
        """Give a window its panes and connect them."""
        from ui.window.filling import fill

        fill(self._app, window, self._services)
        spare(window.closed)  # modules and widgets: nine tenths of all there is to go through


def make_window(app: QApplication, services: Services) -> MainWindow:
    """Dress the application as the person chose and return its whole window, not shown yet."""
    builder = Builder(app, services)
    window = builder.front()
    builder.fill(window)
    return window


def _choice(stored: str) -> ThemeChoice:
    known = {choice.value: choice for choice in ThemeChoice}
    return known.get(stored, ThemeChoice.SYSTEM)
