"""Semantic search for documents and chunks within a scope, and retrieval for a model's context."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt
import structlog

from search.embedding.ports import Encoder
from search.errors import BadInputError, KnownError, VectorSearchError
from search.service.scope_filter import ScopeFilter
from search.types.chunks import Chunk, ChunkKind
from search.types.documents import VectorSearchResult, VectorSearchResults, require_limit, require_relevance
from search.types.files import FileRecord, FileState, Flag, Level
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId

SEARCH_THRESHOLD = 0.5
"""Least relevance of a search, from the contract of the service."""
RAG_THRESHOLD = 0.7
"""Least relevance for a model's context and for external documents."""
SEARCH_LIMIT = 10
RAG_SOURCES = 3
_FIRST_READ = 256
"""Nearest rows requested first; more are read until the threshold is reached."""

log = structlog.get_logger(__name__)


class VectorRows(Protocol):
    """The chunks that can be searched."""

    def nearest(
        self, vector: npt.NDArray[np.float32], row_filter: RowFilter, limit: int, /
    ) -> tuple[list[ChunkId], npt.NDArray[np.float64]]:
        """Return identifiers and cosines, best first, ties by id."""
        ...

    def rows(self, ids: Sequence[str], row_filter: RowFilter, /) -> dict[ChunkId, Chunk]:
        """Return the visible chunks."""
        ...

    def of_files(self, files: Sequence[FileId], row_filter: RowFilter, /) -> list[Chunk]:
        """Return the visible chunks of some files, by file and position."""
        ...


class FileRows(Protocol):
    """The files that chunks belong to."""

    def by_id(self, ids: Sequence[FileId], row_filter: RowFilter, /) -> dict[FileId, FileRecord]:
        """Return the visible files."""
        ...

    def matching(self, row_filter: RowFilter, /, states: Sequence[FileState] = ()) -> list[FileRecord]:
        """Return the files that pass, in these states only where some are named."""
        ...


_READABLE = (FileState.INDEXED, FileState.TRUNCATED)

Scored = list[tuple[Chunk, float]]
"""Chunks with their clipped cosines, best first."""


