"""Keys of commands that are pressed before the commands are there."""

import sys

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit

SEARCH_KEY = "Ctrl+L"
"""Focuses the search field and selects its text."""

_KEY = QKeySequence.StandardKey
_EDITS = (
    _KEY.Copy, _KEY.Cut, _KEY.Paste, _KEY.Undo, _KEY.Redo, _KEY.SelectAll,
    _KEY.MoveToNextWord, _KEY.MoveToPreviousWord, _KEY.SelectNextWord, _KEY.SelectPreviousWord,
    _KEY.MoveToStartOfDocument, _KEY.MoveToEndOfDocument, _KEY.DeleteStartOfWord, _KEY.DeleteEndOfWord,
)  # fmt: skip
"""Keys with Ctrl that belong to the field."""
_MODIFIERS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class EarlyKeys(QObject):
    """Keeps the keys of commands that a field gets, until `let_go`; what edits text goes through.

    The key that goes to the field selects its text at once: later it would select what was typed meanwhile.
    """

    def __init__(self, watched: QPlainTextEdit) -> None:
        super().__init__(watched)
        self._watched = watched
        self._pressed: list[QKeyCombination] = []
        watched.installEventFilter(self)

    def let_go(self) -> tuple[QKeySequence, ...]:
        """Keep no more keys, and return those that were pressed, first one first."""
        self._watched.removeEventFilter(self)
        pressed, self._pressed = self._pressed, []
        return tuple(QKeySequence(keys) for keys in pressed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a key that is no text and edits none."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not _is_command(event):
            return super().eventFilter(watched, event)
        if QKeySequence(event.keyCombination()) == QKeySequence(SEARCH_KEY):
            self._watched.selectAll()
        else:
            self._pressed.append(event.keyCombination())
        return True


def _is_command(event: QKeyEvent) -> bool:
    modifiers = event.modifiers()
    if Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35:
        return True
    if event.key() in {Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_Shift, Qt.Key.Key_AltGr}:
        return False
    types = modifiers & Qt.KeyboardModifier.AltModifier and (
        modifiers & Qt.KeyboardModifier.ControlModifier or sys.platform == "darwin"
    )
    if not modifiers & _MODIFIERS or (types and event.text().isprintable() and event.text()):
        return False  # with Ctrl and Alt together some keyboards type a sign, with Alt alone those of macOS
    return not any(event.matches(keys) for keys in _EDITS)
