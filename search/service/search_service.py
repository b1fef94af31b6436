"""The one search that window, command line, pipeline and agents ask."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog
from msgspec import structs

from search.analysis.terms import query_terms
from search.graph.dependency_graph import DependencyGraph
from search.query.parse import ParsedQuery, parse
from search.ranking.constants import CANDIDATES_PER_SIDE
from search.ranking.rerank import Order, best_hits
from search.retrieval.candidates import CandidateChunks, RetrievalRequest
from search.retrieval.co_change import CoChangeIndex
from search.retrieval.commits import Commits
from search.retrieval.corpus import Corpus
from search.retrieval.retriever import Retriever
from search.retrieval.scorers import TextScorer
from search.retrieval.shown_copy import ShownCopy
from search.retrieval.shown_rows import ShownRows
from search.service.affected import best_code, changed_together
from search.service.analyzed_query import AnalyzedQuery
from search.service.assemble import asked, candidate_files, held_by_file
from search.service.candidate_files import CandidateFiles
from search.service.facets import facets
from search.service.file_list import FileList, asks_for_files, matching_files
from search.service.likeness import NearDuplicates
from search.service.mentions import Mentions
from search.service.query_analyzer import GraphNow, GraphOf, QueryAnalyzer
from search.service.rerank_stage import RerankStage, no_model
from search.service.scope import Scope, names_a_branch, scope_of, within
from search.service.shown import behind_of, shown_of, with_texts, without_texts
from search.service.work_trees import WorkTrees
from search.storage.storage import Storage
from search.types.filters import Operator
from search.types.ids import FileId
from search.types.query import Mode, Rerank, SearchQuery
from search.types.results import Correction, Facet, FileHit, Ready, SearchResult, Signal, Timings

DEFINING_BONUS = 1.0
"""Puts the chunk with the definition before the file's other chunks, whose blends are at most 1."""

log = structlog.get_logger(__name__)


def no_graph(*_: str) -> DependencyGraph:
    """Return a graph of nothing."""
    return DependencyGraph((), ())


@dataclass(frozen=True, slots=True)
class SearchDependencies:
    """What a search asks beside the index's text.

    Attributes:
        ready: says which steps of the index answer already.
        is_stale: tells whether a file on disk differs from what was indexed (root path, path, modification time).
        model: gives what ``cross-encoder`` reranks with, or raises `ModelError` saying what to set.
        graph: gives the dependency graph of what is checked out, as it is now.
        graph_of: gives the one that holds a branch of a repository, by its label.
        meaning: searching by meaning is switched on in the settings.
        behind: says what to know of text that another version of the program indexed, where nothing renews it.
    """

    ready: Callable[[], Ready]
    is_stale: Callable[[str, str, int], bool]
    model: Callable[[], TextScorer] = no_model
    graph: GraphNow = no_graph
    graph_of: GraphOf = no_graph
    meaning: bool = True
    behind: Callable[[], tuple[str, ...]] = tuple


BY_WORD_ONLY = "The folders were indexed by word only: these are the results by word."
SWITCHED_OFF = "Search by meaning is switched off in the settings: these are the results by word."


