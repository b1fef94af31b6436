"""The impact of a change: everything that depends on some nodes, directly or through others."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from search.errors import BadInputError
from search.graph.code_of_tests import CodeOfTests, IsTest, no_tests
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.names import Visible, everything
from search.graph.steps import Step, Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction, EdgeType, TreeEdge
from search.types.graph_queries import MOST_SHOWN, Dependent, Impact
from search.types.ids import NodeId


def impact_of(
    graph: DependencyGraph,
    changed: Iterable[str],
    *,
    edges: Sequence[EdgeType] = (),
    visible: Visible = everything,
    loosely: Iterable[str] = (),
    max_nodes: int = MOST_SHOWN,
    tests: bool = True,
    is_test: IsTest = no_tests,
) -> Impact:
    """Return what depends on these nodes or files or on anything they define.

    What only names a type depends on it; on the way from there, calls, data and structure are followed.

    Args:
        graph: the snapshot to walk.
        changed: identifiers; those of no visible node are left out.
        edges: what to follow against its direction; the default set when empty.
        visible: the nodes that the request's rights allow.
        loosely: identifiers of files of which only lines outside every definition changed: what they define is
            not changed, and only what uses the file itself is reached.
        max_nodes: how many are listed.
        tests: whether tests are listed; else they are counted, unless all that is to be changed is in tests.
        is_test: says which nodes belong to tests.

    Raises:
        BadInputError: the number of nodes is out of range.
    """
    if max_nodes < 1:
        raise BadInputError("graph.bad_node_limit", value=max_nodes)
    visibility = GraphVisibility(graph, visible)
    whole, outer = _visible(graph, visibility, changed), _visible(graph, visibility, loosely)
    walk = partial(Steps, graph, visibility, EdgePolicy(edges or None), Direction.USED_BY, roots=whole)
    steps = walk()
    owner = _owners(steps, whole)
    outer = [root for root in outer if root not in owner]
    origin = {**owner, **{root: root for root in outer}}
    dependents = _reached(steps, origin, ending=set(outer))
    test_count = 0
    of_tests = partial(graph.derived(CodeOfTests).has, is_test=is_test)
    if not tests and not all(map(of_tests, [*whole, *outer])):
        test_count = sum(is_test(each.node) for each in dependents)
        steps = walk(admits=lambda position: not of_tests(position))
        dependents = _reached(steps, origin, ending=set(outer))
    shown = dependents[:max_nodes]
    homes = {graph.nodes[position].path for position in origin}
    return Impact(
        changed=tuple(graph.nodes[root] for root in sorted([*whole, *outer])),
        parts=tuple(_parts(steps, {part: root for part, root in owner.items() if part not in whole}, shown)),
        affected=tuple(shown),
        files=tuple(sorted({each.node.path for each in dependents} - homes - {""})),
        hidden=len(dependents) - len(shown),
        tests_left_out=test_count,
    )


def _parts(steps: Steps, owner: dict[int, int], shown: Iterable[Dependent]) -> Iterator[Dependent]:
    """Yield those parts of the roots, given with their root, that something was reached through."""
    through = {each.through for each in shown}
    for position, root in sorted(owner.items()):
        if steps.graph.nodes[position].id in through:
            yield _part(steps, position, root)


def _owners(steps: Steps, roots: Sequence[int]) -> dict[int, int]:
    """Return the root of each node that the roots define, the first where several do; a root is its own."""
    owner: dict[int, int] = {}
    for root in roots:
        for part in (root, *steps.family(root)):
            owner.setdefault(part, root)
    return owner | {root: root for root in roots}


def _visible(graph: DependencyGraph, visibility: GraphVisibility, ids: Iterable[str]) -> list[int]:
    positions = (graph.position(node_id) for node_id in sorted(set(ids)) if node_id in graph)
    return [position for position in positions if visibility.sees(position)]


def _reached(steps: Steps, origin: dict[int, int], ending: set[int]) -> list[Dependent]:
    """Walk level by level; the walk stops at nodes that only ``ending`` reaches."""
    seen = set(origin)
    dependents: list[Dependent] = []
    level = sorted(origin)
    distance = 0
    while level:
        distance += 1
        fresh: dict[int, Dependent] = {}
        going_on: set[int] = set()
        for position in level:
            for step in steps.of(position, at_root=distance == 1):
                if step.other not in seen:
                    fresh.setdefault(step.other, dependent(steps, step, distance, position))
                    if position not in ending:
                        going_on.add(step.other)
        seen.update(fresh)
        dependents += [fresh[position] for position in sorted(fresh)]
        level = sorted(going_on)
    return dependents


def dependent(steps: Steps, step: Step, distance: int, through: int) -> Dependent:
    """Return the nodes that a step from ``through`` reaches."""
    nodes, edges = steps.graph.nodes, steps.edges(step)
    return Dependent(nodes[step.other], steps.visibility.label(step.other), distance, nodes[through].id, edges)


def _part(steps: Steps, position: int, root: int) -> Dependent:
    node, owner = steps.graph.nodes[position], steps.graph.nodes[root]
    contains = TreeEdge(owner.id, NodeId(node.id), EdgeType.DEFINES, node.path, node.start_line, tier="contains")
    return Dependent(node, steps.visibility.label(position), 0, owner.id, (contains,))
