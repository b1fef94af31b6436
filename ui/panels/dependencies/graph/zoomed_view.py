"""A view that shows a drawing at any zoom, and knows where its cells are in the viewport."""

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
)
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from ui.panels.dependencies.graph.boxes import Box
from ui.panels.dependencies.graph.drawing import Cell, Drawing
from ui.panels.dependencies.graph.model import GraphModel
from ui.panels.dependencies.graph.painter import Emphasis, paint_drawing
from ui.theme.sizes import scaled
from ui.theme.tokens import c

Index = QModelIndex | QPersistentModelIndex
LEAST_ZOOM, MOST_ZOOM = 0.15, 2.5


class ZoomedView(QListView):
    """Paints the drawing of a `GraphModel`; a class below it adds keys and mouse.

    It is a list for Qt, so that assistive programs find a row for each cell.
    """

    def __init__(self, model: GraphModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._graph = model
        self._zoom = 1.0
        self._way: tuple[str, ...] = ()
        self._begins = False  # the way begins where the person chose
        self.setModel(model)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    @property
    def drawing(self) -> Drawing:
        """The drawing that is shown."""
        return self._graph.drawing

    @property
    def zoom(self) -> float:
        """How much larger than at 100 % it is shown."""
        return self._zoom

    @property
    def way(self) -> tuple[str, ...]:
        """The things on the way that is lit."""
        return self._way

    def fit(self) -> None:
        """Show all of the drawing."""
        self._set_zoom(min(1.0, self._fitting_zoom()))
        self._centre_on(self.drawing.bounds)

    def zoom_by(self, factor: float, around: QPoint | None = None) -> None:
        """Zoom in or out; the point under the mouse, or the middle, stays where it is."""
        around = around or self.viewport().rect().center()
        x, y = self._scene(around)
        self._set_zoom(self._zoom * factor)
        origin = self._origin()
        self._scroll_by(QPoint(round(origin[0] + x * self._zoom), round(origin[1] + y * self._zoom)) - around)

    def visualRect(self, index: Index) -> QRect:
        """Return where a cell is in the viewport."""
        cell = self._graph.cell_at(index)
        return self._in_viewport(cell.rect).toAlignedRect() if cell is not None else QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the cell at a point of the viewport."""
        x, y = self._scene(point)
        for row, cell in enumerate(self.drawing.cells):
            if cell.rect.contains(x, y):
                return self._graph.index(row)
        return QModelIndex()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a cell into view."""
        cell = self._graph.cell_at(index)
        if cell is None:
            return
        if hint is QAbstractItemView.ScrollHint.PositionAtCenter:
            self._centre_on(cell.rect)
            return
        area, inside = self._in_viewport(cell.rect).toAlignedRect(), self.viewport().rect().adjusted(8, 8, -8, -8)
        left = min(area.left() - inside.left(), 0) or max(area.right() - inside.right(), 0)
        top = min(area.top() - inside.top(), 0) or max(area.bottom() - inside.bottom(), 0)
        self._scroll_by(QPoint(left, top))

    def horizontalOffset(self) -> int:
        """Return how far it is scrolled to the right."""
        return self.horizontalScrollBar().value()

    def verticalOffset(self) -> int:
        """Return how far it is scrolled down."""
        return self.verticalScrollBar().value()

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select the cell in a rectangle."""
        index = self.indexAt(rect.center())
        self.selectionModel().select(
            QItemSelection(index, index) if index.isValid() else QItemSelection(), command
        )

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        """Return the area of the selected cells."""
        region = QRegion()
        for index in selection.indexes():
            region += QRegion(self.visualRect(index))
        return region

    def updateGeometries(self) -> None:
        """Set how far it can be scrolled."""
        QAbstractItemView.updateGeometries(self)
        area, port = self.drawing.bounds, self.viewport().size()
        for bar, content, page in (
            (self.horizontalScrollBar(), area.width() * self._zoom, port.width()),
            (self.verticalScrollBar(), area.height() * self._zoom, port.height()),
        ):
            bar.setRange(0, max(0, round(content - page)))
            bar.setPageStep(page)
            bar.setSingleStep(scaled(24))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll the painted area, so that only the exposed part is painted again."""
        self.viewport().scroll(dx, dy)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the exposed part."""
        exposed = event.rect()
        with QPainter(self.viewport()) as painter:
            painter.fillRect(exposed, c("sunken"))
            painter.setClipRect(exposed)
            x, y = self._origin()
            painter.translate(x, y)
            painter.scale(self._zoom, self._zoom)
            left, top = self._scene(exposed.topLeft())
            area = QRectF(left, top, exposed.width() / self._zoom, exposed.height() / self._zoom)
            cell = self._graph.cell_at(self.currentIndex())
            current = cell.key if cell is not None else ""
            emphasis = Emphasis(current, self._way, self.hasFocus(), self._begins)
            paint_drawing(painter, self.drawing, emphasis, area, self._zoom)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the focus is."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus is elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _origin(self) -> tuple[float, float]:
        """Return where the drawing's zero is in the viewport; a small drawing is in the middle."""
        area, port = self.drawing.bounds, self.viewport().size()
        x = max(0.0, (port.width() - area.width() * self._zoom) / 2) - self.horizontalOffset()
        y = max(0.0, (port.height() - area.height() * self._zoom) / 2) - self.verticalOffset()
        return x - area.left() * self._zoom, y - area.top() * self._zoom

    def _scene(self, point: QPoint) -> tuple[float, float]:
        x, y = self._origin()
        return (point.x() - x) / self._zoom, (point.y() - y) / self._zoom

    def _in_viewport(self, rect: QRectF) -> QRectF:
        x, y = self._origin()
        zoom = self._zoom
        return QRectF(x + rect.left() * zoom, y + rect.top() * zoom, rect.width() * zoom, rect.height() * zoom)

    def _on_screen(self, cell: Cell) -> QPoint:
        return self._in_viewport(cell.rect).topLeft().toPoint()

    def _fitting_zoom(self) -> float:
        area, port = self.drawing.bounds, self.viewport().size()
        if not area.width() or not area.height():
            return 1.0
        return min(port.width() / area.width(), port.height() / area.height())

    def _set_zoom(self, zoom: float) -> None:
        self._zoom = max(LEAST_ZOOM, min(MOST_ZOOM, zoom))
        self.updateGeometries()
        self.viewport().update()

    def _scroll_by(self, delta: QPoint) -> None:
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + delta.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + delta.y())

    def _centre_on(self, rect: QRectF) -> None:
        self._scroll_by(self._in_viewport(rect).center().toPoint() - self.viewport().rect().center())

    def _box_at(self, point: QPoint) -> Box | None:
        x, y = self._scene(point)
        return next((box for box, rect in self.drawing.boxes if rect.contains(x, y)), None)
