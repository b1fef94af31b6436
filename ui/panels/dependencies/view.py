"""The tree view: its keys and clicks."""

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from search.types.graph import NodeState
from ui.i18n.language import translate
from ui.painting.mirror import from_start
from ui.panels.dependencies.delegate import DependencyDelegate, chevron_x, load_span
from ui.panels.dependencies.items import Item
from ui.panels.dependencies.model import DependencyModel

_CHEVRON_REACH = 12
"""Pixels around the middle of a chevron that collapse the row: a target of 24 pixels."""


class DependencyView(QTreeView):
    """Shows a `DependencyModel`.

    Signals:
        previewWanted: a `TreeNode`, by Enter or double click.
        rootWanted: a `TreeNode`, by Ctrl+Enter.
        loadWanted: the `Item` of a cut branch.
        backWanted, forwardWanted: Alt+Left, Alt+Right.
    """

    previewWanted = Signal(object)
    rootWanted = Signal(object)
    loadWanted = Signal(object)
    backWanted = Signal()
    forwardWanted = Signal()

    def __init__(self, model: DependencyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree = model
        self.setModel(model)
        self.setItemDelegate(DependencyDelegate(model, self, self))
        self.setAccessibleName(translate("Dependencies"))
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setHeaderHidden(True)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        model.modelReset.connect(self.expandAll)
        model.rowsInserted.connect(self._expand_new)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Preview on Enter, make the root on Ctrl+Enter, go back and forward on Alt+Left and Alt+Right."""
        item = self._tree.item_at(self.currentIndex())
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Left and modifiers == Qt.KeyboardModifier.AltModifier:
            self.backWanted.emit()
        elif event.key() == Qt.Key.Key_Right and modifiers == Qt.KeyboardModifier.AltModifier:
            self.forwardWanted.emit()
        elif enter and modifiers == Qt.KeyboardModifier.ControlModifier:
            self._make_root(item)
        elif enter or (event.key() == Qt.Key.Key_Space and not modifiers):
            self._activate(item)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Collapse or expand on the chevron, load a branch on "Load"."""
        index = self.indexAt(event.position().toPoint())
        item = self._tree.item_at(index)
        x = from_start(event.position().x(), self.viewport().width(), self.layoutDirection())
        if item is not None and item.children and (item.is_group or abs(x - chevron_x(item)) <= _CHEVRON_REACH):
            self.setExpanded(index, not self.isExpanded(index))
            self.setCurrentIndex(index)
            return
        super().mousePressEvent(event)
        if item is not None and item.is_cut and load_span(item)[0] - 4 <= x <= load_span(item)[1] + 4:
            self.loadWanted.emit(item)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Preview a node."""
        self._activate(self._tree.item_at(self.indexAt(event.position().toPoint())))

    def _activate(self, item: Item | None) -> None:
        if item is None or item.node is None:
            if item is not None:
                index = self._tree.index_of(item)
                self.setExpanded(index, not self.isExpanded(index))
        elif item.is_cut:
            self.loadWanted.emit(item)
        elif item.node.state is NodeState.SHOWN_ABOVE:
            self.setCurrentIndex(self._tree.expanded_index_of(item))
            self.previewWanted.emit(item.node)
        elif item.node.path:
            self.previewWanted.emit(item.node)

    def _make_root(self, item: Item | None) -> None:
        if item is not None and item.node is not None and not item.is_cut:
            self.rootWanted.emit(item.node)

    def _expand_new(self, parent: QModelIndex, first: int, last: int) -> None:
        self.expand(parent)
        for row in range(first, last + 1):
            for index in self._below(self._tree.index(row, 0, parent)):
                self.expand(index)

    def _below(self, index: QModelIndex) -> Iterator[QModelIndex]:
        yield index
        for row in range(self._tree.rowCount(index)):
            yield from self._below(self._tree.index(row, 0, index))
