"""The slash key, which focuses the search field; lists and trees would search their items for this character."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget


class Slash(QObject):
    """Emits ``pressed`` for a slash in one of the widgets, and does not pass it on to them."""

    pressed = Signal()

    def __init__(self, widgets: tuple[QWidget, ...], parent: QObject) -> None:
        super().__init__(parent)
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the key."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        keys = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if event.text() != "/" or keys != Qt.KeyboardModifier.NoModifier:
            return super().eventFilter(watched, event)
        self.pressed.emit()
        return True
