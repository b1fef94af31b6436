"""The find bar: searches for any text in the visible file (Ctrl+F)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from ui.i18n.language import number, translate
from ui.theme import sizes
from ui.theme.fonts import font
from ui.widgets.bar import Bar
from ui.widgets.buttons import IconButton
from ui.widgets.text import Text

HEIGHT = 40


class FindBar(Bar):
    """A field, the number of matches and a close button.

    Signals:
        changed: the text to find.
        step: 1 for the next, -1 for the previous match.
        closed: Esc or the close button.
    """

    changed = Signal(str)
    step = Signal(int)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__(HEIGHT, ground="sunken")
        self.field = QLineEdit()
        self.field.setFont(font(13))
        self.field.setPlaceholderText(translate("Find in this file"))
        self.field.setAccessibleName(translate("Find in this file"))
        self.field.textChanged.connect(self.changed)
        self._count = Text("", 12, 400, "text3", tnum=True)
        close = IconButton("x", translate("Close"), size=14, box=24)
        close.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 4, 12, 5)
        row.setSpacing(sizes.GAP)
        row.addWidget(self.field, 1)
        row.addWidget(self._count)
        row.addWidget(close)

    @property
    def wanted(self) -> str:
        """The text to find; empty while the bar is closed."""
        return "" if self.isHidden() else self.field.text()

    def open(self) -> None:
        """Show the bar and select the text that was typed before."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def set_count(self, index: int | None, count: int) -> None:
        """Show which match of how many is current; ``index`` counts from 0."""
        if not self.field.text():
            self._count.setText("")
        else:
            self._count.setText(
                translate("not in this file")
                if index is None
                else translate("{place} of {count}").format(place=number(index + 1), count=number(count))
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next match on Enter, to the previous one on Shift+Enter, and close on Esc."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.step.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
