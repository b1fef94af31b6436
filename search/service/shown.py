"""Which of the ordered files an answer holds, and what it tells of each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from search.types.chunks import ShownChunk
from search.types.ids import ChunkId
from search.types.query import SearchQuery
from search.types.results import ChunkHit, FileHit, Group, Why


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
    found = {term for chunk in hit.chunks if chunk.id in rows for term in matched.get(chunk.id, ())}
    return replace(hit.why, matched_terms=tuple(sorted(found)))
