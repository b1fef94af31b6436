"""What the agent searches with: the retrieval backend, fusion by reciprocal ranks, and a reranker."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from search.errors import BadInputError
from search.ranking.fusion import reciprocal_rank_fusion
from search.retrieval.backend import RetrievalBackend, SearchRequest, SearchType
from search.types.query import RRF_K

WIDEN = 2
"""Candidates for each wanted result when a reranker chooses among them."""


class ScoringReranker(Protocol):
    """Scores texts against a query."""

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        """Return one score in 0..1 for each text."""
        ...


@dataclass(frozen=True, slots=True)
class Scope:
    """Where and as whom the agent searches."""

    repository: str
    branch: str
    retrieval_filters: Mapping[str, object] = field(default_factory=dict)
    active_index: str | None = None


@dataclass(frozen=True, slots=True)
class HybridHit:
    """A hit with its place before and after reranking; ``score`` is in 0..1."""

    id: str
    text: str
    score: float
    rank: int
    rrf_score: float
    rrf_rank: int
    rerank_score: float | None = None


@dataclass(frozen=True, slots=True)
class HybridResult:
    """Hits in rank order, and how many each source gave."""

    hits: tuple[HybridHit, ...]
    vector_results_count: int
    bm25_results_count: int
    reranking_applied: bool


class HybridSearch:
    """Retrieves by meaning, by word or by both.

    Args:
        reranker: orders the first candidates again; None leaves the fused order.
    """

    def __init__(self, backend: RetrievalBackend, scope: Scope, reranker: ScoringReranker | None = None) -> None:
        self._backend = backend
        self._scope = scope
        self._reranker = reranker

    def hybrid_search(self, query: str, *, top_k: int, mode: str = "hybrid", rerank: bool = False) -> HybridResult:
        """Return the best ``top_k`` hits.

        Raises:
            VectorSearchError: the retrieval failed for a passing reason.
            BadInputError: reranking is asked for and no reranker is set up.
        """
        if rerank and self._reranker is None:
            raise BadInputError(
                "reranking is on, and no reranker is set up", remedy="Name a model folder, or turn it off."
            )
        wanted = top_k * WIDEN if rerank else top_k
        semantic = self._ids(SearchType.SEMANTIC, query, wanted) if mode != "bm25" else []
        keyword = self._ids(SearchType.BM25, query, wanted) if mode != "vector" else []
        fused = reciprocal_rank_fusion(semantic, keyword, wanted)
        texts = self._texts([item for item, _ in fused])
        best = 2.0 / (RRF_K + 1.0) if mode not in {"vector", "bm25"} else 1.0 / (RRF_K + 1.0)
        hits = [
            HybridHit(item, texts[item], min(1.0, score / best), rank, score, rank)
            for rank, (item, score) in enumerate(fused, start=1)
            if item in texts
        ]
        ordered = self._reranked(query, hits) if rerank else hits
        return HybridResult(tuple(ordered[:top_k]), len(semantic), len(keyword), rerank and bool(hits))

    def _ids(self, search_type: SearchType, query: str, top_k: int) -> list[str]:
        scope = self._scope
        request = SearchRequest(
            search_type, query, top_k, scope.repository, scope.branch, scope.retrieval_filters, scope.active_index
        )
        return [hit.id for hit in self._backend.search(request).hits]

    def _texts(self, ids: Sequence[str]) -> dict[str, str]:
        return self._backend.fetch_texts(
            ids=ids,
            repository=self._scope.repository,
            branch=self._scope.branch,
            retrieval_filters=self._scope.retrieval_filters,
            active_index=self._scope.active_index,
        )

    def _reranked(self, query: str, hits: Sequence[HybridHit]) -> list[HybridHit]:
        if self._reranker is None or not hits:
            return list(hits)
        scores = self._reranker.scores(query, [hit.text for hit in hits])
        order = sorted(range(len(hits)), key=lambda i: (-scores[i], hits[i].rrf_rank))
        return [
            HybridHit(hits[i].id, hits[i].text, scores[i], rank, hits[i].rrf_score, hits[i].rrf_rank, scores[i])
            for rank, i in enumerate(order, start=1)
        ]
