"""The slash that goes to the search field from lists and trees, which would look for an item with that sign."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget


class Slash(QObject):
    """Tells with ``pressed`` that a slash was pressed in one of the widgets, which do not get it."""

    pressed = Signal()

    def __init__(self, widgets: tuple[QWidget, ...], parent: QObject) -> None:
        super().__init__(parent)
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the key."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        keys = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if event.text() != "/" or keys != Qt.KeyboardModifier.NoModifier:
            return super().eventFilter(watched, event)
        self.pressed.emit()
        return True
