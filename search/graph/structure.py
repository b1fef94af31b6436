"""The shape of a whole graph: cycles of things that depend on each other."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT, EdgePolicy
from search.graph.edge_table import TYPES, mask_of
from search.graph.names import Visible, everything
from search.graph.steps import Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction, EdgeType, Node, TreeEdge
from search.types.graph_queries import Cycle
from search.types.ids import NodeId

if TYPE_CHECKING:
    import networkx as nx

Pair = tuple[int, int]

USE = tuple(edge_type for edge_type in TYPES if edge_type not in (EdgeType.DEFINES, EdgeType.MENTIONS))
"""What counts as use; that a document speaks of something does not keep it alive."""


def dependency_cycles(
    graph: DependencyGraph, *, edges: Sequence[EdgeType] = DEFAULT, visible: Visible = everything
) -> list[Cycle]:
    """Return the groups of nodes that depend on each other, the largest first, then by identifier.

    A group is a strongly connected component of two nodes or more; its members are sorted by identifier.
    """
    steps = Steps(graph, GraphVisibility(graph, visible), EdgePolicy(edges), Direction.DEPENDS_ON)
    positions = [position for position in range(len(graph)) if steps.visibility.sees(position)]
    steps_of = {(position, step.other): step for position in positions for step in steps.of(position)}
    return _cycles(graph, steps_of, lambda pair: steps.edges(steps_of[pair])[0])


@dataclass(frozen=True, slots=True)
class FilePairs:
    """Which files depend on which, through anything they hold.

    Attributes:
        rows: of the first edge between two files, by their positions.
    """

    graph: DependencyGraph
    rows: Mapping[Pair, int]

    def edge(self, source: NodeId, target: NodeId) -> TreeEdge:
        """Return the first edge between two files, with these files as its ends."""
        row = self.rows[(self.graph.position(source), self.graph.position(target))]
        return replace(self.graph.edge(row), from_id=source, to_id=target)

    def node(self, file: NodeId) -> Node:
        """Return the node of a file."""
        return self.graph.node(file)

    def ids(self) -> set[tuple[NodeId, NodeId]]:
        """Return the pairs by identifiers."""
        nodes = self.graph.nodes
        return {(nodes[source].id, nodes[target].id) for source, target in self.rows}

    def groups(self) -> list[tuple[Node, ...]]:
        """Return the groups of files that all depend on each other."""
        return [cycle.members for cycle in self.cycles()]

    def cycles(self) -> list[Cycle]:
        """Return these groups as cycles, the largest first."""
        return _cycles(self.graph, self.rows, self._edge_of)

    def _edge_of(self, pair: Pair) -> TreeEdge:
        return self.edge(*(self.graph.nodes[position].id for position in pair))


def file_pairs(
    graph: DependencyGraph, *, edges: Sequence[EdgeType] = USE, visible: Visible = everything
) -> FilePairs:
    """Return which files in sight depend on which."""
    visibility = GraphVisibility(graph, visible)
    allowed, table = mask_of(edges), graph.table
    first_row: dict[Pair, int] = {}
    for row in range(len(table)):
        if not allowed >> int(table.types[row]) & 1 or not visibility.sees_edge(row):
            continue
        source = graph.evidence_nodes[row]
        target = graph.get(graph.nodes[table.targets[row]].file_id)
        if source >= 0 and target is not None:
            first_row.setdefault((source, graph.position(target.id)), row)
    return FilePairs(graph, first_row)


def way_between(pairs: FilePairs, source: NodeId, target: NodeId) -> list[NodeId]:
    """Return the files on a shortest way, both ends included; empty where there is none."""
    graph = pairs.graph
    followers: dict[int, list[int]] = {}
    for start, end in sorted(pairs.rows):
        followers.setdefault(start, []).append(end)
    first, last = graph.position(source), graph.position(target)
    came_from = {first: first}
    waiting = [first]
    for position in waiting:  # grows while it is walked
        for other in followers.get(position, ()):
            if other not in came_from:
                came_from[other] = position
                waiting.append(other)
    if last not in came_from or first == last:
        return []
    way = [last]
    while way[-1] != first:
        way.append(came_from[way[-1]])
    return [graph.nodes[position].id for position in reversed(way)]


def file_cycles(
    graph: DependencyGraph, *, edges: Sequence[EdgeType] = USE, visible: Visible = everything
) -> list[Cycle]:
    """Return the groups of files that depend on each other through anything they hold, the largest first."""
    return file_pairs(graph, edges=edges, visible=visible).cycles()


def _cycles(graph: DependencyGraph, pairs: Iterable[Pair], evidence: Callable[[Pair], TreeEdge]) -> list[Cycle]:
    import networkx as nx

    walked = nx.DiGraph()
    walked.add_edges_from(pairs)
    groups = [
        sorted(component, key=lambda position: graph.nodes[position].id)
        for component in nx.strongly_connected_components(walked)
        if len(component) > 1
    ]
    groups.sort(key=lambda group: (-len(group), [graph.nodes[position].id for position in group]))
    return [
        Cycle(
            tuple(graph.nodes[position] for position in group),
            tuple(evidence(pair) for pair in _way_around(walked.subgraph(group), group)),
        )
        for group in groups
    ]


def _way_around(walked: "nx.DiGraph", group: Sequence[int]) -> list[Pair]:
    """Return a shortest way from the first member back to it; of equally short ones the first in their order."""
    import networkx as nx

    start = group[0]
    rank = {position: index for index, position in enumerate(group)}
    came_from: dict[int, int] = {}
    in_order = partial(_successors, walked, rank)
    for last, position in nx.generic_bfs_edges(walked, start, neighbors=in_order):
        came_from[position] = last
        if walked.has_edge(position, start):
            return [*pairwise(_back(came_from, start, position)), (position, start)]
    return []


def _successors(walked: "nx.DiGraph", rank: Mapping[int, int], position: int) -> list[int]:
    return sorted(walked.successors(position), key=rank.__getitem__)


def _back(came_from: Mapping[int, int], start: int, last: int) -> list[int]:
    """Return the members on the way from the first to this one."""
    way = [last]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]
