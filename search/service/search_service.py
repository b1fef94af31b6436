"""The one search that window, command line, pipeline and agents ask."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from search.analysis.terms import query_terms
from search.query.intent import exact_name, identifiers, wanted_flags
from search.query.parse import ParsedQuery, parse
from search.ranking.constants import CANDIDATES_PER_SIDE
from search.ranking.rerank import order_hits
from search.ranking.structure import Question
from search.retrieval.corpus import Corpus
from search.retrieval.found import Ask, Found
from search.retrieval.retriever import Retriever
from search.retrieval.scorers import TextScorer
from search.service.assemble import asked, chunk_ids, file_hits
from search.service.facets import facets
from search.service.file_list import FileList, asks_for_files, matching_files
from search.service.rerank_stage import RerankStage, no_model
from search.service.spelling import Speller
from search.storage.storage import Storage
from search.types.chunks import Chunk
from search.types.filters import RowFilter
from search.types.ids import ChunkId
from search.types.query import Mode, SearchQuery
from search.types.results import ChunkHit, Correction, Facet, FileHit, Ready, SearchResult, Timings, Why

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a query may see, and what of that it filtered for."""

    visible: RowFilter
    wanted: RowFilter


class SearchService:
    """Answers queries from one index.

    Args:
        retriever: finds candidates in ``corpus``.
        ready: says which steps of the index answer already.
        is_stale: tells whether a file on disk differs from what was indexed (root path, path, modification time).
        model: gives what ``cross-encoder`` reranks with, or raises `ModelError` saying what to set.
    """

    def __init__(
        self,
        storage: Storage,
        corpus: Corpus,
        retriever: Retriever,
        ready: Callable[[], Ready],
        is_stale: Callable[[str, str, int], bool],
        model: Callable[[], TextScorer] = no_model,
    ) -> None:
        self._storage = storage
        self._corpus = corpus
        self._retriever = retriever
        self._ready = ready
        self._is_stale = is_stale
        self._stage = RerankStage(storage.chunks.texts, model)
        self._speller = Speller(corpus, storage.chunks)

    def search(self, query: SearchQuery) -> SearchResult:
        """Return ranked files.

        Raises:
            QueryError: the text is empty or a filter is unknown.
            ModelError: a reranking model is asked for and cannot be had.
        """
        started = time.perf_counter()
        parsed = parse(query.text)
        parsed.require_searchable()
        scope = self._scope(query, parsed)
        if asks_for_files(parsed):
            listed = FileList(self._storage.files, self._root_paths(), self._is_stale)
            return matching_files(query, parsed, listed, scope.wanted, self._ready())
        parsed, corrections = self._speller.corrected(parsed, scope.visible)
        understood = time.perf_counter()
        words = parsed.words or " ".join(parsed.symbols)
        terms = tuple(query_terms(words))
        found = self._retriever.find(_ask(query, parsed, scope, words, terms))
        ranking_started = time.perf_counter()
        hits = self._stage.scored(self._hits(found, parsed, terms, scope), words, query.ranking, scope.visible)
        result = self._ordered(query, parsed, hits)
        texts_started = time.perf_counter()
        files = self._materialised(query, result, terms, scope)
        ended = time.perf_counter()
        timings = Timings(
            parse_ms=(understood - started) * 1000.0,
            filter_ms=found.filter_ms,
            keyword_ms=found.keyword_ms,
            semantic_ms=found.semantic_ms,
            ranking_ms=(texts_started - ranking_started) * 1000.0,
            texts_ms=(ended - texts_started) * 1000.0,
        )
        log.info(
            "search",
            mode=query.ranking.mode.value,
            top=query.top,
            files=len(hits),
            chunks=len(found.chunks),
            ms=round((ended - started) * 1000.0, 1),
        )
        return SearchResult(
            query=query.text,
            searched=words,
            ranking=query.ranking,
            took_ms=(ended - started) * 1000.0,
            ready=self._ready(),
            files=files,
            total_files=len(hits),
            total_chunks=len(found.chunks),
            terms=terms,
            notes=(*_told(corrections), *self._notes(query, found)),
            timings=timings,
            facets=self._facets(hits) if query.facets else (),
            corrections=corrections,
        )

    def _scope(self, query: SearchQuery, parsed: ParsedQuery) -> Scope:
        visible = query.access.row_filter()
        return Scope(visible, visible.and_(*parsed.conditions))

    def _hits(self, found: Found, parsed: ParsedQuery, terms: tuple[str, ...], scope: Scope) -> list[FileHit]:
        question = Question(stems=terms, name=exact_name(parsed), wanted=wanted_flags(parsed))
        with self._corpus.lock:
            catalogue = self._corpus.catalogue
            sees_all = not scope.visible.conditions
            about = asked(question, identifiers(parsed), catalogue, sees_all=sees_all)
            hits = file_hits(found, about, catalogue, self._root_paths())
        return _only_defining(hits, parsed)

    def _root_paths(self) -> Mapping[str, str]:
        return {root.id: root.path for root in self._storage.roots.all()}

    def _ordered(self, query: SearchQuery, parsed: ParsedQuery, hits: Sequence[FileHit]) -> tuple[FileHit, ...]:
        """Return the hits best first; with ``all_candidates`` those that did not make it follow with rank 0."""
        ordered = order_hits(hits, query.ranking)
        if parsed.stale is not None:
            stale = {hit.file_id for hit in hits if self._stale(hit)}
            ordered = tuple(hit for hit in ordered if (hit.file_id in stale) is parsed.stale)
            ordered = tuple(replace(hit, rank=rank) for rank, hit in enumerate(ordered, start=1))
        if not query.all_candidates:
            return ordered[: query.top]
        placed = {hit.file_id for hit in ordered}
        return (*ordered, *(hit for hit in hits if hit.file_id not in placed))

    def _stale(self, hit: FileHit) -> bool:
        file = self._corpus.catalogue.get(hit.file_id)
        return file is not None and self._is_stale(hit.root_path, hit.path, file.record.mtime_ns)

    def _materialised(
        self, query: SearchQuery, files: tuple[FileHit, ...], terms: tuple[str, ...], scope: Scope
    ) -> tuple[FileHit, ...]:
        """Return the files with places and texts of their chunks; beyond ``top`` without texts."""
        rows = self._storage.chunks.rows(chunk_ids(files), scope.visible)
        wanted = frozenset(terms)
        return tuple(
            replace(
                hit,
                chunks=tuple(_placed(c, rows[c.id], texts=n < query.top) for c in hit.chunks if c.id in rows),
                stale=n < query.top and self._stale(hit),
                why=_why(hit, rows, wanted) if query.explain and n < query.top else Why(),
            )
            for n, hit in enumerate(files)
        )

    def _facets(self, hits: Iterable[FileHit]) -> tuple[Facet, ...]:
        files = (self._corpus.catalogue.get(hit.file_id) for hit in hits)
        return facets(file.record for file in files if file is not None)

    def _notes(self, query: SearchQuery, found: Found) -> tuple[str, ...]:
        if query.ranking.mode is Mode.KEYWORD:
            return ()
        if not found.semantic_ready:
            return ("Meaning is not ready yet: these are the results by word.",)
        covered = self._ready().semantic
        return () if covered >= 1.0 else (f"Meaning covers {covered:.0%} of the files so far.",)


