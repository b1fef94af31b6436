"""The shape of a whole graph: rings of things that depend on each other, and what nothing depends on."""

from collections.abc import Sequence

import networkx as nx

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT, EdgePolicy
from search.graph.edge_table import TYPES, mask_of
from search.graph.names import Visible, everything
from search.graph.steps import Steps
from search.graph.visibility import Sight
from search.types.graph import Direction, EdgeType, Node, Origin
from search.types.ids import NodeId

USABLE = frozenset({"class", "interface", "struct", "record", "function", "method", "table", "view", "procedure"})
"""Kinds that are there to be used by something else."""

USE = tuple(edge_type for edge_type in TYPES if edge_type not in (EdgeType.DEFINES, EdgeType.MENTIONS))
"""What counts as use; that a document speaks of something does not keep it alive."""


def dependency_cycles(
    graph: DependencyGraph, *, edges: Sequence[EdgeType] = DEFAULT, visible: Visible = everything
) -> list[tuple[NodeId, ...]]:
    """Return the groups of nodes that depend on each other, the largest first, then by identifier.

    A group is a strongly connected component of two nodes or more; its members are sorted by identifier.
    """
    steps = Steps(graph, Sight(graph, visible), EdgePolicy(edges), Direction.DEPENDS_ON)
    positions = [position for position in range(len(graph)) if steps.sight.sees(position)]
    pairs = [(position, step.other) for position in positions for step in steps.of(position)]
    return _groups(graph, pairs)


def file_cycles(
    graph: DependencyGraph, *, edges: Sequence[EdgeType] = USE, visible: Visible = everything
) -> list[tuple[NodeId, ...]]:
    """Return the groups of files that depend on each other through anything they hold, the largest first."""
    sight = Sight(graph, visible)
    allowed, table = mask_of(edges), graph.table
    pairs: list[tuple[int, int]] = []
    for row in range(len(table)):
        if not allowed >> int(table.types[row]) & 1 or not sight.sees_edge(row):
            continue
        source = graph.evidence_nodes[table.evidence[row]]
        target = graph.get(graph.nodes[table.targets[row]].file_id)
        if source >= 0 and target is not None:
            pairs.append((source, graph.position(target.id)))
    return _groups(graph, pairs)


def unused(graph: DependencyGraph, visible: Visible = everything) -> list[Node]:
    """Return definitions that nothing in sight uses, by path and line.

    A hint, not a verdict: entry points, tests and what is called by reflection or from outside are among them. A
    type counts as used when one of its members is, and a member when it implements one that is used.
    """
    steps = Steps(graph, Sight(graph, visible), EdgePolicy(USE), Direction.USED_BY)
    found = [
        graph.nodes[position]
        for position in range(len(graph))
        if _may_be_unused(graph.nodes[position]) and steps.sight.sees(position) and not _is_used(steps, position)
    ]
    return sorted(found, key=lambda node: (node.path, node.start_line, node.id))


def _may_be_unused(node: Node) -> bool:
    return node.kind in USABLE and node.origin is Origin.SOURCE and not node.historic


def _is_used(steps: Steps, position: int) -> bool:
    family = steps.family(position)
    inside = {position, *family}
    return any(step.other not in inside for part in inside for step in steps.of(part))


def _groups(graph: DependencyGraph, pairs: list[tuple[int, int]]) -> list[tuple[NodeId, ...]]:
    walked = nx.DiGraph()
    walked.add_edges_from(pairs)
    groups = [
        tuple(sorted(graph.nodes[position].id for position in component))
        for component in nx.strongly_connected_components(walked)
        if len(component) > 1
    ]
    return sorted(groups, key=lambda group: (-len(group), group))
