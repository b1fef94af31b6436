"""The dependencies pane: controls, tree, and a footer with counts."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from search.types.graph import DependencyTree, Direction, TreeNode, TreeRequest
from ui.dependencies.controls import TreeControls
from ui.dependencies.edges import name_of
from ui.dependencies.items import Item
from ui.dependencies.model import DependencyModel
from ui.dependencies.view import DependencyView
from ui.theme import sizes
from ui.widgets.bar import Bar, Edge
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.message_page import MessagePage
from ui.widgets.text import Text

_BAR = 34
WAITING_AFTER_MS = 300
"""A tree that comes sooner replaces the one before without a word."""

MOST_BACK = 50
"""Roots that can be gone back to."""


class _Row(Bar):
    """A bar with a row of widgets."""

    def __init__(self, edge: Edge) -> None:
        super().__init__(_BAR, edge=edge)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING - 8, 0)
        self.row.setSpacing(sizes.GAP)


class DependenciesPane(QWidget):
    """See the package docstring for methods and signals."""

    treeRequested = Signal(object)
    loadRequested = Signal(object)
    previewRequested = Signal(object)
    rootRequested = Signal(object)
    copyRequested = Signal(str)
    countChanged = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = TreeControls()
        self.model = DependencyModel(self)
        self.view = DependencyView(self.model)
        self._message = MessagePage()
        self._target, self._name = "", ""
        self._former: list[tuple[str, str]] = []
        self._loading: tuple[TreeRequest, Item] | None = None
        self._root_name = Text("", 12, 600)
        self._counts = Text("", 12, 600, tnum=True)
        self._cut = Text("", 12, 400, "text2", tnum=True)
        self._cut.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._copy = WordButton("Copy as text", kind="plain", icon_name="copy")
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(WAITING_AFTER_MS)
        self._lay_out()
        self._connect()
        self.clear()

    @property
    def target(self) -> str:
        """Identifier of what the tree is about; empty when nothing is."""
        return self._target

    def clear(self) -> None:
        """Show that nothing is selected."""
        self._target, self._name = "", ""
        self._late.stop()
        self._former.clear()
        self.model.set_tree(None)
        self._root_bar.hide()
        self._say("git-fork", "Nothing selected", "Select a result to see what it depends on.")

    def set_target(self, target: str, name: str) -> None:
        """Make ``target`` the root, as the selection moved; roots gone into before are forgotten."""
        if target != self._target:
            self._former.clear()
            self._go(target, name)

    def show_tree(self, tree: DependencyTree) -> None:
        """Show the answer to the newest request."""
        self._loading = None
        self._late.stop()
        self.model.set_tree(tree)
        if self.model.counts()[1]:
            self._pages.setCurrentWidget(self.view)
            self._show_counts()
        else:
            self._say("git-fork", "No dependencies", self._why_empty())

    def graft(self, request: TreeRequest, tree: DependencyTree) -> None:
        """Hang the answer to a `loadRequested` where it was asked for; a late answer is dropped."""
        if self._loading is not None and self._loading[0] == request:
            self.model.graft(self._loading[1], tree)
            self._loading = None
            self._show_counts()

    def show_failure(self, message: str, remedy: str) -> None:
        """Say that the tree could not be had."""
        self._late.stop()
        self.model.set_tree(None)
        self._say("circle-alert", message, remedy)

    def set_compact(self, *, on: bool) -> None:
        """Show the edge chips as one button, for the split view."""
        self.controls.set_compact(on=on)

    def back(self) -> None:
        """Go back to the root before."""
        if self._former:
            self._go(*self._former.pop())

    def _go(self, target: str, name: str) -> None:
        self._target, self._name = target, name
        self._root_name.setText(name)
        self._root_bar.setVisible(bool(self._former))
        self._ask()

    def _ask(self) -> None:
        if self._target:
            self._late.start()
            self.treeRequested.emit(self.controls.request(self._target))

    def _say_waiting(self) -> None:
        self.model.set_tree(None)
        self._say("git-fork", "Looking for dependencies", f"of {self._name}")

    def _make_root(self, node: TreeNode) -> None:
        self._former.append((self._target, self._name))
        del self._former[:-MOST_BACK]
        self.rootRequested.emit(node)
        self._go(node.id, name_of(node))

    def _load(self, item: Item) -> None:
        if item.node is None:
            return
        plain = self.controls.request(item.node.id)
        request = TreeRequest(plain.target, item.half, plain.depth, plain.max_nodes, plain.edges)
        self._loading = (request, item)
        self.loadRequested.emit(request)

    def _why_empty(self) -> str:
        direction = Direction(self.controls.direction.current)
        words = {
            Direction.BOTH: "depends on nothing that is indexed, and nothing depends on it.",
            Direction.DEPENDS_ON: "depends on nothing that is indexed.",
            Direction.USED_BY: "is used by nothing that is indexed.",
        }[direction]
        return f"{self._name} {words} Other kinds of edges may be switched off."

    def _say(self, icon: str, title: str, sentence: str) -> None:
        self._message.say(icon, title, sentence)
        self._pages.setCurrentWidget(self._message)
        self._show_counts()

    def _show_counts(self) -> None:
        shown, there_are = self.model.counts()
        nodes = "node" if there_are == 1 else "nodes"
        self._counts.setText(f"{shown:,} of {there_are:,} {nodes}" if there_are > shown else f"{shown:,} {nodes}")
        self._cut.setText(self.model.summary())
        self._copy.setEnabled(shown > 0)
        self.countChanged.emit(shown)

    def _set_external(self, shown: bool) -> None:  # noqa: FBT001 - a Qt slot
        self.model.set_external(shown=shown)
        self._show_counts()

    def _lay_out(self) -> None:
        self._root_bar = _Row(Edge.BELOW)
        back = IconButton("arrow-left", "Back", size=14, box=24)
        back.set_tip("Back", "Alt+Left")
        back.clicked.connect(self.back)
        for part in (back, self._root_name):
            self._root_bar.row.addWidget(part)
        self._root_bar.row.addStretch(1)
        footer = _Row(Edge.ABOVE)
        footer.row.addWidget(self._counts)
        footer.row.addWidget(self._cut, 1)
        footer.row.addWidget(self._copy)
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(self.view)
        self._pages.addWidget(self._message)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.controls)
        column.addWidget(self._root_bar)
        column.addWidget(pages, 1)
        column.addWidget(footer)

    def _connect(self) -> None:
        self.controls.changed.connect(self._ask)
        self._late.timeout.connect(self._say_waiting)
        self.controls.externalChanged.connect(self._set_external)
        self.view.previewWanted.connect(self.previewRequested)
        self.view.rootWanted.connect(self._make_root)
        self.view.loadWanted.connect(self._load)
        self.view.backWanted.connect(self.back)
        self._copy.clicked.connect(lambda: self.copyRequested.emit(self.model.as_text()))
