"""Shows an answer in the window: results, nothing found, a faulty query, or an empty one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal

from search.errors import KnownError, QueryError
from search.events import FilesChanged
from search.messages import Message
from search.query.edit import with_filter
from search.types.filters import OWNER
from search.types.lines import LinePage
from search.types.query import MAX_TOP, Mode, RankSettings
from search.types.results import Facet, FileHit, SearchResult
from search.types.status import Activity
from ui.code.marking import terms_to_mark
from ui.controllers.lines_controller import LineCounts
from ui.controllers.query_completion import QueryCompletion
from ui.i18n.language import counted, message_text, translate
from ui.i18n.mode_words import mode_words
from ui.panels.filters.panel import FiltersPanel
from ui.panels.panel import PanelContext
from ui.panels.preview.pane import PreviewPane
from ui.panels.preview.panel import PreviewPanel
from ui.panels.results.panel import ResultsPanel
from ui.panels.saved.rows import saved_hint
from ui.panels.saved.store import PastSearch
from ui.shell.empty_query import Entry
from ui.shell.right_pane import RightPane
from ui.widgets.query_examples import use_own_values
from ui.window.layout import WindowLayout

VIEWED_AFTER_MS = 2_500
"""An answer that is shown for so long was looked at and is added to the history."""
RECENT = 6
"""Searches, and changed files, that the page of an empty query offers."""
NOTHING_INDEXED = Message("search.nothing_indexed")
_NEAREST, _NOTHING_AT_ALL = Message("search.nothing_here"), Message("search.nothing_at_all")
"""The note above the nearest files, and what is left of it where a minimum confidence leaves none of them."""
_ON_THE_QUERY = frozenset({"search.corrected", "search.pasted", "search.pasted_with_frames"})
"""Codes of notes on how the query was understood; they are said first, with the way back."""
MANY_FILES = 20
"""More files than this change at once by a checkout or a first indexing, not by a person who saves."""


@dataclass(frozen=True, slots=True)
class AnswerViews:
    """The widgets that show an answer."""

    layout: WindowLayout
    right: RightPane
    filters: FiltersPanel
    results: ResultsPanel
    preview: PreviewPanel


class AnswerPresenter(QObject):
    """Shows every answer in all panels that it concerns; ``arrived`` is emitted before it is shown."""

    arrived = Signal()
    searchNoted = Signal()

    def __init__(self, context: PanelContext, views: AnswerViews, completion: QueryCompletion) -> None:
        super().__init__(views.layout)
        self._context, self._views, self._completion = context, views, completion
        self._search, self._banners = context.search, context.banners
        self._under_way, self._paused = ("", ""), False
        self._tab_before: int | None = None
        self._changed: list[str] = []
        self._lines: tuple[str, tuple[str, ...]] = ("", ())
        self._counts = LineCounts()
        self._viewed = QTimer(self)
        self._viewed.setSingleShot(True)
        self._viewed.setInterval(VIEWED_AFTER_MS)
        self._viewed.timeout.connect(self.note_search)
        search = context.search
        search.answered.connect(self.show_answer)
        search.lines.begun.connect(self.expect_lines)
        search.lines.paged.connect(self.show_lines)
        search.lines.failed.connect(self.show_no_lines)
        search.reranked.connect(self.show_order)
        search.failed.connect(self.show_failure)
        search.emptied.connect(self.show_empty)

    @property
    def shown(self) -> SearchResult | None:
        """The answer that is shown; None while nothing is searched for."""
        return self._views.results.answer

    def show_answer(self, result: SearchResult) -> None:
        """Show a new answer in every panel."""
        layout, results = self._views.layout, self._views.results
        again = results.answer is not None and bool(result.query) and results.answer.query == result.query
        results.answer, self._lines = result, ("", ())
        self._banners.hide()
        self.arrived.emit()
        layout.middle.setCurrentWidget(results.widget)
        if result.files:
            self._leave_help()
        self._context.selection.set_terms(terms_to_mark(result.searched, result.terms), again=again)
        self._show_semantic(result)
        if again and _is_read(self._views.preview.widget):
            results.widget.view.chosen = True
        results.widget.show_result(result)
        self._count_further(result)
        if results.widget.current_file is not None:
            self._context.selection.ensure(results.widget.current_file)
        self._show_facets(result.facets, has_files=bool(result.files))
        layout.status.set_timing(None if NOTHING_INDEXED in result.notes else result.took_ms)
        self._say_notes(result)
        if result.files:
            self._viewed.start()
        else:
            self._show_nothing_found()

    def expect_lines(self, text: str) -> None:
        """Prepare every panel for the lines of a search, which come page by page."""
        layout, results = self._views.layout, self._views.results
        results.answer = None
        lines = (text, self._search.lines.toggles.mode)
        again, self._lines, self._counts = lines == self._lines, lines, LineCounts()
        self._viewed.stop()
        self._banners.hide()
        self.arrived.emit()
        self._leave_help()
        self._context.selection.set_terms((), again=again)
        results.widget.begin_lines(text)
        layout.middle.setCurrentWidget(results.widget)

    def show_lines(self, page: LinePage, counts: LineCounts) -> None:
        """Show a page of lines, and how many there are so far."""
        before, self._counts = self._counts, counts
        self._views.results.widget.show_lines(page, counts)
        self._show_facets(counts.facets, has_files=bool(counts.lines), complete=counts.complete)
        if counts.lines and (counts.complete or not before.lines):
            self._viewed.start()
        if counts.complete:
            self._views.layout.status.set_timing(counts.took_ms)
            if not counts.lines:
                self._context.selection.clear()
                self._views.preview.widget.show_help()
            if page.notes:
                self._banners.say(" ".join(map(message_text, page.notes)), "", quiet=True)

    def show_no_lines(self, error: KnownError) -> None:
        """Remove the old results, which a pattern that cannot be searched for does not describe."""
        if isinstance(error, QueryError):
            self._views.results.widget.show_no_lines()
            self._views.filters.widget.set_facets(())
            self._views.layout.status.set_timing(None)
            self._context.selection.clear()
            self._views.preview.widget.show_help()

    def show_order(self, files: tuple[FileHit, ...], settings: RankSettings, total: int) -> None:
        """Show the same candidates in a new order; the list shows the first of ``total``."""
        if self.shown is None:
            return
        had_files, before = bool(self.shown.files), self.shown.ranking.min_score
        if settings.rerank is not self.shown.ranking.rerank:
            self._banners.hide()  # what was said of the reranking before no longer holds
        result = replace(self.shown, files=files, total_files=total, ranking=settings)
        if bool(files) != had_files:
            self._show_facets(result.facets, has_files=bool(files))
            self._say_notes(result)
        elif settings.min_score != before:
            self._views.filters.recount()
        self._views.results.answer = result
        self._show_semantic(result)
        results = self._views.results.widget
        results.rerank(files, settings, total)
        self._count_further(result)
        if not files:
            self._show_nothing_found()
        elif results.current_file is None:
            self._leave_help()
            results.view.select_first()

    def show_failure(self, error: KnownError) -> None:
        """Show an error of the query or the core; the old results stay, unless lines were searched for.

        A filter is not called faulty while its values are offered.
        """
        layout = self._views.layout
        if isinstance(error, QueryError) and layout.choices.isVisible():
            return
        action = "" if isinstance(error, QueryError) else translate("Try again")
        self._banners.say(message_text(error.message), message_text(error.remedy), action)
        layout.middle.setCurrentWidget(self._views.results.widget)

    def show_empty(self) -> None:
        """Show what can be searched again: the query is empty."""
        views = self._views
        views.results.answer = None
        views.results.widget.leave_where()
        self._viewed.stop()
        self._banners.hide()
        self._context.selection.clear()
        views.preview.widget.clear()
        views.layout.status.set_timing(None)
        views.filters.widget.forget_counts()
        self._offer()
        views.layout.middle.setCurrentWidget(views.layout.empty_query)

    def note_changed(self, changed: FilesChanged) -> None:
        """Remember which files changed last, for the page of an empty query; not when many are read."""
        paths, removed = changed.paths, {*changed.paths, *changed.removed}
        few = len(paths) <= MANY_FILES and self._banners.progress.isHidden()
        newest = tuple(reversed(paths)) if few else ()
        self._changed = [*newest, *(path for path in self._changed if path not in removed)][:RECENT]
        page = self._views.layout.empty_query
        is_shown = self._views.layout.middle.currentWidget() is page
        if is_shown and not any(row.hasFocus() for row in page.rows):
            self._offer()

    def note_activity(self, activity: Activity) -> None:
        """Search again once a step of a folder has ended, where the answer has notes or files without vectors."""
        before, self._under_way = self._under_way, (activity.step, activity.folder)
        self._paused = activity.paused
        ended = bool(before[0]) and before != self._under_way
        if ended and self.shown is not None and (self.shown.notes or _awaits_vectors(self.shown)):
            self._context.host.search_again()

    def note_search(self) -> None:
        """Put the shown search into the history, unless another one is being typed."""
        if self.shown is not None and self.shown.files and self.shown.query == self._search.text:
            self._views.filters.widget.note_search(self.shown.query, self.shown.files, self.shown.total_files)
            self.searchNoted.emit()
        elif self.shown is None and self._counts.lines:
            text, mode = self._lines
            if (text, mode) == (self._search.text, self._search.lines.toggles.mode):
                self._views.filters.widget.note_lines(text, self._counts.files, mode)
                self.searchNoted.emit()

    def note_soon(self) -> None:
        """Put the newest search into the history when its answer has come: the person pressed Enter."""
        self._viewed.start()

    def _count_further(self, result: SearchResult) -> None:
        """Say at the end of the list how many files it does not show."""
        listed, top = len(result.files), self._search.top
        raisable = top <= listed and top < MAX_TOP
        self._views.results.widget.model.set_further(result.total_files - listed, raisable=raisable)

    def _show_semantic(self, result: SearchResult) -> None:
        """Leave out the marks of semantic search where words alone answered, by choice or for want of vectors."""
        on = result.ranking.mode is not Mode.KEYWORD and result.ready.semantic > 0.0
        for panel in (self._views.results.widget, self._views.preview.widget):
            panel.set_semantic(on=on)

    def _leave_help(self) -> None:
        """Show the tab again that was in front before nothing was found."""
        if self._tab_before is not None:
            self._views.right.show_tab(self._tab_before)
            self._tab_before = None

    def _show_facets(self, facets: Sequence[Facet], *, has_files: bool, complete: bool = True) -> None:
        self._views.filters.show_facets(facets, has_files=has_files, complete=complete)
        self._completion.set_facets(facets)
        use_own_values({facet.column: facet.values[0][0] for facet in facets if facet.values})

    def _offer(self) -> None:
        filters = self._views.filters.widget
        recent = [_past_entry(past) for past in filters.recent(RECENT)]
        saved = [
            Entry(search.text, search.name, saved_hint(search), "bookmark", search.mode)
            for search in filters.saved_searches()
        ]
        changed = [_changed_entry(path) for path in self._changed] if self._search.access == OWNER else []
        self._views.layout.empty_query.show_groups(
            (
                (translate("Recent searches"), recent),
                (translate("Saved searches"), saved),
                (translate("Recently changed"), changed),
            )
        )

    def _say_notes(self, result: SearchResult) -> None:
        """Show the corrected query, with a link to the typed one, and further notes."""
        shown = [_NOTHING_AT_ALL if note == _NEAREST and not result.files else note for note in result.notes]
        first = [message_text(note) for note in shown if note.code in _ON_THE_QUERY]
        others = [message_text(note) for note in shown if note.code not in _ON_THE_QUERY]
        notes = first + others
        query, banners, example = self._context.query, self._banners, self._search.example
        if example is not None:
            title, action = f"{translate('Files like')} {example.name}", translate("Search by words")
            banners.say(title, " ".join(notes), action, act=lambda: query.find_like(None), quiet=True)
        elif result.corrections:
            pairs = ", ".join(
                f"{correction.searched} {translate('instead of')} {correction.typed}"
                for correction in result.corrections
            )
            typed = [correction.typed for correction in result.corrections]
            literal = as_typed(result.query, typed)
            title, action = f"{translate('Searched for')} {pairs}", f"{translate('Search for')} {', '.join(typed)}"
            banners.say(title, " ".join(others), action, act=lambda: query.run(literal), quiet=True)
        elif notes and self._search.reads_pasted_text:
            action = translate("Use the query language")
            banners.say(notes[0], " ".join(notes[1:]), action, act=self._search.search_typed, quiet=True)
        elif notes:
            banners.say(notes[0], " ".join(notes[1:]), quiet=True)

    def _show_nothing_found(self) -> None:
        self._context.selection.clear()
        self._views.preview.widget.show_help()
        right = self._views.right
        if self._tab_before is None and not right.split:
            self._tab_before = right.current
            right.show_panel(self._views.preview.widget)  # the help must not be behind another tab
        note = translate("Folders are still being indexed, so results may be incomplete.")
        if self._paused:
            note = translate("Indexing is paused, so results may be incomplete.")
        self._views.results.suggest(note if self._under_way[0] else "")


def as_typed(query: str, words: Sequence[str]) -> str:
    """Return the query with these words in quotes, so that they are searched as they were typed."""
    for word in words:
        query = re.sub(rf'(?<![\w"]){re.escape(word)}(?![\w"])', f'"{word}"', query, count=1)
    return query


def _is_read(preview: PreviewPane) -> bool:
    """Return whether a person has scrolled in the preview, so that its file is their choice."""
    return not (preview.rendered if preview.shows_rendered else preview.source).follows


def _awaits_vectors(result: SearchResult) -> bool:
    return any(file.unembedded for file in result.files)


def _changed_entry(path: str) -> Entry:
    folder, _, name = path.rpartition("/")
    return Entry(with_filter("", "path", path), name, folder, "file-text")


def _past_entry(past: PastSearch) -> Entry:
    hints = (mode_words(past.mode), counted(past.files, "{n} file", "{n} files"))
    return Entry(past.text, past.text, ", ".join(filter(None, hints)), "history", past.mode)
