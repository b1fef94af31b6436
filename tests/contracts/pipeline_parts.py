"""A runtime for the pipeline's tests: the in-memory backend, a small graph, a counter of words."""

from collections.abc import Mapping, Sequence

from search.graph.dependency_graph import DependencyGraph
from search.graph.expansion import expand
from search.pipeline.rerankers import KeywordReranker
from search.pipeline.state import PipelineState, Runtime, Step
from search.retrieval.backend import RetrievalBackend
from search.retrieval.conditions import access_of
from search.types.chunks import Chunk
from search.types.expansion import Expansion, ExpansionLimits
from search.types.graph import Edge, EdgeType, Node, Origin
from search.types.ids import NodeId
from search.types.retrieval import SearchRequest, SearchResponse
from tests.contracts.samples import chunk, memory_backend
from tests.fakes.encoder import WordCounter

TEXTS = ("lease renew worker", "renew retry backoff", "retry lease token", "invoice refund", "session token lease")


def chunks() -> list[Chunk]:
    """Return five chunks of two files; the last one is for admins of the group ``staff``."""
    made = [chunk("a.py", number, text) for number, text in enumerate(TEXTS[:3])]
    return [*made, chunk("b.py", 0, TEXTS[3]), chunk("secret.py", 0, TEXTS[4], groups=("staff",))]


class Watched:
    """A backend that notes what it is asked for."""

    def __init__(self, backend: RetrievalBackend) -> None:
        self._backend = backend
        self.requests: list[SearchRequest] = []
        self.fetched: list[dict[str, object]] = []

    def search(self, request: SearchRequest, /) -> SearchResponse:
        self.requests.append(request)
        return self._backend.search(request)

    def fetch_texts(self, **arguments) -> dict[str, str]:
        self.fetched.append(arguments)
        return self._backend.fetch_texts(**arguments)


def node(name: str, **rights: object) -> Node:
    """Return a node called ``name`` in ``shop@main``."""
    return Node(
        id=NodeId(name),
        kind="method",
        name=name,
        qualname=name,
        language="python",
        repository="shop",
        branch="main",
        path_hash="root",  # type: ignore[arg-type]
        file_id=f"shop@main:file:{name}",  # type: ignore[arg-type]
        path=name,
        start_line=1,
        end_line=2,
        origin=Origin.SOURCE,
        **rights,  # type: ignore[arg-type]
    )


def edge(source: str, target: str, kind: EdgeType = EdgeType.CALLS) -> Edge:
    """Return an edge with its evidence in the source's file."""
    return Edge(NodeId(source), NodeId(target), kind, "exact", 1.0, f"shop@main:file:{source}", source, 1)  # type: ignore[arg-type]


class SmallGraph:
    """A graph provider over a few nodes and edges."""

    def __init__(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> None:
        self._graph = DependencyGraph(nodes, edges)
        self._rights = {item.id: item.groups for item in nodes}
        self.requests: list[Mapping[str, object]] = []

    def expand(
        self, *, seeds, repository, branch, retrieval_filters, limits: ExpansionLimits, active_index=None
    ) -> Expansion:
        self.requests.append({"repository": repository, "branch": branch, "filters": dict(retrieval_filters)})
        groups = access_of(retrieval_filters).groups

        def visible(item: Node) -> bool:
            return groups is None or not item.groups or bool(set(item.groups) & set(groups))

        return expand(self._graph, seeds, limits, visible=visible)


def runtime(graph: SmallGraph | None = None, backend: RetrievalBackend | None = None) -> Runtime:
    """Return a runtime whose backend notes what it is asked for."""
    return Runtime(
        retrieval_backend=backend or Watched(memory_backend(chunks())),
        graph_provider=graph or SmallGraph([], []),
        token_counter=WordCounter(),
        rerankers={"keyword_rerank": KeywordReranker()},
    )


def state(text: str = "lease renew", **fields: object) -> PipelineState:
    """Return a state in the scope ``shop@main``."""
    return PipelineState(last_model_response=text, repository="shop", branch="main", **fields)  # type: ignore[arg-type]


def step(action: str, **raw: object) -> Step:
    """Return a step with these parameters."""
    return Step(action, raw)
