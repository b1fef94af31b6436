"""Builds the answer from ordered files: the shown files with texts and reasons, facets and notes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from search.messages import Message, joined
from search.query.parse import ParsedQuery
from search.query.report import Report
from search.ranking.rerank import Order
from search.retrieval.candidates import CandidateChunks
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.candidate_files import CandidateFiles
from search.service.facets import facets
from search.service.misspelt_names import misspelt_names
from search.service.scope import Scope, names_a_branch, visible_roots
from search.storage.storage import Storage
from search.types.chunks import ShownChunk
from search.types.ids import ChunkId
from search.types.query import Mode, SearchQuery
from search.types.results import ChunkHit, Correction, Facet, FileHit, Group, Ready, Why

BY_WORD_ONLY = Message("search.by_word_only")
SWITCHED_OFF = Message("search.meaning_switched_off")


@dataclass(frozen=True, slots=True)
class OrderedFiles:
    """The files of a query, best first, at least the shown ones, and the total number."""

    hits: tuple[FileHit, ...]
    total: int


class AnswerWriter:
    """Adds texts, reasons and notes to an answer.

    Args:
        storage: lists the other indexed branches.
        rows: returns texts and positions of chunks.
        is_stale: returns whether a file changed since it was indexed.
        semantic: whether searching by meaning is switched on in the settings.
    """

    def __init__(
        self, storage: Storage, rows: ShownRows, is_stale: Callable[[FileHit], bool], *, semantic: bool
    ) -> None:
        self._storage = storage
        self._rows = rows
        self._is_stale = is_stale
        self._semantic = semantic

    def answered_files(
        self,
        query: SearchQuery,
        analyzed: AnalyzedQuery,
        scope: Scope,
        chunks: CandidateChunks,
        candidates: CandidateFiles,
        ordered: OrderedFiles,
    ) -> tuple[FileHit, ...]:
        """Return the answered files with the texts of their chunks, then the other candidates without texts."""
        shown = shown_of(ordered.hits, query)
        others = other_candidates(candidates.hits(), ordered.hits, shown) if query.all_candidates else ()
        ids = [chunk.id for hit in (*shown, *others) for chunk in hit.chunks]
        rows = self._rows.of(ids, scope.visible)
        shown_chunks = [chunk.id for hit in shown for chunk in hit.chunks]
        matched = chunks.terms_in(shown_chunks, analyzed.terms) if query.explain else None
        return (*with_texts(shown, rows, matched, self._is_stale), *without_texts(others, rows))

    def notes(
        self,
        query: SearchQuery,
        analyzed: AnalyzedQuery,
        files: Sequence[FileHit],
        ready: Ready,
        *,
        semantic_ready: bool,
    ) -> tuple[Message, ...]:
        """Return messages for the user: corrections, parts that are not ready, parts that were not searched."""
        return (
            *_correction_notes(analyzed.corrections),
            *_report_notes(analyzed.parsed.report),
            *self._semantic_notes(query, ready, semantic_ready=semantic_ready),
            *_quote_notes(analyzed.parsed),
            *self._branch_notes(query, analyzed.parsed, files),
            *self._name_notes(query, analyzed.parsed, files),
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
        """Return a note about each mistyped repository and branch if nothing was found."""
        if files:
            return ()
        roots = visible_roots(self._storage.files, self._storage.roots.all(), query.access)
        return tuple(misspelt_names(parsed, roots))

    def _semantic_notes(self, query: SearchQuery, ready: Ready, *, semantic_ready: bool) -> tuple[Message, ...]:
        if query.ranking.mode is Mode.KEYWORD:
            return ()
        if not semantic_ready:
            roots = visible_roots(self._storage.files, self._storage.roots.all(), query.access)
            if self._semantic and (not roots or any(root.semantic for root in roots)):
                return (Message("search.without_meaning"),)
            note = BY_WORD_ONLY if self._semantic else SWITCHED_OFF
            return (note,) if query.ranking.mode is Mode.SEMANTIC else ()
        covered = ready.semantic
        return () if covered >= 1.0 else (Message("search.meaning_covers", share=covered),)


def facets_of(
    candidates: CandidateFiles, order: Order, hits: Sequence[FileHit], parsed: ParsedQuery
) -> tuple[Facet, ...]:
    """Count filter values over the results; with ``stale:`` only over those that pass it."""
    results = (
        (candidates.files[index].record, group) for index, group in zip(order.files, order.groups, strict=True)
    )
    if parsed.stale is None:
        return facets(results)
    passing = {file_id for hit in hits for file_id in (hit.file_id, *(copy.file_id for copy in hit.duplicates))}
    return facets((record, group) for record, group in results if record.id in passing)


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
    is_stale: Callable[[FileHit], bool],
) -> Iterator[FileHit]:
    """Yield the hits with texts and positions of their chunks, and reasons with the words that each chunk matched.

    If ``matched`` is None, the hits have no reasons.
    """
    for hit in hits:
        chunks = tuple(
            _with_position(chunk, rows[chunk.id], texts=True) for chunk in hit.chunks if chunk.id in rows
        )
        why = Why() if matched is None else _why(hit, rows, matched)
        yield replace(hit, chunks=chunks, stale=is_stale(hit), why=why)


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
        Message("search.instead_of", searched=correction.searched, typed=correction.typed)
        for correction in corrections
    ]
    return (Message("search.corrected", pairs=joined(pairs, "list.commas")),)
