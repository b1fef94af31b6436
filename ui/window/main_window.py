"""The main window as the system sees it: its frame, its events and its end.

It is painted with its search field before the rest is even imported; `ui.window.filling` then gives it a
`Workbench`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow

from ui.services import Services
from ui.shell.early_keys import EarlyKeys
from ui.shell.front import Front
from ui.theme.appearance import Appearance
from ui.user_data.window_state import WindowState, WindowStateFile
from ui.widgets.drop_zone import folders_from_elsewhere, take_to_look_at
from ui.window.screen_area import ScreenArea, is_on_a_screen, size_within

if TYPE_CHECKING:
    from ui.widgets.popup import Popup
    from ui.window.workbench import Workbench


class MainWindow(QMainWindow):
    """The window of one index.

    It can be seen and typed in before it has a workbench; ``closed`` is emitted when it has shut down.

    Attributes:
        hides: whether closing it only hides it, because its icon stays in the tray.
        front: the view until it has a workbench.
        state_file: the saved state of the window.
        area: the screen that it is on.
    """

    closed = Signal()

    def __init__(self, services: Services, appearance: Appearance) -> None:
        super().__init__()
        self.hides: Callable[[], bool] = bool
        self.setAcceptDrops(True)
        self.state_file = WindowStateFile(services.state_folder / "window.json")
        self.appearance = appearance
        self._workbench: Workbench | None = None
        self._waiting: list[Callable[[], object]] = []
        self.front = Front(self.state.splitter)
        self._top = self.front.top
        self._early_keys = EarlyKeys(self._top.field.edit)
        self.setCentralWidget(self.front)
        self.setWindowTitle("Dowse")
        screen = self.screen().availableGeometry().size()
        self.resize(size_within(QSize(self.state.width, self.state.height), screen))
        if is_on_a_screen(self.state.position, self.size()):
            self.move(*self.state.position)
        if self.state.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        self.area = ScreenArea(self)
        self.area.changed.connect(self.fit)

    @property
    def state(self) -> WindowState:
        """The saved state of the window."""
        return self.state_file.now

    @property
    def workbench(self) -> Workbench:
        """Everything in the window.

        Raises:
            RuntimeError: the window is not filled yet; see `when_filled`.
        """
        if self._workbench is None:
            message = "the window is not filled yet"
            raise RuntimeError(message)
        return self._workbench

    @property
    def filled(self) -> bool:
        """Whether the window has its workbench."""
        return self._workbench is not None

    def set_workbench(self, workbench: Workbench) -> None:
        """Set the workbench, run commands whose keys were pressed before, and notify waiting callers."""
        self._workbench = workbench
        self.fit()  # it may have got its size long before its panes
        self.area.check_soon()
        for keys in self._early_keys.let_go():
            workbench.actions.trigger(keys)
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()

    def when_filled(self, act: Callable[[], object]) -> None:
        """Call something as soon as the window has its workbench: now, or after the first paint."""
        if self.filled:
            act()
        else:
            self._waiting.append(act)

    def focus_search(self) -> None:
        """Go to the search field and select everything in it."""
        self._top.focus_field()

    @property
    def popup(self) -> Popup | None:
        """The popup over everything else."""
        if self._workbench is None:
            return None
        from ui.widgets.popup import open_popup

        return open_popup(self._workbench.layout)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the search field on a slash that no other widget takes."""
        if event.text() == "/":
            self.focus_search()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept folders that are dragged in from another program."""
        if self.filled and folders_from_elsewhere(event):
            take_to_look_at(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Index the folders that were dropped."""
        folders = folders_from_elsewhere(event)
        if folders:
            take_to_look_at(event)
            self.workbench.add_folders(folders)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the rules for narrow windows."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Lay out everything for the present size of the window, text and screen."""
        if self._workbench is not None:
            self._workbench.layout.fit(self.width())

    def changeEvent(self, event: QEvent) -> None:
        """Show which theme is used."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_top"):
            self._top.show_theme()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window and end everything in it; a window that hides is only hidden."""
        if self._workbench is not None:
            self._workbench.keep_state()
            if self.hides() and event.spontaneous():
                event.ignore()
                self.hide()
                return
            self._workbench.shutdown()
        super().closeEvent(event)
        self.closed.emit()
