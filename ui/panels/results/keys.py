"""Keys of the results list."""

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from ui.panels.results.list_view import ResultsList
from ui.panels.results.menu import absolute_path
from ui.panels.results.model import ResultsModel
from ui.panels.results.rows import CARDS_AT_FIRST, ChunkRow, FileRow, MoreRow

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ResultKeys:
    """Handles the keys of the list.

    Up and Down move from file to file; inside the chunks of a file they move from card to card.
    """

    def __init__(self, view: ResultsList) -> None:
        self._view = view

    @property
    def _model(self) -> ResultsModel:
        model = self._view.model()
        assert isinstance(model, ResultsModel)  # noqa: S101 - the view accepts no other model
        return model

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether the list uses it."""
        if event.matches(QKeySequence.StandardKey.Copy):
            return self._copy()
        key, modifiers = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.ControlModifier and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            return self._reveal()
        if modifiers == Qt.KeyboardModifier.ShiftModifier and key == Qt.Key.Key_F10:
            return self._menu()
        if modifiers != Qt.KeyboardModifier.NoModifier:
            return False
        if key in _STEPS:
            return self._step(_STEPS[key])
        actions = {
            Qt.Key.Key_Right: self._into,
            Qt.Key.Key_Left: self._back,
            Qt.Key.Key_Return: self._enter,
            Qt.Key.Key_Enter: self._enter,
            Qt.Key.Key_Space: self._toggle,
            Qt.Key.Key_Home: lambda: self._file_near(0, 1),
            Qt.Key.Key_End: self._end,
            Qt.Key.Key_PageDown: lambda: self._page(1),
            Qt.Key.Key_PageUp: lambda: self._page(-1),
            Qt.Key.Key_Menu: self._menu,
        }
        return actions[key]() if key in actions else False

    def _step(self, step: int) -> bool:
        here = self._view.currentIndex()
        row = self._model.row_at(here)
        if row is None:
            self._view.select_first()
            return True
        target = here.row() + step
        if isinstance(row, FileRow):
            while isinstance(self._row(target), ChunkRow | MoreRow):
                target += step
        if target < 0:
            self._view.leftUpwards.emit()
        else:
            self._view.move_to(self._model.index(target, 0))
        return True

    def _into(self) -> bool:
        here = self._view.currentIndex()
        if isinstance(self._model.row_at(here), FileRow):
            self._view.open_now()
            below = self._view.currentIndex().row() + 1
            if isinstance(self._row(below), ChunkRow):
                self._view.move_to(self._model.index(below, 0))
        return True

    def _back(self) -> bool:
        row = self._model.row_at(self._view.currentIndex())
        if isinstance(row, FileRow):
            self._view.fold()
        elif row is not None:
            self._view.move_to(self._model.index_of(row.file.file_id))
        return True

    def _enter(self) -> bool:
        row = self._model.row_at(self._view.currentIndex())
        if isinstance(row, MoreRow):
            row_number = self._view.currentIndex().row()
            self._view.show_more(row.file.file_id)
            self._view.move_to(self._model.index(row_number, 0))
        else:
            self._view.open_requested()
        return True

    def _reveal(self) -> bool:
        if self._view.current_file is not None:
            self._view.revealRequested.emit(self._view.current_file)
        return True

    def _toggle(self) -> bool:
        row = self._model.row_at(self._view.currentIndex())
        if isinstance(row, ChunkRow):
            self._view.contextToggled.emit((row.chunk.id,))
        elif row is not None:
            self._view.contextToggled.emit(tuple(chunk.id for chunk in row.file.chunks[:CARDS_AT_FIRST]))
        return True

    def _copy(self) -> bool:
        file = self._view.current_file
        if file is not None:
            self._view.copyRequested.emit(absolute_path(file))
        return True

    def _page(self, direction: int) -> bool:
        here = self._view.visualRect(self._view.currentIndex())
        height = self._view.viewport().height()
        target = self._view.indexAt(QPoint(0, here.top() + direction * (height - here.height())))
        if target.isValid():
            return self._file_near(target.row(), -direction)
        scroll = self._view.verticalScrollBar()
        scroll.setValue(scroll.value() + direction * height)
        edge = self._view.indexAt(QPoint(0, height - 1 if direction > 0 else 0))
        last = self._model.rowCount() - 1 if direction > 0 else 0
        return self._file_near(edge.row() if edge.isValid() else last, -direction)

    def _end(self) -> bool:
        """Go to the last file; the row below the list, which says how many files are left, comes into sight."""
        last = self._model.rowCount() - 1
        self._file_near(last, -1)
        if self._row(last) is None:
            self._view.scrollToBottom()
        return True

    def _file_near(self, row: int, step: int) -> bool:
        while 0 <= row < self._model.rowCount() and not isinstance(self._row(row), FileRow):
            row += step
        self._view.move_to(self._model.index(row, 0) if self._row(row) is not None else QModelIndex())
        return True

    def _row(self, row: int) -> object:
        return self._model.row_at(self._model.index(row, 0)) if 0 <= row < self._model.rowCount() else None

    def _menu(self) -> bool:
        self._view.ask_menu(self._view.visualRect(self._view.currentIndex()).center())
        return True
