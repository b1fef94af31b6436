"""Item model of the dependency tree."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from search.types.graph import DependencyTree, NodeState, TreeNode
from search.types.saved_trees import TreeLine
from ui.controllers.excerpt import Excerpt, dragged
from ui.controllers.spot import Spot
from ui.panels.dependencies.edges import name_of
from ui.panels.dependencies.items import Item, grafted, groups_of, hang
from ui.panels.dependencies.words import (
    GROUP_NAMES,
    as_text,
    cut_words,
    node_counts,
    short_cut_words,
    spoken,
    summary,
    tip,
)
from ui.user_data.saved_trees import key_of
from ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


class TreeRole(IntEnum):
    """Roles in addition to those of Qt."""

    ITEM = Qt.ItemDataRole.UserRole + 1
    """The `Item` itself."""


class DependencyModel(QAbstractItemModel):
    """Groups "Depends on" and "Used by" with their nodes; answers every role from memory."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: DependencyTree | None = None
        self._groups: list[Item] = []
        self._external = True
        self._former: list[Item] = []
        self._changes: Mapping[tuple[str, str, str], TreeLine] = {}
        self._folders: Mapping[str, str] = {}

    @property
    def tree(self) -> DependencyTree | None:
        """The tree of the answer, without branches that were loaded later."""
        return self._tree

    def set_changes(self, changes: Mapping[tuple[str, str, str], TreeLine]) -> None:
        """Mark nodes of the next tree, by `saved_trees.key_of`, with their changes since a tree was saved."""
        self._changes = changes

    def change_of(self, item: Item) -> str:
        """Return ``new`` or ``moved`` for a marked node; empty for others."""
        line = self._line_of(item)
        return line.change.value if line is not None else ""

    def _line_of(self, item: Item) -> TreeLine | None:
        return self._changes.get(key_of(item.node)) if item.node is not None and not item.is_cut else None

    @property
    def groups(self) -> tuple[Item, ...]:
        """The visible groups."""
        return tuple(self._groups)

    def set_tree(self, tree: DependencyTree | None) -> None:
        """Show another tree, or none."""
        self.beginResetModel()
        self._former = self._groups  # Qt may have indexes that point at them until its next layout
        self._tree = tree
        self._groups = groups_of(tree, external=self._external) if tree is not None else []
        self.endResetModel()

    def set_external(self, *, shown: bool) -> None:
        """Show or hide nodes outside every root."""
        if shown is not self._external:
            self._external = shown
            self.set_tree(self._tree)

    def graft(self, cut: Item, tree: DependencyTree) -> None:
        """Replace a cut branch by the children of its node in ``tree``."""
        above, node = cut.parent, cut.node
        if above is None or node is None or cut not in above.children:
            return
        row = above.children.index(cut)
        parent = self.index_of(above)
        self._former.append(cut)
        self.beginRemoveRows(parent, row, row)
        del above.children[row]
        self.endRemoveRows()
        fresh = Item(above.node, above.half)
        known = {child.node.id for child in above.children if child.node is not None}
        ancestors = list(above.ancestors())
        new_nodes = [
            new for new in grafted(node, tree, ancestors) if new.depth > node.depth + 1 or new.id not in known
        ]
        hang(fresh, new_nodes, external=self._external)
        if fresh.children:
            self.beginInsertRows(parent, row, row + len(fresh.children) - 1)
            for offset, child in enumerate(fresh.children):
                child.parent = above
                above.children.insert(row + offset, child)
            self.endInsertRows()

    def item_at(self, index: Index) -> Item | None:
        """Return the item at an index."""
        if not index.isValid():
            return None
        pointed = index.internalPointer()
        return pointed if isinstance(pointed, Item) else None

    def index_of(self, item: Item) -> QModelIndex:
        """Return the index of an item."""
        row = self._groups.index(item) if item.parent is None else item.row
        return self.createIndex(row, 0, item)

    def expanded_index_of(self, item: Item) -> QModelIndex:
        """Return the index where the node of a repeated item is expanded, in its half; else that of the item."""
        repeats = {NodeState.SHOWN_ABOVE, NodeState.CYCLE}
        for group in self._groups:
            for other in group.walk() if group.half is item.half else ():
                same = other.node is not None and item.node is not None and other.node.id == item.node.id
                if same and not other.is_cut and other.node is not None and other.node.state not in repeats:
                    return self.index_of(other)
        return self.index_of(item)

    def counts(self) -> tuple[int, int]:
        """Return the number of visible nodes, and of all nodes."""
        return node_counts(self._groups)

    def summary(self) -> str:
        """Return a sentence about the parts that were cut."""
        return summary(self._groups)

    def as_text(self) -> str:
        """Return the tree as indented lines; empty without one."""
        return as_text(self._tree, self._groups) if self._tree is not None else ""

    def set_roots(self, folders: Mapping[str, str]) -> None:
        """Take where the folders are, by ``repository@branch``."""
        self._folders = folders

    def excerpt(self, node: TreeNode) -> Excerpt:
        """Return the place of a node that has a file; its text is not known."""
        file = Spot.of_node(node).file
        root = self._folders.get(file.partition(":file:")[0], "")
        return Excerpt(file, node.path, root, max(1, node.start_line))

    def mimeTypes(self) -> list[str]:
        """Return the MIME types of dragged rows."""
        return ["text/uri-list", "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the files of nodes as URLs, and their places as text; for a group, the whole tree as text."""
        items = [item for item in map(self.item_at, indexes) if item is not None]
        if any(item.is_group for item in items):
            return dragged([], self.as_text())
        excerpts = [self.excerpt(item.node) for item in items if item.node is not None and item.node.path]
        return dragged(excerpts, "\n".join(excerpt.location for excerpt in excerpts))

    def supportedDragActions(self) -> Qt.DropAction:
        """Allow to copy and link dragged files, but not to move them."""
        return Qt.DropAction.CopyAction | Qt.DropAction.LinkAction

    def index(self, row: int, column: int, parent: Index = _TOP) -> QModelIndex:
        """Return the index of a child."""
        item = self.item_at(parent)
        siblings = self._groups if item is None else item.children
        if column != 0 or not 0 <= row < len(siblings):
            return QModelIndex()
        return self.createIndex(row, 0, siblings[row])

    def parent(self, index: Index = _TOP) -> QModelIndex:  # type: ignore[override] # Qt overloads it with parent()
        """Return the index of the parent."""
        item = self.item_at(index)
        return QModelIndex() if item is None or item.parent is None else self.index_of(item.parent)

    def rowCount(self, parent: Index = _TOP) -> int:
        """Return the number of children."""
        item = self.item_at(parent)
        if item is None:
            return 0 if parent.isValid() else len(self._groups)
        return len(item.children)

    def columnCount(self, parent: Index = _TOP) -> int:  # noqa: ARG002 - Qt's signature
        """Return 1: the delegate paints everything into one cell."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the value of a role for a row."""
        item = self.item_at(index)
        if item is None:
            return None
        if role == TreeRole.ITEM:
            return item
        if role == Qt.ItemDataRole.AccessibleTextRole:
            change = self.change_of(item)
            return spoken(item, expanded=bool(item.children)) + (f", {change}" if change else "")
        if role == Qt.ItemDataRole.DisplayRole:
            return self._display(item)
        return plain_tip(self._tip(item) or "") if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags for a row that can be selected and dragged."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled

    def _tip(self, item: Item) -> str | None:
        if item.node is None or item.is_cut:
            return cut_words(item) if item.is_cut else None
        line = self._line_of(item)
        return tip(item.node) + (f"\n{line.change.value}: {line.was}" if line is not None and line.was else "")

    @staticmethod
    def _display(item: Item) -> str:
        if item.node is None:
            return GROUP_NAMES[item.half]
        return short_cut_words(item) if item.is_cut else name_of(item.node)
