"""The list view: selection, expanding of files, and keeping the selected row at its position on the screen."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import (
    QEasingCurve,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from search.types.ids import ChunkId, FileId
from search.types.query import RankSettings
from search.types.results import ChunkHit, FileHit
from ui.i18n.language import translate
from ui.panels.results.cards import Cards
from ui.panels.results.delegate import ResultDelegate
from ui.panels.results.model import ResultsModel
from ui.panels.results.rows import ChunkRow, FileRow, MoreRow
from ui.panels.results.sentences import name_and_folder, rank_moved
from ui.theme.motion import is_reduced
from ui.widgets.announcement import announce

OPEN_AFTER_MS = 90
"""Delay until the selected file expands, so that the list does not jump while an arrow key is held down."""

RANKS_STAY_MS, RANKS_FADE_MS = 1500, 300
"""How long rank changes stay visible after the slider was released, and how long they fade."""

BATCHED_ABOVE = 200
"""Longer lists are laid out in batches: 1,000 files take 1.9 ms instead of 18 ms."""

BATCH = 64


class ResultsList(QListView):
    """Shows a `ResultsModel`; `ui.panels.results.view` adds the keys. See the package for the signals.

    Attributes:
        chosen: whether the user has focused the list since the last answer, so that the selection is their choice.
    """

    fileActivated = Signal(object)
    chunkSelected = Signal(object, object)
    openRequested = Signal(object, int)
    revealRequested = Signal(object)
    textsNeeded = Signal(object)
    contextToggled = Signal(object)
    copyRequested = Signal(str)
    menuRequested = Signal(object, QPoint)
    rankAnnounced = Signal(str)
    leftUpwards = Signal()
    furtherRequested = Signal()

    def __init__(self, model: ResultsModel, cards: Cards, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results = model
        self._cards = cards
        self._painter = ResultDelegate(model, cards, self)
        self._requested_texts: set[ChunkId] = set()
        self._quiet = False
        self.chosen = False
        self.setModel(model)
        self.setItemDelegate(self._painter)
        self._set_up()
        self._rest = self._timer(OPEN_AFTER_MS, self._rested)
        self._want_texts = self._timer(0, self._ask_texts)
        self._ranks_stay = self._timer(RANKS_STAY_MS, self._fade_ranks)
        self._fade = QVariantAnimation(self)
        self._fade.setDuration(RANKS_FADE_MS)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._fade.valueChanged.connect(self._set_moved_opacity)
        self._fade.finished.connect(self._ranks_faded)
        cards.changed.connect(self.viewport().update)
        self.selectionModel().currentChanged.connect(self._moved)
        self.verticalScrollBar().valueChanged.connect(self._want_texts.start)
        model.rowsInserted.connect(self._want_texts.start)
        model.modelReset.connect(self._want_texts.start)

    @property
    def current_file(self) -> FileHit | None:
        """The selected file, or that of the selected chunk."""
        row = self._results.row_at(self.currentIndex())
        return None if row is None else row.file

    @property
    def current_chunk(self) -> ChunkHit | None:
        """The selected chunk, or the best chunk of the selected file."""
        row = self._results.row_at(self.currentIndex())
        if isinstance(row, ChunkRow):
            return row.chunk
        return row.file.chunks[0] if row is not None and row.file.chunks else None

    def show_files(self, files: Sequence[FileHit], settings: RankSettings) -> None:
        """Show a new answer from its top, with nothing selected and nothing expanded."""
        self._requested_texts.clear()
        self.chosen = False
        self._rest.stop()
        self._painter.current_file = None
        self._results.set_files(files, settings)
        self._set_batching(len(files))
        self.verticalScrollBar().setValue(0)

    def rerank(self, files: Sequence[FileHit], settings: RankSettings) -> None:
        """Show the same candidates in a new order.

        A row that the person chose stays at its position on the screen; otherwise the list does not scroll, so
        that the rows that win can be seen.
        """
        with self._in_place(hold=self.chosen):
            self._set_batching(len(files))
            self._results.set_files(files, settings, keep=True)

    def select_first(self) -> None:
        """Select the first file."""
        if self._results.rowCount():
            self.setCurrentIndex(self._results.index(0, 0))

    def select_file(self, file: FileId) -> None:
        """Select a file if it is in the list."""
        index = self._results.index_of(file)
        if index.isValid():
            self.setCurrentIndex(index)

    def open_all(self, *, opened: bool) -> None:
        """Show the chunks of all files, or of the selected one only."""
        with self._in_place():
            self._results.open_all(opened=opened)

    def remember_ranks(self) -> None:
        """Show rank changes from now on."""
        self._ranks_stay.stop()
        self._fade.stop()
        self._painter.moved_opacity = 1.0
        self._results.remember_ranks()

    def rest_ranks(self) -> None:
        """Announce the new rank of the selected file, and fade out the rank changes."""
        file = self.current_file
        before = self._results.rank_before(file.file_id) if file is not None else None
        if file is not None and before is not None and before != file.rank:
            self._announce(rank_moved(name_and_folder(file.path)[0], file.rank, before))
        self._ranks_stay.start()

    def _announce(self, sentence: str) -> None:
        """Announce a sentence to screen readers, and emit it."""
        announce(self, sentence)
        self.rankAnnounced.emit(sentence)

    def show_more(self, file: FileId) -> None:
        """Show all chunks of a file; the selected "show more" row becomes its first new card."""
        self._results.show_more(file)

    def move_to(self, index: QModelIndex) -> None:
        """Select a row, and scroll as little as needed."""
        if index.isValid():
            self.setCurrentIndex(index)

    def open_now(self) -> None:
        """Show the chunks of the selected file without delay."""
        self._rest.stop()
        file = self.current_file
        if file is not None and not self._results.is_opened(file.file_id):
            self._rested()

    @property
    def is_settled(self) -> bool:
        """Whether the other panels know the selection, which is announced once it rests."""
        return not self._rest.isActive()

    def fold(self) -> None:
        """Hide the chunks of the selected file."""
        self._rest.stop()
        with self._in_place():
            self._results.open_only(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Treat the selection as the choice of the user from now on."""
        super().focusInEvent(event)
        self.chosen = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show more chunks after a click on "Show n more chunks", and more files after one on the last row."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        row = self._results.row_at(index)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if isinstance(row, MoreRow):
            self.show_more(row.file.file_id)
        elif self._results.raisable and self._results.further_at(index):
            self.furtherRequested.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a file or chunk in the editor."""
        row = self._results.row_at(self.indexAt(event.position().toPoint()))
        if row is not None and not isinstance(row, MoreRow):
            self.open_requested()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request the texts of rows that became visible."""
        super().resizeEvent(event)
        self._want_texts.start()

    def open_requested(self) -> None:
        """Emit the request to open the selected file or chunk in an editor."""
        file, chunk = self.current_file, self.current_chunk
        if file is not None:
            self.openRequested.emit(file, chunk.start_line if chunk is not None else 1)

    def ask_menu(self, position: QPoint) -> None:
        """Request the menu of the row at ``position`` in the viewport."""
        row = self._results.row_at(self.indexAt(position))
        if row is not None:
            self.menuRequested.emit(row.file, self.viewport().mapToGlobal(position))

    def _set_up(self) -> None:
        self.setAccessibleName(translate("Results"))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setTabKeyNavigation(False)
        self.verticalScrollBar().setSingleStep(28)
        self.setBatchSize(BATCH)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self.ask_menu)

    def _timer(self, after_ms: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after_ms)
        timer.timeout.connect(slot)
        return timer

    def _set_batching(self, files: int) -> None:
        """Lay out long lists in batches, of which the first one fills the screen."""
        many = files > BATCHED_ABOVE
        self.setLayoutMode(QListView.LayoutMode.Batched if many else QListView.LayoutMode.SinglePass)
        last = self.indexAt(QPoint(0, self.viewport().height() - 1)).row()
        self.setBatchSize(max(BATCH, last + BATCH, self.currentIndex().row() + BATCH))

    def _moved(self, index: QModelIndex) -> None:
        row = self._results.row_at(index)
        self._rest.stop()
        if row is None or self._quiet:
            return
        self._painter.current_file = row.file.file_id
        self.viewport().update()
        if isinstance(row, FileRow):
            self._rest.start()
        elif isinstance(row, ChunkRow):
            self.chunkSelected.emit(row.file, row.chunk)

    def _rested(self) -> None:
        file = self.current_file
        if file is None:
            return
        with self._in_place():
            self._results.open_only(file.file_id)
        self.fileActivated.emit(file)

    def _ask_texts(self) -> None:
        first = max(0, self.indexAt(QPoint(0, 0)).row())
        last = self.indexAt(QPoint(0, self.viewport().height() - 1)).row()
        end = last + 1 if last >= 0 else self._results.rowCount()
        wanted = self._results.missing_texts(range(first, end + 8))
        new = tuple(chunk for chunk in wanted if chunk not in self._requested_texts)
        if new:
            self._requested_texts.update(new)
            self.textsNeeded.emit(new)

    @contextmanager
    def _in_place(self, *, hold: bool = True) -> Iterator[None]:
        """Keep the selected row selected while rows change; with ``hold``, at its position on the screen too."""
        row = self._results.row_at(self.currentIndex())
        top = self.visualRect(self.currentIndex()).top() if row is not None else 0
        scrolled = self.verticalScrollBar().value()
        seen = hold and row is not None and -self.viewport().height() < top < self.viewport().height()
        yield
        if row is None:
            self._scroll_to(scrolled)
            return
        index = self._results.find(row)
        self._select_silently(index)
        self.executeDelayedItemsLayout()
        if seen and index.isValid():
            self._scroll_to(self.verticalScrollBar().value() + self.visualRect(index).top() - top)
        else:
            self._scroll_to(scrolled)

    def _select_silently(self, index: QModelIndex) -> None:
        """Make a row current without scrolling to it or expanding it."""
        self.setAutoScroll(False)
        self._quiet = True
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._quiet = False
        self.setAutoScroll(True)

    def _scroll_to(self, value: int) -> None:
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(value)

    def _fade_ranks(self) -> None:
        if is_reduced():
            self._ranks_faded()
        else:
            self._fade.start()

    def _set_moved_opacity(self, value: float) -> None:
        self._painter.moved_opacity = value
        self.viewport().update()

    def _ranks_faded(self) -> None:
        if self._fade.state() is QVariantAnimation.State.Stopped:
            self._results.forget_ranks()
            self._painter.moved_opacity = 1.0
