"""Starting the window: application, fonts, theme, and what happens when something unforeseen goes wrong."""

import logging
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from search.errors import KnownError
from search.ports import SearchCore
from ui.controllers.jobs import Jobs
from ui.main_window import MainWindow
from ui.state import load_state
from ui.theme.appearance import Appearance
from ui.theme.icons import icon
from ui.theme.scheme import ThemeChoice
from ui.window_commands import bind_commands
from ui.window_memory import note, restore
from ui.window_signals import connect_window

STYLE = "fusion"
"""The same on every system, so that measured geometry holds."""

_LOG = logging.getLogger(__name__)


class Hook(QObject):
    """Takes exceptions that nobody caught, from any thread, and shows them in the window."""

    _raised = Signal(str, str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._raised.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log the exception and show the error page; an interrupt from the keyboard ends the program."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.exit(130)
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        _LOG.error("unexpected error in the window\n%s", details)
        self._raised.emit(f"{kind.__name__}: {error}", details)

    def _show(self, summary: str, details: str) -> None:
        problem = KnownError("Something went wrong in the window", remedy=f"{summary}. The index is not affected.")
        self._window.show_error(problem, details=details)


def run(
    open_core: Callable[[], SearchCore],
    state_folder: Path,
    count_tokens: Callable[[str], int],
    arguments: list[str],
) -> int:
    """Show the window until it is closed, and return the exit status.

    The window is painted first; ``open_core`` runs in a thread meanwhile and may start an engine. The caller
    closes the core that it returned.
    """
    app = QApplication(arguments)
    window = make_window(app, state_folder, count_tokens)
    sys.excepthook = Hook(window)
    window.show()
    opening = Jobs(1, window)
    window.closed.connect(opening.shutdown)

    def connect() -> None:
        opening.run(open_core, window.attach, refuse)

    def refuse(error: KnownError) -> None:
        window.show_error(error, retry=connect)

    connect()
    return app.exec()


def make_window(app: QApplication, state_folder: Path, count_tokens: Callable[[str], int]) -> MainWindow:
    """Dress the application as the person chose and return its window, not shown yet."""
    app.setApplicationName("Dowse")
    if app.style().name() != STYLE:
        app.setStyle(STYLE)
    app.setQuitOnLastWindowClosed(True)
    state = load_state(state_folder / "window.json")
    appearance = Appearance(app)
    appearance.start(_choice(state.theme), state.scale_percent, system_fonts=state.system_fonts)
    app.setWindowIcon(icon("dowse", "accent", 64))
    window = MainWindow(state_folder, count_tokens, appearance)
    connect_window(window)
    bind_commands(window)
    restore(window)
    window.closing.connect(lambda: note(window))
    window.answers.show_empty()
    window.focus_search()
    return window


def _choice(stored: str) -> ThemeChoice:
    known = {choice.value: choice for choice in ThemeChoice}
    return known.get(stored, ThemeChoice.SYSTEM)
