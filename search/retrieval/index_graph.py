"""The dependency graph of an index, for the pipeline and the agent."""

from collections.abc import Callable, Mapping, Sequence

from search.graph.dependency_graph import DependencyGraph
from search.graph.expansion import expand
from search.graph.names import shared_id
from search.retrieval.active_index import index_names, require_index
from search.retrieval.conditions import access_of, row_filter
from search.retrieval.indexed_text import node_conditions
from search.storage.predicate import passes
from search.storage.storage import Storage
from search.types.chunks import Chunk
from search.types.expansion import Expansion, ExpansionLimits
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
        graph: returns the current graph of the visible files of a branch of a repository.
    """

    def __init__(self, storage: Storage, graph: Callable[[str, str, RowFilter], DependencyGraph]) -> None:
        self._storage = storage
        self._graph = graph
        self._names = index_names(storage.location.name)

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
        """Return the nodes of the seeds (chunks or nodes) and their dependencies, nearest first.

        Seeds and nodes have to pass the scope and all filters that apply to nodes.

        Raises:
            BadInputError: ``active_index`` names another index.
        """
        require_index(active_index, self._names)
        rows = row_filter({**retrieval_filters, "repository": repository, "branch": branch})
        graph = self._graph(repository, branch, access_of(retrieval_filters).row_filter())
        nodes = nodes_of(self._storage.chunks.rows(list(seeds), rows), graph)
        return expand(graph, seeds, limits, visible=NodeVisibility(rows), nodes_of=nodes)


def nodes_of(chunks: Mapping[ChunkId, Chunk], graph: DependencyGraph) -> dict[str, tuple[NodeId, ...]]:
    """Return the nodes of each chunk: its own node, then the other definitions inside it.

    A definition within another one of the chunk is left out, because it is a member of that one. A chunk without
    any node in the graph stands for the node of its file.
    """
    return {chunk: _nodes_of(row, graph) for chunk, row in chunks.items()}


def _nodes_of(chunk: Chunk, graph: DependencyGraph) -> tuple[NodeId, ...]:
    file = NodeId(chunk.file_id)
    own = (chunk.node_id, _namesake_in(graph, chunk.node_id, chunk.path), file)
    first = next((node for node in own if node in graph), chunk.node_id)
    definitions = [node for node in definitions_in(chunk, graph) if node != first]
    if first == file and definitions:
        return tuple(definitions)
    return (first, *definitions)


def definitions_in(chunk: Chunk, graph: DependencyGraph) -> list[NodeId]:
    """Return the outermost definitions that lie within the lines of a chunk, by line and identifier."""
    if chunk.file_id not in graph:
        return []
    definitions: list[tuple[int, NodeId]] = []
    waiting, seen = [graph.position(chunk.file_id)], set[int]()
    while waiting:
        for member in graph.members(waiting.pop()):
            if member in seen:
                continue
            seen.add(member)
            node = graph.nodes[member]
            line = _line_within(node, chunk)
            if line:
                definitions.append((line, node.id))
            else:
                waiting.append(member)
    return [node for _, node in sorted(definitions)]


def _line_within(node: Node, chunk: Chunk) -> int:
    """Return the first line of the place of a node that lies within a chunk; 0 without one."""
    for span in node.spans or (f"{node.path}:{node.start_line}-{node.end_line}",):
        path, _, lines = span.rpartition(":")
        start, _, end = lines.partition("-")
        if path == chunk.path and chunk.start_line <= int(start) and int(end) <= chunk.end_line:
            return int(start)
    return 0


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
