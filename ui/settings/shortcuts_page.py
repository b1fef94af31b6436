"""Settings: the keys of every command."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeySequence, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QKeySequenceEdit, QWidget

from ui.actions import ActionRegistry
from ui.hotkey import GlobalHotkey
from ui.language import translate
from ui.settings.rows import SettingRow, SettingsPage
from ui.theme.sizes import scaled
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.steps import Steps
from ui.widgets.text import Text


class ShortcutsPage(SettingsPage):
    """One field a command; a key that is taken is refused, and said.

    Signals:
        changed: name of a command and its keys as portable text, empty for none.
        resetWanted: all commands get the keys they came with.
        hotkeyChosen: keys as portable text that bring Dowse to the front from anywhere, empty for none.
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
        self._fields: dict[str, QKeySequenceEdit] = {}
        self._filling = Steps(self._fill(), self)
        self.said = Text("", 12, 500, "danger")
        self.hotkey = QKeySequenceEdit()
        self.hotkey.setMaximumSequenceLength(1)
        self.hotkey.setFixedWidth(scaled(150))
        self.hotkey.installEventFilter(self)
        name = translate("Open Dowse from anywhere")
        for field in (self.hotkey, *self.hotkey.findChildren(QWidget)):
            field.setAccessibleName(name)
        available = GlobalHotkey.is_available()
        self.hotkey.setEnabled(available)
        self.hotkey.editingFinished.connect(self._take_hotkey)
        sentence = "" if available else translate("Only on X11: this desktop leaves such keys to its own settings")
        self.add(SettingRow(name, sentence, self.hotkey))
        self.add_line()
        self._grid = QGridLayout()
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)
        holder = QWidget()
        holder.setLayout(self._grid)
        self.column.addWidget(holder)
        self.column.addSpacing(12)
        foot = QHBoxLayout()
        reset = WordButton(translate("Use the keys it came with"), icon_name="rotate-ccw")
        reset.clicked.connect(self.resetWanted)
        foot.addWidget(reset)
        foot.addWidget(self.said, 1)
        self.column.addLayout(foot)
        self.finish()

    @property
    def fields(self) -> dict[str, QKeySequenceEdit]:
        """The field of every command."""
        self._filling.finish()
        return self._fields

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to make the fields: all at once they would hold the window up."""
        super().showEvent(event)
        if not self._filling.done:
            self._filling.start()

    def show_hotkey(self, keys: str) -> None:
        """Show the keys that bring Dowse to the front."""
        self.hotkey.setKeySequence(QKeySequence(keys))

    def _take_hotkey(self) -> None:
        self.hotkeyChosen.emit(self.hotkey.keySequence().toString(QKeySequence.SequenceFormat.PortableText))

    def show_keys(self) -> None:
        """Show the keys that hold."""
        for name, field in self._fields.items():
            field.setKeySequence(self._actions.sequence(name))

    def _fill(self) -> Iterator[None]:
        """Make the fields, one a step."""
        group = ""
        for command, _action in self._actions.commands():
            row = self._grid.rowCount()
            if command.group != group:
                group = command.group
                self._grid.addWidget(Text(group, 12, 600, "text2"), row, 0)
                row += 1
            self._grid.addWidget(Text(command.text, 13), row, 0)
            self._grid.addWidget(self._field(command.id, command.text), row, 1)
            yield

    def _field(self, name: str, title: str) -> QWidget:
        field = QKeySequenceEdit(self._actions.sequence(name))
        field.setMaximumSequenceLength(1)
        field.setClearButtonEnabled(False)
        field.setAccessibleName(translate("Keys of {command}").format(command=title))
        field.setFixedWidth(scaled(150))
        field.installEventFilter(self)
        for child in field.findChildren(QWidget):
            child.setAccessibleName(translate("Keys of {command}").format(command=title))
        field.editingFinished.connect(lambda: self._take(name, title))
        self._fields[name] = field
        clear = IconButton("x", translate("No key for {command}").format(command=title), size=14, box=24)
        clear.clicked.connect(lambda: self._clear(name))
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(field)
        row.addWidget(clear)
        return both

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a field have every key but Tab: window shortcuts must not fire while one is recorded."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(watched, QKeySequenceEdit):
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _clear(self, name: str) -> None:
        self._fields[name].clear()
        self.said.setText("")
        self.changed.emit(name, "")

    def _take(self, name: str, title: str) -> None:
        field = self._fields[name]
        wanted = field.keySequence()
        if wanted == self._actions.sequence(name):
            return
        taken = self._actions.command_with(wanted)
        if taken and taken != name:
            other = self._actions.action(taken).text()
            self.said.setText(
                translate("{keys} is taken by “{command}”").format(
                    keys=wanted.toString(QKeySequence.SequenceFormat.NativeText), command=other
                )
            )
            field.setKeySequence(self._actions.sequence(name))
            return
        self.said.setText(translate("{command}: changed").format(command=title) if not wanted.isEmpty() else "")
        self.said.set_token("text2")
        self.changed.emit(name, wanted.toString(QKeySequence.SequenceFormat.PortableText))
