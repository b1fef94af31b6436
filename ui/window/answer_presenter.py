"""What the window shows of an answer: results, nothing found, a faulty query, an empty one."""

import re
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from search.errors import KnownError, QueryError
from search.query.edit import with_filter
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import Facet, FileHit, SearchResult
from ui.controllers.facet_counts import FacetCounts
from ui.controllers.jobs import Jobs
from ui.controllers.query_assist import QueryAssist
from ui.controllers.search_controller import SearchController
from ui.controllers.selection_controller import SelectionController
from ui.controllers.suggestions import sentence_for, suggestions_for
from ui.i18n.core_messages import core_words
from ui.i18n.language import counted, translate
from ui.panels.results.empty import Suggestion
from ui.shell.empty_query import Entry
from ui.shell.right_pane import PREVIEW
from ui.window.parts import WindowParts

LOOKED_AT_MS = 2_500
"""An answer that stands this long was looked at and belongs in the history."""
RECENT = 6
"""Searches, and changed files, that the page of an empty query offers."""


MANY_AT_ONCE = 20
"""More files than this change by a checkout or a first indexing, not by a person who saves."""


class AnswerPresenter(QObject):
    """Spreads an answer over the panes.

    Signals:
        arrived: results are to be seen.
        queryWanted: the text that is to be searched, from a button of a note.
        exampleLeft: words shall be searched again, not an example.
    """

    arrived = Signal()
    queryWanted = Signal(str)
    exampleLeft = Signal()

    def __init__(
        self,
        parts: WindowParts,
        search: SearchController,
        selection: SelectionController,
        assist: QueryAssist,
        jobs: Jobs,
    ) -> None:
        super().__init__(parts)
        self._parts, self._search, self._selection = parts, search, selection
        self._assist, self._jobs = assist, jobs
        self.shown: SearchResult | None = None
        self.indexing = False
        self._counts = FacetCounts(search, jobs, self)
        self._counts.changed.connect(self._show_counts)
        self._found = True
        self._tab_before: int | None = None
        self._changed: list[str] = []
        self._suggested = 0
        self._looked_at = QTimer(self)
        self._looked_at.setSingleShot(True)
        self._looked_at.setInterval(LOOKED_AT_MS)
        self._looked_at.timeout.connect(self.note_search)
        search.answered.connect(self.show_answer)
        search.reranked.connect(self.show_order)
        search.failed.connect(self.show_failure)
        search.emptied.connect(self.show_empty)

    def show_answer(self, result: SearchResult) -> None:
        """Show a new answer in every pane."""
        self.shown = result
        parts = self._parts
        parts.hide_banner()
        self.arrived.emit()
        parts.middle.setCurrentWidget(parts.results)
        if result.files:
            self._leave_help()
        self._selection.set_terms(result.terms)
        self._show_meaning(result)
        parts.results.show_result(result)
        if parts.results.current_file is not None:
            self._selection.ensure(parts.results.current_file)
        self._show_facets(result.facets, found=bool(result.files))
        parts.status.set_timing(result.took_ms)
        self._say_notes(result)
        if result.files:
            self._looked_at.start()
        else:
            self._show_nothing_found()

    def show_order(self, files: tuple[FileHit, ...], settings: RankSettings, total: int) -> None:
        """Show the same candidates in a new order; the list shows the first of ``total``."""
        if self.shown is None:
            return
        if bool(files) != bool(self.shown.files):
            self._show_facets(self.shown.facets, found=bool(files))
        self.shown = replace(self.shown, files=files, total_files=total, ranking=settings)
        self._show_meaning(self.shown)
        results = self._parts.results
        results.rerank(self.shown.files, settings, total)
        if not files:
            self._show_nothing_found()
        elif results.current_file is None:
            self._leave_help()
            results.view.select_first()

    def _show_meaning(self, result: SearchResult) -> None:
        """Leave out what stands for meaning where words alone answered: by choice, or since nothing else can."""
        on = result.ranking.mode is not Mode.KEYWORD and result.ready.semantic > 0.0
        for pane in (self._parts.results, self._parts.preview):
            pane.set_semantic(on=on)

    def _leave_help(self) -> None:
        """Show the tab again that was in front before nothing was found."""
        if self._tab_before is not None:
            self._parts.right.show_tab(self._tab_before)
            self._tab_before = None

    def _show_facets(self, facets: Sequence[Facet], *, found: bool) -> None:
        """Show how many files each filter leaves: none of any where nothing reaches the wanted relevance."""
        self._found = found
        self._counts.show(facets)
        self._assist.set_facets(facets)

    def _show_counts(self, facets: Sequence[Facet]) -> None:
        filters = self._parts.filters
        filters.set_facets(facets)
        if not self._found:
            filters.set_facets(())

    def show_failure(self, error: KnownError) -> None:
        """Say what is wrong with the query or the core; the old results stay.

        A filter is not called faulty while its values are offered.
        """
        if isinstance(error, QueryError) and self._parts.choices.isVisible():
            return
        again = "" if isinstance(error, QueryError) else translate("Try again")
        self._parts.say(core_words(str(error)), core_words(error.remedy), again)
        self._parts.middle.setCurrentWidget(self._parts.results)

    def show_empty(self) -> None:
        """Show what can be searched again: nothing is asked."""
        self.shown = None
        self._looked_at.stop()
        parts = self._parts
        parts.hide_banner()
        self._selection.clear()
        parts.preview.clear()
        parts.status.set_timing(None)
        parts.filters.set_facets(())
        self._offer()
        parts.middle.setCurrentWidget(parts.empty_query)

    def note_changed(self, paths: Sequence[str], removed: Sequence[str]) -> None:
        """Remember which files changed last, for the page of an empty query; many at once were no one's work."""
        gone = {*paths, *removed}
        newest = tuple(reversed(paths)) if len(paths) <= MANY_AT_ONCE else ()
        self._changed = [*newest, *(path for path in self._changed if path not in gone)][:RECENT]
        page = self._parts.empty_query
        if self._parts.middle.currentWidget() is page and not any(row.hasFocus() for row in page.rows):
            self._offer()

    def note_search(self) -> None:
        """Put the shown search into the history, unless another one is being typed."""
        if self.shown is not None and self.shown.files and self.shown.query == self._search.text:
            self._parts.filters.note_search(self.shown.query, self.shown.files, self.shown.total_files)

    def note_soon(self) -> None:
        """The person asked for this search with Enter: note its answer when it is here."""
        self._looked_at.start()

    def _offer(self) -> None:
        filters = self._parts.filters
        recent = [_past_entry(past.text, past.files) for past in filters.recent(RECENT)]
        saved = [
            Entry(text, name, text if name != text else "", "bookmark") for text, name in filters.saved_names()
        ]
        changed = [_changed_entry(path) for path in self._changed] if self._search.access == OWNER else []
        self._parts.empty_query.show_groups(
            (
                (translate("Recent searches"), recent),
                (translate("Saved searches"), saved),
                (translate("Recently changed"), changed),
            )
        )

    def _say_notes(self, result: SearchResult) -> None:
        """Say what was searched in place of what was typed, with the way back, and what else there is to know."""
        notes, parts = [core_words(note) for note in result.notes], self._parts
        example = self._search.example
        if example is not None:
            title = f"{translate('Files like')} {example.name}"
            parts.say(title, " ".join(notes), translate("Search by words"), act=self.exampleLeft.emit, quiet=True)
        elif result.corrections:
            pairs = ", ".join(
                f"{one.searched} {translate('instead of')} {one.typed}" for one in result.corrections
            )
            literal = as_typed(result.query, [one.typed for one in result.corrections])
            parts.say(
                f"{translate('Searched for')} {pairs}",
                " ".join(notes[1:]),
                f"{translate('Search for')} {', '.join(one.typed for one in result.corrections)}",
                act=lambda: self.queryWanted.emit(literal),
                quiet=True,
            )
        elif notes:
            parts.say(notes[0], " ".join(notes[1:]), quiet=True)

    def _show_nothing_found(self) -> None:
        self._selection.clear()
        self._parts.preview.show_help()
        if self._tab_before is None and not self._parts.right.split:
            self._tab_before = self._parts.right.current
            self._parts.right.show_tab(PREVIEW)  # the help must not lie behind another tab
        search = self._search
        query = SearchQuery(search.text, ranking=search.settings, access=search.access)
        held, note = search.held, self._indexing_note()
        self._suggested += 1
        mine = self._suggested
        self._parts.results.show_suggestions(sentence_for(query), (), note)

        def take(found: tuple[Suggestion, ...]) -> None:
            newest = mine == self._suggested and search.text == query.text
            if newest and self.shown is not None and not self.shown.files:
                self._parts.results.show_suggestions(sentence_for(query), found, note)

        self._jobs.run(lambda: suggestions_for(query, held, search.count), take)

    def _indexing_note(self) -> str:
        sentence = translate("Folders are still being indexed, so results may be incomplete.")
        return sentence if self.indexing else ""


def as_typed(query: str, words: Sequence[str]) -> str:
    """Return the query with these words in quotes, so that they are searched as they were typed."""
    for word in words:
        query = re.sub(rf'(?<![\w"]){re.escape(word)}(?![\w"])', f'"{word}"', query, count=1)
    return query


def _changed_entry(path: str) -> Entry:
    folder, _, name = path.rpartition("/")
    return Entry(with_filter("", "path", path), name, folder, "file-text")


def _past_entry(text: str, files: int) -> Entry:
    return Entry(text, text, counted(files, "{n} file", "{n} files"), "history")
