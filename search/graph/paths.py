"""How one thing depends on another: the shortest way between two nodes."""

from collections.abc import Sequence

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT, EdgePolicy
from search.graph.edge_table import TYPES
from search.graph.names import Visible, everything
from search.graph.steps import Step, Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import DependencyPath, Direction, EdgeType, Node, PathStep

LAST_RESORT = tuple(edge_type for edge_type in TYPES if edge_type is not EdgeType.DEFINES)
"""Followed when no way leads along calls, data and structure alone."""


def dependency_path(
    graph: DependencyGraph,
    source: str,
    target: str,
    *,
    edges: Sequence[EdgeType] = (),
    visible: Visible = everything,
) -> DependencyPath | None:
    """Return how ``source`` depends on ``target``, or None when it does not.

    Both may be an identifier, a path or a name. An end that contains others (a class, a file) also begins or ends
    with one of its parts. Of equally short ways the one with the strongest edges is returned, then the first by
    kind, name and identifier. Without ``edges`` the default ones are tried, then all.

    Raises:
        NotFoundError: one of the two is not in sight.
        AmbiguousNameError: a name stands for several nodes.
    """
    visibility = GraphVisibility(graph, visible)
    ends = tuple(graph.position(graph.names.resolve(name, visibility.sees_node).id) for name in (source, target))
    for allowed in [tuple(edges)] if edges else [DEFAULT, LAST_RESORT]:
        steps = Steps(graph, visibility, EdgePolicy(allowed), Direction.DEPENDS_ON)
        way = _shortest(steps, *ends)
        if way is not None:
            return DependencyPath(
                graph.nodes[ends[0]], graph.nodes[ends[1]], tuple(_described(steps, ends[0], way))
            )
    return None


def _named(node: Node) -> str:
    return f"{node.qualname or node.name} [{node.kind}]"


def _shortest(steps: Steps, start: int, goal: int) -> list[Step] | None:
    """Breadth first from the source and its parts until the target or one of its parts is met."""
    goals = {goal, *steps.family(goal)}
    reached: dict[int, tuple[int, Step | None]] = {start: (-1, None)}
    for step in steps.members(start):
        reached.setdefault(step.other, (start, step))
    if start == goal:
        return []
    waiting = list(reached)
    for position in waiting:  # grows while it is walked: that is breadth first
        if position in goals:
            return _way_to(position, reached)
        for step in steps.of(position):
            if step.other not in reached:
                reached[step.other] = (position, step)
                waiting.append(step.other)
    return None


def _way_to(position: int, reached: dict[int, tuple[int, Step | None]]) -> list[Step]:
    way: list[Step] = []
    step = reached[position][1]
    while step is not None:
        way.append(step)
        position = reached[position][0]
        step = reached[position][1]
    return way[::-1]


def _described(steps: Steps, start: int, way: list[Step]) -> list[PathStep]:
    nodes = steps.graph.nodes
    described: list[PathStep] = []
    position = start
    for step in way:
        described.append(PathStep(nodes[position], nodes[step.other], steps.edges(step)))
        position = step.other
    return described
