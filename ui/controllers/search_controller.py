"""Sends queries to the core, drops late answers, and ranks again from memory while the slider moves."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol
from uuid import uuid4

from PySide6.QtCore import QObject, QTimer, Signal

from search.errors import EngineError, KnownError
from search.ports import SearchCore
from search.query.parse import parse
from search.types.filters import OWNER, Access
from search.types.query import MAX_TOP, RankSettings, Rerank, SearchQuery
from search.types.results import FileHit, SearchResult
from search.types.symbols import Symbol, SymbolRequest
from ui.controllers.jobs import Jobs
from ui.controllers.lines_controller import LineCounts, LinesController, Toggles
from ui.controllers.query_rules import asks_nothing, has_words, needs_question

DEBOUNCE_MS = 120
"""Pause after the last key until the core is asked: shorter asks for half words, longer is felt."""
READS_LATER = "reader.later"
"""Code of a first list whose files the engine can read."""
READ = "reader.read"
"""Code of an answer whose first files were read."""
BUSY_AFTER_MS = 150
"""An answer that comes sooner needs no sign that it is awaited."""


class Ranked(Protocol):
    """The candidates of an answer, see `search.ranking.rerank.Reranking`: its module is loaded with an answer."""

    def first(self, settings: RankSettings, most: int | None) -> tuple[tuple[FileHit, ...], int]:
        """Return the first ``most`` files, or more of them, and how many there are in all."""
        ...


@dataclass(frozen=True, slots=True)
class Example:
    """What answers shall resemble.

    Attributes:
        name: for a person.
        like: identifier of a file or chunk; empty where ``text`` is the example.
    """

    name: str
    like: str = ""
    text: str = ""


class SearchController(QObject):
    """Owns text, settings and the last answer.

    The reader and a cross-encoder take their time: the answer without them is shown first, and holds where a
    cross-encoder is stopped. A newer question stops the reading for an older one.

    Args:
        prepare: loads what showing an answer needs; called in the thread that asks.

    Attributes:
        reranking: the answer without the reader or the cross-encoder is here, the one with it is awaited.

    Signals:
        answered: a new `SearchResult`, ordered and cut as the settings say.
        reranked: files, settings, and how many files there are in all; the same candidates in a new order.
        failed: the `KnownError` of the newest question; a faulty filter is one too.
        emptied: there is nothing to search for.
        busyChanged: an answer has been awaited for a while, or no longer is.
    """

    answered = Signal(object)
    reranked = Signal(object, object, int)
    failed = Signal(object)
    emptied = Signal()
    busyChanged = Signal(bool)

    def __init__(self, jobs: Jobs, prepare: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._prepare, self._access = jobs, prepare, OWNER
        self._core: SearchCore | None = None
        self._text, self._settings, self._top = "", RankSettings(), 50
        self._typed = False
        self._example: Example | None = None
        self._newest: SearchResult | None = None
        self._candidates: Ranked | None = None
        self._generation = 0
        self._awaited = 0
        self.reranking = False
        self._repeated = -1
        self._ask_on_release = False
        self._grabbed = False
        self._series = uuid4().hex
        self._debounce = _single_shot(self, DEBOUNCE_MS, self.search_now)
        self._late = _single_shot(self, BUSY_AFTER_MS, lambda: self.busyChanged.emit(True))
        self._coalesce = _single_shot(self, 0, self._rank_again)
        self.lines = LinesController(jobs, self)
        self.lines.failed.connect(self.failed)
        self.lines.begun.connect(lambda _text: self._late.start())
        self.lines.paged.connect(self._note_page)

    @property
    def settings(self) -> RankSettings:
        """How results are ranked."""
        return self._settings

    @property
    def text(self) -> str:
        """The query as typed."""
        return self._text

    @property
    def reads_pasted_text(self) -> bool:
        """Whether the present text is taken as pasted, so that the query language does not apply."""
        return not self._typed and parse(self._text).report is not None

    @property
    def top(self) -> int:
        """How many files are shown."""
        return self._top

    @property
    def example(self) -> Example | None:
        """The example that results resemble; None in a search by words."""
        return self._example

    @property
    def newest(self) -> SearchResult | None:
        """The newest answer with all its candidates, as the core gave it."""
        return self._newest

    @property
    def access(self) -> Access:
        """The access rights of this window."""
        return self._access

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access
        self.lines.set_access(access)

    def attach(self, core: SearchCore) -> None:
        """Set the core, and send it the text that was typed in the meantime."""
        self._core = core
        self.lines.attach(core)
        self.search_now()

    def set_text(self, text: str) -> None:
        """Take a query while it is typed; the core is asked after a short pause.

        Filters narrow what resembles an example; words are searched in its place.
        """
        self._text, self._typed = text, False
        if self._example is not None and has_words(text):
            self._example = None
        self._debounce.start()

    def search_for(self, text: str) -> None:
        """Set a query and search at once."""
        self._text, self._typed = text, False
        self.search_now()

    def search_typed(self) -> None:
        """Apply the query language to the present text, although it looks pasted, and ask at once."""
        self._typed = True
        self.search_now()

    def switch_reading(self) -> None:
        """Apply the query language to a text that looks pasted, or take it as plain words, and ask at once."""
        if parse(self._text).report is not None:
            self._typed = not self._typed
            self.search_now()

    def search_like(self, example: Example | None) -> None:
        """Search for files like an example, or by words again; the filters of the text still apply."""
        self._example = example
        self.search_now()

    def forget_example(self) -> None:
        """Search by words from the next question on."""
        self._example = None

    def ranked(self) -> tuple[FileHit, ...]:
        """Return all candidates of the newest answer in the order that holds, before the list is cut."""
        return self._ordered(self._newest, None)[0] if self._newest is not None else ()

    def search_now(self) -> None:
        """Ask for the present text at once; answers that are still under way are dropped."""
        self._debounce.stop()
        self._generation += 1
        self._awaited = 0
        self.lines.stop()
        if asks_nothing(self._text) and self._example is None:
            self._stop_waiting()
            self._newest = self._candidates = None
            self.emptied.emit()
        elif self._example is None and self.lines.takes(self._text):
            self._stop_waiting()
            self._newest = self._candidates = None
            self.lines.search(self._text)
        elif self._core is not None:
            self._ask(self._core)

    def set_settings(self, settings: RankSettings) -> None:
        """Set the ranking: rank the present candidates at once, and ask the core if they do not suffice."""
        before, self._settings = self._settings, settings
        if settings == before:
            return
        if needs_question(before, settings) and not self._suffices(settings):
            if self._grabbed:
                self._ask_on_release = True
            else:
                self._debounce.start()
        if not self._coalesce.isActive():
            self._coalesce.start()

    def stop_reranking(self) -> None:
        """Keep the shown order; a later answer of the cross-encoder is dropped."""
        if self.reranking:
            self._stop_waiting()
            self.set_settings(replace(self._settings, rerank=Rerank.NONE))

    def set_top(self, top: int) -> None:
        """Take how many files are shown; all candidates are here already, only their texts are not.

        A list of files, for filters alone, has no candidates: the core is asked for more of it.
        """
        self._top, newest = top, self._newest
        is_list = newest is not None and not newest.total_chunks
        if newest is not None and is_list and len(newest.files) < min(top, newest.total_files):
            self._debounce.start()
        else:
            self._coalesce.start()

    def grab(self) -> None:
        """A drag began: questions wait until it ends."""
        self._grabbed = True

    def release(self) -> None:
        """The drag ended."""
        self._grabbed = False
        if self._ask_on_release:
            self._ask_on_release = False
            self.search_now()

    def ask_names(self, prefix: str, take: Callable[[str, tuple[tuple[str, int], ...]], None]) -> None:
        """Request the defined names with this beginning, and pass them to ``take`` with the beginning."""
        core, access = self._core, self._access
        if core is not None:
            self._jobs.run(lambda: core.defined_names(prefix, access), lambda names: take(prefix, names))

    def ask_symbols(
        self, request: SymbolRequest, take: Callable[[SymbolRequest, tuple[Symbol, ...]], None]
    ) -> None:
        """Request the names with these letters, and pass them to ``take`` with the letters."""
        core, access = self._core, self._access
        if core is not None:
            self._jobs.run(lambda: core.symbols(request, access), lambda names: take(request, names))

    def count(self, query: SearchQuery) -> SearchResult | None:
        """Answer a question that is not shown, for a suggestion; called in a worker thread. Nothing is read."""
        unread = replace(query, ranking=replace(query.ranking, rerank=Rerank.NONE))
        return self._core.search(unread) if self._core is not None else None

    def _ask(self, core: SearchCore) -> None:
        """Search with the settings; with a reader or cross-encoder, first without it."""
        if self._settings.reads:
            self._put(core, self._settings, reads_later=True)
        elif self._settings.rerank is Rerank.CROSS_ENCODER:
            self._put(core, replace(self._settings, rerank=Rerank.NONE), then=self._settings)
        else:
            self._put(core, self._settings)

    def _put(
        self,
        core: SearchCore,
        settings: RankSettings,
        then: RankSettings | None = None,
        *,
        reads_later: bool = False,
    ) -> None:
        """Put one question, and the same with the settings ``then`` when it is answered."""
        generation, example = self._generation, self._example or Example("")
        query = SearchQuery(
            self._text,
            like=example.like,
            like_text=example.text,
            ranking=replace(settings, min_score=0.0),
            top=min(self._top, MAX_TOP),
            access=self._access,
            all_candidates=True,
            facets=True,
            typed=self._typed,
            reads_later=reads_later,
            series=self._series,
        )
        self._awaited = generation
        if not self._late.isActive():
            self._late.start()
        self._jobs.run(
            lambda: self._answer(core, query),
            lambda answer: self._take(generation, *answer, then),
            lambda error: self._refuse(generation, error),
        )

    def _answer(self, core: SearchCore, query: SearchQuery) -> tuple[SearchResult, Ranked]:
        """Ask, and load in this worker thread what ranks the answer: it would hold up the window."""
        from search.ranking.rerank import Reranking

        self._prepare()
        result = core.search(query)
        return result, Reranking(result)

    def _take(self, generation: int, result: SearchResult, candidates: Ranked, then: RankSettings | None) -> None:
        if generation != self._awaited:
            return
        self._stop_waiting()
        self._newest, self._candidates = result, candidates
        self.answered.emit(self._shown(result))
        reads = result.reading.code == READS_LATER and self._settings.reads
        then = self._settings if reads else then
        if then is not None and then == self._settings and result.files and self._core is not None:
            self.reranking = True
            self._put(self._core, then)

    def _refuse(self, generation: int, error: KnownError) -> None:
        if generation != self._awaited:
            return
        if isinstance(error, EngineError) and self._core is not None and generation != self._repeated:
            self._repeated = generation  # the next call starts another engine: what was asked is not lost
            self._ask(self._core)
            return
        self._stop_waiting()
        self.failed.emit(error)

    def _suffices(self, settings: RankSettings) -> bool:
        """Return whether the answer that is here has all that these settings need: nothing is awaited."""
        newest = self._newest
        if newest is None or self._awaited or self._debounce.isActive():
            return False
        scored_anew = settings.rerank.replaces_scores or newest.ranking.rerank.replaces_scores
        if scored_anew or settings.mode is not newest.ranking.mode:
            return False
        return not settings.reads or newest.reading.code == READ

    def set_toggles(self, toggles: Toggles) -> None:
        """Search for lines, or by word and meaning again, as the buttons of the field say."""
        self.lines.toggles = toggles
        self.search_now()

    def _note_page(self, _page: object, counts: LineCounts) -> None:
        if counts.complete:
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        self._awaited, self.reranking = 0, False
        self._late.stop()
        self.busyChanged.emit(False)

    def _ordered(self, result: SearchResult, most: int | None) -> tuple[tuple[FileHit, ...], int]:
        """Return the first ``most`` files, or more of them, and how many there are in all."""
        if self._settings.rerank.replaces_scores and result.ranking.rerank is self._settings.rerank:
            files = tuple(file for file in result.files if file.passes(self._settings))
            return files, len(files)
        if self._candidates is None:
            return (), 0
        has_meaning = result.ready.semantic > 0.0
        settings = self._settings if has_meaning else self._settings.without_meaning()
        return self._candidates.first(settings, most)

    def _shown(self, result: SearchResult) -> SearchResult:
        ordered, count = self._ordered(result, self._top)
        total = count + max(0, result.total_files - len(result.files))
        return replace(result, files=ordered[: self._top], total_files=total, ranking=self._settings)

    def _rank_again(self) -> None:
        if self._newest is not None:
            shown = self._shown(self._newest)
            self.reranked.emit(shown.files, self._settings, shown.total_files)


def _single_shot(parent: QObject, interval_ms: int, slot: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(slot)
    return timer
