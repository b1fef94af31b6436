"""The view of facets: clicks and keys."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from ui.i18n.language import translate
from ui.panels.filters.delegate import FacetDelegate
from ui.panels.filters.facets import GROUPS, Choice, Value, chosen
from ui.panels.filters.model import FacetsModel, GroupNode, More
from ui.theme.motion import FOLD_MS, Motion

Index = QModelIndex | QPersistentModelIndex


class FacetsView(QTreeView):
    """Shows a `FacetsModel`.

    Signals:
        queryEdited: the query text with the changed filter.
    """

    queryEdited = Signal(str)

    def __init__(self, model: FacetsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facets = model
        self._folded = {group.column for group in GROUPS if group.folded}
        self.setModel(model)
        self._rows = FacetDelegate(model, self)
        self.setItemDelegate(self._rows)
        self._motion = Motion(self, FOLD_MS, self._squeeze, self._end_fold)
        self.setAccessibleName(translate("Filters"))
        self.setHeaderHidden(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setStyleSheet("QTreeView{background:transparent;}")
        model.modelReset.connect(self._unfold)

    @property
    def folded(self) -> tuple[str, ...]:
        """Return the columns of collapsed groups, sorted; for the state file."""
        return tuple(sorted(self._folded))

    def fold(self, columns: tuple[str, ...]) -> None:
        """Collapse these groups and no others."""
        self._folded = set(columns)
        self._unfold()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = (), /) -> None:
        """Only repaint: Qt would ask for the height of each row, which neither counts nor choices change."""
        if QAccessible.isActive():
            super().dataChanged(first, last, roles)
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Include a value, or exclude it with Alt; collapse groups; show more values."""
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            super().mousePressEvent(event)
            return
        self.setCurrentIndex(index)
        excluding = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self._activate(index, Choice.EXCLUDED if excluding else Choice.INCLUDED)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second click of a double click as another click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Include a value on Space and Enter, exclude it on ``-``, collapse and expand on Left and Right."""
        keys = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        index = self.currentIndex()
        if event.key() in keys and index.isValid():
            self._activate(index, Choice.INCLUDED)
        elif event.key() == Qt.Key.Key_Minus and index.isValid():
            self._activate(index, Choice.EXCLUDED)
        elif event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right} and self._fold_by_key(index, event.key()):
            return
        else:
            super().keyPressEvent(event)

    def toggle_group(self, node: GroupNode) -> None:
        """Collapse a group, or expand it."""
        self._set_folded(node, folded=node.group.column not in self._folded)

    def _activate(self, index: QModelIndex, choice: Choice) -> None:
        node = self._facets.node_at(index)
        if isinstance(node, GroupNode):
            self.toggle_group(node)
        elif isinstance(node, More):
            self._facets.show_all(node.group)
        elif isinstance(node, Value):
            wanted = Choice.NONE if node.choice is not Choice.NONE else choice
            if choice is Choice.EXCLUDED and node.choice is Choice.INCLUDED:
                wanted = Choice.EXCLUDED
            self.queryEdited.emit(chosen(self._facets.query, node.group, node.value, wanted))

    def _fold_by_key(self, index: QModelIndex, key: int) -> bool:
        node = self._facets.node_at(index)
        if not isinstance(node, GroupNode):
            return False
        self._set_folded(node, folded=key == Qt.Key.Key_Left)
        return True

    def _set_folded(self, node: GroupNode, *, folded: bool) -> None:
        column = node.group.column
        if folded == (column in self._folded):
            return
        self._motion.stop()
        self._end_fold()
        self._folded = self._folded | {column} if folded else self._folded - {column}
        self._rows.column = column
        if not folded:
            self._rows.share = 0.0
            self._unfold()
        self._motion.go(self._rows.share, 0.0 if folded else 1.0)

    def _squeeze(self, share: float) -> None:
        """Show the rows of the group that is being collapsed at a share of their height."""
        self._rows.share = share
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def _end_fold(self) -> None:
        self._rows.column, self._rows.share = "", 1.0
        self._unfold()
        self.scheduleDelayedItemsLayout()

    def _unfold(self) -> None:
        for row in range(self._facets.rowCount()):
            index = self._facets.index(row, 0)
            node = self._facets.node_at(index)
            if isinstance(node, GroupNode):
                self.setExpanded(index, node.group.column not in self._folded)
