"""The cells of a drawing as rows, for keys, assistive programs and drags."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from search.types.graph import TreeNode
from ui.i18n.language import counted, number, translate
from ui.panels.dependencies.edges import edge_words
from ui.panels.dependencies.graph.drawing import Cell, Drawing
from ui.panels.dependencies.model import DependencyModel
from ui.panels.dependencies.words import tip

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


class GraphModel(QAbstractListModel):
    """One row for each cell of a drawing, by column and from top to bottom."""

    def __init__(self, tree: DependencyModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree = tree
        self.drawing = Drawing()

    def show(self, drawing: Drawing) -> None:
        """Show another drawing."""
        self.beginResetModel()
        self.drawing = drawing
        self.endResetModel()

    def cell_at(self, index: Index) -> Cell | None:
        """Return the cell of an index."""
        row = index.row()
        return self.drawing.cells[row] if 0 <= row < len(self.drawing.cells) else None

    def node_at(self, index: Index) -> TreeNode | None:
        """Return the node of an index; None for a fold."""
        cell = self.cell_at(index)
        return cell.thing.node if cell is not None and cell.thing is not None else None

    def rowCount(self, parent: Index = _TOP) -> int:
        """Return the number of cells."""
        return 0 if parent.isValid() else len(self.drawing.cells)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return words for the screen, for a tooltip and for an assistive program."""
        cell = self.cell_at(index)
        if cell is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                tip(cell.thing.node)
                if cell.thing is not None
                else "\n".join(thing.node.name for thing in cell.things)
            )
        return self._spoken(cell) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Allow to select cells and to drag them out."""
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags

    def mimeTypes(self) -> list[str]:
        """Return the MIME types of dragged cells."""
        return self._tree.mimeTypes()

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return what dragging the same nodes out of the tree gives."""
        items = [
            thing.item
            for index in indexes
            if (cell := self.cell_at(index)) is not None
            for thing in cell.things
            if thing.item is not None
        ]
        return self._tree.mimeData([self._tree.index_of(item) for item in items])

    def _spoken(self, cell: Cell) -> str:
        """Return ``store.py, imports, 1 step right of lease.py, 11 more can be loaded``."""
        rank, root = cell.box.rank, self.drawing.hood.things[0].node.name
        if rank == 0:
            where = translate("the middle of the graph")
        elif rank > 0:
            where = counted(rank, "{n} step to the right of {root}", "{n} steps to the right of {root}")
        else:
            where = counted(-rank, "{n} step to the left of {root}", "{n} steps to the left of {root}")
        parts = [cell.text, where.replace("{root}", root)]
        if cell.thing is None:
            parts.append(translate("folded"))
        else:
            parts[1:1] = [edge_words(cell.thing.node)]
            if cell.thing.hidden:
                parts.append(translate("{n} more can be loaded").format(n=number(cell.thing.hidden)))
        return ", ".join(part for part in parts if part)
