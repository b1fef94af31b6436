"""Expansion of seed nodes along the dependency graph: limits and results."""

from dataclasses import dataclass

from search.errors import BadInputError
from search.types.graph import EdgeType, TreeDebug, TreeEdge
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
    """Seeds and their dependencies.

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
    """The limits of an expansion.

    Attributes:
        max_depth: steps from a seed, from 0.
        max_nodes: nodes in all, seeds included.
        edge_allowlist: types of edges that are followed; ``defines`` is followed from seeds only.
    """

    max_depth: int
    max_nodes: int
    edge_allowlist: tuple[EdgeType, ...]

    def __post_init__(self) -> None:
        if self.max_depth < 0:
            raise BadInputError("graph.bad_max_depth", value=self.max_depth)
        if self.max_nodes < 1:
            raise BadInputError("graph.bad_max_nodes", value=self.max_nodes)
