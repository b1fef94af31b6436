"""The windows of this program: several on one engine, with a connection each, and the tray icon."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from search.errors import IndexDamagedError, KnownError
from ui.controllers.jobs import Jobs
from ui.i18n.language import translate
from ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from search.ports import SearchCore
    from ui.shell.hotkey import GlobalHotkey
    from ui.shell.tray import Tray

OFFSET_PX = 32
"""Another window opens so far below and right of the last one."""


class WindowBuilder(Protocol):
    """Makes a window in two steps, so that the first can be painted before the second begins."""

    def front(self) -> MainWindow:
        """Return a window that can be typed in."""
        ...

    def prepare(self) -> None:
        """Import what filling needs; in any thread."""
        ...

    def fill(self, window: MainWindow) -> None:
        """Give it everything else."""
        ...


class Windows(QObject):
    """Opens and closes windows; the program ends with the last one, unless its icon stays in the tray.

    Args:
        builder: makes windows that are not shown yet, and fills them.
        open_core: connects with the engine, starting one where none runs; called in a thread.
    """

    def __init__(self, app: QApplication, builder: WindowBuilder, open_core: Callable[[], SearchCore]) -> None:
        super().__init__(app)
        self._app, self._builder, self._open_core = app, builder, open_core
        self._open: list[MainWindow] = []
        self._going: list[MainWindow] = []  # held until Qt has destroyed them: the collector must not be first
        self.tray: Tray | None = None
        self._hotkey: GlobalHotkey | None = None
        app.focusWindowChanged.connect(self._note_used)
        if sys.platform == "darwin":
            app.applicationStateChanged.connect(self._come_back)

    @property
    def last(self) -> MainWindow | None:
        """The window that was used last."""
        return self._open[-1] if self._open else None

    @property
    def count(self) -> int:
        """How many windows there are, hidden ones too."""
        return len(self._open)

    def open(self) -> MainWindow:
        """Show another window at once; panes and core follow: see `MainWindow.when_filled`."""
        before, window = self.last, self._builder.front()
        self._open.append(window)
        window.closed.connect(lambda: self._forget(window))
        if before is not None:
            window.move(before.pos().x() + OFFSET_PX, before.pos().y() + OFFSET_PX)
            self._fill(window)
        else:
            window.front.painted.connect(lambda: self._prepare(window))
        window.show()
        self._connect(window)
        return window

    def _prepare(self, window: MainWindow) -> None:
        """Import the rest of the first window in a thread, so that its field can be typed in meanwhile."""
        importing = Jobs(1, window)
        window.closed.connect(importing.shutdown)
        importing.run(self._builder.prepare, lambda _none: self._fill(window))

    def _fill(self, window: MainWindow) -> None:
        self._builder.fill(window)
        window.hides = self._hides_in_tray
        workbench = window.workbench
        workbench.anotherWanted.connect(self.open)
        workbench.quitWanted.connect(self.quit)
        workbench.settings.choices.hotkeyChosen.connect(lambda keys: self._grab(window, keys))
        workbench.settings.choices.trayChosen.connect(lambda on: self.use_tray(on=on))
        for number, file in enumerate(workbench.user_files):
            file.written.connect(partial(self._reload_in_others, window, number))
        workbench.index.activityChanged.connect(
            lambda activity: self.tray.show_activity(activity) if self.tray else None
        )
        self.use_tray(on=window.state.tray)
        if len(self._open) == 1:
            self._key_from_anywhere().grab(QKeySequence(window.state.hotkey))

    def use_tray(self, *, on: bool) -> None:
        """Keep an icon in the tray, where the desktop has one; the last window to be closed then hides in it."""
        from ui.shell.tray import Tray

        if on and self.tray is None and Tray.is_available():
            self.tray = Tray(self)
            self.tray.showWanted.connect(self.show_last)
            self.tray.anotherWanted.connect(self.open)
            self.tray.pauseWanted.connect(self._pause)
            self.tray.quitWanted.connect(self.quit)
            self.tray.set_shown(shown=True)
        elif not on and self.tray is not None:
            self.tray.set_shown(shown=False)
            self.tray.deleteLater()
            self.tray = None
        self._app.setQuitOnLastWindowClosed(self.tray is None)

    def show_last(self) -> None:
        """Bring the last window to the front, ready for typing; it does not disturb a person who types there."""
        window = self.last
        if window is None:
            self.open()
            return
        typing = window.isActiveWindow() and window.front.top.field.edit.hasFocus()
        window.setWindowState(window.windowState() & ~window.windowState().WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        if window.popup is None and not typing:
            window.focus_search()

    def quit(self) -> None:
        """Close every window and end."""
        for window in tuple(self._open):
            window.close()
        self._app.quit()

    def _note_used(self) -> None:
        active = self._app.activeWindow()
        used = next((window for window in self._open if window is active), None)
        if used is not None:
            self._open.remove(used)
            self._open.append(used)

    def _come_back(self, state: Qt.ApplicationState) -> None:
        """Show the last window where all are hidden: a click on the icon in the Dock of macOS ends here."""
        is_hidden = bool(self._open) and not any(window.isVisible() for window in self._open)
        if state is Qt.ApplicationState.ApplicationActive and is_hidden:
            self.show_last()

    def _hides_in_tray(self) -> bool:
        """Only the last window hides: every other one is really closed."""
        return self.tray is not None and self.count == 1

    def _connect(self, window: MainWindow) -> None:
        opening = Jobs(1, window)
        window.closed.connect(opening.shutdown)

        def refuse(error: KnownError) -> None:
            if isinstance(error, IndexDamagedError):
                window.workbench.show_damaged(error, connect)
            else:
                window.workbench.show_error(error, retry=connect)
                window.workbench.layout.status.show_unknown(translate("The index is not open"), damaged=True)

        def connect() -> None:
            opening.run(
                self._open_core,
                lambda core: window.when_filled(lambda: window.workbench.attach(core)),
                lambda error: window.when_filled(lambda: refuse(error)),
            )

        connect()

    def _grab(self, window: MainWindow, keys: str) -> None:
        if not self._key_from_anywhere().grab(QKeySequence(keys)):
            window.state.hotkey = ""

    def _key_from_anywhere(self) -> GlobalHotkey:
        if self._hotkey is None:
            from ui.shell.hotkey import GlobalHotkey

            self._hotkey = GlobalHotkey(self)
            self._hotkey.pressed.connect(self.show_last)
        return self._hotkey

    def _reload_in_others(self, source: MainWindow, number: int) -> None:
        """Have the other windows read a file of the person's again that one of them has written."""
        for window in self._open:
            if window is not source and window.filled:
                window.workbench.user_files[number].load()

    def _pause(self, paused: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        if self.last is not None and self.last.filled:
            self.last.workbench.index.pause(paused=paused)

    def _forget(self, window: MainWindow) -> None:
        if window in self._open:
            self._open.remove(window)
            self._going.append(window)
            window.destroyed.connect(lambda: self._going.remove(window))
            window.deleteLater()
