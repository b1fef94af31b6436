"""The list of matching lines: selection, keys, and walking from line to line."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent

from search.types.lines import LinePage
from ui.i18n.language import translate
from ui.panels.results.lines.delegate import LineDelegate
from ui.panels.results.lines.model import LineRow, LinesModel, Row
from ui.panels.results.menu import absolute_path
from ui.panels.results.place_list import PlaceList

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class LinesView(PlaceList):
    """Shows the lines of a search, which arrive page by page.

    Signals:
        lineSelected: `FileHit`, `ChunkHit` of the line, and the matches in its file.
        openRequested: `FileHit` and line, to be opened in an editor.
        copyRequested: the path to copy.
        leftUpwards: the person went up from the first row.
    """

    lineSelected = Signal(object, object, object)
    openRequested = Signal(object, int)
    copyRequested = Signal(str)
    leftUpwards = Signal()

    def __init__(self) -> None:
        super().__init__(translate("Matching lines"))
        self.lines = LinesModel(self)
        self._text = ""
        self._outdated = False
        self._wanted: Row | None = None
        self._chosen = False
        self.setModel(self.lines)
        self.setItemDelegate(LineDelegate(self.lines, self))
        self.selectionModel().currentChanged.connect(self._moved)

    @property
    def current_row(self) -> Row | None:
        """The selected row."""
        return self.lines.row_at(self.currentIndex())

    def begin(self, text: str) -> None:
        """Expect the lines of another search; those of the one before stay until the first page is there.

        The same search again keeps the line that a person has selected.
        """
        self._wanted = self.current_row if text == self._text and self._chosen else None
        self._text, self._outdated = text, True

    def append(self, page: LinePage) -> None:
        """Add the next page, and select the first line if none is selected."""
        if self._outdated:
            self._outdated, self._chosen = False, self._wanted is not None
            self.lines.clear()
            self.scrollToTop()
        self.lines.append(page)
        if isinstance(self._wanted, LineRow):
            again = self.lines.find(self._wanted.file.file_id, self._wanted.line.line)
            if again.isValid():
                self._wanted = None
                self.setCurrentIndex(again)
        elif not self.currentIndex().isValid():
            self.setCurrentIndex(self.lines.line_from(0, 1))

    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) line, and wrap around at the ends."""
        target = self.lines.line_from(self.currentIndex().row() + step, step)
        if not target.isValid():
            target = self.lines.line_from(0 if step > 0 else self.lines.rowCount() - 1, step)
        self._chosen = True
        self.setCurrentIndex(target)

    def select_again(self) -> None:
        """Emit the selected line again: something else was shown in between."""
        self._moved(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the line on Enter, copy its path, and leave the list upwards."""
        row, modifiers = self.current_row, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in _ENTER and not modifiers and row is not None:
            self._open(row)
        elif event.matches(QKeySequence.StandardKey.Copy) and row is not None:
            self.copyRequested.emit(absolute_path(row.file))
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 1:
            self.leftUpwards.emit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the line in the editor."""
        row = self.lines.row_at(self.indexAt(event.position().toPoint()))
        if row is not None:
            self._open(row)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Treat the selection as the choice of the person from now on."""
        super().focusInEvent(event)
        self._chosen = True

    def _open(self, row: Row) -> None:
        self.openRequested.emit(row.file, row.line.line if isinstance(row, LineRow) else 1)

    def _moved(self, index: QModelIndex) -> None:
        row = self.lines.row_at(index)
        if row is None:
            return
        line = row if isinstance(row, LineRow) else self.lines.row_at(self.lines.line_from(index.row(), 1))
        if isinstance(line, LineRow):
            self.lineSelected.emit(line.file, line.chunk, self.lines.marks_of(line.file.file_id))
