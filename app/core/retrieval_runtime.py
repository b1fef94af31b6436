"""What retrieval pipelines run with on an index, and the finder of evidence made of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.core.branch_graphs import BranchGraphs
from resources.locate import resource
from search.embedding.tokens import PackagedTokenCounter
from search.pipeline.context import ContextFinder
from search.pipeline.context_pieces import PieceMaker
from search.pipeline.rerankers import KeywordReranker, ModelReranker
from search.pipeline.runner import load_pipeline
from search.pipeline.state import Reranker, Runtime
from search.ports import Encoder
from search.retrieval.corpus import Corpus
from search.retrieval.index_backend import IndexBackend
from search.retrieval.index_graph import IndexGraphProvider
from search.retrieval.scorers import TextScorer
from search.service.search_service import SearchService
from search.storage.storage import Storage
from search.types.results import Ready


@dataclass(frozen=True, slots=True)
class IndexParts:
    """What there is of one index.

    Attributes:
        encoder: gives the encoder, or None while there is none.
        model: gives what ``codebert_rerank`` scores with; None where no model folder is set.
    """

    storage: Storage
    corpus: Corpus
    graphs: BranchGraphs
    encoder: Callable[[], Encoder | None]
    model: Callable[[], TextScorer] | None = None


def runtime_of(parts: IndexParts) -> Runtime:
    """Return the runtime of a pipeline on this index."""
    rerankers: dict[str, Reranker] = {"keyword_rerank": KeywordReranker()}
    if parts.model is not None:
        rerankers["codebert_rerank"] = ModelReranker(_Opened(parts.model))
    return Runtime(
        retrieval_backend=IndexBackend(parts.storage, parts.corpus, parts.encoder, parts.graphs.nodes_by_id),
        graph_provider=IndexGraphProvider(parts.storage, parts.graphs.of_branch),
        token_counter=PackagedTokenCounter(),
        rerankers=rerankers,
    )


def context_finder(parts: IndexParts, service: SearchService, ready: Callable[[], Ready]) -> ContextFinder:
    """Return the finder of evidence, which runs the default pipeline."""
    runtime = runtime_of(parts)
    nodes, counter = parts.graphs.nodes_by_id, runtime.token_counter
    return ContextFinder(
        lambda rows: PieceMaker(parts.storage, rows, counter, nodes),
        service,
        runtime,
        load_pipeline(resource("pipelines", "default.yaml")),
        has_meaning=lambda: parts.encoder() is not None,
        ready=ready,
    )


class _Opened:
    """A scorer that is opened when it is first asked."""

    def __init__(self, model: Callable[[], TextScorer]) -> None:
        self._model = model

    def scores(self, query: str, texts: Sequence[str], /) -> list[float]:
        return self._model().scores(query, texts)
