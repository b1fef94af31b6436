"""How one thing depends on another: the shortest ways between two nodes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT, EdgePolicy
from search.graph.edge_table import TYPES
from search.graph.names import Visible, everything
from search.graph.steps import Step, Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import DependencyPath, Direction, EdgeType, Node, PathStep
from search.types.graph_queries import PathRequest

LAST_RESORT = tuple(edge_type for edge_type in TYPES if edge_type is not EdgeType.DEFINES)
"""Followed when no way leads along calls, data and structure alone."""


MOST_LOOKED_AT = 50_000
"""Steps that a search for further ways takes at most; the first way is not bounded by it."""

Way = tuple[Step, ...]


def dependency_path(
    graph: DependencyGraph,
    source: str,
    target: str,
    *,
    edges: Sequence[EdgeType] = (),
    visible: Visible = everything,
) -> DependencyPath | None:
    """Return how ``source`` depends on ``target``, or None when it does not: the first of `dependency_paths`."""
    request = PathRequest(source, target, most=1)
    return next(iter(dependency_paths(graph, request, edges=edges, visible=visible)), None)


def dependency_paths(
    graph: DependencyGraph, request: PathRequest, *, edges: Sequence[EdgeType] = (), visible: Visible = everything
) -> tuple[DependencyPath, ...]:
    """Return the ways by which one thing depends on another, the shortest first; none when it does not.

    Both ends may be an identifier, a path or a name. An end that contains others (a class, a file) also begins or
    ends with one of its parts. Of equally short ways the one with the strongest edges comes first, then the first
    by kind, name and identifier. Without ``edges`` the default ones are tried, then all.

    Raises:
        NotFoundError: a thing that is named is not in sight.
        AmbiguousNameError: a name matches several nodes.
    """
    visibility = GraphVisibility(graph, visible)
    named = [request.source, *([request.via] if request.via else []), request.target]
    stops = [graph.position(graph.names.resolve(name, visibility.sees_node).id) for name in named]
    for allowed in [tuple(edges)] if edges else [DEFAULT, LAST_RESORT]:
        steps = Steps(graph, visibility, EdgePolicy(allowed), Direction.DEPENDS_ON)
        ways = _ways_over(steps, stops, request.most)
        if ways:
            ends = graph.nodes[stops[0]], graph.nodes[stops[-1]]
            return tuple(DependencyPath(*ends, tuple(_described(steps, stops[0], way))) for way in ways)
    return ()


def _named(node: Node) -> str:
    return f"{node.qualname or node.name} [{node.kind}]"


def _ways_over(steps: Steps, stops: Sequence[int], most: int) -> list[Way]:
    """Return ways that pass all stops in their order, the shortest first."""
    ways: list[Way] = [()]
    for at, goal in enumerate(stops[1:]):
        longer: list[Way] = []
        for way in ways:
            start = way[-1].other if way else stops[at]
            met = {stops[0], *(step.other for step in way)}
            longer += [(*way, *more) for more in _ways(steps, start, goal, most) if met.isdisjoint(_met_by(more))]
        ways = sorted(longer, key=len)[:most]
    return ways


def _met_by(way: Way) -> set[int]:
    return {step.other for step in way}


def _ways(steps: Steps, start: int, goal: int, most: int) -> list[Way]:
    """Return ways from a node or one of its parts to another or one of its parts, breadth first.

    A node is walked from once for each of so many ways that lead to it.
    """
    goals = {goal, *steps.family(goal)}
    if start in goals:
        return [()]
    ways: list[Way] = []
    reached: list[tuple[int, int]] = [(start, -1)]
    """Each node with the place in this list of the one before it."""
    times = {start: most}
    for at, (position, _) in enumerate(reached):  # grows while it is walked
        if len(ways) == most or (ways and at > MOST_LOOKED_AT):
            break
        for other in _led_to(steps, start, position):
            if times.get(other, 0) >= most or other in _before(reached, at):
                continue
            if other in goals:
                ways.append(_way_to(steps, start, [*_before(reached, at), other]))
                if len(ways) == most:
                    break
                continue
            times[other] = times.get(other, 0) + 1
            reached.append((other, at))
    return ways


def _before(reached: Sequence[tuple[int, int]], at: int) -> list[int]:
    """Return the nodes on the way to an entry, from the start on."""
    way: list[int] = []
    while at >= 0:
        position, at = reached[at]
        way.append(position)
    return way[::-1]


def _led_to(steps: Steps, start: int, position: int) -> Iterator[int]:
    """Yield where a node leads to in display order, each once; the parts of the source come before all else."""
    parts = [step.other for step in steps.members(start)] if position == start else []
    yield from dict.fromkeys((*parts, *steps.others(position)))


def _way_to(steps: Steps, start: int, way: Sequence[int]) -> Way:
    return tuple(_step_between(steps, start, *pair) for pair in pairwise(way))


def _step_between(steps: Steps, start: int, parent: int, position: int) -> Step:
    if parent == start:
        for step in steps.members(start):
            if step.other == position:
                return step
    return next(iter(steps.to(parent, [position])))


def _described(steps: Steps, start: int, way: Way) -> list[PathStep]:
    nodes = steps.graph.nodes
    described: list[PathStep] = []
    position = start
    for step in way:
        described.append(PathStep(nodes[position], nodes[step.other], steps.edges(step)))
        position = step.other
    return described
