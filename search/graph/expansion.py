"""Expand the hits of a search along the graph: the core of the pipeline's ``expand_dependency_tree``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from search.errors import BadInputError
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.names import Visible, everything
from search.graph.steps import Step, Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction, EdgeType, TreeDebug, TreeEdge
from search.types.ids import NodeId


@dataclass(frozen=True, slots=True)
class ExpandedNode:
    """A node that was reached.

    Attributes:
        depth: steps from the nearest seed; 0 for a seed.
        parent: the node it was first reached from; None for a seed.
    """

    id: NodeId
    depth: int
    parent: NodeId | None


@dataclass(frozen=True, slots=True)
class Expansion:
    """Seeds and what they depend on.

    Attributes:
        seeds: those that are in the graph and in sight, in the order given.
        nodes: seeds first, then by depth and, within a parent, in display order.
        edges: every allowed edge between two of the nodes, by (from, to, type).
        debug: the counts of the pipeline contract; ``expanded_count`` counts the seeds too.
    """

    seeds: tuple[NodeId, ...]
    nodes: tuple[ExpandedNode, ...]
    edges: tuple[TreeEdge, ...]
    debug: TreeDebug


@dataclass(frozen=True, slots=True)
class ExpansionLimits:
    """How far an expansion goes.

    Attributes:
        max_depth: steps from a seed, from 0.
        max_nodes: nodes in all, seeds included.
        edge_allowlist: what is followed, to the letter; ``defines`` is followed from seeds only.
    """

    max_depth: int
    max_nodes: int
    edge_allowlist: tuple[EdgeType, ...]

    def __post_init__(self) -> None:
        if self.max_depth < 0:
            raise BadInputError("graph.bad_max_depth", value=self.max_depth)
        if self.max_nodes < 1:
            raise BadInputError("graph.bad_max_nodes", value=self.max_nodes)


def expand(
    graph: DependencyGraph,
    seeds: Sequence[str],
    limits: ExpansionLimits,
    *,
    visible: Visible = everything,
    node_of: Mapping[str, NodeId] | None = None,
) -> Expansion:
    """Return the seeds and what they depend on, nearest first; the same input always gives the same answer.

    Args:
        graph: the snapshot to walk.
        seeds: canonical identifiers in ranking order; those that stand for nothing in sight are left out.
        limits: how far to go.
        visible: what the request's rights let it see.
        node_of: the node of each chunk among the seeds.
    """
    visibility = GraphVisibility(graph, visible)
    known = _seed_positions(graph, seeds, visibility, node_of or {})
    return _Expander(graph, visibility, limits).run(known)


def _seed_positions(
    graph: DependencyGraph, seeds: Sequence[str], visibility: GraphVisibility, node_of: Mapping[str, NodeId]
) -> list[int]:
    ids = dict.fromkeys(node_of.get(seed, NodeId(seed)) for seed in seeds)
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
