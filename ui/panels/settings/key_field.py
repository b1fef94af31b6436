"""A field that records the keys of one command."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QWidget

from ui.theme.sizes import scaled

_WIDTH = 150


class KeyField(QKeySequenceEdit):
    """Takes every key but Tab, which goes on, and Esc, which closes what the field stands in."""

    def __init__(self, name: str, keys: QKeySequence | None = None) -> None:
        super().__init__(keys or QKeySequence())
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(False)
        self.setFixedWidth(scaled(_WIDTH))
        for field in (self, *self.findChildren(QWidget)):
            field.setAccessibleName(name)

    def event(self, event: QEvent) -> bool:
        """Let no command of the window fire while a key is recorded, but the one that closes."""
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


def _closes(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Escape and event.modifiers() == Qt.KeyboardModifier.NoModifier
