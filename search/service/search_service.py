"""The search behind the window, the command line, the pipeline and agents."""

import dataclasses
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import structlog
from msgspec.structs import replace

from search.analysis.terms import query_terms
from search.errors import QueryError
from search.graph.dependency_graph import DependencyGraph
from search.messages import Message
from search.query.parse import ParsedQuery, parse
from search.ranking.constants import CANDIDATES_PER_SIDE
from search.ranking.rerank import Order
from search.retrieval.candidates import LEAST_FILES, CandidateChunks, RetrievalRequest
from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.retrieval.scorers import TextScorer
from search.retrieval.shown_copy import ShownCopy
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.answer import AnswerWriter, OrderedFiles, facets_of
from search.service.candidate_files import CandidateFiles
from search.service.candidate_scoring import CandidateScoring
from search.service.confidence import confidence_notes
from search.service.file_list import FileList, asks_for_files, matching_files
from search.service.query_analyzer import GraphNow, GraphOf, QueryAnalyzer
from search.service.reader_stage import NoReader, Outcome, ReaderSource, ReaderStage, Series, with_reading
from search.service.rerank_stage import RerankStage, no_model
from search.service.scope import Scope, scope_of
from search.storage.storage import Storage
from search.types.filters import RowFilter
from search.types.query import Rerank, SearchQuery
from search.types.results import FileHit, Ready, SearchResult, Timings

log = structlog.get_logger(__name__)


def no_notes(_visible: RowFilter) -> tuple[Message, ...]:
    """Return no note."""
    return ()


def no_graph(*_: object) -> DependencyGraph:
    """Return an empty graph."""
    return DependencyGraph((), ())


@dataclass(frozen=True, slots=True)
class SearchDependencies:
    """What a search needs in addition to the text of the index.

    Attributes:
        ready: returns how much of the visible index is ready.
        is_stale: returns whether a file differs from its indexed version (root path, path, modification time).
        model: returns the reranking model of ``cross-encoder``, or raises `ModelError` naming the setting.
        reader: gives the reader of the first files.
        graph: returns the current dependency graph of the checked-out files, as far as it concerns some names.
        graph_of: returns the graph of a branch, by repository label and branch.
        meaning: searching by meaning is enabled in the settings.
        behind: returns notes about visible text of another version of the program that nothing updates.
    """

    ready: Callable[[RowFilter], Ready]
    is_stale: Callable[[str, str, int], bool]
    model: Callable[[], TextScorer] = no_model
    reader: ReaderSource = field(default_factory=NoReader)
    graph: GraphNow = no_graph
    graph_of: GraphOf = no_graph
    meaning: bool = True
    behind: Callable[[RowFilter], tuple[Message, ...]] = no_notes


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
        self._reader = ReaderStage(self._rows, dependencies.reader)
        self._series = Series()
        self._answer = AnswerWriter(storage, self._rows, self._is_stale, semantic=dependencies.meaning)

    def search(self, query: SearchQuery) -> SearchResult:
        """Return ranked files.

        Raises:
            QueryError: the text is empty or a filter is unknown.
            NotFoundError: the example of the query is not in the index.
            ModelError: the reranking model that is set cannot be loaded.
        """
        started = time.perf_counter()
        parsed = _parsed(query)
        scope = scope_of(query.access, parsed, self._storage.roots.all())
        if not _by_example(query) and asks_for_files(parsed):
            listed = FileList(self._storage.files, self._scoring.root_paths(), self._dependencies.is_stale)
            ready = self._dependencies.ready(query.access.row_filter())
            return matching_files(query, parsed, listed, scope.wanted, ready)
        outdated = self._series.begin(query.series)
        analyzed = self._analyzer.of(query, parsed, scope)
        result = self._ranked(query, analyzed, scope, started, outdated)
        if parsed.phrases and not query.typed and not result.files:
            analyzed = self._analyzer.of(query, dataclasses.replace(parsed, phrases=()), scope)
            relaxed = self._ranked(query, analyzed, scope, started, outdated)
            result = _with_note(relaxed, parsed.phrases) if relaxed.files else result
        _log_answer(query, result)
        return result

    def close(self, *, save: bool) -> None:
        """Wait for background reads to end; ``save`` writes a cache that speeds up the next start."""
        self._rows.close()
        self._retriever.close()
        if save:
            self._copy.save()

    def _ranked(
        self,
        query: SearchQuery,
        analyzed: AnalyzedQuery,
        scope: Scope,
        started: float,
        outdated: Callable[[], bool],
    ) -> SearchResult:
        """Return the answer to an analyzed query; ``started`` is its start on the performance counter."""
        parse_ms, structured = _since(started), _is_structured(query)
        meanwhile = self._scoring.mentions.read_ahead if structured and not scope.visible.conditions else None
        chunks = self._retriever.find(_request(query, analyzed, scope), meanwhile)
        ranking_started = time.perf_counter()
        original, query = query, _by_what_is_ready(query, chunks)
        candidates = self._scoring.scored_files(chunks, analyzed, scope, query.access, structured=structured)
        candidates, order, read = self._read(query, analyzed, scope, chunks, candidates, outdated)
        ordered = self._ordered(query, analyzed, scope, candidates, order)
        ranking_ms = _since(ranking_started)
        texts_started = time.perf_counter()
        files = self._answer.answered_files(query, analyzed, scope, chunks, candidates, ordered)
        visible = query.access.row_filter()
        ready = self._dependencies.ready(visible)
        applied = any(file.reranked is not None for file in files)
        return SearchResult(
            query=query.text,
            searched=analyzed.searched,
            ranking=query.ranking,
            took_ms=_since(started),
            ready=ready,
            files=files,
            total_files=ordered.total + _further_files(query, analyzed, chunks),
            total_chunks=len(chunks),
            exact_files=_exact_count(candidates, order) if query.ranking.structure else 0,
            terms=analyzed.terms,
            notes=(
                *confidence_notes(candidates, shown=bool(files), indexed=ready.names > 0),
                *self._answer.notes(original, analyzed, files, ready, semantic_ready=chunks.semantic_ready),
                *_rerank_notes(query, files, read, applied=applied),
                *self._dependencies.behind(visible),
            ),
            timings=_timings(chunks, parse_ms, ranking_ms, _since(texts_started)),
            facets=facets_of(candidates, order, ordered.hits, analyzed.parsed) if query.facets else (),
            corrections=analyzed.corrections,
            confidence=candidates.confidence,
            nothing_here=candidates.is_nothing,
            reranking_applied=applied,
            reading=read.message,
            reader_share=0.0 if read.reading is None else read.reading.weight,
        )

    def _read(
        self,
        query: SearchQuery,
        analyzed: AnalyzedQuery,
        scope: Scope,
        chunks: CandidateChunks,
        candidates: CandidateFiles,
        outdated: Callable[[], bool],
    ) -> tuple[CandidateFiles, Order, Outcome]:
        """Return the files with the reader's scores of the first, their order, and the outcome of the reading."""
        order = Order(candidates, query.ranking)
        if query.ranking.reads and not chunks.semantic_ready:
            return candidates, order, Outcome(message=Message("reader.by_word"))
        read = self._reader.read(query, analyzed, scope.visible, candidates, order, outdated)
        if read.reading is None:
            return candidates, order, read
        candidates = with_reading(candidates, read.reading)
        return candidates, Order(candidates, query.ranking), read

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


