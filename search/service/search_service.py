"""The search behind the window, the command line, the pipeline and agents."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from search.analysis.terms import query_terms
from search.graph.dependency_graph import DependencyGraph
from search.messages import Message
from search.query.parse import ParsedQuery, parse
from search.ranking.constants import CANDIDATES_PER_SIDE
from search.ranking.rerank import Order
from search.retrieval.candidates import RetrievalRequest
from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.retrieval.scorers import TextScorer
from search.retrieval.shown_copy import ShownCopy
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.answer import AnswerWriter, OrderedFiles, facets_of
from search.service.candidate_files import CandidateFiles
from search.service.candidate_scoring import CandidateScoring
from search.service.file_list import FileList, asks_for_files, matching_files
from search.service.query_analyzer import GraphNow, GraphOf, QueryAnalyzer
from search.service.rerank_stage import RerankStage, no_model
from search.service.scope import Scope, scope_of
from search.storage.storage import Storage
from search.types.query import SearchQuery
from search.types.results import FileHit, Ready, SearchResult, Timings

log = structlog.get_logger(__name__)


def no_graph(*_: str) -> DependencyGraph:
    """Return an empty graph."""
    return DependencyGraph((), ())


@dataclass(frozen=True, slots=True)
class SearchDependencies:
    """What a search needs in addition to the text of the index.

    Attributes:
        ready: returns how much of the index is ready.
        is_stale: returns whether a file differs from what was indexed (root path, path, modification time).
        model: returns the reranking model of ``cross-encoder``, or raises `ModelError` naming the setting.
        graph: returns the current dependency graph of the checked-out files.
        graph_of: returns the graph of a branch, by repository label and branch.
        meaning: searching by meaning is enabled in the settings.
        behind: returns notes about text indexed by another version of the program that nothing updates.
    """

    ready: Callable[[], Ready]
    is_stale: Callable[[str, str, int], bool]
    model: Callable[[], TextScorer] = no_model
    graph: GraphNow = no_graph
    graph_of: GraphOf = no_graph
    meaning: bool = True
    behind: Callable[[], tuple[Message, ...]] = tuple


class SearchService:
    """Answers queries from one index.

    A query passes these steps: parse, analyze, retrieve chunks, score their files, order them, write the answer.

    Args:
        retriever: finds candidates in ``corpus``.
    """

    def __init__(
        self, storage: Storage, corpus: Corpus, retriever: Retriever, dependencies: SearchDependencies
    ) -> None:
        self._storage = storage
        self._corpus = corpus
        self._retriever = retriever
        self._dependencies = dependencies
        self._copy = ShownCopy(storage.chunks, storage.layout.shown)
        self._rows = ShownRows(storage.chunks, self._copy)
        self._analyzer = QueryAnalyzer(storage, corpus, dependencies.graph, dependencies.graph_of)
        self._scoring = CandidateScoring(storage, corpus, self._rows)
        self._rerank = RerankStage(storage.chunks.texts, dependencies.model)
        self._answer = AnswerWriter(storage, self._rows, self._is_stale, semantic=dependencies.meaning)

    def search(self, query: SearchQuery) -> SearchResult:
        """Return ranked files.

        Raises:
            QueryError: the text is empty or a filter is unknown.
            NotFoundError: the example of the query is not in the index.
            ModelError: the query requires a reranking model that is not available.
        """
        started = time.perf_counter()
        parsed = _parsed(query)
        scope = scope_of(query.access, parsed, self._storage.roots.all())
        if not _by_example(query) and asks_for_files(parsed):
            listed = FileList(self._storage.files, self._scoring.root_paths(), self._dependencies.is_stale)
            return matching_files(query, parsed, listed, scope.wanted, self._dependencies.ready())
        analyzed = self._analyzer.of(query, parsed, scope)
        result = self._ranked(query, analyzed, scope, started)
        _log_answer(query, result)
        return result

    def close(self, *, save: bool) -> None:
        """Wait for background reads to end; ``save`` writes a cache that speeds up the next start."""
        self._rows.close()
        self._retriever.close()
        if save:
            self._copy.save()

    def _ranked(self, query: SearchQuery, analyzed: AnalyzedQuery, scope: Scope, started: float) -> SearchResult:
        """Return the answer to an analyzed query; ``started`` is its start on the performance counter."""
        parse_ms, structured = _since(started), _is_structured(query)
        reads_ahead = structured and not scope.visible.conditions
        chunks = self._retriever.find(
            _request(query, analyzed, scope), self._scoring.mentions.read_ahead if reads_ahead else None
        )
        ranking_started = time.perf_counter()
        candidates = self._scoring.scored_files(chunks, analyzed, scope, query.access, structured=structured)
        order = Order(candidates, query.ranking)
        ordered = self._ordered(query, analyzed, scope, candidates, order)
        ranking_ms = _since(ranking_started)
        texts_started = time.perf_counter()
        files = self._answer.answered_files(query, analyzed, scope, chunks, candidates, ordered)
        ready = self._dependencies.ready()
        notes = self._answer.notes(query, analyzed, files, ready, semantic_ready=chunks.semantic_ready)
        return SearchResult(
            query=query.text,
            searched=analyzed.searched,
            ranking=query.ranking,
            took_ms=_since(started),
            ready=ready,
            files=files,
            total_files=ordered.total,
            total_chunks=len(chunks),
            terms=analyzed.terms,
            notes=(*notes, *self._dependencies.behind()),
            timings=Timings(
                parse_ms=parse_ms,
                filter_ms=chunks.filter_ms,
                keyword_ms=chunks.keyword_ms,
                semantic_ms=chunks.semantic_ms,
                ranking_ms=ranking_ms,
                texts_ms=_since(texts_started),
            ),
            facets=facets_of(candidates, order, ordered.hits, analyzed.parsed) if query.facets else (),
            corrections=analyzed.corrections,
        )

    def _ordered(
        self, query: SearchQuery, analyzed: AnalyzedQuery, scope: Scope, candidates: CandidateFiles, order: Order
    ) -> OrderedFiles:
        """Return the files best first; with ``is:stale`` only matching ones, ranked again."""
        stale = analyzed.parsed.stale
        most = None if query.grouped or query.all_candidates or stale is not None else query.top
        hits, total = self._rerank.first(candidates, order, analyzed.words, query.ranking, scope.visible, most)
        if stale is None:
            return OrderedFiles(hits, total)
        passing = [hit for hit in hits if self._is_stale(hit) is stale]
        return OrderedFiles(tuple(replace(hit, rank=rank) for rank, hit in enumerate(passing, 1)), len(passing))

    def _is_stale(self, hit: FileHit) -> bool:
        file = self._corpus.catalogue.get(hit.file_id)
        return file is not None and self._dependencies.is_stale(hit.root_path, hit.path, file.record.mtime_ns)


def _by_example(query: SearchQuery) -> bool:
    return bool(query.like or query.like_text)


def _is_structured(query: SearchQuery) -> bool:
    return query.ranking.structure and not _by_example(query)


def _parsed(query: SearchQuery) -> ParsedQuery:
    """Return the parsed query; the text may be empty if there is an example.

    Raises:
        QueryError: the text is empty or a filter is unknown.
    """
    parsed = parse(query.text)
    if _by_example(query):
        parsed.require_sound()
    else:
        parsed.require_searchable()
    return parsed


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


def _request(query: SearchQuery, analyzed: AnalyzedQuery, scope: Scope) -> RetrievalRequest:
    parsed = analyzed.parsed
    return RetrievalRequest(
        terms=analyzed.terms,
        words=analyzed.words,
        phrases=parsed.phrases,
        excluded=tuple(term for text in parsed.excluded for term in query_terms(text)),
        visible=scope.visible,
        wanted=scope.wanted,
        mode=query.ranking.mode,
        depth=max(CANDIDATES_PER_SIDE, query.top),
        vector=analyzed.vector,
        also=(*analyzed.graph.chunks, *analyzed.defining),
        left_out=analyzed.left_out,
    )
