"""How one thing depends on another: the shortest ways between two nodes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT, EdgePolicy
from search.graph.edge_table import TYPES
from search.graph.names import Visible, ambiguous, everything
from search.graph.steps import Step, Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import DependencyPath, DependencyPaths, Direction, EdgeType, Node, PathStep
from search.types.graph_queries import PathRequest
from search.types.ids import NodeId

LAST_RESORT = tuple(edge_type for edge_type in TYPES if edge_type is not EdgeType.DEFINES)
"""Followed when no way leads along calls, data and structure alone."""


MOST_LOOKED_AT = 50_000
"""Steps that a search for further ways takes at most; the first way is not bounded by it."""

MOST_MEANINGS = 20
"""Nodes of one name that are tried as an end of a way; a name with more has to be made clear."""

Way = tuple[Step, ...]

Order = Callable[[Sequence[Node]], Sequence[Node]]
"""Puts nodes in the order in which they are tried."""


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
    return next(iter(dependency_paths(graph, request, edges=edges, visible=visible).ways), None)


def dependency_paths(
    graph: DependencyGraph,
    request: PathRequest,
    *,
    edges: Sequence[EdgeType] = (),
    visible: Visible = everything,
    order: Order = list,
) -> DependencyPaths:
    """Return the ways by which one thing depends on another, the shortest first; none when it does not.

    Both ends may be an identifier, a path or a name. An end that contains others (a class, a file) also begins or
    ends with one of its parts. Of equally short ways the one with the strongest edges comes first, then the first
    by kind, name and identifier. Without ``edges`` the default ones are tried, then all. Where a name has several
    meanings, those that it usually has are tried, then all that are spelled so; the ways are those between the
    nearest of them.

    Raises:
        NotFoundError: a thing that is named is not in sight.
        AmbiguousNameError: what ways have to pass matches several nodes, or an end far too many.
    """
    visibility = GraphVisibility(graph, visible)
    sources, targets = (_End.of(graph, name, visibility, order) for name in (request.source, request.target))
    via = [graph.position(graph.names.resolve(request.via, visibility.sees_node).id)] if request.via else []
    usual, every = (sources.usual, targets.usual), (sources.every, targets.every)
    allowed = [tuple(edges)] if edges else [DEFAULT, LAST_RESORT]
    walks = [Steps(graph, visibility, EdgePolicy(each), Direction.DEPENDS_ON) for each in allowed]
    for (starts, goals), steps in product(dict.fromkeys((usual, every)), walks):
        ends = _nearest(steps, starts, via, goals)
        ways = _ways_over(steps, [ends[0], *via, ends[1]], request.most) if ends is not None else []
        if ends is not None and ways:
            source, target = graph.nodes[ends[0]], graph.nodes[ends[1]]
            paths = (DependencyPath(source, target, tuple(_described(steps, ends[0], way))) for way in ways)
            return DependencyPaths(tuple(paths), (source.id,), (target.id,))
    for name, end in ((request.source, sources), (request.target, targets)):
        if end.more:
            raise ambiguous(name, end.ids(graph))
    return DependencyPaths((), sources.ids(graph), targets.ids(graph))


@dataclass(frozen=True, slots=True)
class _End:
    """What the name of an end may mean, by position: usually, and at all; ``more`` if usual ones are left out."""

    usual: tuple[int, ...]
    every: tuple[int, ...]
    more: bool

    @classmethod
    def of(cls, graph: DependencyGraph, name: str, visibility: GraphVisibility, order: Order) -> "_End":
        meanings = graph.names.meanings(name, visibility.sees_node)
        namesakes = graph.names.namesakes(name, meanings, visibility.sees_node)
        namesakes = graph.names.spelled_so(name, meanings, namesakes)
        usual, others = ([graph.position(node.id) for node in order(each)] for each in (meanings, namesakes))
        every = tuple([*usual, *others][:MOST_MEANINGS])
        return cls(every[: len(usual)], every, len(usual) > MOST_MEANINGS)

    def ids(self, graph: DependencyGraph) -> tuple[NodeId, ...]:
        return tuple(graph.nodes[position].id for position in self.every)


def _nearest(
    steps: Steps, starts: Sequence[int], via: Sequence[int], goals: Sequence[int]
) -> tuple[int, int] | None:
    """Return the two of these meanings that are nearest to each other, or to what is passed; None if none join."""
    if len(starts) == len(goals) == 1:
        return (starts[0], goals[0]) if _ways_over(steps, [starts[0], *via, goals[0]], 1) else None
    first = _joined(steps, starts, via or goals)
    last = _joined(steps, via, goals) if via else first
    return (first[0], last[1]) if first is not None and last is not None else None


def _joined(steps: Steps, starts: Sequence[int], goals: Sequence[int]) -> tuple[int, int] | None:
    """Return a start and a goal between which there are fewest steps, the first of such pairs."""
    ends = {part: goal for goal in reversed(goals) for part in (goal, *steps.family(goal))}
    nearest: tuple[int, int] | None = None
    most = len(steps.graph)
    for start in starts:
        goal, distance = _goal_from(steps, start, ends, most)
        if goal >= 0:
            nearest, most = (start, goal), distance - 1
    return nearest


def _goal_from(steps: Steps, start: int, ends: Mapping[int, int], most: int) -> tuple[int, int]:
    """Return the first goal at most so many steps away, and how many; -1 where there is none."""
    level, seen = [start], {start}
    for distance in range(1, most + 1):
        further: list[int] = []
        for position in level:
            for other in _led_to(steps, start, position):
                if other in seen:
                    continue
                if other in ends and ends[other] != ends.get(start):
                    return ends[other], distance
                seen.add(other)
                further.append(other)
        if not further:
            break
        level = further
    return -1, most


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
