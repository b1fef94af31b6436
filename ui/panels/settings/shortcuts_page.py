"""Settings: the keys of every command."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QKeySequenceEdit, QLineEdit, QWidget

from ui.i18n.language import translate
from ui.panels.settings.rows import SettingRow, SettingsPage
from ui.shell.hotkey import GlobalHotkey, leaves_typing_alone
from ui.theme.sizes import scaled
from ui.widgets.actions import ActionRegistry
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.steps import Steps
from ui.widgets.text import Text

_GROUP_GAP = 12
"""Pixels above the heading of a group."""


_WIDTH = 150


class KeyField(QKeySequenceEdit):
    """Records every key except Tab, which moves the focus, and Esc, which closes the dialog."""

    def __init__(self, name: str, keys: QKeySequence | None = None) -> None:
        super().__init__(keys or QKeySequence())
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(False)
        self.setFixedWidth(scaled(_WIDTH))
        for field in (self, *self.findChildren(QWidget)):
            field.setAccessibleName(name)
        self.editingFinished.connect(self._say_what_to_do)
        self._say_what_to_do()

    def setKeySequence(self, keys: QKeySequence | QKeyCombination | QKeySequence.StandardKey | str | int) -> None:
        """Show other keys."""
        super().setKeySequence(keys)
        self._say_what_to_do()

    def event(self, event: QEvent) -> bool:
        """Block the shortcuts of the window while a key is recorded, except the one that closes."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(not _closes(event))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Record the key."""
        if _closes(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _say_what_to_do(self) -> None:
        """Replace the words of Qt, which it has in English alone and sets again with every sequence of keys."""
        for line in self.findChildren(QLineEdit):
            line.setPlaceholderText(translate("Press keys"))


def _closes(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Escape and event.modifiers() == Qt.KeyboardModifier.NoModifier


class ShortcutsPage(SettingsPage):
    """One field for each command; a key that is already used is refused with a message.

    Signals:
        changed: name of a command and its keys as portable text, empty for none.
        resetWanted: restore the default keys of all commands.
        hotkeyChosen: keys as portable text that bring Dowse to the front from any program, empty for none.
    """

    changed = Signal(str, str)
    resetWanted = Signal()
    hotkeyChosen = Signal(str)

    def __init__(self, actions: ActionRegistry) -> None:
        super().__init__(
            translate("Shortcuts"),
            translate("Every command is also in the palette. Click a field and press the keys."),
        )
        self._actions = actions
        self._fields: dict[str, KeyField] = {}
        self._filling = Steps(self._fill(), self)
        self.message = Text("", 12, 500, "danger")
        self._hotkey_now = ""
        name = translate("Open Dowse from anywhere")
        self.hotkey = KeyField(name)
        clear = self._clear_button(name, self._clear_hotkey)
        available = GlobalHotkey.is_available()
        self.hotkey.setEnabled(available)
        clear.setEnabled(available)
        self.hotkey.editingFinished.connect(self._take_hotkey)
        sentence = "" if available else translate("Only on X11: this desktop leaves such keys to its own settings")
        self.add(SettingRow(name, sentence, _beside(self.hotkey, clear)))
        self.add_line()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)
        holder = QWidget()
        holder.setLayout(self._grid)
        self.column.addWidget(holder)
        foot = QHBoxLayout()
        foot.setSpacing(16)
        reset = WordButton(translate("Use the keys it came with"), icon_name="rotate-ccw")
        reset.clicked.connect(self.resetWanted)
        foot.addWidget(reset)
        foot.addWidget(self.message, 1)
        self.add_foot(foot)
        self.finish()

    @property
    def fields(self) -> dict[str, KeyField]:
        """The field of every command."""
        self._filling.finish()
        return self._fields

    def showEvent(self, event: QShowEvent) -> None:
        """Start to create the fields in steps: all at once would block the window."""
        super().showEvent(event)
        if not self._filling.done:
            self._filling.start()

    def show_hotkey(self, keys: str) -> None:
        """Show the keys that bring Dowse to the front."""
        self._hotkey_now = keys
        self.hotkey.setKeySequence(QKeySequence(keys))

    def refuse_hotkey(self, keys: str) -> None:
        """Show that these keys cannot be used from any program, and clear the field."""
        self.show_hotkey("")
        self._say(translate("{keys} is taken by another program, or cannot be used here").format(keys=keys))

    def _take_hotkey(self) -> None:
        wanted = self.hotkey.keySequence()
        keys = wanted.toString(QKeySequence.SequenceFormat.PortableText)
        if keys == self._hotkey_now:
            return
        if keys and not leaves_typing_alone(wanted):
            self.show_hotkey(self._hotkey_now)
            words = translate("{keys} would be missing in every other program: add Ctrl or Alt")
            self._say(words.format(keys=wanted.toString(QKeySequence.SequenceFormat.NativeText)))
            return
        self._hotkey_now = keys
        self._say("")
        self.hotkeyChosen.emit(keys)

    def _clear_hotkey(self) -> None:
        self.hotkey.clear()
        self._take_hotkey()

    def _say(self, words: str, *, failed: bool = True) -> None:
        self.message.set_token("danger" if failed else "text2")
        self.message.setText(words)

    def show_keys(self) -> None:
        """Show the current keys."""
        for name, field in self._fields.items():
            field.setKeySequence(self._actions.sequence(name))

    def _fill(self) -> Iterator[None]:
        """Create the fields, one in each step."""
        group = ""
        for command, _action in self._actions.commands():
            row = self._grid.rowCount()
            if command.group != group:
                heading = Text(command.group, 12, 600, "text2")
                heading.setContentsMargins(0, _GROUP_GAP if group else 0, 0, 0)
                self._grid.addWidget(heading, row, 0)
                group, row = command.group, row + 1
            self._grid.addWidget(Text(command.text, 13), row, 0)
            self._grid.addWidget(self._field(command.id, command.text), row, 1)
            yield

    def _field(self, name: str, title: str) -> QWidget:
        field = KeyField(translate("Keys of {command}").format(command=title), self._actions.sequence(name))
        field.editingFinished.connect(lambda: self._take(name, title))
        self._fields[name] = field
        return _beside(field, self._clear_button(title, lambda: self._clear(name)))

    @staticmethod
    def _clear_button(title: str, act: Callable[[], object]) -> IconButton:
        clear = IconButton("x", translate("No key for {command}").format(command=title), size=14, box=24)
        clear.clicked.connect(act)
        return clear

    def _clear(self, name: str) -> None:
        self._fields[name].clear()
        self._say("")
        self.changed.emit(name, "")

    def _take(self, name: str, title: str) -> None:
        field = self._fields[name]
        wanted = field.keySequence()
        if wanted == self._actions.sequence(name):
            return
        owner = self._actions.command_with(wanted)
        if owner and owner != name:
            other = self._actions.action(owner).text()
            words = translate("{keys} is taken by “{command}”")
            self._say(words.format(keys=wanted.toString(QKeySequence.SequenceFormat.NativeText), command=other))
            field.setKeySequence(self._actions.sequence(name))
            return
        done = translate("{command}: changed").format(command=title) if not wanted.isEmpty() else ""
        self._say(done, failed=False)
        self.changed.emit(name, wanted.toString(QKeySequence.SequenceFormat.PortableText))


def _beside(field: KeyField, clear: IconButton) -> QWidget:
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    row.addWidget(field)
    row.addWidget(clear)
    return both
