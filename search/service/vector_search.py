"""Semantic search for documents and chunks within a scope, and retrieval for a model's context."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import structlog

from search.errors import BadInputError
from search.ports import Encoder
from search.service.scope_filter import ScopeFilter
from search.types.chunks import Chunk, ChunkKind
from search.types.files import FileRecord, Level
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


@dataclass(frozen=True, slots=True)
class VectorSearchResult:
    """A document, or a chunk of one.

    Attributes:
        id: identifier of the file or the chunk.
        title: from front matter or first heading; a chunk has the title of its file.
        date: date of the front matter, else empty.
        relevance_score: cosine clipped to 0..1.
        parent_document_id, chunk_index, header_path: only for a chunk; None for a whole document.
    """

    id: str
    relative_path: str
    title: str
    summary: str
    doc_type: str
    promotion_level: str
    char_count: int
    relevance_score: float
    date: str = ""
    parent_document_id: str | None = None
    chunk_index: int | None = None
    header_path: str | None = None


@dataclass(frozen=True, slots=True)
class VectorSearchResults:
    """Results by descending relevance, ties by id; ``total_matches`` counts those before the limit."""

    results: tuple[VectorSearchResult, ...]
    total_matches: int
    query: str
    min_relevance_score: float
    limit: int


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


class FileRows(Protocol):
    """The files that chunks belong to."""

    def by_id(self, ids: Sequence[FileId], row_filter: RowFilter, /) -> dict[FileId, FileRecord]:
        """Return the visible files."""
        ...


class VectorSearchService:
    """Searches by meaning within one scope.

    A document is as relevant as its most relevant chunk.
    """

    def __init__(self, encoder: Encoder, chunks: VectorRows, files: FileRows) -> None:
        self._encoder = encoder
        self._chunks = chunks
        self._files = files

    def search_documents(
        self, query: str, scope: ScopeFilter, *, limit: int = SEARCH_LIMIT, min_relevance: float = SEARCH_THRESHOLD
    ) -> VectorSearchResults:
        """Return the most relevant documents of the scope.

        Raises:
            BadInputError: the query is empty, the limit below 1, the threshold outside 0..1.
        """
        return self._documents(query, scope.row_filter(), limit, min_relevance)

    def search_external_documents(
        self, query: str, scope: ScopeFilter, *, limit: int = SEARCH_LIMIT, min_relevance: float = RAG_THRESHOLD
    ) -> VectorSearchResults:
        """Return the most relevant documents of external roots; they are of type ``external``, level ``standard``.

        Raises:
            BadInputError: as `search_documents`.
        """
        return self._documents(query, scope.row_filter(external=True), limit, min_relevance, external=True)

    def search_chunks(
        self, query: str, scope: ScopeFilter, *, limit: int = SEARCH_LIMIT, min_relevance: float = SEARCH_THRESHOLD
    ) -> VectorSearchResults:
        """Return the most relevant chunks of the scope, each with path, title and type of its file.

        Raises:
            BadInputError: as `search_documents`.
        """
        _validate(query, limit, min_relevance)
        row_filter = scope.row_filter()
        scored = self._matches(query, row_filter, min_relevance)
        chunks = self._chunks.rows([chunk for chunk, _ in scored], row_filter)
        matches = [
            (chunks[i], score) for i, score in scored if i in chunks and chunks[i].kind is not ChunkKind.CARD
        ]
        files = self._files.by_id([chunk.file_id for chunk, _ in matches[:limit]], row_filter)
        results = [_chunk_result(chunk, files[chunk.file_id], score) for chunk, score in matches[:limit]]
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

        Documents come first, then chunks whose document is not among them; no document occurs twice.

        Raises:
            BadInputError: as `search_documents`.
        """
        _validate(query, max_sources, min_relevance)
        chosen: dict[str, VectorSearchResult] = {}
        if include_critical:
            critical = scope.with_promotion_levels(Level.CRITICAL.value)
            for result in self.search_documents(query, critical, limit=max_sources, min_relevance=0.0).results:
                chosen.setdefault(result.id, result)
        general = self.search_documents(query, scope, limit=max_sources, min_relevance=min_relevance)
        chunks = self.search_chunks(query, scope, limit=max_sources, min_relevance=min_relevance)
        for result in (*general.results, *chunks.results):
            if len(chosen) < max_sources:
                chosen.setdefault(result.parent_document_id or result.id, result)
        ordered = sorted(chosen.values(), key=_critical_first)
        log.info("retrieved for a context", sources=len(ordered), max_sources=max_sources)
        return VectorSearchResults(tuple(ordered), len(ordered), query, min_relevance, max_sources)

    def _documents(
        self, query: str, row_filter: RowFilter, limit: int, min_relevance: float, *, external: bool = False
    ) -> VectorSearchResults:
        _validate(query, limit, min_relevance)
        scored = self._matches(query, row_filter, min_relevance)
        chunks = self._chunks.rows([chunk for chunk, _ in scored], row_filter)
        best: dict[FileId, float] = {}
        for chunk, score in scored:
            if chunk in chunks and chunks[chunk].kind is not ChunkKind.CARD:
                best.setdefault(chunks[chunk].file_id, score)
        order = sorted(best, key=lambda file: (-best[file], file))
        files = self._files.by_id(order[:limit], row_filter)
        results = tuple(
            _document_result(files[i], best[i], external=external) for i in order[:limit] if i in files
        )
        log.info("documents searched", matches=len(best), limit=limit)
        return VectorSearchResults(results, len(best), query, min_relevance, limit)

    def _matches(self, query: str, row_filter: RowFilter, min_relevance: float) -> list[tuple[ChunkId, float]]:
        """Return every visible row at or above the threshold with its clipped cosine, best first."""
        vector = self._encoder.encode_query(query)
        limit = _FIRST_READ
        while True:
            ids, cosines = self._chunks.nearest(vector, row_filter, limit)
            scores = np.clip(cosines, 0.0, 1.0)
            if len(ids) < limit or scores[-1] < min_relevance:
                return [(i, float(score)) for i, score in zip(ids, scores, strict=True) if score >= min_relevance]
            limit *= 4


def _validate(query: str, limit: int, min_relevance: float) -> None:
    if not query.strip():
        raise BadInputError("search.empty_query")
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise BadInputError("search.bad_limit", value=repr(limit))
    if not 0.0 <= min_relevance <= 1.0:
        raise BadInputError("search.bad_min_relevance", value=repr(min_relevance))


def _document_result(file: FileRecord, score: float, *, external: bool) -> VectorSearchResult:
    return VectorSearchResult(
        id=file.id,
        relative_path=file.path,
        title=file.title,
        summary=file.summary,
        doc_type="external" if external else file.doc_type,
        promotion_level=Level.STANDARD.value if external else file.level,
        char_count=file.char_count,
        relevance_score=score,
        date=file.date,
    )


def _chunk_result(chunk: Chunk, file: FileRecord, score: float) -> VectorSearchResult:
    return VectorSearchResult(
        id=chunk.id,
        relative_path=file.path,
        title=file.title,
        summary=file.summary,
        doc_type=file.doc_type,
        promotion_level=file.level,
        char_count=len(chunk.text),
        relevance_score=score,
        date=file.date,
        parent_document_id=file.id,
        chunk_index=chunk.ordinal,
        header_path=chunk.header_path,
    )


def _critical_first(result: VectorSearchResult) -> tuple[bool, float, str]:
    return result.promotion_level != Level.CRITICAL.value, -result.relevance_score, result.id
