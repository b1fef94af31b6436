"""From ordered files to the answer: which files it holds, their texts and reasons, its facets and notes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from search.messages import Message, joined
from search.query.parse import ParsedQuery
from search.ranking.rerank import Order
from search.retrieval.candidates import CandidateChunks
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.candidate_files import CandidateFiles
from search.service.facets import facets
from search.service.scope import Scope, names_a_branch, within
from search.storage.storage import Storage
from search.types.chunks import ShownChunk
from search.types.ids import ChunkId
from search.types.query import Mode, SearchQuery
from search.types.results import ChunkHit, Correction, Facet, FileHit, Group, Ready, Why

BY_WORD_ONLY = Message("search.by_word_only")
SWITCHED_OFF = Message("search.meaning_switched_off")


@dataclass(frozen=True, slots=True)
class OrderedFiles:
    """The files of a query, best first, at least those that are shown, and how many there are."""

    hits: tuple[FileHit, ...]
    total: int


class AnswerWriter:
    """Fills in what an answer tells of its files.

    Args:
        storage: says which other branches are indexed.
        rows: gives texts and positions of chunks.
        is_stale: tells whether a file changed since it was indexed.
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
        behind = behind_of(candidates.hits(), ordered.hits, shown) if query.all_candidates else ()
        ids = [chunk.id for hit in (*shown, *behind) for chunk in hit.chunks]
        rows = self._rows.of(ids, scope.visible)
        explained = [chunk.id for hit in shown for chunk in hit.chunks]
        matched = chunks.terms_in(explained, analyzed.terms) if query.explain else None
        return (*with_texts(shown, rows, matched, self._is_stale), *without_texts(behind, rows))

    def notes(
        self,
        query: SearchQuery,
        analyzed: AnalyzedQuery,
        files: Sequence[FileHit],
        ready: Ready,
        *,
        semantic_ready: bool,
    ) -> tuple[Message, ...]:
        """Return for a person: what was corrected, what is not ready, what was not searched."""
        return (
            *_correction_notes(analyzed.corrections),
            *self._semantic_notes(query, ready, semantic_ready=semantic_ready),
            *self._branch_notes(query, analyzed.parsed, files),
        )

    def _branch_notes(
        self, query: SearchQuery, parsed: ParsedQuery, files: Sequence[FileHit]
    ) -> tuple[Message, ...]:
        """Return which branches could be searched where nothing was found in what is checked out."""
        if files or names_a_branch(parsed):
            return ()
        aside = [root for root in self._storage.roots.all() if root.from_git]
        seen = {root.branch for root in aside if self._storage.files.visible_ids(within(query.access, root))}
        names = ",".join(sorted(seen))
        return (Message("search.other_branches", names=names),) if names else ()

    def _semantic_notes(self, query: SearchQuery, ready: Ready, *, semantic_ready: bool) -> tuple[Message, ...]:
        if query.ranking.mode is Mode.KEYWORD:
            return ()
        if not semantic_ready:
            roots = self._storage.roots.all()
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


def behind_of(hits: Iterable[FileHit], ordered: Iterable[FileHit], shown: Iterable[FileHit]) -> list[FileHit]:
    """Return the other candidates: those that have a place in their order, then the rest with rank 0."""
    above = {hit.file_id for hit in shown}
    placed = {hit.file_id: hit for hit in ordered}
    below = [hit for hit in placed.values() if hit.file_id not in above]
    return [*below, *(hit for hit in hits if hit.file_id not in placed)]


def with_texts(
    hits: Iterable[FileHit],
    rows: Mapping[ChunkId, ShownChunk],
    matched: Mapping[ChunkId, frozenset[str]] | None,
    is_stale: Callable[[FileHit], bool],
) -> Iterator[FileHit]:
    """Yield the hits with texts and places of their chunks; their reasons name the words that each chunk matched.

    Without these (None) they carry no reasons.
    """
    for hit in hits:
        chunks = tuple(_placed(chunk, rows[chunk.id], texts=True) for chunk in hit.chunks if chunk.id in rows)
        why = Why() if matched is None else _why(hit, rows, matched)
        yield replace(hit, chunks=chunks, stale=is_stale(hit), why=why)


def without_texts(hits: Iterable[FileHit], rows: Mapping[ChunkId, ShownChunk]) -> Iterator[FileHit]:
    """Yield the hits with the places of their chunks alone."""
    for hit in hits:
        chunks = tuple(_placed(chunk, rows[chunk.id], texts=False) for chunk in hit.chunks if chunk.id in rows)
        yield replace(hit, chunks=chunks, why=Why())


def _placed(hit: ChunkHit, row: ShownChunk, *, texts: bool) -> ChunkHit:
    """Return the chunk with what the index knows of its position and text."""
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


def _correction_notes(corrections: Sequence[Correction]) -> tuple[Message, ...]:
    """Return the sentence that names the words that were searched in place of those typed."""
    if not corrections:
        return ()
    pairs = [
        Message("search.instead_of", searched=correction.searched, typed=correction.typed)
        for correction in corrections
    ]
    return (Message("search.corrected", pairs=joined(pairs, "list.commas")),)