class VectorSearchService:
    """Searches by meaning within one scope.

    A document is as relevant as its most relevant chunk.

    Args:
        encoder: None while there is none; only critical documents are known then.
    """

    def __init__(self, encoder: Encoder | None, chunks: VectorRows, files: FileRows) -> None:
        self._encoder = encoder
        self._chunks = chunks
        self._files = files

    def search_documents(
        self, query: str, scope: ScopeFilter, *, limit: int = SEARCH_LIMIT, min_relevance: float = SEARCH_THRESHOLD
    ) -> VectorSearchResults:
        """Return the most relevant documents of the scope.

        Raises:
            BadInputError: the query is empty, the limit below 1, the threshold outside 0..1.
            VectorSearchError: search by meaning is not ready.
        """
        with _logged("documents searched", scope, limit, min_relevance) as counts:
            return self._documents(query, scope.row_filter(), limit, min_relevance, counts)

    def search_external_documents(
        self, query: str, scope: ScopeFilter, *, limit: int = SEARCH_LIMIT, min_relevance: float = RAG_THRESHOLD
    ) -> VectorSearchResults:
        """Return the most relevant documents of all visible external roots, whichever project asks.

        They are of type ``external`` and level ``standard``.

        Raises:
            BadInputError: as `search_documents`.
            VectorSearchError: search by meaning is not ready.
        """
        with _logged("external documents searched", scope, limit, min_relevance) as counts:
            return self._documents(query, scope.row_filter(external=True), limit, min_relevance, counts)

    def external_sources(
        self, query: str, scope: ScopeFilter, *, limit: int = RAG_SOURCES, min_relevance: float = RAG_THRESHOLD
    ) -> tuple[VectorSearchResult, ...]:
        """Return external documents as sources for a model's context: of a long one the section that answers.

        Raises:
            BadInputError: as `search_documents`.
            VectorSearchError: search by meaning is not ready.
        """
        with _logged("external sources retrieved", scope, limit, min_relevance) as counts:
            _validate(query, limit, min_relevance)
            row_filter = scope.row_filter(external=True)
            best = _best_of_files(self._matches(query, row_filter, min_relevance))
            wanted = list(best)[:limit]
            files = self._files.by_id(wanted, row_filter)
            counts["matches"] = len(best)
            return tuple(_source(files[file], *best[file]) for file in wanted if file in files)

    def search_chunks(
        self, query: str, scope: ScopeFilter, *, limit: int = SEARCH_LIMIT, min_relevance: float = SEARCH_THRESHOLD
    ) -> VectorSearchResults:
        """Return the most relevant chunks of the scope, each with path, title and type of its file.

        Raises:
            BadInputError: as `search_documents`.
            VectorSearchError: search by meaning is not ready.
        """
        with _logged("chunks searched", scope, limit, min_relevance) as counts:
            _validate(query, limit, min_relevance)
            row_filter = scope.row_filter()
            matches = self._matches(query, row_filter, min_relevance)
            files = self._files.by_id([chunk.file_id for chunk, _ in matches[:limit]], row_filter)
            results = [_chunk_result(chunk, files[chunk.file_id], score) for chunk, score in matches[:limit]]
            counts["matches"] = len(matches)
            return VectorSearchResults(tuple(results), len(matches), query, min_relevance, limit)

    def retrieve_for_rag(
        self,
        query: str,
        scope: ScopeFilter,
        *,
        max_sources: int = RAG_SOURCES,
        min_relevance: float = RAG_THRESHOLD,
        include_critical: bool = True,
    ) -> VectorSearchResults:
        """Return sources for a model's context: critical documents first whatever their relevance, then the rest.

        Of a document of several chunks the source is the chunk that answers, with its heading. No document occurs
        twice.

        Raises:
            BadInputError: as `search_documents`.
            VectorSearchError: search by meaning is not ready.
        """
        with _logged("retrieved for a context", scope, max_sources, min_relevance) as counts:
            _validate(query, max_sources, min_relevance)
            row_filter = scope.row_filter()
            critical = self.critical_documents(query, scope) if include_critical else ()
            critical_ids = {source.document_id for source in critical}
            best = _best_of_files(self._matches(query, row_filter, min_relevance))
            others = {file: match for file, match in best.items() if file not in critical_ids}
            wanted = list(others)[: max(0, max_sources - len(critical))]
            files = self._files.by_id(wanted, row_filter)
            sources = [*critical, *(_source(files[file], *others[file]) for file in wanted if file in files)]
            results = tuple(sorted(sources, key=critical_first)[:max_sources])
            counts["matches"] = len(critical) + len(others)
            return VectorSearchResults(results, len(critical) + len(others), query, min_relevance, max_sources)

    def critical_documents(self, query: str, scope: ScopeFilter) -> tuple[VectorSearchResult, ...]:
        """Return every critical document that passes the scope, by falling relevance, as sources.

        A document without vectors has relevance 0 and is represented by its first chunk.
        """
        passing = scope.critical()
        if passing is None:
            return ()
        row_filter = passing.row_filter()
        files = {file.id: file for file in self._files.matching(row_filter, _READABLE) if file.chunk_count}
        if not files:
            return ()
        best: dict[FileId, tuple[Chunk, float]] = {}
        if self._encoder is not None:
            best = _best_of_files(self._matches(query, row_filter, 0.0))
        for chunk in self._chunks.of_files([file for file in sorted(files) if file not in best], row_filter):
            if chunk.kind is not ChunkKind.CARD:
                best.setdefault(chunk.file_id, (chunk, 0.0))
        sources = [_source(files[file], *match) for file, match in best.items() if file in files]
        return tuple(sorted(sources, key=critical_first))

    def _documents(
        self, query: str, row_filter: RowFilter, limit: int, min_relevance: float, counts: dict[str, int]
    ) -> VectorSearchResults:
        _validate(query, limit, min_relevance)
        best = _best_of_files(self._matches(query, row_filter, min_relevance))
        order = sorted(best, key=lambda file: (-best[file][1], file))
        files = self._files.by_id(order[:limit], row_filter)
        results = tuple(_document_result(files[i], best[i][1]) for i in order[:limit] if i in files)
        counts["matches"] = len(best)
        return VectorSearchResults(results, len(best), query, min_relevance, limit)

    def _matches(self, query: str, row_filter: RowFilter, min_relevance: float) -> Scored:
        """Return every visible chunk at or above the threshold with its clipped cosine, best first, without cards.

        Raises:
            VectorSearchError: search by meaning is not ready.
        """
        if self._encoder is None:
            raise VectorSearchError("search.meaning_not_ready")
        vector = self._encoder.encode_query(query)
        limit = _FIRST_READ
        while True:
            ids, cosines = self._chunks.nearest(vector, row_filter, limit)
            scores = np.clip(cosines, 0.0, 1.0)
            if len(ids) < limit or scores[-1] < min_relevance:
                break
            limit *= 4
        scored = [(i, float(score)) for i, score in zip(ids, scores, strict=True) if score >= min_relevance]
        rows = self._chunks.rows([i for i, _ in scored], row_filter)
        return [(rows[i], score) for i, score in scored if i in rows and rows[i].kind is not ChunkKind.CARD]


