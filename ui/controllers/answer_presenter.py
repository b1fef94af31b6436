"""What the window shows of an answer: results, nothing found, a faulty query, an empty one."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from search.errors import KnownError, QueryError
from search.types.query import RankSettings, SearchQuery
from search.types.results import FileHit, SearchResult
from ui.controllers.jobs import Jobs
from ui.controllers.query_assist import QueryAssist
from ui.controllers.search_controller import SearchController
from ui.controllers.selection_controller import SelectionController
from ui.controllers.suggestions import sentence_for, suggestions_for
from ui.results.empty import Suggestion
from ui.shell.empty_query import Entry
from ui.window_parts import WindowParts

LOOKED_AT_MS = 2_500
"""An answer that stands this long was looked at and belongs in the history."""
RECENT = 6
"""Searches that the page of an empty query offers."""


class AnswerPresenter(QObject):
    """Spreads an answer over the panes; ``arrived`` comes when results are to be seen."""

    arrived = Signal()

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
        parts.hush()
        self.arrived.emit()
        parts.middle.setCurrentWidget(parts.results)
        self._selection.set_terms(result.terms)
        parts.results.show_result(result)
        if parts.results.current_file is not None:
            self._selection.ensure(parts.results.current_file)
        parts.filters.set_facets(result.facets)
        self._assist.set_facets(result.facets)
        parts.context.set_result(result.query, result.files)
        parts.status.set_timing(result.took_ms)
        if result.notes:
            parts.say(result.notes[0], " ".join(result.notes[1:]), quiet=True)
        if result.files:
            self._looked_at.start()
        else:
            self._show_nothing_found()

    def show_order(self, files: tuple[FileHit, ...], settings: RankSettings) -> None:
        """Show the same candidates in a new order."""
        if self.shown is None:
            return
        self.shown = replace(self.shown, files=files, ranking=settings)
        self._parts.results.rerank(self.shown.files, settings)
        if not files:
            self._show_nothing_found()

    def show_failure(self, error: KnownError) -> None:
        """Say what is wrong with the query or the core; the old results stay."""
        again = "" if isinstance(error, QueryError) else self.tr("Try again")
        self._parts.say(str(error), error.remedy, again)
        self._parts.middle.setCurrentWidget(self._parts.results)

    def show_empty(self) -> None:
        """Show what can be searched again: nothing is asked."""
        self.shown = None
        self._looked_at.stop()
        parts = self._parts
        parts.hush()
        self._selection.clear()
        parts.preview.clear()
        parts.context.clear()
        parts.status.set_timing(None)
        parts.filters.set_facets(())
        recent = [_past_entry(past.text, past.files) for past in parts.filters.recent(RECENT)]
        saved = [Entry(text, text, "", "bookmark") for text in parts.filters.saved_texts()]
        parts.empty_query.show_groups(((self.tr("Recent searches"), recent), (self.tr("Saved searches"), saved)))
        parts.middle.setCurrentWidget(parts.empty_query)

    def note_search(self) -> None:
        """Put the shown search into the history."""
        if self.shown is not None and self.shown.files:
            self._parts.filters.note_search(self.shown.query, self.shown.files)

    def note_soon(self) -> None:
        """The person asked for this search with Enter: note its answer when it is here."""
        self._looked_at.start()

    def _show_nothing_found(self) -> None:
        self._selection.clear()
        self._parts.preview.show_help()
        search = self._search
        query = SearchQuery(search.text, ranking=search.settings, access=search.access)
        held, note = search.held, self._indexing_note()
        self._parts.results.show_suggestions(sentence_for(query), (), note)

        def take(found: tuple[Suggestion, ...]) -> None:
            if search.text == query.text and self.shown is not None and not self.shown.files:
                self._parts.results.show_suggestions(sentence_for(query), found, note)

        self._jobs.run(lambda: suggestions_for(query, held, search.count), take)

    def _indexing_note(self) -> str:
        sentence = self.tr("Folders are still being indexed, so results may be incomplete.")
        return sentence if self.indexing else ""


def _past_entry(text: str, files: int) -> Entry:
    return Entry(text, text, f"{files:,} files" if files != 1 else "1 file", "history")
