"""A look at a definition over the text that names it, without leaving that."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from search.types.graph import TreeNode
from search.types.status import FileText
from ui.code.pool import LexPool
from ui.controllers.spot import Spot
from ui.i18n.language import number, translate
from ui.panels.preview.source import SourceView
from ui.theme import sizes
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.popup import Popup
from ui.widgets.text import ElidedText, Text

WIDTH, HEIGHT = 780, 420


class Peek(Popup):
    """Shows the definitions of a name one at a time.

    Signals:
        textWanted: the `TreeNode` whose file is to be given to `show_text`.
        goWanted: the `TreeNode` that the person wants to go to.
    """

    textWanted = Signal(object)
    goWanted = Signal(object)

    def __init__(self, window: QWidget, nodes: tuple[TreeNode, ...], pool: LexPool) -> None:
        super().__init__(window, translate("Peek at the definition"))
        self._nodes, self._current = nodes, 0
        self._source = SourceView(pool, self)
        self.code = self._source.code
        self.code.setAccessibleName(translate("Text of the definition"))
        self._name, self._where = Text("", 13, 600), ElidedText("", 12, 400, "text2")
        self._count = Text("", 12, 400, "text3", tnum=True)
        self._previous = IconButton("chevron-left", translate("Previous definition"), size=14, box=24)
        self._next = IconButton("chevron-right", translate("Next definition"), size=14, box=24)
        self._next.set_keys("F12")
        self._go = WordButton(translate("Go there"), icon_name="arrow-right")
        self._go.setToolTip(translate("Go to this definition  Enter"))
        self._lay_out()
        self._previous.clicked.connect(lambda: self.step(-1))
        self._next.clicked.connect(lambda: self.step(1))
        self._go.clicked.connect(self.go)
        self.code.installEventFilter(self)

    @property
    def node(self) -> TreeNode:
        """The definition that is shown."""
        return self._nodes[self._current]

    def open(self) -> None:
        """Show the first definition as soon as its text is there."""
        self.step(0)
        self.present(self.code)

    def step(self, by: int) -> None:
        """Show the next or the previous definition, from the last one to the first."""
        self._current = (self._current + by) % len(self._nodes)
        node, count = self.node, len(self._nodes)
        self._name.setText(node.name)
        self._where.setText(f"{node.path}:{node.start_line}")
        words = translate("{place} of {n}").format(place=number(self._current + 1), n=number(count))
        self._count.setText(words if count > 1 else "")
        for button in (self._previous, self._next):
            button.setVisible(count > 1)
        self.textWanted.emit(node)

    def show_text(self, node: TreeNode, text: FileText) -> None:
        """Show the text of a definition's file, at the definition; that of another one is dropped."""
        if node is self.node:
            self._source.show_file(text, Spot.of_node(node))

    def go(self) -> None:
        """Close, and go to the definition that is shown."""
        node = self.node
        self.dismiss()
        self.goWanted.emit(node)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the popup before the text does."""
        keys: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_Return: self.go,
            Qt.Key.Key_Enter: self.go,
            Qt.Key.Key_F12: lambda: self.step(1),
        }
        if watched is self.code and isinstance(event, QKeyEvent) and (act := keys.get(Qt.Key(event.key()))):
            if event.type() == QEvent.Type.ShortcutOverride:  # F12 is a command of the window behind it
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                act()
                return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setContentsMargins(sizes.PANE_PADDING, 8, 10, 8)
        header.setSpacing(sizes.GAP)
        header.addWidget(self._name)
        header.addWidget(self._where, 1)
        for part in (self._count, self._previous, self._next, self._go):
            header.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 10)
        column.setSpacing(0)
        column.addLayout(header)
        column.addWidget(self.code, 1)
        self.set_wanted_size(sizes.scaled(WIDTH), sizes.scaled(HEIGHT))
