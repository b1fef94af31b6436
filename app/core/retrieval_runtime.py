"""What retrieval pipelines, tools and agents use of one index, and the finders made of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.core.branch_graphs import BranchGraphs
from resources.locate import resource
from search.embedding.ports import Encoder
from search.embedding.tokens import PackagedTokenCounter
from search.graph.provider import GraphProvider
from search.messages import Message
from search.pipeline.context import ContextFinder, ContextIndex
from search.pipeline.context_pieces import PieceMaker
from search.pipeline.document_sources import DocumentSources
from search.pipeline.rerankers import KeywordReranker, ModelReranker
from search.pipeline.runner import load_pipeline
from search.pipeline.state import Reranker, Runtime
from search.retrieval.backend import RetrievalBackend
from search.retrieval.corpus import Corpus
from search.retrieval.index_backend import IndexBackend
from search.retrieval.index_graph import IndexGraphProvider
from search.retrieval.scorers import TextScorer
from search.service.document_finder import DocumentFinder
from search.service.scope import visible_roots
from search.service.search_service import SearchService, nothing_is_off
from search.service.vector_search import VectorSearchService
from search.storage.storage import Storage
from search.tools.index_chunks import IndexChunks
from search.types.files import Root
from search.types.filters import Access, RowFilter
from search.types.profiles import RELEVANCE_PROFILES, RelevanceProfile
from search.types.results import Ready


@dataclass(frozen=True, slots=True)
class IndexParts:
    """The parts of one index that retrieval uses.

    Attributes:
        encoder: gives the encoder, or None while there is none.
        model: gives what ``codebert_rerank`` scores with; None where there is neither a model folder nor a reader.
        relevance: thresholds of the document search.
        meaning_off: returns that searching by meaning is off although it is enabled, and why.
    """

    storage: Storage
    corpus: Corpus
    graphs: BranchGraphs
    encoder: Callable[[], Encoder | None]
    model: Callable[[], TextScorer] | None = None
    relevance: RelevanceProfile = RELEVANCE_PROFILES["calibrated"]
    meaning_off: Callable[[], Message] = nothing_is_off


def runtime_of(parts: IndexParts) -> Runtime:
    """Return the runtime of a pipeline on this index."""
    rerankers: dict[str, Reranker] = {"keyword_rerank": KeywordReranker()}
    if parts.model is not None:
        rerankers["codebert_rerank"] = ModelReranker(_Opened(parts.model))
    backend = IndexBackend(parts.storage, parts.corpus, parts.encoder, parts.graphs.nodes_by_id)
    return Runtime(
        retrieval_backend=backend,
        graph_provider=IndexGraphProvider(parts.storage, parts.graphs.of_branch),
        token_counter=PackagedTokenCounter(),
        rerankers=rerankers,
        text_sizes=backend.text_sizes,
    )


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The services of an index other than its search service."""

    backend: RetrievalBackend
    graph: GraphProvider
    chunks: IndexChunks
    context: ContextFinder
    documents: DocumentFinder


def retrieval_of(parts: IndexParts, service: SearchService, ready: Callable[[RowFilter], Ready]) -> Retrieval:
    """Return the services of an index; evidence comes from the default pipeline."""
    runtime, storage = runtime_of(parts), parts.storage
    nodes, counter = parts.graphs.nodes_by_id, runtime.token_counter

    def vector_search() -> VectorSearchService:
        return VectorSearchService(parts.encoder(), storage.chunks, storage.files)

    def pieces(rows: RowFilter) -> PieceMaker:
        return PieceMaker(storage, rows, counter, nodes)

    def roots(access: Access) -> Sequence[Root]:
        return visible_roots(storage.files, storage.roots.all(), access)

    context = ContextFinder(
        pieces,
        DocumentSources(vector_search, pieces, parts.relevance.external),
        service,
        runtime,
        load_pipeline(resource("pipelines", "default.yaml")),
        ContextIndex(lambda: parts.encoder() is not None, ready, storage.roots.all, parts.meaning_off),
    )
    return Retrieval(
        backend=runtime.retrieval_backend,
        graph=runtime.graph_provider,
        chunks=IndexChunks(storage, parts.encoder, nodes),
        context=context,
        documents=DocumentFinder(vector_search, roots, ready, parts.relevance, parts.meaning_off),
    )


class _Opened:
    """A scorer that is opened when it is first asked."""

    def __init__(self, model: Callable[[], TextScorer]) -> None:
        self._model = model

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        return self._model().scores(query, texts)