class SearchService:
    """Answers queries from one index.

    Args:
        retriever: finds candidates in ``corpus``.
    """

    def __init__(self, storage: Storage, corpus: Corpus, retriever: Retriever, around: SearchDependencies) -> None:
        self._storage = storage
        self._corpus = corpus
        self._retriever = retriever
        self._ready, self._meaning, self._behind = around.ready, around.meaning, around.behind
        self._is_stale = around.is_stale
        self._stage = RerankStage(storage.chunks.texts, around.model)
        self._likeness = NearDuplicates(storage.chunks)
        self._work_trees = WorkTrees(storage.roots)
        self._copy = ShownCopy(storage.chunks, storage.layout.shown)
        self._shown = ShownRows(storage.chunks, self._copy)
        self._mentions = Mentions(corpus, self._shown)
        self._commits, self._together = Commits(storage), CoChangeIndex(storage)
        self._understanding = QueryAnalyzer(storage, corpus, around.graph, around.graph_of)

    def search(self, query: SearchQuery) -> SearchResult:
        """Return ranked files.

        Raises:
            QueryError: the text is empty or a filter is unknown.
            NotFoundError: the query's example is not in the index.
            ModelError: a reranking model is asked for and cannot be had.
        """
        started = time.perf_counter()
        parsed = _parsed(query)
        scope = scope_of(query.access, parsed, self._storage.roots.all())
        if not _by_example(query) and asks_for_files(parsed):
            listed = FileList(self._storage.files, self._root_paths(), self._is_stale)
            return matching_files(query, parsed, listed, scope.wanted, self._ready())
        understood = self._understanding.of(query, parsed, scope)
        parse_ms = _since(started)
        reads_ahead = _is_structured(query) and not scope.visible.conditions
        ahead = self._mentions.read_ahead if reads_ahead else None
        found = self._retriever.find(_ask(query, understood, scope), ahead)
        ranking_started = time.perf_counter()
        candidates = self._candidates(query, found, understood, scope)
        order = Order(candidates, query.ranking)
        ordered, total = self._ordered(query, understood, scope, candidates, order)
        ranking_ms = _since(ranking_started)
        texts_started = time.perf_counter()
        files, ready = self._with_texts(query, understood, scope, found, candidates, ordered), self._ready()
        result = SearchResult(
            query=query.text,
            searched=understood.searched,
            ranking=query.ranking,
            took_ms=_since(started),
            ready=ready,
            files=files,
            total_files=total,
            total_chunks=len(found),
            terms=understood.terms,
            notes=(
                *_told(understood.corrections),
                *self._notes(query, found, ready),
                *self._set_aside(query, parsed, files),
                *self._behind(),
            ),
            timings=Timings(
                parse_ms=parse_ms,
                filter_ms=found.filter_ms,
                keyword_ms=found.keyword_ms,
                semantic_ms=found.semantic_ms,
                ranking_ms=ranking_ms,
                texts_ms=_since(texts_started),
            ),
            facets=_facets(candidates, order, ordered, parsed) if query.facets else (),
            corrections=understood.corrections,
        )
        _log_answer(query, result)
        return result

    def close(self, *, save: bool) -> None:
        """Return when nothing is read in the background; ``save`` writes what makes the next start quick."""
        self._shown.close()
        self._retriever.close()
        if save:
            self._copy.save()

    def _candidates(
        self, query: SearchQuery, found: CandidateChunks, understood: AnalyzedQuery, scope: Scope
    ) -> CandidateFiles:
        structured = _is_structured(query)
        mentioned = self._mentions.of(found, scope.visible) if structured else {}
        stems = understood.question.stems if structured else ()
        held = held_by_file(found, found.lexical.scores_by_term(stems, found.slots, found.visible))
        whole = query.access.sees_whole_roots  # a commit speaks of all files that it changed
        speaks = structured and whole and not understood.question.name
        changed = self._commits.changed(stems, found.place_of.keys()) if speaks else {}
        with self._corpus.lock:
            about = asked(
                understood.question, understood.names, mentioned, changed, held, found, self._corpus.catalogue
            )
        files = candidate_files(found, about, self._root_paths())
        files = files.with_bonus(frozenset(understood.defining), DEFINING_BONUS)
        if understood.parsed.symbols:
            files = files.only(_defines_what_is_named)
        if understood.changes:
            files = self._affected(files, query, understood)
        files = understood.graph.applied(files)
        if _names_a_path(understood.parsed):
            return files
        beside = {} if names_a_branch(understood.parsed) else self._work_trees.beside()
        return replace(files, likeness=self._likeness.of(files, beside))

    def _affected(self, files: CandidateFiles, query: SearchQuery, understood: AnalyzedQuery) -> CandidateFiles:
        """Return the files with what using the named and changing with the best says of each."""
        files = files.with_reasons(understood.using, pinned=False)
        if not query.access.sees_whole_roots:
            return files
        together = self._together.with_best(best_code(files), {FileId(file) for file in files.scores.file_ids})
        return files.with_reasons(changed_together(together), pinned=False)

    def _root_paths(self) -> Mapping[str, str]:
        return {root.id: root.folder for root in self._storage.roots.all()}

    def _ordered(
        self,
        query: SearchQuery,
        understood: AnalyzedQuery,
        scope: Scope,
        candidates: CandidateFiles,
        order: Order,
    ) -> tuple[tuple[FileHit, ...], int]:
        """Return the files best first, at least those that are shown, and how many there are."""
        wanted = understood.parsed.stale
        everything = query.grouped or query.all_candidates or wanted is not None
        most = None if everything else query.top
        if query.ranking.rerank is Rerank.NONE:
            ordered, total = order.first(most), len(order)
        else:
            hits = self._stage.scored(candidates.hits(), understood.words, query.ranking, scope.visible)
            ordered, total = best_hits(hits, query.ranking, most)
        if wanted is not None:
            ordered = tuple(hit for hit in ordered if self._stale(hit) is wanted)
            ordered = tuple(structs.replace(hit, rank=rank) for rank, hit in enumerate(ordered, start=1))
            total = len(ordered)
        return ordered, total

    def _with_texts(
        self,
        query: SearchQuery,
        understood: AnalyzedQuery,
        scope: Scope,
        found: CandidateChunks,
        candidates: CandidateFiles,
        ordered: Sequence[FileHit],
    ) -> tuple[FileHit, ...]:
        """Return what is answered with the texts of its chunks, then, without texts, the candidates behind it."""
        shown = shown_of(ordered, query)
        behind = behind_of(candidates.hits(), ordered, shown) if query.all_candidates else ()
        ids = [chunk.id for hit in (*shown, *behind) for chunk in hit.chunks]
        rows = self._shown.of(ids, scope.visible)
        told = [chunk.id for hit in shown for chunk in hit.chunks]
        matched = found.terms_in(told, understood.terms) if query.explain else None
        return (*with_texts(shown, rows, matched, self._stale), *without_texts(behind, rows))

    def _stale(self, hit: FileHit) -> bool:
        file = self._corpus.catalogue.get(hit.file_id)
        return file is not None and self._is_stale(hit.root_path, hit.path, file.record.mtime_ns)

    def _set_aside(self, query: SearchQuery, parsed: ParsedQuery, files: Sequence[FileHit]) -> tuple[str, ...]:
        """Return what else could be searched where nothing was found in what is checked out."""
        if files or names_a_branch(parsed):
            return ()
        aside = [root for root in self._storage.roots.all() if root.from_git]
        seen = {root.branch for root in aside if self._storage.files.visible_ids(within(query.access, root))}
        names = ",".join(sorted(seen))
        return (f"Only what is checked out was searched; also indexed: branch:{names}",) if names else ()

    def _notes(self, query: SearchQuery, found: CandidateChunks, ready: Ready) -> tuple[str, ...]:
        if query.ranking.mode is Mode.KEYWORD:
            return ()
        if not found.semantic_ready:
            roots = self._storage.roots.all()
            if self._meaning and (not roots or any(root.semantic for root in roots)):
                return ("Meaning is not ready yet: these are the results by word.",)
            told = BY_WORD_ONLY if self._meaning else SWITCHED_OFF
            return (told,) if query.ranking.mode is Mode.SEMANTIC else ()
        covered = ready.semantic
        return () if covered >= 1.0 else (f"Meaning covers {covered:.0%} of the files so far.",)


