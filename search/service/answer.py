"""Builds the answer from ranked files: the shown files with texts and reasons, facets and notes."""

import dataclasses
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from search.messages import NOTHING, Message, joined
from search.query.parse import ParsedQuery
from search.query.report import Report
from search.retrieval.candidates import CandidateChunks
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.confidence import confidence_notes, without_signs
from search.service.facets import facets
from search.service.file_list import FileList, IsStale, matching_files
from search.service.filter_notes import filter_notes
from search.service.passage_names import PassageNames, Wanted
from search.service.ranking_stage import RankedFiles
from search.service.scope import names_a_branch, read_share, roots_within, visible_roots
from search.service.unread_names import UnreadNames
from search.storage.storage import Storage
from search.types.chunks import ShownChunk
from search.types.filters import OWNER, RowFilter
from search.types.ids import ChunkId
from search.types.query import Mode, Rerank, SearchQuery
from search.types.results import (
    ChunkHit,
    Correction,
    Facet,
    FileHit,
    Group,
    Ready,
    SearchResult,
    Timings,
    Why,
)

BY_WORD_ONLY = Message("search.by_word_only")
SWITCHED_OFF = Message("search.meaning_switched_off")
NEARLY_ALL = 0.99
"""Largest share of the files that a note names while some of them still wait for meaning."""
HARDLY_ANY = 0.01
"""Least share that a note names where some files have meaning: 0% would say that none has."""


