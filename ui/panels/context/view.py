"""The list of chunks in the context: painting, keys and clicks."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.i18n.language import number, translate
from ui.painting.mirror import from_start, mirrored
from ui.painting.shapes import Check, badge_width, draw_badge, draw_check_box
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle
from ui.panels.context.model import ContextModel
from ui.panels.context.pieces import by_its_own_name, user_of
from ui.panels.context.selection import Judged
from ui.panels.results.sentences import lines_of, title_of
from ui.theme.sizes import scaled
from ui.theme.tokens import c

ROW = 28
_LEFT = 16
_LEAST_USER = 140
"""Pixels that are needed to show what uses a piece."""

_TITLE = TextStyle(13, 600)
_PLACE = TextStyle(12, 400, "text3", tnum=True)
_TOKENS = TextStyle(12, 600, "text2", tnum=True)
_QUIET = TextStyle(12, 400, "text3")


class ContextDelegate(QStyledItemDelegate):
    """Paints rows of a `ContextModel`."""

    def __init__(self, model: ContextModel, view: QListView) -> None:
        super().__init__(view)
        self._model = model
        self._view = view

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> QSize:
        """Return the height of a row."""
        return QSize(1, scaled(ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row."""
        row = self._model.rows[index.row()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        with mirrored(painter, box, option.direction):
            if option.state & QStyle.StateFlag.State_Selected and self._view.hasFocus():
                painter.fillRect(box, c("sel"))
                painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), c("accent"))
            elif option.state & QStyle.StateFlag.State_MouseOver:
                painter.fillRect(box, c("hover"))
            _paint_row(painter, box, row)
        painter.restore()


def _paint_row(painter: QPainter, box: QRectF, row: Judged) -> None:
    middle = box.center().y()
    entry = row.entry
    side = scaled(15)
    square = QRectF(box.left() + scaled(_LEFT), middle - side / 2, side, side)
    draw_check_box(painter, square, Check.ON if row.included else Check.OFF)
    right = box.right() - scaled(_LEFT)
    tokens = number(entry.tokens) if entry.text is not None else "\N{HORIZONTAL ELLIPSIS}"
    right = draw_right(painter, _TOKENS, right, baseline_for(_TOKENS, middle), tokens) - scaled(10)
    if not row.fits and entry.text is not None:
        right = draw_right(
            painter, _QUIET, right, baseline_for(_QUIET, middle), translate("does not fit")
        ) - scaled(10)
    x = box.left() + scaled(_LEFT + 24)
    location = f"{entry.file.path.rpartition('/')[2]} {lines_of(entry.chunk)}"
    title = elided_middle(_TITLE, title_of(by_its_own_name(entry.chunk)), (right - x) * 0.7)
    if title:
        quiet = "" if row.included else "text2"
        x = draw(painter, _TITLE, x, baseline_for(_TITLE, middle), title, quiet) + scaled(8)
    if entry.label and right - x >= badge_width(entry.label) + scaled(8):
        x = draw_badge(painter, entry.label, x, middle) + scaled(8)
    shown = elided_middle(_PLACE, location, right - x)
    x = draw(painter, _PLACE, x, baseline_for(_PLACE, middle), shown) + scaled(8)
    if (user := user_of(entry.chunk)) and right - x >= scaled(_LEAST_USER):
        draw(painter, _QUIET, x, baseline_for(_QUIET, middle), elided_middle(_QUIET, user, right - x))


class ContextView(QListView):
    """Shows a `ContextModel`.

    Signals:
        previewWanted: number of a row, by Enter or double click.
    """

    previewWanted = Signal(int)

    def __init__(self, model: ContextModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chunks = model
        self.setModel(model)
        self.setItemDelegate(ContextDelegate(model, self))
        self.setAccessibleName(translate("Chunks in the context"))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Toggle on Space, move on Ctrl+Up and Ctrl+Down, remove on Delete, preview on Enter."""
        row = self.currentIndex().row()
        control = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.ControlModifier
        key = event.key()
        if control and key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._chunks.move_row(row, -1 if key == Qt.Key.Key_Up else 1)
            self.scrollTo(self.currentIndex())
        elif key == Qt.Key.Key_Space:
            self._chunks.toggle_row(row)
        elif key == Qt.Key.Key_Delete:
            self._chunks.remove_row(row)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row >= 0:
            self.previewWanted.emit(row)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle on the check box, select elsewhere."""
        index = self.indexAt(event.position().toPoint())
        super().mousePressEvent(event)
        if index.isValid() and self._over_box(event):
            self._chunks.toggle_row(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Preview a chunk."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self._over_box(event):
            self.previewWanted.emit(index.row())

    def _over_box(self, event: QMouseEvent) -> bool:
        x = from_start(event.position().x(), self.viewport().width(), self.layoutDirection())
        return x <= scaled(_LEFT + 22)
