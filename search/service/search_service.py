"""The search behind the window, the command line, the pipeline and agents."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import structlog

from search.graph.dependency_graph import DependencyGraph
from search.messages import NOTHING, Message
from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.retrieval.scorers import TextScorer
from search.retrieval.shown_copy import ShownCopy
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.answer import AnswerWriter
from search.service.file_list import IsStale
from search.service.query_analyzer import GraphNow, GraphOf, QueryAnalyzer
from search.service.ranking_stage import RankingStage
from search.service.reader_stage import NoReader, ReaderSource, Series
from search.service.rerank_stage import no_model
from search.storage.storage import Storage
from search.types.filters import RowFilter
from search.types.query import SearchQuery
from search.types.results import Ready, SearchResult

log = structlog.get_logger(__name__)


def no_notes(_visible: RowFilter) -> tuple[Message, ...]:
    """Return no note."""
    return ()


def no_graph(*_: object) -> DependencyGraph:
    """Return an empty graph."""
    return DependencyGraph((), ())


def nothing_is_off() -> Message:
    """Return no reason."""
    return NOTHING


@dataclass(frozen=True, slots=True)
class SearchDependencies:
    """What a search needs in addition to the text of the index.

    Attributes:
        ready: returns how much of the visible index is ready.
        is_stale: returns whether a file differs from its indexed version.
        model: returns the reranking model of ``cross-encoder``, or raises `ModelError` naming the setting.
        reader: gives the reader of the first files.
        graph: returns the current dependency graph of the checked-out files, as far as it concerns some names.
        graph_of: returns the graph of a branch, by repository label and branch.
        meaning: searching by meaning is enabled in the settings.
        behind: returns notes about visible text of another version of the program that nothing updates.
        meaning_off: returns that searching by meaning is off although it is enabled, and why.
    """

    ready: Callable[[RowFilter], Ready]
    is_stale: IsStale
    model: Callable[[], TextScorer] = no_model
    reader: ReaderSource = field(default_factory=NoReader)
    graph: GraphNow = no_graph
    graph_of: GraphOf = no_graph
    meaning: bool = True
    behind: Callable[[RowFilter], tuple[Message, ...]] = no_notes
    meaning_off: Callable[[], Message] = nothing_is_off


class SearchService:
    """Answers queries from one index.

    A query passes four steps: it is analyzed, chunks are retrieved, their files are ranked, and the answer is
    written.

    Args:
        retriever: finds candidates in ``corpus``.
    """

    def __init__(
        self, storage: Storage, corpus: Corpus, retriever: Retriever, dependencies: SearchDependencies
    ) -> None:
        self._retriever = retriever
        self._copy = ShownCopy(storage.chunks, storage.layout.shown)
        self._rows = ShownRows(storage.chunks, self._copy)
        self._analyzer = QueryAnalyzer(storage, corpus, dependencies.graph, dependencies.graph_of)
        self._series = Series()
        self._ranking = RankingStage(
            storage, corpus, self._rows, dependencies.model, dependencies.reader, dependencies.is_stale
        )
        self._answer = AnswerWriter(
            storage,
            self._rows,
            dependencies.ready,
            dependencies.is_stale,
            dependencies.behind,
            semantic=dependencies.meaning,
            meaning_off=dependencies.meaning_off,
        )

    def search(self, query: SearchQuery) -> SearchResult:
        """Return ranked files.

        Raises:
            QueryError: the text is empty or a filter is unknown.
            NotFoundError: the example of the query is not in the index.
            ModelError: the reranking model that is set cannot be loaded.
        """
        started = time.perf_counter()
        analyzed = self._analyzer.of(query)
        if analyzed.lists_files:
            return self._answer.of_files(analyzed)
        outdated = self._series.begin(query.series)
        result = self._answered(analyzed, outdated, started)
        phrases = analyzed.parsed.phrases
        if phrases and not query.typed and not result.files:
            relaxed = self._answered(self._analyzer.without_phrases(analyzed), outdated, started)
            result = _with_note(relaxed, phrases) if relaxed.files else result
        _log_answer(query, result)
        return result

    def close(self, *, save: bool) -> None:
        """Wait for background reads to end; ``save`` writes a cache that speeds up the next start."""
        self._rows.close()
        self._retriever.close()
        if save:
            self._copy.save()

    def _answered(self, analyzed: AnalyzedQuery, outdated: Callable[[], bool], started: float) -> SearchResult:
        """Return the answer to an analyzed query; ``started`` is its start on the performance counter."""
        parse_ms = _since(started)
        chunks = self._retriever.find(analyzed.request(), self._ranking.read_ahead(analyzed))
        ranked = self._ranking.ranked(analyzed, chunks, outdated)
        result = self._answer.of_ranked(analyzed, chunks, ranked)
        return replace(result, took_ms=_since(started), timings=replace(result.timings, parse_ms=parse_ms))


def _with_note(result: SearchResult, phrases: Sequence[str]) -> SearchResult:
    """Return an answer with the note that phrases were searched as words."""
    note = Message("query.phrases_as_words", phrases=", ".join(f'"{phrase}"' for phrase in phrases))
    return replace(result, notes=(note, *result.notes))


def _since(started: float) -> float:
    """Return the milliseconds since a time of the performance counter."""
    return (time.perf_counter() - started) * 1000.0


def _log_answer(query: SearchQuery, result: SearchResult) -> None:
    log.info(
        "search",
        mode=query.ranking.mode.value,
        top=query.top,
        files=result.total_files,
        chunks=result.total_chunks,
        ms=round(result.took_ms, 1),
    )
