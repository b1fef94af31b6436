"""The dependencies pane: controls, tree, and a footer with counts."""

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from search.graph.saved_trees import compared
from search.types.graph import DependencyTree, Direction, TreeNode, TreeRequest
from search.types.saved_trees import Change
from ui.i18n.language import counted, number, translate
from ui.panels.dependencies.controls import TreeControls
from ui.panels.dependencies.edges import counts_by_group, name_of
from ui.panels.dependencies.graph.body import TreeBody
from ui.panels.dependencies.graph.selection import SharedSelection
from ui.panels.dependencies.graph.stage import GraphStage
from ui.panels.dependencies.items import Item
from ui.panels.dependencies.model import DependencyModel
from ui.panels.dependencies.no_tree import NoTree, unread_words
from ui.panels.dependencies.root_bar import NoteRow, PaneRow, RootBar
from ui.panels.dependencies.root_trail import RootTrail
from ui.panels.dependencies.tools import TreeTools
from ui.panels.dependencies.view import DependencyView
from ui.user_data.saved_trees import SavedWalk, key_of
from ui.widgets.bar import Edge
from ui.widgets.buttons import WordButton
from ui.widgets.message_page import show_page
from ui.widgets.text import ElidedText, Text

WAITING_AFTER_MS = 300
"""A tree that comes sooner replaces the one before without a word."""


