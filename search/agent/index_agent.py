"""The agent on an index: its search, and where a chunk or a node stands."""

from collections.abc import Callable

from search.agent.hybrid_search import HybridSearch, Scope
from search.graph.dependency_graph import DependencyGraph
from search.ports import Encoder
from search.retrieval.conditions import row_filter
from search.retrieval.corpus import Corpus
from search.retrieval.index_backend import IndexBackend
from search.retrieval.index_graph import IndexGraphProvider
from search.retrieval.indexed_text import node_conditions
from search.retrieval.scorers import KeywordScorer, TextScorer
from search.storage.storage import Storage
from search.types.ids import NodeId


def index_search(
    storage: Storage,
    corpus: Corpus,
    encoder: Callable[[], Encoder | None],
    graph: Callable[[], DependencyGraph],
    scope: Scope,
    reranker: TextScorer | None = None,
) -> HybridSearch:
    """Return what the agent searches an index with; without a reranker it reranks by words."""
    backend = IndexBackend(storage, corpus, encoder, storage.graph.nodes_by_id)
    provider = IndexGraphProvider(storage, lambda _repository, _branch: graph())
    return HybridSearch(backend, scope, reranker or KeywordScorer(), provider)


class SourceOf:
    """Gives path and file id of a visible chunk or node; two empty texts for what is not there."""

    def __init__(self, storage: Storage, scope: Scope) -> None:
        self._storage = storage
        filters = {**scope.retrieval_filters, "repository": scope.repository, "branch": scope.branch}
        self._rows = row_filter(filters)

    def __call__(self, item: str) -> tuple[str, str]:
        """Return (path, file id)."""
        for row in self._storage.chunks.rows([item], self._rows).values():
            return row.path, row.file_id
        nodes = self._storage.graph.nodes_by_id([NodeId(item)], node_conditions(self._rows))
        return next(((node.path, node.file_id) for node in nodes.values()), ("", ""))
