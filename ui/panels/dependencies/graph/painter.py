"""How boxes and edges look, on the screen and in exported pictures."""

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.painting.shapes import draw_icon
from ui.painting.text import baseline_for, draw, draw_right, elided_middle, width
from ui.panels.dependencies.edges import edge_icon
from ui.panels.dependencies.graph.boxes import Box
from ui.panels.dependencies.graph.drawing import (
    FOLDER,
    HEAD,
    HEAD_ROW,
    ICON,
    NAME,
    PADDING,
    PILL,
    TITLE,
    TITLE_ROW,
    Cell,
    Curve,
    Drawing,
)
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_FAINT = 0.28
"""Opacity of everything that is not on the highlighted path."""

_UNREADABLE = 0.4
"""Zoom below which text is drawn as bars: letters of five pixels are unreadable and slow to draw."""


_ROOT_ICONS = {
    "file": "file",
    "table": "table-2",
    "view": "table-2",
    "procedure": "database",
    "method": "square-function",
    "function": "square-function",
    "section": "heading",
}
"""The root has no edge with an icon, but it has a kind."""


@dataclass(frozen=True, slots=True)
class Emphasis:
    """The highlighted parts of a drawing.

    Attributes:
        current: key of the current cell; empty for none.
        way: things on the way that is lit, in order.
        focused: whether the canvas has the keyboard focus.
        begins: a single thing is lit too: a person chose it as the start of ways.
    """

    current: str = ""
    way: tuple[str, ...] = ()
    focused: bool = False
    begins: bool = False

    @property
    def lit(self) -> frozenset[str]:
        """The things that are lit; empty where nothing is, so that all look the same."""
        return frozenset(self.way) if len(self.way) > 1 or self.begins else frozenset()

    def lights(self, curve: Curve) -> bool:
        """Return whether an edge is on the way."""
        steps = {*zip(self.way, self.way[1:], strict=False), *zip(self.way[1:], self.way, strict=False)}
        return any(ends in steps for ends in curve.ends)


def paint_drawing(
    painter: QPainter, drawing: Drawing, emphasis: Emphasis, exposed: QRectF, zoom: float = 1.0
) -> None:
    """Paint what of a drawing is in an area of it; the painter is scaled already."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    lit = emphasis.lit
    late: list[Curve] = []
    for curve in drawing.curves:
        if not curve.area.intersects(exposed):
            continue
        if lit and emphasis.lights(curve):
            late.append(curve)
        else:
            _paint_curve(painter, curve, faint=bool(lit))
    for curve in late:
        _paint_curve(painter, curve, bold=True)
    for box, rect in drawing.boxes:
        if rect.intersects(exposed):
            dark = not lit or not lit.isdisjoint(thing.id for thing in box.everything)
            painter.setOpacity(1.0 if dark else _FAINT)
            _paint_box(painter, box, rect, lit)
    for cell in drawing.cells:
        if cell.rect.intersects(exposed):
            dark = not lit or not lit.isdisjoint(thing.id for thing in cell.things)
            painter.setOpacity(1.0 if dark else _FAINT)
            _paint_cell(painter, cell, emphasis, readable=zoom >= _UNREADABLE)
    painter.setOpacity(1.0)


def _paint_curve(painter: QPainter, curve: Curve, *, faint: bool = False, bold: bool = False) -> None:
    painter.setOpacity(_FAINT if faint else 1.0 if bold else 0.75)
    colour = QColor(c("accent" if bold else curve.token))
    painter.setPen(QPen(colour, 2.4 if bold else 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(curve.path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(curve.arrow)


def _paint_box(painter: QPainter, box: Box, rect: QRectF, lit: Collection[str]) -> None:
    root = box.rank == 0
    on_the_way = any(thing.id in lit for thing in box.everything)
    strong = root or on_the_way
    painter.setPen(QPen(QColor(c("accent" if strong else "border_strong")), 1.5 if strong else 1.0))
    painter.setBrush(QColor(c("accent_soft" if root else "surface")))
    painter.drawRoundedRect(rect, sizes.RADIUS_CARD, sizes.RADIUS_CARD)
    if box.head is None and box.title:
        middle = rect.top() + scaled(TITLE_ROW) / 2 + 1
        room = rect.width() - 2 * scaled(PADDING)
        title = elided_middle(TITLE, box.title, room)
        end = draw(painter, TITLE, rect.left() + scaled(PADDING), baseline_for(TITLE, middle), title)
        rest = rect.right() - scaled(PADDING) - end - scaled(6)
        if box.folder and rest > scaled(40):
            draw(
                painter,
                FOLDER,
                end + scaled(6),
                baseline_for(FOLDER, middle),
                elided_middle(FOLDER, box.folder.rpartition("/")[2], rest),
            )


def _paint_cell(painter: QPainter, cell: Cell, emphasis: Emphasis, *, readable: bool) -> None:
    current = cell.key == emphasis.current
    row = cell.rect.adjusted(1.5, 1.5, -1.5, -1.5)
    if current:
        outline = QPen(QColor(c("accent")), 1.5) if emphasis.focused else QPen(Qt.PenStyle.NoPen)
        painter.setPen(outline)
        painter.setBrush(QColor(c("sel" if emphasis.focused else "sel_inactive")))
        painter.drawRoundedRect(row, sizes.RADIUS_CHIP, sizes.RADIUS_CHIP)
    middle = cell.rect.center().y()
    left, right = cell.rect.left() + scaled(PADDING), cell.rect.right() - scaled(PADDING)
    if not readable:
        bar = QRectF(left, middle - 3, min(right - left, width(NAME, cell.text)), 6)
        painter.fillRect(bar, QColor(c("border_strong")))
        return
    if cell.pill:
        right = _paint_pill(painter, cell.pill, right, middle)
    style = HEAD if cell.rect.height() == scaled(HEAD_ROW) else NAME
    icon, token = edge_icon(cell.thing.node) if cell.thing is not None else ("ellipsis", "text3")
    if cell.thing is not None and not cell.thing.above:
        icon, token = _ROOT_ICONS.get(cell.thing.node.kind, "box"), "accent"
    draw_icon(painter, icon, token, QPointF(left + 7, middle), 14)
    words = elided_middle(style, cell.text, right - left - scaled(ICON))
    draw(painter, style, left + scaled(ICON), baseline_for(style, middle), words, "" if cell.thing else "text2")


def _paint_pill(painter: QPainter, words: str, right: float, middle: float) -> float:
    """Paint the number of things that can be loaded, and return where the name has to end."""
    box = pill_rect(words, right, middle)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(c("accent_soft")))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    draw_right(painter, PILL, box.right() - scaled(5), baseline_for(PILL, middle), words)
    return box.left() - scaled(4)


def pill_rect(words: str, right: float, middle: float) -> QRectF:
    """Return the area of the number at the end of a cell."""
    wide = width(PILL, words) + scaled(10)
    return QRectF(right - wide, middle - scaled(8), wide, scaled(16))
