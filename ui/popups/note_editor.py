"""The editor for the note on a file."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.theme import sizes
from ui.theme.fonts import font
from ui.widgets.buttons import WordButton
from ui.widgets.popup import Popup
from ui.widgets.text import Text

_SIZE = (520, 320)


class NoteEditor(Popup):
    """A few lines of text; ``written(text)`` has the new note, empty to remove it."""

    written = Signal(str)

    def __init__(self, window: QWidget, name: str, note: str) -> None:
        super().__init__(window, translate("Note on {name}").format(name=name))
        self.setFixedSize(sizes.scaled(_SIZE[0]), sizes.scaled(_SIZE[1]))
        self.text = QPlainTextEdit(note)
        self.text.setObjectName("note")
        self.text.setFont(font(13))
        self.text.setAccessibleName(f"{translate('Note on')} {name}")
        self.text.setTabChangesFocus(True)
        self.text.setProperty("kind", "boxed")
        save = WordButton(translate("Save"), kind="primary", px=13, weight=600)
        save.clicked.connect(lambda: self._finish(self.text.toPlainText()))
        remove = WordButton(translate("Remove"), px=13)
        remove.clicked.connect(lambda: self._finish(""))
        remove.setVisible(bool(note))
        cancel = WordButton(translate("Cancel"), kind="plain", px=13)
        cancel.clicked.connect(self.dismiss)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        column.addWidget(Text(f"{translate('Note on')} {name}", 15, 600))
        column.addWidget(
            Text(translate("Kept on this computer, for this index. Ctrl+Enter saves."), 12, 400, "text3")
        )
        column.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.addWidget(remove)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(save)
        column.addLayout(row)

    def open(self) -> None:
        """Show the editor with the cursor at the end of the note."""
        self.text.moveCursor(self.text.textCursor().MoveOperation.End)
        self.present(self.text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Save on Ctrl+Enter, and pass other keys to the popup."""
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._finish(self.text.toPlainText())
        else:
            super().keyPressEvent(event)

    def _finish(self, note: str) -> None:
        self.dismiss()
        self.written.emit(note)


def edit_note(window: QWidget, path: str, note: str, write: Callable[[str], object]) -> NoteEditor:
    """Open the editor for the note on the file at ``path``; ``write`` is called with the new text."""
    editor = NoteEditor(window, path.rpartition("/")[2], note)
    editor.written.connect(write)
    editor.open()
    return editor
