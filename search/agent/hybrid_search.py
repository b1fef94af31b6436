"""What the agent searches with: the retrieval backend, fusion by reciprocal ranks, a reranker, and the graph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import structlog

from search.agent.graph_reach import DEPTH, EDGES, NODES_OF_A_HIT, Reached, interleaved, reached
from search.embedding.reader_input import passage_text
from search.errors import BadInputError, ModelError, VectorSearchError
from search.graph.provider import GraphProvider
from search.ranking.fusion import reciprocal_rank_fusion
from search.retrieval.backend import RetrievalBackend
from search.retrieval.scorers import TextScorer
from search.types.expansion import ExpansionLimits
from search.types.ids import path_and_name
from search.types.query import RRF_K
from search.types.retrieval import SearchRequest, SearchType

WIDEN = 2
"""Candidates for each wanted result when a reranker chooses among them."""

RERANK_SHARE = 0.3
"""Weight of the reranker's score against the fused score, measured by ``tests/benchmarks/agent_rerank.py``."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where and as whom the agent searches."""

    repository: str
    branch: str
    retrieval_filters: Mapping[str, object] = field(default_factory=dict)
    active_index: str | None = None


@dataclass(frozen=True, slots=True)
class HybridHit:
    """A hit with its place before and after reranking; ``score`` is in 0..1.

    Attributes:
        rrf_score, rrf_rank: of the fusion; 0 for what the graph added.
        rerank_score: of the reranker alone, in 0..1; ``score`` blends it with the fused score.
        depth, parent: steps from the hit that led here, and the node before it; 0 and None for a hit itself.
    """

    id: str
    text: str
    score: float
    rank: int
    rrf_score: float
    rrf_rank: int
    rerank_score: float | None = None
    depth: int = 0
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class HybridResult:
    """Hits in rank order, and how many each source gave."""

    hits: tuple[HybridHit, ...]
    vector_results_count: int
    bm25_results_count: int
    reranking_applied: bool


class HybridSearch:
    """Retrieves by meaning, by word, by both, or by both and the dependency graph.

    Args:
        reranker: its score is blended into that of the first candidates; None leaves the fused order, and the
            result says so.
        graph: says what the hits depend on; the mode ``graph`` needs it.
    """

    def __init__(
        self,
        backend: RetrievalBackend,
        scope: Scope,
        reranker: TextScorer | None = None,
        graph: GraphProvider | None = None,
    ) -> None:
        self._backend = backend
        self._scope = scope
        self._reranker = reranker
        self._graph = graph

    def hybrid_search(self, query: str, *, top_k: int, mode: str = "hybrid", rerank: bool = False) -> HybridResult:
        """Return the best ``top_k`` hits; with the mode ``graph`` every other one is what the hits depend on.

        While there is no search by meaning, as in an index without vectors, the hits are those by word.

        Raises:
            VectorSearchError: the retrieval failed for a passing reason.
            BadInputError: the graph is asked for and not set up.
        """
        if mode == "graph" and self._graph is None:
            raise BadInputError("agent.no_graph")
        rerank = rerank and self._reranker is not None
        wanted = top_k * WIDEN if rerank else top_k
        keyword = self._ids(SearchType.BM25, query, wanted) if mode != "vector" else []
        semantic = self._by_meaning(query, wanted, needed=mode == "vector") if mode != "bm25" else None
        lists = 1 if semantic is None or mode == "vector" else 2
        hits = self._fused(semantic or [], keyword, wanted, lists=lists)
        if rerank:
            hits = self._reranked(query, hits)
        if mode == "graph":
            hits = self._with_dependencies(hits[:top_k], top_k)
        applied = rerank and any(hit.rerank_score is not None for hit in hits)
        return HybridResult(tuple(hits[:top_k]), len(semantic or []), len(keyword), applied)

    def _fused(
        self, semantic: Sequence[str], keyword: Sequence[str], wanted: int, *, lists: int
    ) -> list[HybridHit]:
        fused = reciprocal_rank_fusion(semantic, keyword, wanted)
        texts = self._texts([item for item, _ in fused])
        best = lists / (RRF_K + 1.0)
        return [
            HybridHit(item, texts[item], min(1.0, score / best), rank, score, rank)
            for rank, (item, score) in enumerate(fused, start=1)
            if item in texts
        ]

    def _by_meaning(self, query: str, wanted: int, *, needed: bool) -> list[str] | None:
        """Return the best by meaning; None where meaning is not ready and not ``needed``."""
        try:
            return self._ids(SearchType.SEMANTIC, query, wanted)
        except VectorSearchError as error:
            if needed or error.message.code != "search.meaning_not_ready":
                raise
            return None

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
        try:
            scores = self._reranker.scores(query, [_passage(hit) for hit in hits])
        except ModelError as error:
            _log.warning("nothing is reranked", reason=str(error))
            return list(hits)
        blended = [
            replace(hit, score=(1.0 - RERANK_SHARE) * hit.score + RERANK_SHARE * score, rerank_score=score)
            for hit, score in zip(hits, scores, strict=True)
        ]
        blended.sort(key=lambda hit: (-hit.score, hit.rrf_rank))
        return [replace(hit, rank=rank) for rank, hit in enumerate(blended, start=1)]

    def _with_dependencies(self, hits: Sequence[HybridHit], top_k: int) -> list[HybridHit]:
        reached = self._reached(hits, top_k)
        texts = self._texts([node.id for node in reached])
        added = [
            HybridHit(node.id, texts[node.id], node.score, 0, 0.0, 0, depth=node.depth, parent=node.parent)
            for node in reached
            if node.id in texts
        ]
        both = interleaved(hits, added)[:top_k]
        return [replace(hit, rank=rank) for rank, hit in enumerate(both, start=1)]

    def _reached(self, hits: Sequence[HybridHit], top_k: int) -> list[Reached]:
        if self._graph is None or not hits:
            return []
        expansion = self._graph.expand(
            seeds=[hit.id for hit in hits],
            repository=self._scope.repository,
            branch=self._scope.branch,
            retrieval_filters=self._scope.retrieval_filters,
            limits=ExpansionLimits(DEPTH, (len(hits) + top_k) * NODES_OF_A_HIT, EDGES),
            active_index=self._scope.active_index,
        )
        return reached(expansion, [hit.score for hit in hits])[:top_k]


def _passage(hit: HybridHit) -> str:
    """Return what a reranker reads: path, name and text of the chunk."""
    path, name = path_and_name(hit.id)
    return passage_text(path, name, hit.text)
