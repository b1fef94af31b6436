"""The retrieval contract in memory, implemented as simply as possible: the oracle of every other backend."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from search.analysis.terms import query_terms
from search.embedding.ports import Encoder
from search.ranking.fusion import reciprocal_rank_fusion
from search.retrieval.active_index import require_index
from search.retrieval.bm25_okapi import LEAST_WEIGHT
from search.retrieval.conditions import SCOPE_KEYS, SECURITY_KEYS, row_filter
from search.retrieval.indexed_text import joined_lines
from search.storage.predicate import passes
from search.storage.vectors import cosines_of
from search.types.chunks import Chunk, ChunkKind
from search.types.filters import RowFilter
from search.types.retrieval import SearchHit, SearchRequest, SearchResponse, SearchType


class MemoryBackend:
    """Scans lists: every visible chunk is scored for every query.

    Args:
        chunks: with their terms; cards are ignored.
        vectors: unit vectors by ``embed_hash``.
        name: what ``active_index`` calls it.
    """

    def __init__(
        self,
        chunks: Sequence[Chunk],
        vectors: Mapping[str, npt.NDArray[np.float32]],
        encoder: Encoder,
        name: str = "memory",
    ) -> None:
        self._name = name
        self._chunks = sorted((chunk for chunk in chunks if chunk.kind is not ChunkKind.CARD), key=lambda c: c.id)
        self._vectors = vectors
        self._encoder = encoder

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Return the hits for the request.

        Raises:
            BadInputError: the request names another index.
        """
        require_index(request.active_index, (self._name,))
        if request.search_type is SearchType.SEMANTIC:
            scored = self._semantic(request)
        elif request.search_type is SearchType.BM25:
            scored = self._bm25(request)
        else:
            semantic = [item for item, _ in self._semantic(request)]
            keyword = [item for item, _ in self._bm25(request)]
            scored = reciprocal_rank_fusion(semantic, keyword, request.top_k, rrf_k=request.rrf_k)
        hits = tuple(SearchHit(item, score, rank) for rank, (item, score) in enumerate(scored, start=1))
        return SearchResponse(hits, {"visible": len(self._visible(whole_filter(request)))})

    def _semantic(self, request: SearchRequest) -> list[tuple[str, float]]:
        chunks = [chunk for chunk in self._visible(whole_filter(request)) if chunk.embed_hash in self._vectors]
        if not chunks:
            return []
        stored = np.stack([self._vectors[chunk.embed_hash] for chunk in chunks]).astype(np.float16)
        cosines = cosines_of(stored.astype(np.float32), self._encoder.encode_query(request.query))
        scored: list[tuple[str, float]] = [
            (chunk.id, cosine) for chunk, cosine in zip(chunks, cosines.tolist(), strict=True)
        ]
        return _best(scored, request.top_k)

    def _bm25(self, request: SearchRequest) -> list[tuple[str, float]]:
        counted = self._visible(scope_filter(request))
        terms = query_terms(request.query)
        if not counted or not terms or not any(chunk.terms for chunk in counted):
            return []
        okapi = BM25Okapi([chunk.terms.split() for chunk in counted])
        okapi.idf = {term: idf if idf > 0 else LEAST_WEIGHT for term, idf in okapi.idf.items()}
        scores = okapi.get_scores(terms)
        wanted = {chunk.id for chunk in self._visible(whole_filter(request))}
        scored: list[tuple[str, float]] = [
            (chunk.id, float(score))
            for chunk, score in zip(counted, scores, strict=True)
            if chunk.id in wanted and not set(terms).isdisjoint(chunk.terms.split())
        ]
        return _best(scored, request.top_k)

    def _visible(self, rows: RowFilter) -> list[Chunk]:
        return [chunk for chunk in self._chunks if passes(rows, asdict(chunk))]

    def fetch_texts(
        self,
        *,
        ids: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        active_index: str | None = None,
    ) -> dict[str, str]:
        """Return the texts of those chunks and files that are visible in this scope; nodes are unknown to it."""
        require_index(active_index, (self._name,))
        rows = row_filter({**retrieval_filters, "repository": repository, "branch": branch})
        texts: dict[str, str] = {}
        by_file: dict[str, list[Chunk]] = {}
        for chunk in self._visible(rows):
            texts[chunk.id] = chunk.text
            by_file.setdefault(chunk.file_id, []).append(chunk)
        texts.update({file: joined_lines(chunks) for file, chunks in by_file.items()})
        return {item: texts[item] for item in dict.fromkeys(ids) if item in texts}


def whole_filter(request: SearchRequest) -> RowFilter:
    """Return everything that a row must pass to be a hit."""
    scope = {"repository": request.repository, "branch": request.branch}
    return row_filter({**request.retrieval_filters, **scope})


def scope_filter(request: SearchRequest) -> RowFilter:
    """Return the conditions on rows that count in statistics: access rights and scope, no other constraint."""
    filters = {
        key: value for key, value in request.retrieval_filters.items() if key in {*SECURITY_KEYS, *SCOPE_KEYS}
    }
    return row_filter({**filters, "repository": request.repository, "branch": request.branch})


def _best(scored: list[tuple[str, float]], top_k: int) -> list[tuple[str, float]]:
    return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:top_k]
