"""Keeps the current row of the tree and the current cell of the graph on the same thing."""

from PySide6.QtCore import QModelIndex, QObject

from ui.panels.dependencies.graph.stage import GraphStage
from ui.panels.dependencies.items import Item
from ui.panels.dependencies.model import DependencyModel
from ui.panels.dependencies.view import DependencyView


class SharedSelection(QObject):
    """Keeps the selections of tree and graph in step.

    A thing that the tree repeats is one cell. The tree then chooses its first row, unless another one is chosen.
    """

    def __init__(self, view: DependencyView, model: DependencyModel, graph: GraphStage) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._graph = graph
        view.selectionModel().currentChanged.connect(self._follow_tree)
        graph.canvas.selectionModel().currentChanged.connect(self._follow_graph)

    def _follow_tree(self, current: QModelIndex) -> None:
        self._graph.choose(self._model.item_at(current))

    def _follow_graph(self, current: QModelIndex) -> None:
        node = self._graph.model.node_at(current)
        chosen = self._model.item_at(self._view.currentIndex())
        if node is None or not self._graph.isVisible() or (chosen is not None and _is_row_of(chosen, node.id)):
            return
        items = (item for group in self._model.groups for item in group.walk())
        first = next((item for item in items if _is_row_of(item, node.id)), None)
        self._view.setCurrentIndex(self._model.index_of(first) if first is not None else QModelIndex())


def _is_row_of(item: Item, node_id: str) -> bool:
    return not item.is_cut and item.node is not None and item.node.id == node_id
