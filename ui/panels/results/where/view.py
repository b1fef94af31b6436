"""The list of located files: selection, keys, and walking from place to place."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent

from search.types.locations import ChangeLocations
from ui.i18n.language import translate
from ui.panels.results.menu import absolute_path
from ui.panels.results.place_list import PlaceList
from ui.panels.results.where.delegate import WhereDelegate
from ui.panels.results.where.model import WhereModel
from ui.panels.results.where.rows import EvidenceRow, PlaceRow, TextRow, chunk_of, line_of

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class WhereView(PlaceList):
    """Shows where a text asks for a change.

    Signals:
        placeSelected: `FileHit`, and `ChunkHit` of the lines or None for the file as a whole.
        openRequested: `FileHit` and line, to be opened in an editor.
        commitRequested: `FileHit` and hash of a commit that speaks for it, to be shown.
        revealRequested: `FileHit`, to be shown in the file manager.
        copyRequested: the path to copy.
        leftUpwards: the person went up from the first row.
    """

    placeSelected = Signal(object, object)
    openRequested = Signal(object, int)
    commitRequested = Signal(object, str)
    revealRequested = Signal(object)
    copyRequested = Signal(str)
    leftUpwards = Signal()

    def __init__(self) -> None:
        super().__init__(translate("Where to change"))
        self.located = WhereModel(self)
        self.setModel(self.located)
        self.setItemDelegate(WhereDelegate(self.located, self))
        self.selectionModel().currentChanged.connect(self._moved)

    @property
    def current_row(self) -> PlaceRow | None:
        """The selected row."""
        row = self.located.row_at(self.currentIndex())
        return None if isinstance(row, TextRow) else row

    def show_locations(self, locations: ChangeLocations | None) -> None:
        """Show an answer with its first file selected; None while it is awaited."""
        self.located.show_locations(locations)
        self.scrollToTop()
        self.setCurrentIndex(self.located.index(0, 0))

    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) place, and wrap around at the ends."""
        target = self.located.stop_from(self.currentIndex().row() + step, step)
        if not target.isValid():
            target = self.located.stop_from(0 if step > 0 else self.located.rowCount() - 1, step)
        if target.isValid():
            self.setCurrentIndex(target)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the place on Enter, show its file with Ctrl, copy its path, and leave the list upwards."""
        row = self.current_row
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in _ENTER and row is not None and modifiers == Qt.KeyboardModifier.ControlModifier:
            self.revealRequested.emit(row.file)
        elif event.key() in _ENTER and row is not None and not modifiers:
            self._open(row)
        elif event.matches(QKeySequence.StandardKey.Copy) and row is not None:
            self.copyRequested.emit(absolute_path(row.file))
        elif event.key() == Qt.Key.Key_End and not modifiers:
            self.setCurrentIndex(self.located.last_place())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.leftUpwards.emit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the place in the editor, or the commit."""
        row = self.located.row_at(self.indexAt(event.position().toPoint()))
        if row is not None and not isinstance(row, TextRow):
            self._open(row)

    def _open(self, row: PlaceRow) -> None:
        if isinstance(row, EvidenceRow) and row.evidence.commit:
            self.commitRequested.emit(row.file, row.evidence.commit)
        else:
            self.openRequested.emit(row.file, line_of(row))

    def _moved(self, index: QModelIndex) -> None:
        row = self.located.row_at(index)
        if row is not None and not isinstance(row, TextRow):
            self.placeSelected.emit(row.file, chunk_of(row))
