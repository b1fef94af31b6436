"""The icon in the system's tray: shows what the engine does, pauses it, brings the window back."""

import sys

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from search.progress import progress_line
from search.types.status import Activity
from ui.i18n.language import message_text, translate
from ui.theme.icons import icon

_ICON = 32


class Tray(QObject):
    """Emits wishes; ``show_activity`` keeps its tooltip and the pause entry up to date.

    Signals:
        showWanted: the window is to come to the front.
        anotherWanted: another window.
        pauseWanted: whether background indexing is to stop.
        quitWanted: everything is to end.
    """

    showWanted = Signal()
    anotherWanted = Signal()
    pauseWanted = Signal(bool)
    quitWanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paused = False
        self._menu = QMenu()
        self.open = QAction(translate("Open Dowse"), self)
        self.another = QAction(translate("New window"), self)
        self.pause = QAction(translate("Pause indexing"), self)
        self.quit = QAction(translate("Quit"), self)
        for action in (self.open, self.another, self.pause, self.quit):
            self._menu.addAction(action)
        self._icon = QSystemTrayIcon(icon("dowse", "accent", _ICON), self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._activated)
        self.open.triggered.connect(self.showWanted)
        self.another.triggered.connect(self.anotherWanted)
        self.pause.triggered.connect(lambda: self.pauseWanted.emit(not self._paused))
        self.quit.triggered.connect(self.quitWanted)
        self.show_activity(Activity())

    @staticmethod
    def is_available() -> bool:
        """Return whether this desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def tip(self) -> str:
        """The text of the tooltip."""
        return self._icon.toolTip()

    def set_shown(self, *, shown: bool) -> None:
        """Show or remove the icon."""
        self._icon.setVisible(shown)

    def show_activity(self, activity: Activity) -> None:
        """Show the activity of the engine."""
        self._paused = activity.paused
        self.pause.setText(translate("Continue indexing") if activity.paused else translate("Pause indexing"))
        self._icon.setToolTip(f"Dowse: {message_text(progress_line(activity))}")

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if sys.platform == "darwin":  # there a click opens the menu
            return
        if reason in {QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick}:
            self.showWanted.emit()