class DependenciesPane(QWidget):
    """See the package docstring for methods and signals."""

    treeRequested = Signal(object)
    loadRequested = Signal(object)
    previewRequested = Signal(object)
    rootRequested = Signal(object)
    copyRequested = Signal(str)
    countChanged = Signal()
    pathRequested = Signal()
    exportRequested = Signal(object)
    walkSaveRequested = Signal()
    walkChosen = Signal(str)
    walkRemoved = Signal(str)
    drawnChosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = TreeControls()
        self.model = DependencyModel(self)
        self.view = DependencyView(self.model)
        self.graph = GraphStage(self.model)
        self.body = TreeBody(self.view, self.graph)
        self._message = NoTree()
        self._target, self._name = "", ""
        self._defined = ("", "")  # a target, and the file that tells it from its namesakes
        self._selected = ("", "")  # the same of what the selection stands on
        self._trail = RootTrail()
        self._walk: SavedWalk | None = None
        self._loading: tuple[TreeRequest, Item] | None = None
        self._again = self._stale = False
        self._known = 1.0  # share of the files whose dependencies are known
        self.root_bar = RootBar()
        self._unread = NoteRow()
        self._counts = Text("", 12, 500, "text2", tnum=True)
        self._cut = ElidedText("", 12, 400, "text2", tnum=True)
        self._copy = WordButton(translate("Copy as text"), kind="plain", icon_name="copy")
        self.tools = TreeTools()
        self._removed_words = ""
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(WAITING_AFTER_MS)
        self._lay_out()
        self._connect()
        self.clear()

    @property
    def target(self) -> str:
        """Identifier of the root of the tree; empty without a tree."""
        return self._target

    @property
    def name(self) -> str:
        """Name of the root of the tree."""
        return self._name

    @property
    def count(self) -> int:
        """How many nodes are in view."""
        return self.model.counts()[0]

    @property
    def walked(self) -> tuple[tuple[str, str], ...]:
        """The roots that were gone through, the present one last."""
        return (*self._trail.former, (self._target, self._name))

    @property
    def request(self) -> TreeRequest:
        """The request of the shown tree."""
        target, path = self._defined
        return replace(self.controls.request(self._target), path=path if self._target == target else "")

    def open_walk(self, walk: SavedWalk) -> None:
        """Show a saved walk as the tree is today; `show_tree` marks what changed since."""
        self.controls.restore(walk.walk.request)
        self._defined = (walk.walk.request.target, walk.walk.request.path)
        self._trail.begin(walk.roots[:-1])
        self._go(*walk.roots[-1], walk=walk)

    def clear(self) -> None:
        """Show that nothing is selected."""
        self._target, self._name, self._walk = "", "", None
        self._selected = ("", "")
        self._late.stop()
        self._trail.begin()
        self.model.set_tree(None)
        self.root_bar.hide()
        self._message.say_unselected()
        self._show_message()

    def set_target(self, target: str, name: str, path: str = "") -> None:
        """Make ``target`` the root where the selection moved to it; roots gone into before are forgotten.

        A person who went on in its tree stays there. ``path`` is the file in which it is defined: others may have
        its name.
        """
        if not self.follows(target, path):
            self._selected = self._defined = (target, path)
            self._trail.begin()
            self._go(target, name)

    def follows(self, target: str, path: str) -> bool:
        """Return whether `set_target` would leave the tree as it is."""
        return (target, path) == self._selected

    def focus_content(self) -> None:
        """Focus the tree, or the widget that replaces it until it has loaded."""
        shown = self._pages.currentWidget()
        if shown is not None:
            (self.body.content if shown is self.body else shown).setFocus()

    def set_drawn(self, *, drawn: bool) -> None:
        """Show the graph, or the tree alone."""
        self.tools.show_drawn(drawn=drawn)
        self.body.set_drawn(drawn=drawn)

    def leave_walk(self) -> None:
        """Let the next target be the root, also that of the selection from which a person went on."""
        self._selected = ("", "")

    def show_tree(self, tree: DependencyTree) -> None:
        """Show the answer to the newest request; an equal answer changes nothing."""
        self._late.stop()
        again, self._again = self._again, False
        if again and self.model.tree is not None and tree.nodes == self.model.tree.nodes:
            return
        self._loading = None
        self._take_root(tree)
        self._compare(tree)
        self.model.set_tree(tree)
        if self.model.counts()[1]:
            show_page(self._pages, self.body, self.body.content)
            self._show_counts()
        else:
            self._say_empty()

    def show_readiness(self, share: float) -> None:
        """Note which share 0..1 of the dependencies is known.

        A tree that was not known yet is requested again each time the share grows.
        """
        before, self._known = self._known, share
        awaited = self._pages.currentWidget() is self._message and self._message.is_awaited
        if self.model.tree is not None and not self.model.counts()[1]:
            self._say_empty()
        if awaited and share > before:
            self.ask_again()

    def ask_again(self) -> None:
        """Ask for the shown tree again, since files changed; one that cannot be seen waits until it can."""
        self._stale = not self.isVisible()
        if self._target and not self._stale:
            self._again = True
            self.treeRequested.emit(self.request)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what changed meanwhile."""
        super().showEvent(event)
        if self._stale:
            self.ask_again()

    def graft(self, request: TreeRequest, tree: DependencyTree) -> None:
        """Hang the answer to a `loadRequested` where it was asked for; a late answer is dropped."""
        if self._loading is not None and self._loading[0] == request:
            self.model.graft(self._loading[1], tree)
            self._loading = None
            self._show_counts()

    def show_failure(self, message: str, remedy: str, *, awaited: bool = False) -> None:
        """Say that the tree could not be had; an ``awaited`` root may become known while dependencies are read."""
        self._again = False
        self._late.stop()
        self.model.set_tree(None)
        if awaited:
            self._message.say_awaited(self._name)
        else:
            self._message.say_failure(message, remedy)
        self._show_message()

    def set_compact(self, *, on: bool) -> None:
        """Show the edge chips as one button, for the split view."""
        self.controls.set_compact(on=on)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the height of a low pane to the tree."""
        super().resizeEvent(event)
        self.controls.fit_pane(self.height())

    def back(self) -> None:
        """Go back to the root before."""
        if self._trail.leads_back:
            self._go(*self._trail.back_from((self._target, self._name)))

    def forward(self) -> None:
        """Go to the root that was gone back from."""
        if self._trail.leads_forward:
            self._go(*self._trail.forward_from((self._target, self._name)))

    def _go(self, target: str, name: str, *, walk: SavedWalk | None = None) -> None:
        self._target, self._name, self._walk = target, name, walk
        if self.model.tree is None:
            self._name_root()
        self.root_bar.show()
        self.root_bar.show_ways(back=self._trail.leads_back, forward=self._trail.leads_forward)
        self.model.set_changes({})
        self._removed_words, self._again, self._stale = "", False, False
        self._ask()

    def _name_root(self) -> None:
        """Say of what the shown tree is: a new root is named when its tree comes, or when that is late."""
        name, tree = self._name, self.model.tree
        if self._walk is not None:
            name = translate("{name}, as in the saved tree {walk}").format(name=name, walk=self._walk.name)
        self.root_bar.show_root(name, tree.nodes[0] if tree is not None and tree.nodes else None)
        root = self.root_bar.words
        self.view.setAccessibleName(
            translate("Dependencies of {name}").format(name=root) if root else translate("Dependencies")
        )
        text = translate("Graph of the dependencies of {name}") if root else translate("Graph of the dependencies")
        self.graph.canvas.setAccessibleName(text.format(name=root))

    def _take_root(self, tree: DependencyTree) -> None:
        """Take what the selection stands for as the core has it, where only its name was known."""
        if tree.nodes and self._target == self._defined[0] != tree.root and self._walk is None:
            self._target, self._name = tree.root, name_of(tree.nodes[0])
            self._defined = (tree.root, self._defined[1])

    def _compare(self, tree: DependencyTree) -> None:
        """Mark what changed since the walk that was opened, if one was."""
        if self._walk is None:
            return
        lines = compared(self._walk.walk.nodes, tree.nodes)
        marked = {Change.NEW, Change.MOVED}
        self.model.set_changes({key_of(line.node): line for line in lines if line.change in marked})
        removed = [line.node.name for line in lines if line.change is Change.GONE]
        names = ", ".join(removed)
        self._removed_words = (
            translate("{n} gone: {names}").format(n=number(len(removed)), names=names) if removed else ""
        )

    def _ask(self) -> None:
        if self._target:
            self._late.start()
            self.treeRequested.emit(self.request)

    def _say_waiting(self) -> None:
        self.model.set_tree(None)
        self._message.say_waiting(self._name)
        self._show_message()

    def _make_root(self, node: TreeNode) -> None:
        self._trail.go_on_from((self._target, self._name))
        self.rootRequested.emit(node)
        self._go(node.id, name_of(node))

    def _load(self, item: Item) -> None:
        if item.node is None:
            return
        plain = self.controls.request(item.node.id)
        request = TreeRequest(plain.target, item.half, plain.depth, plain.max_nodes, plain.edges)
        self._loading = (request, item)
        self.loadRequested.emit(request)

    def _say_empty(self) -> None:
        if self._known < 1.0:
            self._message.say_awaited(self._name)
        else:
            direction = Direction(self.controls.direction.current)
            self._message.say_empty(self._name, self.model.tree, direction)
        self._show_message()

    def _show_message(self) -> None:
        show_page(self._pages, self._message, self._message)
        self._show_counts()

    def _show_counts(self) -> None:
        shown, there_are = self.model.counts()
        words = counted(shown, "{n} node", "{n} nodes")
        if there_are > shown:
            words = counted(there_are, "{shown} of {n} node", "{shown} of {n} nodes").format(shown=number(shown))
        self._counts.setText(words)
        self._cut.setText(", ".join(part for part in (self._removed_words, self.model.summary()) if part))
        self._unread.say(unread_words(self.model.tree) if shown else "")
        self._copy.setEnabled(shown > 0)
        self.tools.show_tree(shown > 0)
        tree = self.model.tree
        self.controls.show_counts(counts_by_group(tree.nodes) if tree is not None else {})
        self.countChanged.emit()

    def _set_external(self, shown: bool) -> None:  # noqa: FBT001 - a Qt slot
        self.model.set_external(shown=shown)
        self._show_counts()

    def _lay_out(self) -> None:
        footer = PaneRow(Edge.ABOVE)
        footer.row.addWidget(self._counts)
        footer.row.addWidget(self._cut, 1)
        footer.row.addWidget(self.tools)
        footer.row.addWidget(self._copy)
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(self.body)
        self._pages.addWidget(self._message)
        pages.setMinimumHeight(1)  # a tree can be scrolled: it is what gives way in a low pane
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.controls)
        column.addWidget(self.root_bar)
        column.addWidget(self._unread)
        column.addWidget(pages, 1)
        column.addWidget(footer)

    def _connect(self) -> None:
        self.root_bar.back.clicked.connect(self.back)
        self.root_bar.forward.clicked.connect(self.forward)
        self.controls.changed.connect(self._ask)
        self.model.modelReset.connect(self._name_root)
        self._late.timeout.connect(self._say_waiting)
        self.controls.externalChanged.connect(self._set_external)
        for part in (self.view, self.graph.canvas):
            part.previewWanted.connect(self.previewRequested)
            part.rootWanted.connect(self._make_root)
            part.loadWanted.connect(self._load)
            part.backWanted.connect(self.back)
            part.forwardWanted.connect(self.forward)
        SharedSelection(self.view, self.model, self.graph)
        self.tools.drawnChosen.connect(self.drawnChosen)
        self.tools.pathRequested.connect(self.pathRequested)
        self.tools.exportRequested.connect(self.exportRequested)
        self.tools.walkSaveRequested.connect(self.walkSaveRequested)
        self.tools.walkChosen.connect(self.walkChosen)
        self.tools.walkRemoved.connect(self.walkRemoved)
        self._copy.clicked.connect(lambda: self.copyRequested.emit(self.model.as_text()))