class AnswerWriter:
    """Makes the answer to a query.

    Args:
        storage: lists the other indexed branches.
        rows: returns texts and positions of chunks.
        ready: returns how much of the visible index is ready.
        is_stale: returns whether a file differs from its indexed version.
        behind: returns notes about visible text of another version of the program.
        semantic: whether searching by meaning is switched on in the settings.
        meaning_off: returns that it is off although it is switched on, and why.
    """

    def __init__(
        self,
        storage: Storage,
        rows: ShownRows,
        ready: Callable[[RowFilter], Ready],
        is_stale: IsStale,
        behind: Callable[[RowFilter], tuple[Message, ...]],
        *,
        semantic: bool,
        meaning_off: Callable[[], Message],
    ) -> None:
        self._storage = storage
        self._rows = rows
        self._ready = ready
        self._is_stale = is_stale
        self._behind = behind
        self._semantic = semantic
        self._meaning_off = meaning_off
        self._passage_names = PassageNames(storage.graph)
        self._unread_names = UnreadNames(storage.files)

    def of_files(self, analyzed: AnalyzedQuery) -> SearchResult:
        """Return the answer to a query for files rather than text."""
        listed = FileList(self._storage.files, self._storage.roots.folders(), self._is_stale)
        ready = self._ready(analyzed.query.access.row_filter())
        result = matching_files(analyzed.query, analyzed.parsed, listed, analyzed.scope.wanted, ready)
        notes = self._name_notes(analyzed.query, analyzed.parsed, result.files)
        return dataclasses.replace(result, notes=(*result.notes, *notes))

    def of_ranked(self, analyzed: AnalyzedQuery, chunks: CandidateChunks, ranked: RankedFiles) -> SearchResult:
        """Return the answer; ``took_ms`` and the time of parsing are left to the caller."""
        started = time.perf_counter()
        query, candidates = analyzed.query, ranked.candidates
        files = self._answered_files(analyzed, chunks, ranked)
        visible = query.access.row_filter()
        ready = self._ready(visible)
        read = read_share(self._storage.files, self._storage.roots.all(), query.access, analyzed.parsed)
        applied = any(file.reranked is not None for file in files)
        texts_ms = (time.perf_counter() - started) * 1000.0
        return SearchResult(
            query=query.text,
            searched=analyzed.searched,
            ranking=ranked.settings,
            took_ms=0.0,
            ready=ready,
            files=files,
            total_files=ranked.total + _further_files(analyzed, chunks),
            total_chunks=len(chunks),
            exact_files=_exact_count(ranked) if query.ranking.structure else 0,
            terms=analyzed.terms,
            notes=(
                *confidence_notes(candidates, shown=bool(files), indexed=ready.names > 0, read=read),
                *self._notes(analyzed, files, semantic_ready=chunks.semantic_ready),
                *_rerank_notes(ranked, files, applied=applied),
                *self._unread_names.notes(analyzed.parsed, analyzed.scope.wanted),
                *self._behind(visible),
            ),
            timings=_timings(chunks, ranked.milliseconds, texts_ms),
            facets=_facets_of(ranked, analyzed.parsed) if query.facets else (),
            corrections=analyzed.corrections,
            confidence=candidates.confidence,
            nothing_here=candidates.is_nothing and read >= 1.0,
            reranking_applied=applied,
            reading=ranked.read.message,
            reader_share=0.0 if ranked.read.reading is None else ranked.read.reading.weight,
        )

    def _answered_files(
        self, analyzed: AnalyzedQuery, chunks: CandidateChunks, ranked: RankedFiles
    ) -> tuple[FileHit, ...]:
        """Return the answered files with the texts of their chunks, then the other candidates without texts."""
        query = analyzed.query
        shown = shown_of(ranked.hits, query)
        others = other_candidates(ranked.candidates.hits(), ranked.hits, shown) if query.all_candidates else ()
        ids = [chunk.id for hit in (*shown, *others) for chunk in hit.chunks]
        rows = self._rows.of(ids, analyzed.scope.visible)
        shown_chunks = [chunk.id for hit in shown for chunk in hit.chunks]
        matched = chunks.terms_in(shown_chunks, analyzed.terms) if query.explain else None
        hits = list(with_texts(shown, rows, matched, self._is_stale))
        names = [name for name in (*analyzed.names, analyzed.question.name, *analyzed.spaced.names) if name]
        is_named = bool(names) or query.names_passages
        if is_named and query.access.sees_whole_roots:  # else it would tell that a partial class has hidden parts
            hits = self._passage_names.applied(hits, Wanted.of(analyzed.terms, names))
        return (*hits, *without_texts(others, rows))

    def _notes(
        self, analyzed: AnalyzedQuery, files: Sequence[FileHit], *, semantic_ready: bool
    ) -> tuple[Message, ...]:
        """Return messages for the user: corrections, parts that are not ready, parts that were not searched."""
        query, parsed = analyzed.query, analyzed.parsed
        return (
            *_correction_notes(analyzed.corrections),
            *analyzed.translation.notes(),
            *_report_notes(parsed.report),
            *self._semantic_notes(query, analyzed.scope.covered, semantic_ready=semantic_ready),
            *_quote_notes(parsed),
            *self._branch_notes(query, parsed, files),
            *self._name_notes(query, parsed, files),
        )

    def _branch_notes(
        self, query: SearchQuery, parsed: ParsedQuery, files: Sequence[FileHit]
    ) -> tuple[Message, ...]:
        """Return a note about other branches if nothing was found in the checked-out files."""
        if files or names_a_branch(parsed):
            return ()
        from_git = [root for root in self._storage.roots.all() if root.from_git]
        visible = visible_roots(self._storage.files, from_git, query.access)
        names = ",".join(sorted({root.branch for root in visible}))
        return (Message("search.other_branches", names=names),) if names else ()

    def _name_notes(
        self, query: SearchQuery, parsed: ParsedQuery, files: Sequence[FileHit]
    ) -> tuple[Message, ...]:
        """Return a note about each filter that matches nothing if nothing was found."""
        if files:
            return ()
        roots = visible_roots(self._storage.files, self._storage.roots.all(), query.access)
        return filter_notes(parsed, self._storage.files, query.access.row_filter(), roots)

    def _semantic_notes(
        self, query: SearchQuery, covered: RowFilter, *, semantic_ready: bool
    ) -> tuple[Message, ...]:
        if query.ranking.mode is Mode.KEYWORD:
            return ()
        ready = self._ready(covered)
        if not ready.names:  # nothing is indexed, which is said: of nothing there is no share
            off = self._meaning_off() if self._semantic and query.access == OWNER else NOTHING
            return (off,) if off.code else ()
        if not semantic_ready:
            roots = visible_roots(self._storage.files, self._storage.roots.all(), query.access)
            if self._semantic and (not roots or any(root.semantic for root in roots)):
                off = self._meaning_off() if query.access == OWNER else NOTHING  # it names folders
                return (off if off.code else Message("search.without_meaning"),)
            note = BY_WORD_ONLY if self._semantic else SWITCHED_OFF
            return (note,) if query.ranking.mode is Mode.SEMANTIC else ()
        share = ready.semantic
        if share >= 1.0 or not any(root.semantic for root in roots_within(covered, self._storage.roots.all())):
            return ()
        named = max(share, HARDLY_ANY) if share > 0.0 else 0.0
        return (Message("search.meaning_covers", share=min(named, NEARLY_ALL)),)


def _further_files(analyzed: AnalyzedQuery, chunks: CandidateChunks) -> int:
    """Return how many files match by word that are no candidates, for an answer by word alone."""
    query, parsed = analyzed.query, analyzed.parsed
    is_filtered = bool(parsed.symbols) or parsed.stale is not None or query.ranking.min_score > 0
    if chunks.semantic_ready or is_filtered or query.is_example:
        return 0
    candidates = len(set(chunks.owner[chunks.bm25 > 0].tolist()))
    return max(0, chunks.matching_files - candidates)


def _exact_count(ranked: RankedFiles) -> int:
    """Return how many results rank first for a name or a place, near-identical files as one."""
    exact, order = ranked.candidates.candidates.exact, ranked.order
    return len({group for index, group in zip(order.files, order.groups, strict=True) if exact[index]})