def _by_example(query: SearchQuery) -> bool:
    return bool(query.like or query.like_text)


def _is_structured(query: SearchQuery) -> bool:
    return query.ranking.structure and not _by_example(query)


def _parsed(query: SearchQuery) -> ParsedQuery:
    """Return the query's parts; beside an example its text may be empty.

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
    """Return the milliseconds since a moment of the performance counter."""
    return (time.perf_counter() - started) * 1000.0


def _facets(
    candidates: CandidateFiles, order: Order, ordered: Sequence[FileHit], parsed: ParsedQuery
) -> tuple[Facet, ...]:
    """Count the results, of those that are asked for by whether they changed only these."""
    found = (
        (candidates.files[place].record, group) for place, group in zip(order.files, order.groups, strict=True)
    )
    if parsed.stale is not None:
        left = {one for hit in ordered for one in (hit.file_id, *(copy.file_id for copy in hit.duplicates))}
        found = ((record, group) for record, group in found if record.id in left)
    return facets(found)


def _log_answer(query: SearchQuery, result: SearchResult) -> None:
    log.info(
        "search",
        mode=query.ranking.mode.value,
        top=query.top,
        files=result.total_files,
        chunks=result.total_chunks,
        ms=round(result.took_ms, 1),
    )


def _told(corrections: Sequence[Correction]) -> tuple[str, ...]:
    """Return the sentence that says what was searched, if anything was replaced."""
    if not corrections:
        return ()
    pairs = ", ".join(f"{one.searched} instead of {one.typed}" for one in corrections)
    return (f"Searched for {pairs}. Quotes search a word as it is typed.",)


def _ask(query: SearchQuery, understood: AnalyzedQuery, scope: Scope) -> RetrievalRequest:
    parsed = understood.parsed
    return RetrievalRequest(
        terms=understood.terms,
        words=understood.words,
        phrases=parsed.phrases,
        excluded=tuple(term for text in parsed.excluded for term in query_terms(text)),
        visible=scope.visible,
        wanted=scope.wanted,
        mode=query.ranking.mode,
        depth=max(CANDIDATES_PER_SIDE, query.top),
        vector=understood.vector,
        also=(*understood.graph.chunks, *understood.defining),
        left_out=understood.left_out,
    )


def _defines_what_is_named(signals: Sequence[Signal]) -> bool:
    return any(signal.name == "exact_definition" for signal in signals)


def _names_a_path(parsed: ParsedQuery) -> bool:
    """Return whether the query asks for files at a place: none of them stands behind another."""
    return any(one.column == "path" and one.operator is Operator.GLOB for one in parsed.conditions)