def _best_of_files(matches: Scored) -> dict[FileId, tuple[Chunk, float]]:
    """Return the best chunk of every file, in the order of the matches."""
    best: dict[FileId, tuple[Chunk, float]] = {}
    for chunk, score in matches:
        best.setdefault(chunk.file_id, (chunk, score))
    return best


@contextmanager
def _logged(event: str, scope: ScopeFilter, limit: int, min_relevance: float) -> Iterator[dict[str, int]]:
    """Log one line about a search, or about its failure with the reason; never the query.

    The block adds counts to the yielded values.
    """
    fields = {
        "repository": scope.repository,
        "branch": scope.branch,
        "limit": limit,
        "min_relevance": min_relevance,
    }
    counts: dict[str, int] = {}
    try:
        yield counts
    except KnownError as error:
        log.error(  # noqa: TRY400 - a traceback would show the message, and with it the query
            event, reason=error.message.code, kind=type(error).__name__, **fields
        )
        raise
    log.info(event, **counts, **fields)


def _validate(query: str, limit: int, min_relevance: float) -> None:
    if not query.strip():
        raise BadInputError("search.empty_query")
    require_limit(limit)
    require_relevance(min_relevance)


def _source(file: FileRecord, chunk: Chunk, score: float) -> VectorSearchResult:
    """Return the whole of a short document, and of a longer one the section that answers."""
    return _chunk_result(chunk, file, score) if file.chunk_count > 1 else _document_result(file, score)


def _document_result(file: FileRecord, score: float) -> VectorSearchResult:
    external = Flag.EXTERNAL.value in file.flags
    return VectorSearchResult(
        id=file.id,
        relative_path=file.path,
        title=file.title,
        summary=file.summary,
        doc_type=Flag.EXTERNAL.value if external else file.doc_type,
        promotion_level=Level.STANDARD.value if external else file.level,
        char_count=file.char_count,
        relevance_score=score,
        date=file.date,
        repository=file.repository,
        branch=file.branch,
    )


def _chunk_result(chunk: Chunk, file: FileRecord, score: float) -> VectorSearchResult:
    document = _document_result(file, score)
    return replace(
        document,
        id=chunk.id,
        char_count=len(chunk.text),
        parent_document_id=file.id,
        chunk_index=chunk.ordinal,
        header_path=chunk.header_path,
    )


def critical_first(result: VectorSearchResult) -> tuple[bool, float, str]:
    """Return what orders sources: critical documents first, then by falling relevance, ties by id."""
    return result.promotion_level != Level.CRITICAL.value, -result.relevance_score, result.id
