"""The view of a drawing: mouse, keys, scrolling and zoom."""

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from ui.i18n.language import translate
from ui.panels.dependencies.graph.boxes import Box
from ui.panels.dependencies.graph.drawing import PADDING, Cell, Drawing
from ui.panels.dependencies.graph.lit import way_between
from ui.panels.dependencies.graph.model import GraphModel
from ui.panels.dependencies.graph.painter import pill_rect
from ui.panels.dependencies.graph.zoomed_view import Index, ZoomedView
from ui.theme.sizes import scaled

FIRST_ZOOM = 0.7
"""A new drawing is shrunk to the size of the view, but no further: names stay readable."""

ZOOM_STEP = 1.2
_MOVES = QAbstractItemView.CursorAction
_DRAG_DISTANCE = 4

KEY_STEP = 12
"""Pixels at 100 % by which a key moves a box."""

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class GraphCanvas(ZoomedView):
    """Shows the `GraphModel`.

    Signals:
        previewWanted: a `TreeNode`, by Enter or double click.
        rootWanted: a `TreeNode`, by Ctrl+Enter.
        loadWanted: the `Item` of a cut branch, by a click on its number, Space or plus.
        unfoldWanted: the box whose last row was clicked, or entered.
        boxMoved: key of a box that is moved, and its new centre; boxDropped: it, or the key, was let go.
        backWanted, forwardWanted: Alt+Left, Alt+Right.
    """

    previewWanted = Signal(object)
    rootWanted = Signal(object)
    loadWanted = Signal(object)
    unfoldWanted = Signal(object)
    boxMoved = Signal(str, float, float)
    boxDropped = Signal()
    backWanted = Signal()
    forwardWanted = Signal()

    def __init__(self, model: GraphModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._start = ""  # thing that the lit way begins at
        self._pan: QPoint | None = None
        self._dragged: tuple[Box, QPoint] | None = None
        self._moved = False
        self.setAccessibleName(translate("Graph of the dependencies"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)

    def show_drawing(self, drawing: Drawing, *, fresh: bool) -> None:
        """Show a drawing: a fresh one from its root, another of the same root from where the person is."""
        current = self._graph.cell_at(self.currentIndex())
        before = self._on_screen(current) if current is not None and not fresh else None
        self._graph.show(drawing)
        if fresh:
            self._zoom = max(FIRST_ZOOM, min(1.0, self._fitting_zoom()))
            self._start = ""
        self.updateGeometries()
        row = self._root_row() if fresh or current is None else self._row_like(current)
        self.setCurrentIndex(self._graph.index(row))
        shown = self._graph.cell_at(self.currentIndex())
        if fresh and shown is not None:
            self._centre_on(shown.rect)
        elif shown is not None and before is not None:
            self._scroll_by(self._on_screen(shown) - before)
        self.viewport().update()

    def show_moved(self, drawing: Drawing) -> None:
        """Show the same cells where a person moved them."""
        current = self._graph.cell_at(self.currentIndex())
        self._graph.show(drawing)
        self.setCurrentIndex(self._graph.index(self._row_like(current) if current is not None else 0))
        self.viewport().update()

    def set_way(self, way: tuple[str, ...]) -> None:
        """Light a way."""
        self._way = way
        self.viewport().update()

    def moveCursor(self, action: _MOVES, modifiers: Qt.KeyboardModifier) -> QModelIndex:  # noqa: ARG002 - Qt's signature
        """Go along an edge to the left or right, up and down within a column, and home to the root."""
        cells, here = self.drawing.cells, self._graph.cell_at(self.currentIndex())
        if not cells:
            return QModelIndex()
        if here is None or action is _MOVES.MoveHome:
            return self._graph.index(self._root_row())
        row = self.currentIndex().row()
        if action in {_MOVES.MoveLeft, _MOVES.MoveRight}:
            side = 1 if action is _MOVES.MoveRight else -1
            beside = self._beside(here, side)
            return self._graph.index(row if beside is None else cells.index(beside))
        steps = {_MOVES.MoveUp: -1, _MOVES.MoveDown: 1, _MOVES.MovePrevious: -1, _MOVES.MoveNext: 1}
        ends = {_MOVES.MoveEnd: len(cells), _MOVES.MovePageDown: 8, _MOVES.MovePageUp: -8}
        step = steps.get(action, 0) or ends.get(action, 0)
        column = [number for number, cell in enumerate(cells) if cell.box.rank == here.box.rank]
        return self._graph.index(column[max(0, min(len(column) - 1, column.index(row) + step))])

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Light the way from the root, or from the thing that was chosen as the start, to the current cell."""
        super().currentChanged(current, previous)
        cell = self._graph.cell_at(current)
        things = self.drawing.hood.things
        if cell is not None and things:
            self._begins = bool(self._start)
            self.set_way(way_between(self.drawing.hood.links, self._start or things[0].id, cell.things[0].id))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Preview, make the root, load, unfold, zoom, move the box, and go back and forward."""
        key, modifiers = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        control = modifiers == Qt.KeyboardModifier.ControlModifier
        if modifiers == Qt.KeyboardModifier.AltModifier and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            (self.backWanted if key == Qt.Key.Key_Left else self.forwardWanted).emit()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._activate(self.currentIndex(), as_root=control)
        elif control and key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_0}:
            self._zoom_by_key(Qt.Key(key))
        elif control and key in _ARROWS:
            self._push_box(*_ARROWS[Qt.Key(key)])
        elif key in {Qt.Key.Key_Space, Qt.Key.Key_Plus} and not control:
            self._load(self._graph.cell_at(self.currentIndex()))
        elif key == Qt.Key.Key_W and not modifiers:
            self.start_way_here()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End a move by keys."""
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._end_move()

    def start_way_here(self) -> None:
        """Start the highlighted path at the current cell; called again, at the root."""
        cell = self._graph.cell_at(self.currentIndex())
        here = cell.things[0].id if cell is not None else ""
        self._start = "" if here == self._start else here
        self.currentChanged(self.currentIndex(), self.currentIndex())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a cell, light the way to it with Shift, load on a number, drag a box or the whole drawing."""
        point = event.position().toPoint()
        index, box = self.indexAt(point), self._box_at(point)
        if event.button() is Qt.MouseButton.MiddleButton or (
            event.button() is Qt.MouseButton.LeftButton and box is None
        ):
            self._pan = point
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        current = self._graph.cell_at(self.currentIndex())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and current is not None and not self._start:
            self._start = current.things[0].id
        elif event.button() is Qt.MouseButton.LeftButton and not event.modifiers():
            self._start = ""
        if index.isValid():
            self.setCurrentIndex(index)
            self.setFocus()
        if event.button() is Qt.MouseButton.LeftButton and box is not None:
            self._dragged = (box, point)
            self._click(self._graph.cell_at(index), point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the drawing, or a box."""
        point = event.position().toPoint()
        if self._pan is not None:
            self._scroll_by(self._pan - point)
            self._pan = point
        elif self._dragged is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._drag_box(*self._dragged, point)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's signature
        """End a drag."""
        self._pan = self._dragged = None
        self.viewport().unsetCursor()
        self._end_move()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Preview a node; beside the boxes, show all of the drawing."""
        point = event.position().toPoint()
        if self._box_at(point) is None:
            self.fit()
        else:
            self._activate(self.indexAt(point), as_root=False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(ZOOM_STEP ** (event.angleDelta().y() / 120), event.position().toPoint())
            event.accept()
        else:
            super().wheelEvent(event)

    def _zoom_by_key(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_0:
            self.fit()
        else:
            self.zoom_by(1 / ZOOM_STEP if key == Qt.Key.Key_Minus else ZOOM_STEP)

    def _root_row(self) -> int:
        things = self.drawing.hood.things
        return self.drawing.row_by_thing.get(things[0].id, 0) if things else 0

    def _row_like(self, cell: Cell) -> int:
        """Return the row of the cell that has the first thing of another drawing's cell, else of the root."""
        return self.drawing.row_by_thing.get(cell.things[0].id, self._root_row())

    def _beside(self, here: Cell, side: int) -> Cell | None:
        """Return the nearest cell to the left or right: one that an edge leads to, else any in the next column."""
        ends = {end for curve in self.drawing.curves for pair in curve.ends for end in _other(pair, here)}
        beyond = [cell for cell in self.drawing.cells if side * (cell.box.rank - here.box.rank) > 0]
        linked = [cell for cell in beyond if any(thing.id in ends for thing in cell.things)]

        def distance(cell: Cell) -> tuple[int, float]:
            return abs(cell.box.rank - here.box.rank), abs(cell.rect.center().y() - here.rect.center().y())

        return min(linked or beyond, key=distance, default=None)

    def _click(self, cell: Cell | None, point: QPoint) -> None:
        if cell is None:
            return
        if cell.thing is None:
            self.unfoldWanted.emit(cell.box)
        elif cell.pill:
            pill = pill_rect(cell.pill, cell.rect.right() - scaled(PADDING), cell.rect.center().y())
            if pill.contains(*self._scene(point)):
                self._load(cell)

    def _load(self, cell: Cell | None) -> None:
        if cell is not None and cell.thing is None:
            self.unfoldWanted.emit(cell.box)
        elif cell is not None and cell.thing is not None and cell.thing.cuts:
            self.loadWanted.emit(cell.thing.cuts[0])

    def _activate(self, index: QModelIndex, *, as_root: bool) -> None:
        cell = self._graph.cell_at(index)
        if cell is None or cell.thing is None:
            self._load(cell)
        elif as_root:
            self.rootWanted.emit(cell.thing.node)
        elif cell.thing.node.path:
            self.previewWanted.emit(cell.thing.node)

    def _drag_box(self, box: Box, last: QPoint, point: QPoint) -> None:
        if (point - last).manhattanLength() >= _DRAG_DISTANCE:
            step = point - last
            self._dragged = (box, point)
            self._move_box(box, step.x() / self._zoom, step.y() / self._zoom)

    def _push_box(self, right: int, down: int) -> None:
        cell = self._graph.cell_at(self.currentIndex())
        if cell is not None:
            self._move_box(cell.box, right * scaled(KEY_STEP), down * scaled(KEY_STEP))
            self.scrollTo(self.currentIndex())

    def _move_box(self, box: Box, right: float, down: float) -> None:
        points = self.drawing.points
        if box.key in points:
            x, y = points[box.key]
            self._moved = True
            self.boxMoved.emit(box.key, x + right, y + down)

    def _end_move(self) -> None:
        moved, self._moved = self._moved, False
        if moved:
            self.boxDropped.emit()


def _other(ends: tuple[str, str], here: Cell) -> Iterable[str]:
    """Yield the other end of an edge for each end that is in a cell."""
    for first, second in (ends, ends[::-1]):
        if any(thing.id == first for thing in here.things):
            yield second
