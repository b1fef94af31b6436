"""Paints the dependency tree: indent guides, edge icons and names, badges."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from search.types.graph import NodeState, TreeNode
from ui.i18n.language import number, translate
from ui.painting.row_cache import PaintedRowCache
from ui.painting.shapes import badge_width, draw_badge, draw_chevron, draw_icon, fill_to_the_edge
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle, width
from ui.panels.dependencies.edges import edge_icon, edge_words, location_of, name_of
from ui.panels.dependencies.items import Item
from ui.panels.dependencies.model import DependencyModel
from ui.panels.dependencies.words import GROUP_NAMES, count_of, short_cut_words, state_badge
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_GROUP = TextStyle(13, 600)
_COUNT = TextStyle(12, 400, "text3", tnum=True)
_NAME = TextStyle(13, 500)
_PLACE = TextStyle(12, 400, "text3")
_EDGE = TextStyle(12, 400, "text3")
_CUT = TextStyle(12, 400, "text2", tnum=True)
_LOAD = TextStyle(12, 600, "accent")

GROUP_ROW, NODE_ROW = 36, 28
_GROUP_DROP = 2
"""Pixels by which the name of a half is below the middle of its row, closer to its nodes."""

INDENT = 20
_FIRST_GUIDE = 23
_ICON_X, _TEXT_X = 18, 33
"""Pixels from the chevron of a row to its icon and text."""

_RIGHT = 16
_BADGE_ICONS = {
    "cycle": "repeat",
    "shown above": "arrow-up",
    "shown below": "arrow-down",
    "ambiguous": "circle-question-mark",
}
"""Icons of the states that are shown as a badge."""


def chevron_x(item: Item) -> int:
    """Return the position of the chevron of an item, from the left of the row."""
    return scaled(_FIRST_GUIDE + INDENT * (item.level - 1))


def load_span(item: Item) -> tuple[float, float]:
    """Return start and end of the word "Load" of a cut branch, from the left of the row."""
    start = chevron_x(item) + scaled(_TEXT_X) + width(_CUT, short_cut_words(item)) + scaled(10)
    return start, start + width(_LOAD, translate("Load"))


class DependencyDelegate(QStyledItemDelegate):
    """Paints items of a `DependencyModel`."""

    def __init__(self, model: DependencyModel, view: QTreeView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._view = view
        self._painted_rows = PaintedRowCache()

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,
    ) -> QSize:
        """Return the height of a row."""
        item = self._model.item_at(index)
        return QSize(1, scaled(GROUP_ROW if item is not None and item.is_group else NODE_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row."""
        item = self._model.item_at(index)
        if item is None:
            return
        option.rect = QRect(0, option.rect.top(), self._view.viewport().width(), option.rect.height())
        ground = self._ground(option.state)
        opened = bool(item.children) and self._view.isExpanded(self._model.index_of(item))
        words = str(count_of(item)) if item.is_group else short_cut_words(item) if item.is_cut else ""
        change = self._model.change_of(item)
        ruled = bool(option.state & QStyle.StateFlag.State_Selected)
        drawn = (item.level, item.half, item.node, words, change, bool(item.children), opened, ruled)

        def paint_it(own: QPainter, row: QRectF) -> None:
            if ruled:
                fill_to_the_edge(own, QRectF(row.left(), row.top(), 3, row.height()), c("accent"))
            for level in range(item.level - 1):
                x = scaled(_FIRST_GUIDE + INDENT * level)
                own.fillRect(QRectF(x, row.top(), 1, row.height()), c("border"))
            if item.children:
                drop = scaled(_GROUP_DROP) if item.is_group else 0
                position = QPointF(row.left() + chevron_x(item), row.center().y() + drop)
                draw_chevron(own, position, opened=opened)
            if item.is_group:
                _paint_group(own, row, item)
            elif item.is_cut:
                _paint_cut(own, row, item)
            elif item.node is not None:
                _paint_node(own, row, item, item.node, change)

        self._painted_rows.show(painter, option, ground, drawn, paint_it)

    def _ground(self, state: QStyle.StateFlag) -> str:
        if state & QStyle.StateFlag.State_Selected:
            return "sel" if self._view.isActiveWindow() else "sel_inactive"
        return "hover" if state & QStyle.StateFlag.State_MouseOver else "surface"


def _paint_group(painter: QPainter, row: QRectF, item: Item) -> None:
    middle = row.center().y() + scaled(_GROUP_DROP)
    x = row.left() + chevron_x(item) + scaled(13)
    end = draw(painter, _GROUP, x, baseline_for(_GROUP, middle), GROUP_NAMES[item.half])
    draw(painter, _COUNT, end + scaled(8), baseline_for(_COUNT, middle), number(count_of(item)))


def _paint_cut(painter: QPainter, row: QRectF, item: Item) -> None:
    middle = row.center().y()
    left = row.left() + chevron_x(item)
    draw_icon(painter, "ellipsis", "text3", QPointF(left + scaled(_ICON_X), middle), 14)
    draw(painter, _CUT, left + scaled(_TEXT_X), baseline_for(_CUT, middle), short_cut_words(item))
    start, _ = load_span(item)
    draw(painter, _LOAD, row.left() + start, baseline_for(_LOAD, middle), translate("Load"))


def _paint_node(painter: QPainter, row: QRectF, item: Item, node: TreeNode, change: str) -> None:
    middle = row.center().y()
    left = row.left() + chevron_x(item)
    icon, token = edge_icon(node)
    draw_icon(painter, icon, token, QPointF(left + scaled(_ICON_X), middle), 14)
    right = row.right() - scaled(_RIGHT)
    right = draw_right(painter, _EDGE, right, baseline_for(_EDGE, middle), edge_words(node)) - scaled(12)
    badge = state_badge(node)
    badge_room = badge_width(badge) + scaled(14 + 8) if badge in _BADGE_ICONS else 0
    badge_room += badge_width(change) + scaled(8) if change else 0
    x = left + scaled(_TEXT_X)
    quiet = node.state in {NodeState.SHOWN_ABOVE, NodeState.EXTERNAL}
    name = elided_middle(_NAME, name_of(node), right - x - badge_room)
    x = draw(painter, _NAME, x, baseline_for(_NAME, middle), name, "text2" if quiet else "") + scaled(8)
    where = elided_middle(_PLACE, location_of(node), right - x - badge_room)
    if len(where) > 1:
        x = draw(painter, _PLACE, x, baseline_for(_PLACE, middle), where) + scaled(8)
    if badge in _BADGE_ICONS:
        x = draw_badge(painter, badge, x, middle, _BADGE_ICONS[badge]) + scaled(8)
    if change:
        draw_badge(painter, change, x, middle)
