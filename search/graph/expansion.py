"""Expand the hits of a search along the graph: the core of the pipeline's ``expand_dependency_tree``."""

from collections.abc import Mapping, Sequence

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.names import Visible, everything
from search.graph.steps import Step, Steps
from search.graph.visibility import GraphVisibility
from search.types.expansion import ExpandedNode, Expansion, ExpansionLimits
from search.types.graph import Direction, EdgeType, TreeDebug, TreeEdge
from search.types.ids import NodeId


def expand(
    graph: DependencyGraph,
    seeds: Sequence[str],
    limits: ExpansionLimits,
    *,
    visible: Visible = everything,
    nodes_of: Mapping[str, Sequence[NodeId]] | None = None,
) -> Expansion:
    """Return the seeds and their dependencies, nearest first; the same input always gives the same result.

    Args:
        graph: the snapshot to walk.
        seeds: canonical identifiers in ranking order; those of no visible node are left out.
        limits: how far to go.
        visible: the nodes that the request's rights allow.
        nodes_of: the nodes of each chunk among the seeds.
    """
    visibility = GraphVisibility(graph, visible)
    known = _seed_positions(graph, seeds, visibility, nodes_of or {})
    return _Expander(graph, visibility, limits).run(known)


def _seed_positions(
    graph: DependencyGraph,
    seeds: Sequence[str],
    visibility: GraphVisibility,
    nodes_of: Mapping[str, Sequence[NodeId]],
) -> list[int]:
    ids = dict.fromkeys(node for seed in seeds for node in nodes_of.get(seed, (NodeId(seed),)))
    positions = (graph.position(node_id) for node_id in ids if node_id in graph)
    return [position for position in positions if visibility.sees(position)]


class _Expander:
    def __init__(self, graph: DependencyGraph, visibility: GraphVisibility, limits: ExpansionLimits) -> None:
        self._graph = graph
        self._visibility = visibility
        self._limits = limits
        self._steps = Steps(graph, visibility, EdgePolicy(limits.edge_allowlist), Direction.DEPENDS_ON)
        self._positions: dict[int, tuple[int, int]] = {}
        self._order: list[int] = []
        self._full = False
        self._deeper = False

    def run(self, seeds: list[int]) -> Expansion:
        for seed in seeds:
            self._reach(seed, depth=0, parent=-1)
        for position in self._order:  # grows while it is walked: that is breadth first
            depth = self._positions[position][0]
            for step in self._from(position, depth):
                if depth < self._limits.max_depth:
                    self._reach(step.other, depth + 1, position)
                elif step.other not in self._positions:
                    self._deeper = True
        return self._answer()

    def _from(self, position: int, depth: int) -> list[Step]:
        steps = self._steps.of(position)
        if depth == 0 and EdgeType.DEFINES in self._limits.edge_allowlist:
            steps = [*steps, *self._steps.members(position)]
        return steps

    def _reach(self, position: int, depth: int, parent: int) -> None:
        if position in self._positions:
            return
        if len(self._positions) >= self._limits.max_nodes:
            self._full = True
            return
        self._positions[position] = (depth, parent)
        self._order.append(position)

    def _answer(self) -> Expansion:
        nodes = tuple(
            ExpandedNode(self._id(position), depth, None if parent < 0 else self._id(parent))
            for position, (depth, parent) in self._positions.items()
        )
        edges = self._edges()
        seeds = tuple(node.id for node in nodes if node.depth == 0)
        debug = TreeDebug(
            seed_count=len(seeds),
            expanded_count=len(nodes),
            edges_count=len(edges),
            truncated=self._full or self._deeper,
            reason=self._reason(),
        )
        return Expansion(seeds, nodes, edges, debug)

    def _edges(self) -> tuple[TreeEdge, ...]:
        edges = {
            edge
            for position, (depth, _) in self._positions.items()
            for step in self._from(position, depth)
            if step.other in self._positions
            for edge in self._steps.edges(step)
        }
        return tuple(sorted(edges, key=lambda edge: (edge.from_id, edge.to_id, edge.edge_type)))

    def _id(self, position: int) -> NodeId:
        return self._graph.nodes[position].id

    def _reason(self) -> str:
        if not self._positions:
            return "no_seeds"
        if self._full:
            return "limit_reached"
        return "depth_reached" if self._deeper else "ok"
