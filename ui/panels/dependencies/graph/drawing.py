"""A drawing: boxes with their cells and the curves between them, in pixels at 100 %."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from search.types.graph import EdgeType
from ui.i18n.language import counted
from ui.painting.text import TextStyle, width
from ui.panels.dependencies.edges import GROUPS, name_of
from ui.panels.dependencies.graph.boxes import Box
from ui.panels.dependencies.graph.neighbourhood import Link, Neighbourhood, Thing
from ui.panels.dependencies.graph.placing import Plan, Point, Sized
from ui.theme.sizes import scaled

TITLE, NAME, FOLDER = TextStyle(11, 600, "text2"), TextStyle(12, 500), TextStyle(11, 400, "text3")
HEAD, PILL = TextStyle(12, 600), TextStyle(11, 600, "accent", tnum=True)
TITLE_ROW, HEAD_ROW, ROW = 22, 28, 24
PADDING, ICON = 10, 20
"""Space at the sides of a box, and the room of an icon before a name."""

NARROWEST, WIDEST = 96, 320
_MARGIN = 24
_BEND = 0.5
"""Share of the distance between two columns at which a curve turns."""

_LOOP = 34
"""Distance to which a curve between two cells of a column bends outwards."""

_ARROW = 7


@dataclass(frozen=True, slots=True)
class Cell:
    """A row of a box, which can be the current one: a thing, or what a fold stands for.

    Attributes:
        thing: None for a fold.
    """

    key: str
    box: Box
    thing: Thing | None
    rect: QRectF

    @property
    def things(self) -> tuple[Thing, ...]:
        """Return the thing, or those of a fold."""
        return (self.thing,) if self.thing is not None else self.box.folded

    @property
    def text(self) -> str:
        """Return the words of the cell."""
        return name_of(self.thing.node) if self.thing is not None else fold_words(self.box)

    @property
    def pill(self) -> str:
        """Return the number of things that can be loaded below it; empty for none."""
        return f"+{self.thing.hidden}" if self.thing is not None and self.thing.hidden else ""


@dataclass(frozen=True, slots=True)
class Curve:
    """The edge between two cells.

    Attributes:
        ends: identifiers of the things at its ends, the depending one first; of folded things, all.
        token: colour of its kind.
        arrow: the head at its end.
    """

    ends: tuple[tuple[str, str], ...]
    token: str
    path: QPainterPath
    arrow: QPainterPath
    area: QRectF


@dataclass(frozen=True)
class Drawing:
    """The drawing on the canvas.

    Attributes:
        points: centres of the boxes by key.
        frame: the area that can be scrolled to, where it is not that of the boxes: while one of them is dragged.
    """

    hood: Neighbourhood = field(default_factory=Neighbourhood)
    boxes: tuple[tuple[Box, QRectF], ...] = ()
    cells: tuple[Cell, ...] = ()
    curves: tuple[Curve, ...] = ()
    points: Mapping[str, Point] = field(default_factory=dict)
    frame: QRectF | None = None

    @cached_property
    def bounds(self) -> QRectF:
        """Return the area of all boxes with a margin."""
        if self.frame is not None:
            return self.frame
        area = QRectF()
        for _, rect in self.boxes:
            area = area.united(rect)
        return area.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)

    @cached_property
    def row_by_thing(self) -> Mapping[str, int]:
        """Return the number of the cell of each thing by its identifier."""
        return {thing.id: row for row, cell in enumerate(self.cells) for thing in cell.things}


def fold_words(box: Box) -> str:
    """Return ``23 more in 20 files`` for the fold of a hub, ``5 more`` for that of a box."""
    if box.title:
        return counted(len(box.folded), "{n} more", "{n} more")
    files = len({thing.node.path or thing.id for thing in box.folded})
    return counted(files, "{things} more in {n} file", "{things} more in {n} files").format(
        things=len(box.folded), n=files
    )


def plan_of(
    boxes: Sequence[Box], hood: Neighbourhood, former: Mapping[str, Point], moved: Mapping[str, Point]
) -> Plan:
    """Return the input of the layout library: sizes of the boxes, and the edges between them."""
    box_of = {thing.id: box.key for box in boxes for thing in box.everything}
    joined = {(box_of[link.source], box_of[link.target]) for link in hood.links}
    edges = tuple(sorted((first, second) for first, second in joined if first != second))
    return Plan(tuple(_sized(box) for box in boxes), edges, former, moved)


def drawing_of(boxes: Sequence[Box], hood: Neighbourhood, points: Mapping[str, Point]) -> Drawing:
    """Return the drawing of boxes whose centres are known."""
    drawn: list[tuple[Box, QRectF]] = []
    cells: list[Cell] = []
    for box in boxes:
        size = _sized(box)
        x, y = points[box.key]
        rect = QRectF(x - size.width / 2, y - size.height / 2, size.width, size.height)
        drawn.append((box, rect))
        cells += _cells(box, rect)
    cells.sort(key=lambda cell: (cell.box.rank, cell.rect.top()))
    return Drawing(hood, tuple(drawn), tuple(cells), tuple(_curves(cells, hood.links)), dict(points))


def _sized(box: Box) -> Sized:
    widths = [width(NAME, name_of(thing.node)) + scaled(ICON) + _pill_room(thing) for thing in box.things]
    if box.head is not None:
        widths.append(width(HEAD, box.title) + scaled(ICON) + _pill_room(box.head))
    elif box.title:
        widths.append(width(TITLE, box.title))
    if box.folded:
        widths.append(width(NAME, fold_words(box)) + scaled(ICON))
    widest = max(scaled(NARROWEST), min(scaled(WIDEST), max(widths) + 2 * scaled(PADDING)))
    rows = len(box.things) + bool(box.folded)
    title = scaled(HEAD_ROW) if box.head is not None else scaled(TITLE_ROW) if box.title else 0
    return Sized(box.key, box.rank, math.ceil(widest) + 1, title + rows * scaled(ROW) + (scaled(4) if rows else 0))


def _pill_room(thing: Thing) -> float:
    return width(PILL, f"+{thing.hidden}") + scaled(16) if thing.hidden else 0.0


def _cells(box: Box, rect: QRectF) -> Iterator[Cell]:
    top = rect.top()
    if box.head is not None:
        yield Cell(box.head.id, box, box.head, QRectF(rect.left(), top, rect.width(), scaled(HEAD_ROW)))
        top += scaled(HEAD_ROW)
    elif box.title:
        top += scaled(TITLE_ROW)
    for thing in box.things:
        yield Cell(thing.id, box, thing, QRectF(rect.left(), top, rect.width(), scaled(ROW)))
        top += scaled(ROW)
    if box.folded:
        yield Cell(f"fold {box.key}", box, None, QRectF(rect.left(), top, rect.width(), scaled(ROW)))


def _curves(cells: Sequence[Cell], links: Sequence[Link]) -> Iterator[Curve]:
    cell_of = {thing.id: cell for cell in cells for thing in cell.things}
    joined: dict[tuple[str, str], list[Link]] = {}
    for link in links:
        ends = (cell_of[link.source].key, cell_of[link.target].key)
        if ends[0] != ends[1]:
            joined.setdefault(ends, []).append(link)
    by_key = {cell.key: cell for cell in cells}
    for (source, target), between in joined.items():
        path, arrow = _curve(by_key[source], by_key[target])
        pairs = tuple((link.source, link.target) for link in between)
        yield Curve(pairs, token_of(between[0].types), path, arrow, path.boundingRect().adjusted(-8, -8, 8, 8))


def token_of(types: Collection[EdgeType]) -> str:
    """Return the colour of the first kind of an edge."""
    return next((group.token for kind in types for group in GROUPS if kind in group.types), "text3")


def _curve(source: Cell, target: Cell) -> tuple[QPainterPath, QPainterPath]:
    """Return the curve between two cells and its arrow; within a column it bends to the right."""
    first, last = source.rect, target.rect
    if source.box.rank == target.box.rank:
        start, end = QPointF(first.right(), first.center().y()), QPointF(last.right(), last.center().y())
        out = max(start.x(), end.x()) + scaled(_LOOP)
        bends, side = (QPointF(out, start.y()), QPointF(out, end.y())), 1
    elif source.box.rank < target.box.rank:
        start, end = QPointF(first.right(), first.center().y()), QPointF(last.left(), last.center().y())
        reach = max(24.0, (end.x() - start.x()) * _BEND)
        bends, side = (start + QPointF(reach, 0), end - QPointF(reach, 0)), -1
    else:
        start, end = QPointF(first.left(), first.center().y()), QPointF(last.right(), last.center().y())
        reach = max(24.0, (start.x() - end.x()) * _BEND)
        bends, side = (start - QPointF(reach, 0), end + QPointF(reach, 0)), 1
    path = QPainterPath(start)
    path.cubicTo(*bends, end)
    arrow = QPainterPath(end)
    for rise in (-_ARROW / 2, _ARROW / 2):
        arrow.lineTo(end + QPointF(side * _ARROW, rise))
    arrow.closeSubpath()
    return path, arrow
