"""The retrieval contract on an index: vectors and texts from the database, words from the keyword index."""

from collections.abc import Callable, Mapping, Sequence

import structlog

from search.analysis.terms import query_terms
from search.embedding.ports import Encoder
from search.errors import IndexDamagedError, VectorSearchError
from search.ranking.fusion import reciprocal_rank_fusion
from search.retrieval.active_index import index_names, require_index
from search.retrieval.conditions import access_of, row_filter
from search.retrieval.corpus import Corpus
from search.retrieval.indexed_text import Nodes, visible_sizes, visible_texts
from search.retrieval.memory_backend import scope_filter, whole_filter
from search.storage.storage import Storage
from search.types.chunks import ChunkKind
from search.types.filters import OWNER, Condition, Operator
from search.types.retrieval import SearchHit, SearchRequest, SearchResponse, SearchType

_NO_CARDS = Condition("kind", Operator.NOT_IN, (ChunkKind.CARD.value,))

log = structlog.get_logger(__name__)


class IndexBackend:
    """`RetrievalBackend` of one index.

    Args:
        encoder: returns the encoder, or None while there is none.
        nodes: returns nodes of the graph, on any branch.
    """

    def __init__(
        self, storage: Storage, corpus: Corpus, encoder: Callable[[], Encoder | None], nodes: Nodes
    ) -> None:
        self._storage = storage
        self._nodes = nodes
        self._corpus = corpus
        self._encoder = encoder
        self._names = index_names(storage.location.name)

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Return the hits for the request.

        Raises:
            BadInputError: the request names another index.
            VectorSearchError: semantic search is not ready, or the index cannot be read now.
        """
        require_index(request.active_index, self._names)
        try:
            scored = self._scored(request)
        except IndexDamagedError as error:
            raise VectorSearchError("search.index_unreadable", reason=error, remedy=error.remedy) from error
        hits = tuple(SearchHit(item, score, rank) for rank, (item, score) in enumerate(scored, start=1))
        log.info("retrieval", search_type=request.search_type.value, top_k=request.top_k, hits=len(hits))
        sees_all = access_of(request.retrieval_filters) == OWNER
        return SearchResponse(hits, {"index_version": self._storage.chunks.version() if sees_all else 0})

    def _scored(self, request: SearchRequest) -> list[tuple[str, float]]:
        if request.search_type is SearchType.SEMANTIC:
            return self._semantic(request)
        if request.search_type is SearchType.BM25:
            return self._bm25(request)
        semantic = [item for item, _ in self._semantic(request)]
        keyword = [item for item, _ in self._bm25(request)]
        return reciprocal_rank_fusion(semantic, keyword, request.top_k, rrf_k=request.rrf_k)

    def _semantic(self, request: SearchRequest) -> list[tuple[str, float]]:
        encoder = self._encoder()
        if encoder is None:
            raise VectorSearchError("search.meaning_not_ready")
        vector = encoder.encode_query(request.query)
        ids, cosines = self._storage.chunks.nearest(vector, whole_filter(request).and_(_NO_CARDS), request.top_k)
        return [(str(chunk), cosine) for chunk, cosine in zip(ids, cosines.tolist(), strict=True)]

    def _bm25(self, request: SearchRequest) -> list[tuple[str, float]]:
        lexical, (wanted, counted) = self._corpus.snapshot(whole_filter(request), scope_filter(request))
        slots, scores = lexical.top(query_terms(request.query), wanted, counted, request.top_k)
        return [(str(lexical.slots[s]), score) for s, score in zip(slots.tolist(), scores.tolist(), strict=True)]

    def fetch_texts(
        self,
        *,
        ids: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        active_index: str | None = None,
    ) -> dict[str, str]:
        """Return the texts of those chunks, nodes and files that exist in this scope and are visible.

        Raises:
            BadInputError: ``active_index`` names another index.
        """
        require_index(active_index, self._names)
        rows = row_filter({**retrieval_filters, "repository": repository, "branch": branch})
        return visible_texts(self._storage, ids, rows, self._nodes)

    def text_sizes(
        self, ids: Sequence[str], repository: str, branch: str, retrieval_filters: Mapping[str, object], /
    ) -> dict[str, int]:
        """Return about how many characters visible nodes and files have; chunks are not among them."""
        rows = row_filter({**retrieval_filters, "repository": repository, "branch": branch})
        return visible_sizes(self._storage, ids, rows, self._nodes)