def _with_note(result: SearchResult, phrases: Sequence[str]) -> SearchResult:
    """Return an answer with the note that phrases were searched as words."""
    note = Message("query.phrases_as_words", phrases=", ".join(f'"{phrase}"' for phrase in phrases))
    return dataclasses.replace(result, notes=(note, *result.notes))


def _further_files(query: SearchQuery, analyzed: AnalyzedQuery, chunks: CandidateChunks) -> int:
    """Return how many files match by word that are no candidates, for an answer by word alone."""
    parsed = analyzed.parsed
    is_filtered = bool(parsed.symbols) or parsed.stale is not None or query.ranking.min_score > 0
    if chunks.semantic_ready or is_filtered or _by_example(query):
        return 0
    candidates = len(set(chunks.owner[chunks.bm25 > 0].tolist()))
    return max(0, chunks.matching_files - candidates)


def _by_what_is_ready(query: SearchQuery, chunks: CandidateChunks) -> SearchQuery:
    """Return the query with the weights that apply where the query could not be searched by meaning."""
    if chunks.semantic_ready:
        return query
    return dataclasses.replace(query, ranking=query.ranking.without_meaning())


def _timings(chunks: CandidateChunks, parse_ms: float, ranking_ms: float, texts_ms: float) -> Timings:
    return Timings(
        parse_ms=parse_ms,
        filter_ms=chunks.filter_ms,
        keyword_ms=chunks.keyword_ms,
        semantic_ms=chunks.semantic_ms,
        ranking_ms=ranking_ms,
        texts_ms=texts_ms,
    )


def _by_example(query: SearchQuery) -> bool:
    return bool(query.like or query.like_text)


def _is_structured(query: SearchQuery) -> bool:
    return query.ranking.structure and not _by_example(query)


def _parsed(query: SearchQuery) -> ParsedQuery:
    """Return the parsed query; the text may be empty if there is an example.

    Raises:
        QueryError: the text is empty or a filter is unknown.
    """
    parsed = parse(query.text, typed=query.typed, pasted=query.pasted)
    if parsed.patterns:
        raise QueryError("query.asks_for_lines", pattern=parsed.patterns[0])
    if _by_example(query):
        parsed.require_sound()
    else:
        parsed.require_searchable()
    return parsed


def _rerank_notes(
    query: SearchQuery, files: Sequence[FileHit], read: Outcome, *, applied: bool
) -> tuple[Message, ...]:
    """Return a note if the query wants a stage that nothing could run."""
    if query.ranking.rerank is Rerank.READER:
        return (read.note,) if read.note.code else ()
    lacks = query.ranking.rerank is not Rerank.NONE and bool(files) and not applied
    return (Message("rerank.not_applied"),) if lacks else ()


def _exact_count(candidates: CandidateFiles, order: Order) -> int:
    """Return how many results rank first for a name or a place, near-identical files as one."""
    exact = candidates.candidates.exact
    return len({group for index, group in zip(order.files, order.groups, strict=True) if exact[index]})


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
        files=max(LEAST_FILES, query.top),
        vector=analyzed.vector,
        also=(
            *analyzed.graph.defining,
            *analyzed.graph.chunks,
            *analyzed.defining,
            *analyzed.frames.chunks,
            *analyzed.messages.chunks,
        ),
        left_out=analyzed.left_out,
    )
