"""Delegate of the results list: chooses what to paint for a row, only from data in memory."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from search.types.ids import FileId
from ui.painting.mirror import from_start, mirrored
from ui.painting.row_cache import Over, PaintedRowCache
from ui.panels.results.cards import Cards, CardSize
from ui.panels.results.chunk_row import (
    ChunkLook,
    card_box,
    code_room,
    paint_block,
    paint_card,
    paint_card_score,
    paint_further,
    paint_more,
)
from ui.panels.results.file_row import FileLook, ScoreLook, bar_box, paint_file, paint_heading, paint_scores
from ui.panels.results.geometry import MORE_ROW, card_height, heading_height, row_height
from ui.panels.results.model import ResultRole, ResultsModel
from ui.panels.results.rows import ChunkRow, FileRow, Row
from ui.panels.results.sentences import state_line
from ui.theme.sizes import scaled
from ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex

_BAR_REACH = 8
"""Pixels around a score bar in which its tooltip is shown."""


class ResultDelegate(QStyledItemDelegate):
    """Paints rows of a `ResultsModel`.

    Attributes:
        current_file: the selected file or that of the selected chunk; its rows have the rule at the left.
        moved_opacity: opacity of the rank changes, 0..1.
    """

    def __init__(self, model: ResultsModel, cards: Cards, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._cards = cards
        self._painted_rows = PaintedRowCache()
        self.current_file: FileId | None = None
        self.moved_opacity = 1.0

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        """Return the size of a row; only its height matters."""
        row = self._model.row_at(index)
        if row is None:
            return QSize(1, scaled(MORE_ROW) if self._model.further_at(index) else 0)
        return QSize(1, row_height(row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        row = self._model.row_at(index)
        if row is None:
            box = QRectF(option.rect)
            with mirrored(painter, box, option.direction):
                paint_further(painter, box, self._model.further_at(index), answers=self._model.raisable)
            return
        state = option.state
        if isinstance(row, FileRow):
            self._show_file(painter, option, row, index)
        elif isinstance(row, ChunkRow):
            self._show_chunk(painter, option, row)
        else:
            ruled, selected = self._ruled(row), bool(state & QStyle.StateFlag.State_Selected)

            def paint_rest(own: QPainter, box: QRectF) -> None:
                paint_block(own, box, ruled=ruled, ends=True)
                paint_more(own, box, row.hidden, selected=selected)

            self._painted_rows.show(painter, option, "sunken", (row.hidden, ruled, selected), paint_rest)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show the parts of the score while the mouse is over its bar or number."""
        row = self._model.row_at(index)
        if event.type() != QEvent.Type.ToolTip or not isinstance(row, FileRow):
            return super().helpEvent(event, view, option, index)
        box = QRectF(option.rect).adjusted(0, heading_height(row), 0, 0)
        bar = bar_box(box).adjusted(-_BAR_REACH, -_BAR_REACH, 0, _BAR_REACH)
        bar.setRight(box.right())
        position = QPointF(event.pos())
        position.setX(box.left() + from_start(position.x() - box.left(), box.width(), option.direction))
        over = bar.contains(position)
        text = self._model.data(index, Qt.ItemDataRole.ToolTipRole) if over else row.file.path
        QToolTip.showText(event.globalPos(), plain_tip(str(text)), view, option.rect)
        return True

    def _in_active_window(self) -> bool:
        view = self.parent()
        return isinstance(view, QWidget) and view.isActiveWindow()

    def _ruled(self, row: Row) -> bool:
        return row.file.file_id == self.current_file

    def _show_file(self, painter: QPainter, option: QStyleOptionViewItem, row: FileRow, index: Index) -> None:
        file, look = row.file, self._file_look(row, option.state, index)
        option = self._below_heading(painter, option, row)
        model: QAbstractItemModel = self._model
        moved = model.data(index, ResultRole.RANK_CHANGE)
        scores = ScoreLook(moved, self.moved_opacity, look.opacity)
        self._painted_rows.show(
            painter,
            option,
            look.background,
            (file.path, file.chunk_count, state_line(file), look),
            lambda own, box: paint_file(own, box, file, look),
            Over(
                (scores, file.rank, file.parts),
                lambda own, box: paint_scores(own, box, file, scores),
            ),
        )

    @staticmethod
    def _below_heading(painter: QPainter, option: QStyleOptionViewItem, row: FileRow) -> QStyleOptionViewItem:
        """Paint the line above a file, if it has one, and return what is left of the row."""
        above = heading_height(row)
        if row.border is None:
            return option
        box = QRectF(option.rect)
        with mirrored(painter, box, option.direction):
            paint_heading(painter, QRectF(box.left(), box.top(), box.width(), above), row.border)
        below = QStyleOptionViewItem(option)
        below.rect = option.rect.adjusted(0, above, 0, 0)
        return below

    def _file_look(self, row: FileRow, state: QStyle.StateFlag, index: Index) -> FileLook:
        selected = bool(state & QStyle.StateFlag.State_Selected)
        active = self._in_active_window()
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        background = ("sel" if active else "sel_inactive") if selected else ("hover" if hovered else "surface")
        model: QAbstractItemModel = self._model
        badges = model.data(index, ResultRole.BADGES)
        return FileLook(
            background=background,
            ruled=self._ruled(row),
            repository=model.data(index, ResultRole.REPOSITORY),
            badges=badges,
            dimmed="deleted" in badges,
            separator=index.row() > 0 and not selected and row.border is None,
        )

    def _show_chunk(self, painter: QPainter, option: QStyleOptionViewItem, row: ChunkRow) -> None:
        state, chunk, weight = option.state, row.chunk, self._model.weight
        text = self._model.text_of(chunk.id)
        count = row.line_count
        size = CardSize.of(count, code_room(QRectF(option.rect), chunk))
        lines = self._cards.lines(row.file, chunk, text, size) if text is not None else ()
        look = ChunkLook(
            ruled=self._ruled(row),
            selected=bool(state & QStyle.StateFlag.State_Selected),
            focused=self._in_active_window(),
            hovered=bool(state & QStyle.StateFlag.State_MouseOver),
            in_context=self._model.is_in_context(chunk.id),
        )

        def paint_it(own: QPainter, box: QRectF) -> None:
            paint_block(own, box, ruled=look.ruled, ends=row.last)
            paint_card(own, card_box(box, card_height(count)), chunk, lines, look)

        def paint_score(own: QPainter, box: QRectF) -> None:
            card = card_box(box, card_height(count))
            paint_card_score(own, card, chunk, weight)

        over = Over((weight, chunk.relevance, chunk.keyword, chunk.semantic), paint_score)
        self._painted_rows.show(painter, option, "sunken", (chunk.id, row.last, lines, look), paint_it, over)
