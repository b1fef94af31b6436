"""The left pane: filters, saved searches, history."""

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from search.types.files import Root
from search.types.results import Facet, FileHit
from ui.i18n.language import counted, translate
from ui.panels.filters.facets import Choice, choice_of_tests, cleared, is_set, with_tests
from ui.panels.filters.model import FacetsModel
from ui.panels.filters.view import FacetsView
from ui.panels.saved.followed import files_now, followed
from ui.panels.saved.rows import Heading, history_rows, mark_rows, new_files, saved_rows
from ui.panels.saved.store import PastSearch, SavedSearch, Searches, SearchStore
from ui.panels.saved.view import SearchListModel, SearchListView
from ui.theme import sizes
from ui.theme.tokens import c
from ui.user_data.marks import Mark
from ui.widgets.bar import Bar, Edge
from ui.widgets.buttons import IconButton
from ui.widgets.message_page import MessagePage
from ui.widgets.segments import Option, Segments
from ui.widgets.text import Text


class Tab(StrEnum):
    """The model of the pane."""

    FILTERS = "filters"
    SAVED = "saved"
    HISTORY = "history"


_TABS = (
    Option(Tab.FILTERS, translate("Filters")),
    Option(Tab.SAVED, translate("Saved")),
    Option(Tab.HISTORY, translate("History")),
)

_TESTS = (
    Option(Choice.NONE.name, translate("All files")),
    Option(Choice.INCLUDED.name, translate("Only tests")),
    Option(Choice.EXCLUDED.name, translate("No tests")),
)


def _now() -> datetime:
    return datetime.now().astimezone()


