"""The registry of commands: menus, palette, key sheet, tooltips and shortcuts all read from here."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
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
        uncovers: it moves the focus to something that an open popup covers, so that the popup closes first.
        over_popups: it also acts while a popup is open: it opens or closes one, or changes nothing in the window.
    """

    id: str
    text: str
    keys: tuple[str, ...] = ()
    mac_keys: tuple[str, ...] = ()
    group: str = "General"
    icon: str = "command"
    hint: str = ""
    uncovers: bool = False
    over_popups: bool = False

    def shortcuts(self) -> list[QKeySequence]:
        """Return the shortcuts of this system."""
        keys = self.mac_keys if sys.platform == "darwin" and self.mac_keys else self.keys
        return [QKeySequence(key) for key in keys]


Binding = tuple[Command, Callable[[], object]]
"""A command with its action."""


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Commands under one heading of the key sheet."""

    title: str

    def bind(
        self,
        name: str,
        text: str,
        slot: Callable[[], object],
        *keys: str,
        icon: str = "command",
        mac: str = "",
        uncovers: bool = False,
        over_popups: bool = False,
    ) -> Binding:
        """Return a command of this group with its slot; ``mac`` is its shortcut on macOS where that differs."""
        mac_keys = (mac,) if mac else ()
        command = Command(name, text, keys, mac_keys, self.title, icon, uncovers=uncovers, over_popups=over_popups)
        return command, slot


class ActionRegistry(QObject):
    """Makes one `QAction` a command and keeps them in order; ``changed`` comes when keys did."""

    changed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._commands: dict[str, Command] = {}

    def add(self, command: Command, slot: Callable[[], object]) -> QAction:
        """Bind a command to its action.

        Raises:
            ValueError: the name or one of the shortcuts is taken: Qt would fire neither, silently.
        """
        used_keys = {key.toString(): name for name, known in self._commands.items() for key in known.shortcuts()}
        clash = [key.toString() for key in command.shortcuts() if key.toString() in used_keys]
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

    def sequence(self, name: str) -> QKeySequence:
        """Return the keys of a command that are shown; empty for none."""
        return self._actions[name].shortcut()

    def command_with(self, keys: QKeySequence) -> str:
        """Return the name of the command that has these keys; empty when they are free."""
        if keys.isEmpty():
            return ""
        return next((name for name, action in self._actions.items() if keys in action.shortcuts()), "")

    def trigger(self, keys: QKeySequence) -> None:
        """Run the command of these keys, if any."""
        name = self.command_with(keys)
        if name:
            self._actions[name].trigger()

    def change_keys(self, name: str, keys: str) -> bool:
        """Give a command other keys (portable text, empty for none); return whether they were free."""
        wanted = QKeySequence(keys)
        if name not in self._actions or self.command_with(wanted) not in {"", name}:
            return False
        self._actions[name].setShortcuts([wanted] if keys else [])
        self.changed.emit()
        return True

    def reset_keys(self) -> None:
        """Reset the keys of every command."""
        for name, command in self._commands.items():
            self._actions[name].setShortcuts(command.shortcuts())
        self.changed.emit()

    def action(self, name: str) -> QAction:
        """Return the action of a command."""
        return self._actions[name]

    def keys(self, name: str) -> str:
        """Return the shown shortcut of a command as this system writes it."""
        return self.sequence(name).toString(QKeySequence.SequenceFormat.NativeText)

    def commands(self) -> Iterator[tuple[Command, QAction]]:
        """Yield all commands in the order they were added."""
        for name, command in self._commands.items():
            yield command, self._actions[name]