def _facets_of(ranked: RankedFiles, parsed: ParsedQuery) -> tuple[Facet, ...]:
    """Count filter values over the results; with ``stale:`` only over those that pass it."""
    files, order = ranked.candidates.files, ranked.order
    results = ((files[index].record, group) for index, group in zip(order.files, order.groups, strict=True))
    if parsed.stale is None:
        return facets(results)
    passing = {
        file_id for hit in ranked.hits for file_id in (hit.file_id, *(copy.file_id for copy in hit.duplicates))
    }
    return facets((record, group) for record, group in results if record.id in passing)


def _timings(chunks: CandidateChunks, ranking_ms: float, texts_ms: float) -> Timings:
    return Timings(
        filter_ms=chunks.filter_ms,
        keyword_ms=chunks.keyword_ms,
        semantic_ms=chunks.semantic_ms,
        ranking_ms=ranking_ms,
        texts_ms=texts_ms,
    )


def shown_of(ordered: Sequence[FileHit], query: SearchQuery) -> list[FileHit]:
    """Return the first ``top`` files, or with ``grouped`` the first of each group, in their order."""
    if not query.grouped:
        return list(ordered[: query.top])
    best = [[hit for hit in ordered if hit.group is group][: query.top] for group in Group]
    return sorted((hit for hits in best for hit in hits), key=lambda hit: hit.rank)


def other_candidates(
    hits: Iterable[FileHit], ordered: Iterable[FileHit], shown: Iterable[FileHit]
) -> list[FileHit]:
    """Return the candidates that are not shown: ranked ones in order, then the others with rank 0."""
    shown_ids = {hit.file_id for hit in shown}
    ranked = {hit.file_id: hit for hit in ordered}
    remaining = [hit for hit in ranked.values() if hit.file_id not in shown_ids]
    return [*remaining, *(hit for hit in hits if hit.file_id not in ranked)]


def with_texts(
    hits: Iterable[FileHit],
    rows: Mapping[ChunkId, ShownChunk],
    matched: Mapping[ChunkId, frozenset[str]] | None,
    is_stale: IsStale,
) -> Iterator[FileHit]:
    """Yield the hits with texts and positions of their chunks, and reasons with the words that each chunk matched.

    If ``matched`` is None, the hits have no reasons.
    """
    for hit in hits:
        chunks = tuple(
            _with_position(chunk, rows[chunk.id], texts=True) for chunk in hit.chunks if chunk.id in rows
        )
        why = Why() if matched is None else _why(hit, rows, matched)
        stale = is_stale(hit.root_path, hit.path, hit.mtime_ns)
        yield replace(hit, chunks=chunks, stale=stale, why=why)


def without_texts(hits: Iterable[FileHit], rows: Mapping[ChunkId, ShownChunk]) -> Iterator[FileHit]:
    """Yield the hits with the positions of their chunks but without texts."""
    for hit in hits:
        chunks = tuple(
            _with_position(chunk, rows[chunk.id], texts=False) for chunk in hit.chunks if chunk.id in rows
        )
        yield replace(hit, chunks=chunks, why=Why())


def _with_position(hit: ChunkHit, row: ShownChunk, *, texts: bool) -> ChunkHit:
    """Return the chunk with its position and text from the index."""
    return replace(
        hit,
        node_id=row.node_id,
        kind=row.kind,
        start_line=row.start_line,
        end_line=row.end_line,
        header_path=row.header_path,
        text=row.text if texts else "",
    )


def _why(hit: FileHit, rows: Mapping[ChunkId, ShownChunk], matched: Mapping[ChunkId, frozenset[str]]) -> Why:
    terms = {term for chunk in hit.chunks if chunk.id in rows for term in matched.get(chunk.id, ())}
    return replace(hit.why, matched_terms=tuple(sorted(terms)))


def _rerank_notes(ranked: RankedFiles, files: Sequence[FileHit], *, applied: bool) -> tuple[Message, ...]:
    """Return a note if the query wants a stage that nothing could run."""
    if ranked.settings.rerank is Rerank.READER:
        return (ranked.read.note,) if ranked.read.note.code else ()
    lacks = ranked.settings.rerank is not Rerank.NONE and bool(files) and not applied
    return (Message("rerank.not_applied"),) if lacks else ()


def _quote_notes(parsed: ParsedQuery) -> tuple[Message, ...]:
    return (Message("query.open_quote", start=parsed.open_quote),) if parsed.open_quote else ()


def _report_notes(report: Report | None) -> Iterator[Message]:
    """Yield a message that says how a pasted text was interpreted."""
    if report is not None and report.frames:
        yield Message("search.pasted_with_frames", n=len(report.frames), words=report.word_count)
    elif report is not None:
        yield Message("search.pasted", words=report.word_count)


def _correction_notes(corrections: Sequence[Correction]) -> tuple[Message, ...]:
    """Return a message that names the replaced words and their replacements."""
    if not corrections:
        return ()
    pairs = [
        Message("search.instead_of", searched=without_signs(each.searched), typed=without_signs(each.typed))
        for each in corrections
    ]
    return (Message("search.corrected", pairs=joined(pairs, "list.commas")),)