class FiltersPane(QWidget):
    """See the package docstring for methods and signals."""

    queryEdited = Signal(str)
    searchChosen = Signal(str, object)
    markChosen = Signal(str)
    markRemoved = Signal(str, bool)
    renameRequested = Signal(str, object)
    written = Signal()
    partlySeen = Signal()

    def __init__(
        self, store: SearchStore, parent: QWidget | None = None, *, now: Callable[[], datetime] = _now
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._now = now
        self._searches: Searches = store.load()
        self._fresh: dict[str, int] = {}
        self._marks: tuple[Mark, ...] = ()
        self._keys = ("", "")
        self._roots: tuple[Root, ...] = ()
        self._partly_seen: set[str] = set()
        self.facets = FacetsModel(self)
        self.view = FacetsView(self.facets)
        self._saved_model, self._history_model = SearchListModel(self), SearchListModel(self)
        self.saved = SearchListView(self._saved_model, translate("Saved searches"))
        self.history = SearchListView(self._history_model, translate("History"))
        self.tabs = Segments(_TABS, translate("Left pane"), padding=9)
        self.tabs.set_current(Tab.FILTERS)
        self.tests = Segments(_TESTS, translate("Tests"), height=sizes.CHIP, padding=8)
        self.counted = Text("", 12, 400, "text3")
        self.counted.setWordWrap(True)
        self.counted.setContentsMargins(20, 0, 12, 8)
        self.counted.hide()
        self.clear = IconButton("rotate-ccw", translate("Clear all filters"))
        self._lay_out()
        self._connect()
        self._show_lists()
        self._show_clear()

    def set_query(self, text: str) -> None:
        """Show which filters the query has."""
        self.facets.set_query(text)
        self.tests.set_current(choice_of_tests(text).name)
        self._show_clear()

    def set_facets(self, facets: Sequence[Facet], *, first: int = 0) -> None:
        """Show the counts of the newest answer; ``first`` is how many of its files are counted, if not all are."""
        self.facets.set_facets(facets)
        words = counted(first, "Counts of the first {n} file", "Counts of the first {n} files")
        self.counted.setText(words if first else "")
        self._show_counted()

    def set_keys(self, save: str, mark: str) -> None:
        """Set the keys that save a search and mark a file, as this system writes them; empty for none."""
        self._keys = (save, mark)
        if self.tabs.current == Tab.SAVED:
            self._say_empty(Tab.SAVED)

    def forget_counts(self) -> None:
        """Show the filters without counts: nothing is searched for."""
        self.facets.forget_counts()
        self.counted.setText("")
        self._show_counted()

    def note_search(self, text: str, files: Sequence[FileHit], total: int | None = None) -> None:
        """Remember that an answer was looked at; ``total`` files are in it, if it has more than ``files``."""
        text = " ".join(text.split())
        if not text:
            return
        self._searches = self._store.note(text, len(files) if total is None else total)
        if any(saved.searches(text) for saved in self._searches.saved):
            self._remember_found(text, [file.file_id for file in files])
            if total is not None and total > len(files):
                self._partly_seen.add(text)
                self.partlySeen.emit()
        self._show_lists()
        self.written.emit()

    def note_lines(self, text: str, files: int, mode: tuple[str, ...]) -> None:
        """Remember that the lines of a search were looked at; its blanks are part of what was searched for."""
        self._change(self._store.note(text, files, mode))

    def note_background(self, text: str, files: Sequence[str]) -> None:
        """Take the identifiers of the files that a saved search finds now.

        Files below those that were shown when it was looked at are not new.
        """
        if text in self._partly_seen:
            self._partly_seen.discard(text)
            self._remember_found(text, files)
        for saved in self._searches.saved:
            if saved.searches(text):
                present = files_now(files, self._searches, self._roots)
                self._fresh[text] = new_files(saved.known, present)
        self._show_lists()

    def _remember_found(self, text: str, files: Sequence[str]) -> None:
        self._searches = self._store.remember_found(text, files_now(files, self._searches, self._roots))
        self._fresh.pop(text, None)

    def set_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show the files that the person marked under the saved searches."""
        self._marks = marks
        self._show_lists()
        self._show_tab(self.tabs.current)

    @property
    def set_aside(self) -> Path | None:
        """Where a file of searches lies that could not be understood; None when all is well."""
        return self._store.file.set_aside

    def saved_texts(self) -> tuple[str, ...]:
        """Return the query texts of the saved searches, to be run in the background; exact ones are not."""
        return tuple(saved.text for saved in self._searches.saved if not saved.mode)

    def saved_searches(self) -> tuple[SavedSearch, ...]:
        """Return the saved searches."""
        return self._searches.saved

    def rename(self, text: str, name: str, mode: tuple[str, ...] | None = None) -> None:
        """Give the saved search with this text and mode another name."""
        self._change(self._store.save(name, text, mode))

    def save(self, text: str, mode: tuple[str, ...] = ()) -> None:
        """Save a search and show it, with its text as its name until it is renamed (F2).

        ``mode`` has the names of the buttons of exact search that are on; blanks are then part of the text.
        """
        text = text if mode else " ".join(text.split())
        if text.strip():
            self._searches = self._store.save(text, text, mode)
            self._show_lists()
            self.show_tab(Tab.SAVED)
            self.written.emit()

    def recent(self, count: int) -> tuple[PastSearch, ...]:
        """Return the newest searches."""
        return self._searches.history[:count]

    def show_tab(self, tab: Tab) -> None:
        """Show a tab."""
        self.tabs.set_current(tab)
        self._show_tab(tab)

    def focus_content(self) -> None:
        """Give the shown list the focus (Alt+1)."""
        self._page().setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the pane."""
        QPainter(self).fillRect(event.rect(), c("window"))

    def _show_tab(self, tab: str) -> None:
        self._show_lists()
        self._tests_row.setVisible(Tab(tab) is Tab.FILTERS)
        self._show_counted()
        if Tab(tab) is not Tab.FILTERS:
            self._say_empty(Tab(tab))
        self._pages.setCurrentWidget(self._page())
        self._show_clear()

    def _page(self) -> QWidget:
        tab = Tab(self.tabs.current)
        if tab is Tab.FILTERS:
            return self.view
        view, model = {
            Tab.SAVED: (self.saved, self._saved_model),
            Tab.HISTORY: (self.history, self._history_model),
        }[tab]
        return view if model.rowCount() else self._message

    def _say_empty(self, tab: Tab) -> None:
        if tab is Tab.SAVED:
            self._message.say(
                "bookmark",
                translate("Nothing saved"),
                self._how_to_save,
            )
        else:
            self._message.say(
                "history", translate("No searches yet"), translate("What you search for is listed here.")
            )

    @property
    def _how_to_save(self) -> str:
        """What the keys do that have something saved; commands without keys are left out."""
        save, mark = self._keys
        sentences = (
            (save, translate("{keys} saves the search you see.")),
            (mark, translate("{keys} makes the selected file a favourite.")),
        )
        return " ".join(sentence.format(keys=keys) for keys, sentence in sentences if keys)

    def _show_lists(self) -> None:
        saved, marked = saved_rows(self._searches.saved, self._fresh), mark_rows(self._marks)
        heading = [Heading(translate("Searches"))] if saved and marked else []
        self._saved_model.set_rows([*heading, *saved, *marked])
        self._history_model.set_rows(history_rows(self._searches.history, self._now()))

    def _show_clear(self) -> None:
        self.clear.setVisible(self.tabs.current == Tab.FILTERS and is_set(self.facets.query))

    def _show_counted(self) -> None:
        self.counted.setVisible(self.tabs.current == Tab.FILTERS and bool(self.counted.text()))

    def follow(self, roots: Sequence[Root]) -> None:
        """Let saved searches name folders as these roots do: one may have been split into repositories."""
        if tuple(roots) == self._roots:
            return
        self._roots = tuple(roots)
        searches = self._store.change(lambda known: followed(known, roots))
        if searches != self._searches:
            self._take(searches)

    def load(self) -> None:
        """Read saved searches and history again: another window has written them."""
        self._take(self._store.load())

    def _change(self, searches: Searches) -> None:
        self._take(searches)
        self.written.emit()

    def _take(self, searches: Searches) -> None:
        self._searches = searches
        self._show_lists()
        self._show_tab(self.tabs.current)

    def _lay_out(self) -> None:
        header = Bar(sizes.PANE_HEADER + 8, edge=Edge.NONE, ground="window")
        row = QHBoxLayout(header)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(sizes.GAP)
        row.addWidget(self.tabs)
        row.addStretch(1)
        row.addWidget(self.clear)
        self._message = MessagePage()
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        for page in (self.view, self.saved, self.history, self._message):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        self._tests_row = QWidget()
        choice = QHBoxLayout(self._tests_row)
        choice.setContentsMargins(12, 0, 12, 8)
        choice.addWidget(self.tests)
        choice.addStretch(1)
        column.addWidget(self._tests_row)
        column.addWidget(self.counted)
        column.addWidget(pages, 1)

    def _connect(self) -> None:
        self.view.queryEdited.connect(self.queryEdited)
        self.clear.clicked.connect(lambda: self.queryEdited.emit(cleared(self.facets.query)))
        self.tests.chosen.connect(lambda name: self.queryEdited.emit(with_tests(self.facets.query, Choice[name])))
        self.tests.set_current(Choice.NONE.name)
        self.tabs.chosen.connect(self._show_tab)
        for view in (self.saved, self.history):
            view.chosen.connect(self.searchChosen)
        self.saved.markChosen.connect(self.markChosen)
        self.saved.markRemoved.connect(self.markRemoved)
        self.saved.removed.connect(lambda text, mode: self._change(self._store.unsave(text, mode)))
        self.saved.renameWanted.connect(self.renameRequested)
        self.history.removed.connect(lambda text, mode: self._change(self._store.forget(text, mode)))
        self.history.cleared.connect(lambda: self._change(self._store.clear_history()))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
