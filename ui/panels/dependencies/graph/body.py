"""The tree, the graph, or both side by side where there is room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from ui.panels.dependencies.graph.stage import GraphStage
from ui.theme.sizes import scaled

BESIDE_FROM = 860
"""Width from which on the tree stays in view beside the graph."""


class TreeBody(QSplitter):
    """Shows the tree, or the graph, with the tree beside it in a wide pane."""

    def __init__(self, tree: QWidget, graph: GraphStage) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._tree, self._graph = tree, graph
        self._drawn = False
        self.setChildrenCollapsible(False)
        self.addWidget(tree)
        self.addWidget(graph)
        self.setSizes([320, 540])
        self.setStretchFactor(1, 1)
        graph.hide()

    @property
    def drawn(self) -> bool:
        """Whether the graph is shown."""
        return self._drawn

    def set_drawn(self, *, drawn: bool) -> None:
        """Show the graph, or the tree alone, and move the focus there."""
        self._drawn = drawn
        focused = self._graph.canvas.hasFocus() or self._tree.hasFocus()
        self._graph.setVisible(drawn)
        self._arrange()
        if focused:
            self.content.setFocus()

    @property
    def content(self) -> QWidget:
        """Return what gets the focus: the canvas when the graph is shown, else the tree."""
        return self._graph.canvas if self._drawn else self._tree

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the tree beside the graph where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._tree.setVisible(not self._drawn or self.width() >= scaled(BESIDE_FROM))
