"""The two rows above the tree: direction, depth, number of nodes, kinds of edges."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from search.types.graph import Direction, TreeRequest
from ui.i18n.language import translate
from ui.panels.dependencies.chips import EdgeChips
from ui.panels.dependencies.edges import EXTERNAL, edges_of, groups_of_edges
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox
from ui.widgets.text import Text

MAX_DEPTH = 10
FEWEST_NODES, MOST_NODES = 10, 5000
_ROW, _CHIP_ROW, _BUTTON_ROW = 48, 30, 38
_GAP = 6
LOW_BELOW = 220
"""Height of the pane at a text scale of 100 % below which the chips have no row: three others are 116 pixels."""

_DIRECTIONS = (
    Option(Direction.BOTH, translate("Both")),
    Option(Direction.DEPENDS_ON, translate("Depends on"), translate("What it needs")),
    Option(Direction.USED_BY, translate("Used by"), translate("What needs it")),
)


class TreeControls(QWidget):
    """The settings of a tree request, except its target.

    Signals:
        changed: a setting has changed, and the tree has to be requested again.
        externalChanged: whether nodes outside every root are shown.
    """

    changed = Signal()
    externalChanged = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        plain = TreeRequest("")
        self.direction = Segments(_DIRECTIONS, translate("Direction"), padding=12)
        self.direction.set_current(plain.direction)
        self.depth_box = CountBox(1, MAX_DEPTH, translate("Depth"), width=52)
        self.depth_box.setValue(plain.depth)
        self.nodes_box = CountBox(FEWEST_NODES, MOST_NODES, translate("Max nodes"), step=16, width=64)
        self.nodes_box.setValue(plain.max_nodes)
        for box in (self.depth_box, self.nodes_box):
            box.setToolTip(box.accessibleName())
        self.chips = EdgeChips()
        self._compact, self._low, self._beside = False, False, True
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        self._labels = (Text(translate("Depth"), 12, 400, "text2"), Text(translate("Max nodes"), 12, 400, "text2"))
        self._external = EXTERNAL in self.chips.chosen
        self._edges = edges_of(self.chips.chosen)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self.changed)
        self._lay_out()
        self.direction.chosen.connect(self._settle.start)
        self.depth_box.valueChanged.connect(self._settle.start)
        self.nodes_box.valueChanged.connect(self._settle.start)
        self.chips.changed.connect(self._edges_changed)

    @property
    def external(self) -> bool:
        """Whether nodes outside every root are shown."""
        return self._external

    def request(self, target: str) -> TreeRequest:
        """Return the request for a target with these settings."""
        return TreeRequest(
            target=target,
            direction=Direction(self.direction.current),
            depth=self.depth_box.value(),
            max_nodes=self.nodes_box.value(),
            edges=self._edges,
        )

    def set_compact(self, *, on: bool) -> None:
        """Show one button in place of the chips, to save a row."""
        self._compact = on
        self._arrange()

    def fit_pane(self, height: int) -> None:
        """Do the same in a pane of so low a height that the tree below would have no room for a row."""
        low = height < scaled(LOW_BELOW)
        if low != self._low:
            self._low = low
            self._arrange()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Set how many nodes of the visible tree each kind of edge has."""
        self.chips.set_counts(counts)
        self._arrange()

    def restore(self, request: TreeRequest) -> None:
        """Show the settings of a request, without requesting it again."""
        self.direction.set_current(request.direction)
        for box, value in ((self.depth_box, request.depth), (self.nodes_box, request.max_nodes)):
            with QSignalBlocker(box):
                box.setValue(value)
        with QSignalBlocker(self.chips):
            self.chips.choose(groups_of_edges(request.edges, external=self._external))
        self._edges = request.edges

    def minimumSizeHint(self) -> QSize:
        """Return the width from which on the controls can be arranged."""
        return QSize(300, scaled(_ROW))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the button if there is no room for the chips."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Fill the rows and draw their lower border."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), c("surface"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, c("border"))

    def _edges_changed(self) -> None:
        chosen = self.chips.chosen
        if (EXTERNAL in chosen) is not self._external:
            self._external = EXTERNAL in chosen
            self.externalChanged.emit(self._external)
        edges = edges_of(chosen)
        if edges != self._edges:
            self._edges = edges
            self._settle.start()

    def _arrange(self) -> None:
        """Put the button beside the fields if there is room for their labels too, or for them in neither case."""
        inner = self.width() - 2 * sizes.PANE_PADDING
        button = self.chips.button.sizeHint().width() + _GAP
        bare = self.direction.sizeHint().width() + self.depth_box.width() + self.nodes_box.width() + 3 * _GAP
        labels = sum(label.sizeHint().width() + _GAP for label in self._labels)
        self.chips.number(on=True)
        if self.chips.wanted_width() > inner:
            self.chips.number(on=False)
        as_button = self._compact or self._low or self.chips.wanted_width() > inner
        beside = as_button and bare + button + (labels if bare + labels <= inner else 0) <= inner
        for label in self._labels:
            label.setVisible(bare + labels + (button if beside else 0) <= inner)
        self.chips.setVisible(not as_button)
        self.chips.button.setVisible(as_button)
        if as_button and beside is not self._beside:
            self._beside = beside
            (self._second if beside else self._first).removeWidget(self.chips.button)
            if beside:
                self._first.insertWidget(1, self.chips.button)
            else:
                self._second.insertWidget(0, self.chips.button)
        self.setFixedHeight(scaled(_ROW if beside else _ROW + (_BUTTON_ROW if as_button else _CHIP_ROW)))

    def _lay_out(self) -> None:
        for row in (self._first, self._second):
            row.setSpacing(_GAP)
        self._first.addWidget(self.direction)
        self._first.addWidget(self.chips.button)
        self._first.addStretch(1)
        for label, box in zip(self._labels, (self.depth_box, self.nodes_box), strict=True):
            self._first.addWidget(label)
            self._first.addWidget(box)
        self._second.addWidget(self.chips)
        self._second.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(sizes.PANE_PADDING, 8, sizes.PANE_PADDING, 9)
        column.setSpacing(6)
        column.addLayout(self._first)
        column.addLayout(self._second)
        column.addStretch(1)
        self._arrange()
