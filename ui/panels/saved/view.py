"""The list of saved searches or of the history."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.i18n.language import translate
from ui.painting.mirror import mirrored
from ui.painting.shapes import rounded
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_right
from ui.panels.saved.rows import ClearRow, Heading, ListRow, MarkRow, SearchRow, spoken
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c
from ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
_HEADING_ROW, _ROW, _TWO_LINES = 32, 30, 46
_LEFT, _RIGHT = 20, 16
_HEADING = TextStyle(12, 600, "text3")
_TITLE = TextStyle(13, 400)
_NAME = TextStyle(13, 500)
_DETAIL = TextStyle(12, 400, "text3")
_NOTE = TextStyle(12, 400, "text3", tnum=True)
_NEWS = TextStyle(12, 600, "ok", tnum=True)
_CLEAR = TextStyle(12, 500, "accent")


class SearchListModel(QAbstractListModel):
    """Contains `ListRow`s."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ListRow] = []

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Show other rows."""
        if list(rows) != self._rows:
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()

    def row_at(self, index: Index) -> ListRow | None:
        """Return the row at an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def rowCount(self, parent: Index = _TOP) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the value of a role for a row."""
        row = self.row_at(index)
        if row is None:
            return None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, SearchRow):
            return plain_tip(row.text)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags with which headings cannot be selected."""
        row = self.row_at(index)
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if isinstance(row, Heading):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemNeverHasChildren


class _Delegate(QStyledItemDelegate):
    def __init__(self, model: SearchListModel, view: QListView) -> None:
        super().__init__(view)
        self._model, self._view = model, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        row = self._model.row_at(index)
        if isinstance(row, Heading):
            return QSize(1, scaled(_HEADING_ROW))
        return QSize(1, scaled(_TWO_LINES if isinstance(row, SearchRow | MarkRow) and row.detail else _ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._model.row_at(index)
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        with mirrored(painter, box, option.direction):
            inner = box.adjusted(6, 1, -6, -1)
            if not isinstance(row, Heading) and option.state & QStyle.StateFlag.State_MouseOver:
                rounded(painter, inner, sizes.RADIUS_CARD, c("hover"))
            if option.state & QStyle.StateFlag.State_Selected and self._view.hasFocus():
                outline = inner.adjusted(0.5, 0.5, -0.5, -0.5)
                rounded(painter, outline, sizes.RADIUS_CARD, c("hover"), QPen(c("accent"), 1))
            middle = box.center().y()
            if isinstance(row, Heading):
                draw(painter, _HEADING, scaled(_LEFT), baseline_for(_HEADING, middle + scaled(3)), row.text)
            elif isinstance(row, ClearRow):
                draw(painter, _CLEAR, scaled(_LEFT), baseline_for(_CLEAR, middle), translate("Clear history"))
            elif row is not None:
                _paint_search(painter, box, row)
        painter.restore()


def _paint_search(painter: QPainter, box: QRectF, row: SearchRow | MarkRow) -> None:
    middle = box.center().y() - (scaled(8) if row.detail else 0)
    right = box.right() - scaled(_RIGHT)
    note, fresh = (row.note, row.fresh) if isinstance(row, SearchRow) else ("", False)
    style = _NEWS if fresh else _NOTE
    left = draw_right(painter, style, right, baseline_for(style, middle), note) if note else right
    title = _NAME if row.detail else _TITLE
    x = box.left() + scaled(_LEFT)
    draw(painter, title, x, baseline_for(title, middle), elided_right(title, row.title, left - x - scaled(8)))
    if row.detail:
        below = baseline_for(_DETAIL, box.center().y() + scaled(9))
        draw(painter, _DETAIL, x, below, elided_right(_DETAIL, row.detail, right - x))


class SearchListView(QListView):
    """Shows a `SearchListModel`.

    Signals:
        chosen: the query text of a search and its mode as its row has it, by Enter or click.
        removed: the same, by Delete.
        cleared: "Clear history" was used.
        renameWanted: the same, by F2.
        markChosen: identifier of a marked file, by Enter or click.
        markRemoved: identifier of a marked file, by Delete, and whether to remove its note.
    """

    chosen = Signal(str, object)
    removed = Signal(str, object)
    cleared = Signal()
    renameWanted = Signal(str, object)
    markChosen = Signal(str)
    markRemoved = Signal(str, bool)

    def __init__(self, model: SearchListModel, name: str) -> None:
        super().__init__()
        self._searches = model
        self.setModel(model)
        self.setItemDelegate(_Delegate(model, self))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setStyleSheet("QListView{background:transparent;}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Run a search on Enter, remove it on Delete, rename it on F2."""
        row = self._searches.row_at(self.currentIndex())
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._take(row)
        elif event.key() == Qt.Key.Key_Delete and isinstance(row, SearchRow):
            self.removed.emit(row.text, row.mode)
        elif event.key() == Qt.Key.Key_Delete and isinstance(row, MarkRow):
            self.markRemoved.emit(row.file_id, row.noted)
        elif event.key() == Qt.Key.Key_F2 and isinstance(row, SearchRow):
            self.renameWanted.emit(row.text, row.mode)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Run the search under the mouse."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._take(self._searches.row_at(self.indexAt(event.position().toPoint())))

    def row_at(self, index: Index) -> ListRow | None:
        """Return the row at an index."""
        return self._searches.row_at(index)

    def _take(self, row: ListRow | None) -> None:
        if isinstance(row, SearchRow):
            self.chosen.emit(row.text, row.mode)
        elif isinstance(row, MarkRow):
            self.markChosen.emit(row.file_id)
        elif isinstance(row, ClearRow):
            self.cleared.emit()
