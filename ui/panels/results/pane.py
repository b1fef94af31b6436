"""The results pane: header, list, and the page for an empty result."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import structs
from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from search.types.ids import FileId
from search.types.lines import LinePage
from search.types.locations import ChangeLocations
from search.types.query import RankSettings
from search.types.results import ChunkHit, FileHit, SearchResult
from ui.code.marking import terms_to_mark
from ui.code.pool import LexPool
from ui.controllers.lines_controller import LineCounts
from ui.i18n.language import translate
from ui.panels.results.cards import Cards
from ui.panels.results.empty import NoResults, Suggestion
from ui.panels.results.header import ResultsHeader
from ui.panels.results.lines.view import LinesView
from ui.panels.results.menu import FileActions, file_menu
from ui.panels.results.model import ResultsModel
from ui.panels.results.rows import CARDS_AT_FIRST, ChunkRow, nearness
from ui.panels.results.sentences import parts_in
from ui.panels.results.snippet import Marker
from ui.panels.results.sorting import SortBy, sorted_files
from ui.panels.results.view import ResultsView
from ui.panels.results.where.header import WhereHeader
from ui.panels.results.where.view import WhereView
from ui.widgets.passing_menu import pop_up


class ResultsPane(QWidget):
    """See the package docstring for methods and signals."""

    fileActivated = Signal(object)
    chunkSelected = Signal(object, object)
    openRequested = Signal(object, int)
    revealRequested = Signal(object)
    textsNeeded = Signal(object)
    contextToggled = Signal(object)
    copyRequested = Signal(str)
    linkRequested = Signal(object)
    dependenciesRequested = Signal(object)
    folderRequested = Signal(str, bool)
    whyRequested = Signal(object)
    likeRequested = Signal(object, object)
    copiesToggled = Signal(bool)
    favouriteToggled = Signal(object)
    noteRequested = Signal(object)
    rankAnnounced = Signal(str)
    suggestionChosen = Signal(object)
    whereLeft = Signal()
    leftUpwards = Signal()

    def __init__(self, marker: Marker, pool: LexPool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ResultsModel(self)
        self._cards = Cards(marker, pool, self)
        self.header = ResultsHeader()
        self.where_header = WhereHeader()
        self.view = ResultsView(self.model, self._cards)
        self.lines = LinesView()
        self.where = WhereView()
        self.empty = NoResults()
        self._files: tuple[FileHit, ...] = ()
        self._settings = RankSettings()
        self._sort = SortBy.RELEVANCE
        self._query = ""
        self._where_query: str | None = None
        self._exact = 0
        self._page: QWidget = self.view
        self._lay_out()
        self._connect()

    @property
    def current_file(self) -> FileHit | None:
        """The selected file, or that of the selected chunk, line or place."""
        if self.shows_where and (location := self.where.current_row) is not None:
            return location.file
        row = self.lines.current_row if self.shows_lines else None
        return row.file if row is not None else self.view.current_file

    @property
    def current_chunk(self) -> ChunkHit | None:
        """The selected chunk; for a selected file its best one."""
        return self.view.current_chunk

    @property
    def chosen_chunk(self) -> ChunkHit | None:
        """The selected chunk; None while a file as a whole is selected."""
        row = self.model.row_at(self.view.currentIndex())
        return row.chunk if isinstance(row, ChunkRow) else None

    def show_result(self, result: SearchResult) -> None:
        """Show an answer; one to the same question keeps a selection that a person made or scrolled away from."""
        same = result.query == self._query and bool(result.query)
        self._query = result.query
        self._settings = result.ranking
        self._files = result.files
        self._cards.reset(terms_to_mark(result.searched, result.terms))
        self.model.set_deleted(frozenset())  # what was deleted before the answer is not in it
        if self._where_query is not None and self._where_query != result.query:
            self._close_where()
        self._exact = result.exact_files
        near_by = nearness(result.files)
        self.header.set_counts(result.total_files, result.total_chunks, result.took_ms, self._exact, near_by)
        self.header.set_parts(parts_in(result.files))
        self._show_page(self.view if result.files else self.empty)
        self.empty.clear()
        files, current = self._sorted(), self.view.current_file
        chosen = self.view.chosen or self.view.verticalScrollBar().value() > 0
        keeps = current is not None and (chosen or (files[:1] and files[0].file_id == current.file_id))
        if same and (keeps or result.reader_share):
            self.view.rerank(files, self._settings)
            if not keeps:
                self.view.select_first()
        else:
            self.view.show_files(files, self._settings)
        if self.view.current_file is None:
            self.view.select_first()

    def begin_lines(self, text: str) -> None:
        """Expect the lines of a search; the present list stays until they arrive."""
        if self._where_query is not None and self._where_query != text:
            self._close_where()
        self.lines.begin(text)

    def show_lines(self, page: LinePage, counts: LineCounts) -> None:
        """Add a page of lines."""
        self._query, self._files = "", ()
        self.header.set_lines(counts)
        self.lines.append(page)
        if counts.lines or not counts.complete:
            self._show_page(self.lines)
        else:
            self.empty.show_suggestions(translate("No line matches."), (), "")
            self._show_page(self.empty)

    def show_no_lines(self) -> None:
        """Show that there are none: what was typed cannot be searched for."""
        self._query, self._files = "", ()
        self.header.set_lines(LineCounts(complete=True))
        self.view.show_files((), self._settings)
        self.lines.lines.clear()
        self.empty.clear()
        self._show_page(self.empty)

    def begin_where(self, text: str) -> None:
        """Expect where a text asks for a change."""
        self._where_query = text
        self.show_locations(None)
        self.header.hide()
        self.where_header.show()
        self._pages.setCurrentWidget(self.where)
        self.where.setFocus()

    def show_locations(self, locations: ChangeLocations | None) -> None:
        """Show where the text asks for a change; None while the answer is awaited."""
        self.where_header.show_locations(locations)
        self.where.show_locations(locations)

    def leave_where(self) -> bool:
        """Show the results again; return whether places to change were shown in their place."""
        if self._where_query is None:
            return False
        self._close_where()
        self._activate_again()
        return True

    def step_line(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) matching line or place to change."""
        (self.where if self.shows_where else self.lines).step(step)

    @property
    def shows_lines(self) -> bool:
        """Whether lines are listed in place of ranked files."""
        return self._pages.currentWidget() is self.lines

    @property
    def shows_where(self) -> bool:
        """Whether places to change are listed in place of results."""
        return self._pages.currentWidget() is self.where

    def rerank(self, files: Sequence[FileHit], settings: RankSettings, total: int) -> None:
        """Show the same candidates in a new order; there are ``total`` in all."""
        self._files, self._settings = tuple(files), settings
        self.header.set_file_count(total, self._exact, nearness(files))
        self.header.set_parts(parts_in(files))
        self._show_page(self.view if files else self.empty)
        self.view.rerank(self._sorted(), settings)

    def show_suggestions(self, sentence: str, suggestions: Sequence[Suggestion], note: str = "") -> None:
        """Say why nothing was found, and what would find something; each was tried before."""
        self.empty.show_suggestions(sentence, suggestions, note)

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Take chunk texts that were asked for."""
        self.model.set_texts(texts)

    def set_file_text(self, file: FileHit, text: str) -> None:
        """Take the whole text of a file, for the colours of its cards."""
        self._cards.set_file_text(file, text)

    def set_in_context(self, chunks: frozenset[str]) -> None:
        """Mark chunks that are collected for copying."""
        self.model.set_in_context(chunks)

    def set_marks(self, favourites: frozenset[str], notes: Mapping[str, str]) -> None:
        """Show which files the person marked."""
        self.model.set_marks(favourites, notes)

    def set_offline(self, roots: frozenset[str]) -> None:
        """Mark the files of roots that cannot be reached."""
        self.model.set_offline(roots)

    def mark_changed(self, written: Collection[str], removed: Collection[str], root: str) -> None:
        """Dim the shown files at the ``removed`` paths of a root, and no longer those that are back.

        Without the name of the root they may be in any.
        """
        files = [file for file in self._files if root in {"", _root_of(file)}]
        back = frozenset(file.file_id for file in files if file.path in written)
        deleted = frozenset(file.file_id for file in files if file.path in removed)
        if back or deleted:
            self.model.set_deleted(self.model.deleted - back | deleted)

    def set_deleted(self, files: frozenset[FileId]) -> None:
        """Dim files that are gone from the disk."""
        self.model.set_deleted(files)

    def set_semantic(self, *, on: bool) -> None:
        """Show or leave out what belongs to semantic search."""
        self.header.set_semantic(on=on)

    def remember_ranks(self) -> None:
        """The slider was pressed: tell how far rows move from now on."""
        self.view.remember_ranks()

    def rest_ranks(self) -> None:
        """Note that the slider was released."""
        self.view.rest_ranks()

    def toggle_all(self) -> None:
        """Show the chunks of all files, or of the selected one only."""
        self.header.expand.toggle()

    def select_first(self) -> None:
        """Select the first file and give the list the focus; with none, focus the first suggestion."""
        if self.shows_lines or self.shows_where:
            (self.lines if self.shows_lines else self.where).setFocus()
        elif self._files:
            self.view.setFocus()
            if self.view.current_file is None:
                self.view.select_first()
        else:
            self.empty.focus_first()

    def _show_page(self, page: QWidget) -> None:
        """Show a page of results; while places to change are shown, it is the one that comes after them."""
        self._page = page
        if self._where_query is None:
            self._pages.setCurrentWidget(page)

    def _activate(self, file: FileHit) -> None:
        """Forward the selection of the list of files, unless the list of places to change is shown instead."""
        if self._where_query is None:
            self.fileActivated.emit(file)

    def _close_where(self) -> None:
        had_focus = self.where.hasFocus()
        self._where_query = None
        self.where_header.hide()
        self.header.show()
        self._pages.setCurrentWidget(self._page)
        if had_focus:
            self._page.setFocus()
        self.whereLeft.emit()

    def _activate_again(self) -> None:
        """Restore the selection of the page that is shown again."""
        if self._page is self.lines:
            self.lines.select_again()
        elif self.view.current_file is not None:
            self.fileActivated.emit(self.view.current_file)

    def _sorted(self) -> tuple[FileHit, ...]:
        return sorted_files(self._files, self._sort)

    def _sort_by(self, by: SortBy) -> None:
        self._sort = by
        self.view.rerank(self._sorted(), self._settings)

    def _chunk_with_text(self, file: FileHit) -> ChunkHit | None:
        """Return the selected chunk of a file, else its best one, with its text as far as that is loaded."""
        chunk = self.chosen_chunk or (file.chunks[0] if file.chunks else None)
        text = self.model.text_of(chunk.id) if chunk is not None else None
        return structs.replace(chunk, text=text) if chunk is not None and text else chunk

    def actions_on(self, file: FileHit) -> FileActions:
        """Return what the menu of a file does."""
        collecting = tuple(chunk.id for chunk in file.chunks[:CARDS_AT_FIRST])
        return FileActions(
            open=self.view.open_requested,
            reveal=lambda: self.revealRequested.emit(file),
            copy=self.copyRequested.emit,
            link=self.linkRequested.emit,
            dependencies=lambda: self.dependenciesRequested.emit(file),
            why=lambda: self.whyRequested.emit(file),
            like=lambda: self.likeRequested.emit(file, self.chosen_chunk),
            copies=self.copiesToggled.emit,
            favourite=lambda: self.favouriteToggled.emit(file),
            note=lambda: self.noteRequested.emit(file),
            context=lambda: self.contextToggled.emit(collecting),
            folder=self.folderRequested.emit,
            chunk=self._chunk_with_text(file),
            collected=bool(collecting) and all(map(self.model.is_in_context, collecting)),
            favoured=self.model.is_favourite(file.file_id),
        )

    def _show_menu(self, file: FileHit, position: QPoint) -> None:
        pop_up(file_menu(file, self.actions_on(file), self), position)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._headers())
        self.where_header.hide()
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.lines)
        self._pages.addWidget(self.where)
        self._pages.addWidget(self.empty)
        column.addWidget(pages, 1)

    def _headers(self) -> QWidget:
        """Return one widget with both headers: banners are placed below the first widget of the pane."""
        headers = QWidget()
        column = QVBoxLayout(headers)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.where_header)
        return headers

    def _connect(self) -> None:
        view = self.view
        view.fileActivated.connect(self._activate)
        view.chunkSelected.connect(self.chunkSelected)
        view.openRequested.connect(self.openRequested)
        view.revealRequested.connect(self.revealRequested)
        view.textsNeeded.connect(self.textsNeeded)
        view.contextToggled.connect(self.contextToggled)
        view.copyRequested.connect(self.copyRequested)
        view.rankAnnounced.connect(self.rankAnnounced)
        view.leftUpwards.connect(self.leftUpwards)
        for list_view in (self.lines, self.where):
            list_view.openRequested.connect(self.openRequested)
            list_view.copyRequested.connect(self.copyRequested)
            list_view.leftUpwards.connect(self.leftUpwards)
        self.where.revealRequested.connect(self.revealRequested)
        self.where_header.backRequested.connect(self.leave_where)
        view.menuRequested.connect(self._show_menu)
        self.header.expandToggled.connect(lambda opened: view.open_all(opened=opened))
        self.header.sortChosen.connect(self._sort_by)
        self.empty.chosen.connect(self.suggestionChosen)
        self.empty.leftUpwards.connect(self.leftUpwards)


def _root_of(file: FileHit) -> str:
    """Return the name of a file's root, as `Root.name` has it."""
    return file.repository if file.root_path else f"{file.repository}@{file.branch}"
