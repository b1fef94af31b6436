"""The dependency graph of an index, for the pipeline and the agent."""

from collections.abc import Callable, Mapping, Sequence

from search.graph.dependency_graph import DependencyGraph
from search.graph.expansion import Expansion, ExpansionLimits, expand
from search.graph.names import shared_id
from search.retrieval.conditions import row_filter
from search.retrieval.indexed_text import node_conditions
from search.storage.predicate import passes
from search.storage.storage import Storage
from search.types.chunks import Chunk
from search.types.filters import RowFilter
from search.types.graph import Node
from search.types.ids import ChunkId, NodeId


class NodeVisibility:
    """Decides which nodes are visible: applies row conditions to a node in memory."""

    def __init__(self, rows: RowFilter) -> None:
        self._rows = node_conditions(rows)

    def __call__(self, node: Node) -> bool:
        """Return whether the node is visible."""
        return passes(
            self._rows, {condition.column: getattr(node, condition.column) for condition in self._rows.conditions}
        )


class IndexGraphProvider:
    """`GraphProvider` of one index.

    Args:
        graph: returns the current graph of a branch of a repository.
    """

    def __init__(self, storage: Storage, graph: Callable[[str, str], DependencyGraph]) -> None:
        self._storage = storage
        self._graph = graph

    def expand(
        self,
        *,
        seeds: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        limits: ExpansionLimits,
        active_index: str | None = None,
    ) -> Expansion:
        """Return the nodes of the seeds (chunks or nodes) and what they depend on, nearest first.

        Seeds and nodes have to pass the scope and all filters that apply to nodes.
        """
        del active_index
        rows = row_filter({**retrieval_filters, "repository": repository, "branch": branch})
        graph = self._graph(repository, branch)
        node_of = nodes_of(self._storage.chunks.rows(list(seeds), rows), graph)
        return expand(graph, seeds, limits, visible=NodeVisibility(rows), node_of=node_of)


def nodes_of(chunks: Mapping[ChunkId, Chunk], graph: DependencyGraph) -> dict[str, NodeId]:
    """Return the node of each chunk, or the node of its file if the graph has none for the chunk."""
    node_of: dict[str, NodeId] = {}
    for chunk, row in chunks.items():
        nodes = (row.node_id, _namesake_in(graph, row.node_id, row.path), NodeId(row.file_id))
        node_of[chunk] = next((node for node in nodes if node in graph), row.node_id)
    return node_of


def _namesake_in(graph: DependencyGraph, node_id: NodeId, path: str) -> NodeId:
    """Return the node of a definition that has another identifier in the graph; without one, return ``node_id``.

    Other files decide that identifier: several projects or databases may define one name, and a script may take
    its default schema from its neighbours.
    """
    if node_id in graph:
        return node_id
    last = shared_id(node_id).rpartition(".")[2]
    for name in (node_id, last):
        named = graph.names.find(name)
        candidates = [node.id for node in named if any(span.rpartition(":")[0] == path for span in node.spans)]
        if len(candidates) == 1:
            return candidates[0]
    return node_id
