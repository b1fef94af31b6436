"""The registry of commands: menus, palette, key sheet, tooltips and shortcuts all read from here."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Command:
    """A command before it is bound to a window.

    Attributes:
        id: stable name, for settings and tests.
        keys: portable shortcuts; the first one is shown.
        mac_keys: those that are used on macOS instead, where Alt and a digit type a character.
        group: heading in the key sheet.
        icon: Lucide name, for the palette.
    """

    id: str
    text: str
    keys: tuple[str, ...] = ()
    mac_keys: tuple[str, ...] = ()
    group: str = "General"
    icon: str = "command"
    hint: str = ""

    def shortcuts(self) -> list[QKeySequence]:
        """Return the shortcuts of this system."""
        keys = self.mac_keys if sys.platform == "darwin" and self.mac_keys else self.keys
        return [QKeySequence(key) for key in keys]


class ActionRegistry(QObject):
    """Makes one `QAction` a command and keeps them in order."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._commands: dict[str, Command] = {}

    def add(self, command: Command, slot: Callable[[], object]) -> QAction:
        """Bind a command to what it does.

        Raises:
            ValueError: the name or one of the shortcuts is taken: Qt would fire neither, silently.
        """
        taken = {key.toString(): name for name, known in self._commands.items() for key in known.shortcuts()}
        clash = [key.toString() for key in command.shortcuts() if key.toString() in taken]
        if clash or command.id in self._commands:
            message = f"{command.id}: {clash or 'the name'} is taken"
            raise ValueError(message)
        action = QAction(command.text, self._window)
        action.setObjectName(command.id)
        action.setShortcuts(command.shortcuts())
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False: slot())
        self._window.addAction(action)
        self._actions[command.id] = action
        self._commands[command.id] = command
        return action

    def action(self, name: str) -> QAction:
        """Return the action of a command."""
        return self._actions[name]

    def keys(self, name: str) -> str:
        """Return the shown shortcut of a command as this system writes it."""
        shortcuts = self._commands[name].shortcuts()
        return shortcuts[0].toString(QKeySequence.SequenceFormat.NativeText) if shortcuts else ""

    def commands(self) -> Iterator[tuple[Command, QAction]]:
        """Yield all commands in the order they were added."""
        for name, command in self._commands.items():
            yield command, self._actions[name]
