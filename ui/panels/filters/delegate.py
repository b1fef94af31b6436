"""Paints facets: groups, check boxes and counts."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from ui.i18n.language import number, translate
from ui.painting.row_cache import PaintedRowCache
from ui.painting.shapes import Check, draw_check_box, draw_chevron, rounded
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_right
from ui.panels.filters.facets import Choice, Value
from ui.panels.filters.model import FacetsModel, GroupNode, More
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c

GROUP_ROW, VALUE_ROW = 32, 26
_CHEVRON_X, _TITLE_X, _BOX_X, _LABEL_X, _RIGHT = 20, 32, 32, 54, 16
_TITLE_DROP = 2
"""Pixels by which a title is below the middle of its row, which moves it closer to its own values."""

_TITLE = TextStyle(12, 600, "text2")
_LABEL = TextStyle(13, 400)
_EXCLUDED = TextStyle(13, 400, "text3", struck=True)
_COUNT = TextStyle(12, 400, "text3", tnum=True)
_CHOSEN = TextStyle(12, 600, "accent")
_MORE = TextStyle(12, 500, "accent")
_BOXES = {Choice.NONE: Check.OFF, Choice.INCLUDED: Check.ON, Choice.EXCLUDED: Check.EXCLUDED}


class FacetDelegate(QStyledItemDelegate):
    """Paints rows of a `FacetsModel`.

    Attributes:
        column: column of the group that is being collapsed or expanded; empty for none.
        share: current height of its rows as a share of the full height, 0..1.
    """

    def __init__(self, model: FacetsModel, view: QTreeView) -> None:
        super().__init__(view)
        self._model = model
        self._view = view
        self._painted_rows = PaintedRowCache()
        self.column, self.share = "", 1.0

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,
    ) -> QSize:
        """Return the height of a row."""
        above = self._model.node_at(index.parent())
        if not isinstance(above, GroupNode):
            return QSize(1, scaled(GROUP_ROW))
        share = self.share if above.group.column == self.column else 1.0
        return QSize(1, round(scaled(VALUE_ROW) * share))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row."""
        node = self._model.node_at(index)
        option.rect = QRect(0, option.rect.top(), self._view.viewport().width(), option.rect.height())
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) and self._view.hasFocus()
        opened = isinstance(node, GroupNode) and self._view.isExpanded(self._model.index(index.row(), 0))
        drawn = (node.group.title, node.chosen_words(), len(node.values)) if isinstance(node, GroupNode) else node

        def paint_it(own: QPainter, row: QRectF) -> None:
            _paint_ground(own, row, hovered=hovered, chosen=chosen)
            if isinstance(node, GroupNode):
                _paint_group(own, row, node, opened=opened)
            elif isinstance(node, Value):
                _paint_value(own, row, node)
            elif isinstance(node, More):
                words = translate("Show {n} more").format(n=node.hidden)
                draw(own, _MORE, scaled(_LABEL_X), baseline_for(_MORE, row.center().y()), words)

        self._painted_rows.show(painter, option, "window", (drawn, opened, hovered, chosen), paint_it)


def _paint_ground(painter: QPainter, row: QRectF, *, hovered: bool, chosen: bool) -> None:
    inner = row.adjusted(6, 1, -6, -1)
    if hovered:
        rounded(painter, inner, sizes.RADIUS_CARD, c("hover"))
    if chosen:
        outline = inner.adjusted(0.5, 0.5, -0.5, -0.5)
        rounded(painter, outline, sizes.RADIUS_CARD, c("hover"), QPen(c("accent"), 1))


def _paint_group(painter: QPainter, row: QRectF, node: GroupNode, *, opened: bool) -> None:
    middle = row.center().y() + scaled(_TITLE_DROP)
    draw_chevron(painter, QPointF(scaled(_CHEVRON_X), middle), opened=opened)
    x = draw(painter, _TITLE, scaled(_TITLE_X), baseline_for(_TITLE, middle), node.group.title)
    if opened:
        return
    right = row.right() - scaled(_RIGHT)
    words = node.chosen_words()
    style = _CHOSEN if words else _COUNT
    shown = elided_right(style, words or number(len(node.values)), right - x - scaled(8))
    draw_right(painter, style, right, baseline_for(style, middle), shown)


def _paint_value(painter: QPainter, row: QRectF, value: Value) -> None:
    middle = row.center().y()
    side = scaled(14)
    draw_check_box(painter, QRectF(scaled(_BOX_X), middle - side / 2, side, side), _BOXES[value.choice])
    right = row.right() - scaled(_RIGHT)
    count = number(value.count) if value.count is not None else ""
    left = draw_right(painter, _COUNT, right, baseline_for(_COUNT, middle), count)
    style = _EXCLUDED if value.choice is Choice.EXCLUDED else _LABEL
    quiet = "text3" if value.count == 0 and value.choice is Choice.NONE else ""
    x = scaled(_LABEL_X)
    label = elided_right(style, value.label, left - x - scaled(8))
    draw(painter, style, x, baseline_for(style, middle), label, quiet)