def _told(corrections: Sequence[Correction]) -> tuple[str, ...]:
    """Return the sentence that says what was searched, if anything was replaced."""
    if not corrections:
        return ()
    pairs = ", ".join(f"{one.searched} instead of {one.typed}" for one in corrections)
    return (f"Searched for {pairs}. Quotes search a word as it is typed.",)


def _ask(query: SearchQuery, parsed: ParsedQuery, scope: Scope, words: str, terms: tuple[str, ...]) -> Ask:
    return Ask(
        terms=terms,
        words=words,
        phrases=parsed.phrases,
        excluded=tuple(term for text in parsed.excluded for term in query_terms(text)),
        visible=scope.visible,
        wanted=scope.wanted,
        mode=query.ranking.mode,
        depth=max(CANDIDATES_PER_SIDE, query.top),
    )


def _only_defining(hits: list[FileHit], parsed: ParsedQuery) -> list[FileHit]:
    """Return the hits that define what ``sym:`` names; all of them when nothing is named."""
    if not parsed.symbols:
        return hits
    return [hit for hit in hits if any(signal.name == "exact_definition" for signal in hit.why.signals)]


def _placed(hit: ChunkHit, row: Chunk, *, texts: bool) -> ChunkHit:
    return replace(
        hit,
        node_id=row.node_id,
        kind=row.kind.value,
        start_line=row.start_line,
        end_line=row.end_line,
        header_path=row.header_path,
        text=row.text if texts else "",
    )


def _why(hit: FileHit, rows: Mapping[ChunkId, Chunk], wanted: frozenset[str]) -> Why:
    found = {term for chunk in hit.chunks if chunk.id in rows for term in rows[chunk.id].terms.split()}
    return replace(hit.why, matched_terms=tuple(sorted(wanted & found)))
