"""The canvas with its buttons: draws the tree of the model again whenever that changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.painting.mirror import set_margins
from ui.panels.dependencies.graph.boxes import Box, boxes_of
from ui.panels.dependencies.graph.canvas import ZOOM_STEP, GraphCanvas
from ui.panels.dependencies.graph.drawing import Drawing, drawing_of, plan_of
from ui.panels.dependencies.graph.model import GraphModel
from ui.panels.dependencies.graph.neighbourhood import Neighbourhood, neighbourhood
from ui.panels.dependencies.graph.placing import Plan, Point
from ui.panels.dependencies.items import Item
from ui.panels.dependencies.model import DependencyModel
from ui.theme.sizes import scale_percent
from ui.user_data.box_positions import Positions
from ui.widgets.buttons import IconButton
from ui.widgets.key_cap import native

_FROM_EDGE = 18
"""Pixels between the buttons and the corner, where scroll bars may be."""


class GraphStage(QWidget):
    """Shows the graph of a `DependencyModel`.

    Signals:
        placementWanted: a `Plan`, to be answered with `show_placed`.
        boxesMoved: the root, and the `Positions` of all its boxes that a person moved.
    """

    placementWanted = Signal(object)
    boxesMoved = Signal(str, object)

    def __init__(self, tree: DependencyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree = tree
        self.model = GraphModel(tree, self)
        self.canvas = GraphCanvas(self.model)
        self._hood = Neighbourhood()
        self._boxes: tuple[Box, ...] = ()
        self._root = ""
        self._opened: set[str] = set()
        self._moved: dict[str, dict[str, Point]] = {}  # by root, in pixels at a text scale of 100 %
        self._plan: Plan | None = None
        self._fresh = True
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.draw)
        self._lay_out()
        for changed in (tree.modelReset, tree.rowsInserted):
            changed.connect(self._soon.start)
        self.canvas.unfoldWanted.connect(self.unfold)
        self.canvas.boxMoved.connect(self._move)
        self.canvas.boxDropped.connect(self._drop)

    @property
    def drawing(self) -> Drawing:
        """The drawing that is shown."""
        return self.model.drawing

    @property
    def is_settled(self) -> bool:
        """Whether the drawing is that of the tree."""
        return self._plan is None and not self._soon.isActive()

    @property
    def moved_boxes(self) -> Positions:
        """The boxes of this graph that a person moved."""
        return self._moved.get(self._root, {})

    def set_moved(self, graphs: Mapping[str, Positions]) -> None:
        """Draw graphs from now on with the boxes where a person moved them in earlier runs."""
        self._moved = {root: dict(positions) for root, positions in graphs.items()}

    def put_back(self, box: Box | None = None) -> None:
        """Let the program place a moved box again; without a box, all of them."""
        moved = self._moved.get(self._root, {})
        freed = {key for key in moved if box is None or key == box.key}
        for key in freed:
            del moved[key]
        self.boxesMoved.emit(self._root, dict(moved))
        self._request_placement(freed)

    def draw(self) -> None:
        """Draw the tree of the model; what cannot be seen waits until it can."""
        if not self.isVisible():
            return
        tree = self._tree.tree
        self._hood = neighbourhood(tree, self._tree.groups) if tree is not None else Neighbourhood()
        root = self._hood.things[0].id if self._hood.things else ""
        if root != self._root:
            self._root, self._fresh = root, True
            self._opened.clear()
        self._request_placement()

    def unfold(self, box: Box) -> None:
        """Show the folded nodes of a box, or of a hub."""
        self._opened.add(box.key)
        self._request_placement()

    def show_placed(self, plan: Plan, points: dict[str, Point]) -> None:
        """Show the boxes where they were placed; an answer to an older plan is dropped."""
        if plan is not self._plan:
            return
        self._plan = None
        self.canvas.show_drawing(drawing_of(self._boxes, self._hood, points), fresh=self._fresh)
        self._fresh = False

    def light_way_to(self, targets: Sequence[str]) -> None:
        """Go to the first of these things that is drawn, which lights the way to it."""
        rows = self.drawing.row_by_thing
        for target in targets:
            if target in rows:
                self.canvas.setCurrentIndex(self.model.index(rows[target]))
                return

    @property
    def root_name(self) -> str:
        """Name of the thing in the middle."""
        return self._hood.things[0].node.name if self._hood.things else ""

    def light_path(self, steps: Sequence[str]) -> None:
        """Light a way of which every thing is drawn."""
        if all(step in self.drawing.row_by_thing for step in steps):
            self.canvas.set_way(tuple(steps))

    def choose(self, item: Item | None) -> None:
        """Make the cell of a row of the tree the current one."""
        if item is not None and item.node is not None and self.isVisible():
            self.light_way_to((item.node.id,))

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what changed while it could not be seen."""
        super().showEvent(event)
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the buttons in the corner."""
        super().resizeEvent(event)
        self._place_buttons()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again for another text scale, and paint the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_soon"):
            self._soon.start()
            self._place_buttons()

    def _request_placement(self, freed: Collection[str] = ()) -> None:
        """Have the boxes placed; those that are not ``freed`` keep their order."""
        former = {key: point for key, point in self.drawing.points.items() if key not in freed}
        self._boxes = boxes_of(self._hood, self._opened)
        scale = scale_percent() / 100
        moved = {key: (x * scale, y * scale) for key, (x, y) in self.moved_boxes.items()}
        self._plan = plan_of(self._boxes, self._hood, {} if self._fresh else former, moved)
        self.placementWanted.emit(self._plan)

    def _drop(self) -> None:
        self.boxesMoved.emit(self._root, dict(self.moved_boxes))
        self._request_placement()

    def _move(self, key: str, x: float, y: float) -> None:
        moved, scale = self._moved.setdefault(self._root, {}), scale_percent() / 100
        moved.pop(key, None)  # the box that was moved last comes last
        moved[key] = (x / scale, y / scale)
        points = {**self.drawing.points, key: (x, y)}
        self.canvas.show_moved(replace(drawing_of(self._boxes, self._hood, points), frame=self.drawing.bounds))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.canvas)
        self._buttons = QWidget(self)
        row = QHBoxLayout(self._buttons)
        set_margins(row, 0, 0, 0, 0)
        row.setSpacing(2)
        less = IconButton("minus", translate("Zoom out"), size=14, box=26)
        less.set_keys(native("Ctrl+-"))
        less.clicked.connect(lambda: self.canvas.zoom_by(1 / ZOOM_STEP))
        more = IconButton("plus", translate("Zoom in"), size=14, box=26)
        more.set_keys(native("Ctrl++"))
        more.clicked.connect(lambda: self.canvas.zoom_by(ZOOM_STEP))
        whole = IconButton("maximize", translate("Show the whole graph"), size=14, box=26)
        whole.set_keys(native("Ctrl+0"))
        whole.clicked.connect(self.canvas.fit)
        for button in (less, more, whole):
            row.addWidget(button)

    def _place_buttons(self) -> None:
        self._buttons.adjustSize()
        self._buttons.move(
            self.width() - self._buttons.width() - _FROM_EDGE, self.height() - self._buttons.height() - _FROM_EDGE
        )
        self._buttons.raise_()
