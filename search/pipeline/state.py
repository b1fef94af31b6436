"""The state of a pipeline, its steps, and their dependencies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from search.embedding.ports import TokenCounter
from search.errors import PipelineError
from search.graph.provider import GraphProvider
from search.retrieval.backend import RetrievalBackend


@dataclass(slots=True)
class PipelineState:
    """The fields of the retrieval contract; steps read some and write others.

    Attributes:
        last_model_response: query text, or a payload that a query parser reads.
        retrieval_filters: access rights; no step and no parsed text removes or widens them.
        graph_edges, node_texts, graph_debug: plain mappings, as the contract names their keys.
    """

    last_model_response: str = ""
    repository: str = ""
    branch: str = ""
    retrieval_filters: Mapping[str, object] = field(default_factory=dict)
    retrieval_seed_nodes: list[str] = field(default_factory=list)
    retrieval_hits: list[dict[str, object]] = field(default_factory=list)
    graph_seed_nodes: list[str] = field(default_factory=list)
    graph_expanded_nodes: list[str] = field(default_factory=list)
    graph_places: dict[str, tuple[int, str | None]] = field(default_factory=dict)
    """Depth from 0 and parent of every expanded node."""
    graph_edges: list[dict[str, object]] = field(default_factory=list)
    graph_node_texts: list[dict[str, object]] = field(default_factory=list)
    graph_debug: dict[str, object] = field(default_factory=dict)
    node_texts: list[dict[str, object]] = field(default_factory=list)
    context_blocks: list[str] = field(default_factory=list)

    def require(self, *names: str) -> None:
        """Refuse to go on without these fields.

        Raises:
            PipelineError: naming the first that is empty.
        """
        for name in names:
            value = getattr(self, name)
            if not isinstance(value, str) or not value.strip():
                raise PipelineError("pipeline.state_empty", name=name)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the name of its action, and its parameters as written in the file."""

    action: str
    raw: Mapping[str, object]


class Reranker(Protocol):
    """Reorders candidates; brings in nothing new."""

    @property
    def widen_factor(self) -> int:
        """How many times ``top_k`` candidates it wants to see."""
        ...

    def rerank(self, query: str, candidates: Sequence[tuple[str, str]], /) -> list[str]:
        """Return the identifiers of all candidates (id, text), best first."""
        ...


TextSizes = Callable[[Sequence[str], str, str, Mapping[str, object]], Mapping[str, int]]
"""From identifiers, repository, branch and filters to characters; chunks, which are small, may be missing."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The dependencies of the steps, which use nothing else.

    Attributes:
        text_sizes: gives about how many characters some texts have, without loading them; see `TextSizes`.
    """

    retrieval_backend: RetrievalBackend
    graph_provider: GraphProvider
    token_counter: TokenCounter
    rerankers: Mapping[str, Reranker] = field(default_factory=dict)
    active_index: str | None = None
    text_sizes: TextSizes | None = None
