"""Dependency trees: dependencies and users of a node, in display order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from search.errors import BadInputError
from search.graph.code_of_tests import CodeOfTests, IsTest, no_tests
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.edge_table import types_of
from search.graph.names import MEMBERS, Visible, everything
from search.graph.notes import in_group, more
from search.graph.steps import Steps
from search.graph.visibility import GraphVisibility, visibility_of
from search.graph.walk import Limits, Line, Walk
from search.messages import Message
from search.types.graph import (
    DependencyTree,
    Direction,
    NodeState,
    TreeDebug,
    TreeEdge,
    TreeNode,
    TreeRequest,
)

REASONS = ("limit_reached", "fan_out_reached", "depth_reached")
"""Why a tree is cut; the first reason that applies is the tree's."""

TESTS_SHARE = 4
"""The group of tests may take a quarter of the lines; the code comes first."""


UNLIKELY = MEMBERS | {"section"}
"""Kinds that a name does not stand for when it is written as that of something else."""


class Half(NamedTuple):
    """A group of a tree, with the walk that found it."""

    direction: Direction
    walk: Walk

    @property
    def top(self) -> Line:
        """The line of the root, with the lines below it in this group."""
        return self.walk.root


def dependency_tree(
    graph: DependencyGraph, request: TreeRequest, visible: Visible = everything, is_test: IsTest = no_tests
) -> DependencyTree:
    """Return the tree of a node: the root, then its groups, each depth first.

    The groups are ``depends-on``, ``used-by`` and ``tested-by``.

    Every node is expanded in one place of a half, the nearest to the root; elsewhere it refers to that place.
    Types of edges that are not allowed and nodes out of sight are left out before anything is expanded or counted.
    Nodes that occur only in dated scripts are left out unless the root is such a node. A root that contains others
    (a file, a class) also shows those parts of it that lead somewhere, under ``defines``. Who uses a part of a
    type uses the type and is listed among its users too, and a test there alone. What only names a type uses it,
    where the type is the root or a part of it.

    Tests are users in a group of their own; a line elsewhere says how many tests use it. A root that stands in a
    test has no such group, because tests are what it is about.

    Args:
        graph: the snapshot to walk.
        request: the root, direction and limits.
        visible: nodes that the rights of the request allow. A package is visible if a visible file refers to it.
        is_test: says which nodes belong to tests.

    Raises:
        BadInputError: depth or number of nodes is out of range.
        NotFoundError: no such node in sight.
        AmbiguousNameError: the name matches several visible nodes.
    """
    _check(request)
    sees = visibility_of(graph, visible, historic=True).sees_node
    root = graph.names.resolve(request.target, sees, path=request.path)
    visibility = visibility_of(graph, visible, historic=root.historic)
    position = graph.position(root.id)
    halves = _Halves(graph, request, visibility, is_test).of(position)
    lines = [(half, line) for half in halves for line in half.top.in_display_order() if line.depth]
    line_edges = [() if line.step is None else half.walk.steps.edges(line.step) for half, line in lines]
    nodes = (
        _root_node(graph, request, halves),
        *(_tree_node(half, line, edges) for (half, line), edges in zip(lines, line_edges, strict=True)),
    )
    edges = _sorted(edge for edges_of_line in line_edges for edge in edges_of_line)
    namesakes = graph.names.namesakes(request.target, [root], sees)
    others = tuple(node.id for node in namesakes if node.kind not in UNLIKELY)
    debug = _debug(halves, nodes, edges)
    return DependencyTree(root.id, request.direction, nodes, edges, debug, others, root.language)


def _check(request: TreeRequest) -> None:
    if request.depth < 0:
        raise BadInputError("graph.bad_depth", value=request.depth)
    if request.max_nodes < 1:
        raise BadInputError("graph.bad_node_limit", value=request.max_nodes)


class _Halves:
    """Walks the groups of a tree."""

    def __init__(
        self, graph: DependencyGraph, request: TreeRequest, visibility: GraphVisibility, is_test: IsTest
    ) -> None:
        self._graph = graph
        self._request = request
        self._visibility = visibility
        self._policy = EdgePolicy(request.edges or None)
        self._has = partial(graph.derived(CodeOfTests).has, is_test=is_test)

    def of(self, root: int) -> list[Half]:
        """Return the groups of a root, walked. Two halves share the lines that the tests leave."""
        direction, budget = self._request.direction, self._request.max_nodes - 1
        about_tests = self._has(root)
        tests: list[Half] = []
        if direction is Direction.TESTED_BY or (
            direction is not Direction.DEPENDS_ON and self._request.tests and not about_tests
        ):
            lines = budget if direction is Direction.TESTED_BY else budget // TESTS_SHARE
            walk = self._walk(Direction.USED_BY, self._has, root, lines, shows_parts=False).run()
            if direction is Direction.TESTED_BY or walk.root.state is not NodeState.LEAF:
                tests.append(Half(Direction.TESTED_BY, walk))
            budget -= walk.used
        both = (Direction.DEPENDS_ON, Direction.USED_BY)
        wanted = [each for each in both if direction in (each, Direction.BOTH)]
        admits = (lambda _: True) if about_tests else (lambda position: not self._has(position))
        walks = _shared([partial(self._walk, each, admits, root) for each in wanted], budget) if wanted else []
        return [*(Half(each, walk) for each, walk in zip(wanted, walks, strict=True)), *tests]

    def _walk(
        self,
        direction: Direction,
        admits: Callable[[int], bool],
        root: int,
        lines: int,
        *,
        shows_parts: bool = True,
    ) -> Walk:
        steps = Steps(self._graph, self._visibility, self._policy, direction, admits, roots=[root])
        limits = Limits(self._request.depth, lines)
        return Walk(steps, root, limits, node_limit=self._request.max_nodes, shows_parts=shows_parts)


def _shared(walks: Sequence[Callable[[int], Walk]], budget: int) -> list[Walk]:
    """Run the walks of a tree within the budget of lines that they share, and return them."""
    first, *rest = (walk(budget) for walk in walks)
    if not rest:
        return [first.run()]
    second, share = rest[0], budget // 2
    needs = [half.run(enough=share).used for half in (first, second)]
    if min(needs) > share:  # known before either walk is finished
        return [walks[0](budget - share).run(), walks[1](share).run()]
    if first.run().used + second.run().used <= budget:
        return [first, second]
    if needs[1] <= share:
        return [walks[0](budget - needs[1]).run(), second]
    return [first, walks[1](budget - needs[0]).run()]


def _root_node(graph: DependencyGraph, request: TreeRequest, halves: list[Half]) -> TreeNode:
    tops = [half.top for half in halves]
    hidden = sum(top.hidden for top in tops)
    states = [top.state for top in tops]
    state = next(
        (state for state in (NodeState.TRUNCATED, NodeState.EXPANDED, NodeState.AMBIGUOUS) if state in states),
        NodeState.LEAF,
    )
    node = graph.nodes[tops[0].position]
    return TreeNode(
        id=node.id,
        name=halves[0].walk.steps.visibility.label(tops[0].position),
        kind=node.kind,
        path=node.path,
        start_line=node.start_line,
        depth=0,
        parent_id=None,
        edge_types=(),
        state=state,
        direction=request.direction,
        hidden=hidden,
        notes=tuple(_root_notes(halves, request)),
    )


def _root_notes(halves: list[Half], request: TreeRequest) -> Iterator[Message]:
    for direction, walk in halves:
        top = walk.root
        if top.hidden and len(halves) > 1:
            reason, *others = top.notes
            yield in_group(direction, more(top.hidden, reason))
            yield from others
        else:
            yield from top.notes
        if direction is Direction.USED_BY and not request.tests:
            count = sum(walk.steps.left_out(each) for each in (top.position, *walk.steps.family(top.position)))
            if count:
                yield in_group(direction, Message("tree.tests_left_out", n=count))


def _tree_node(half: Half, line: Line, edges: tuple[TreeEdge, ...]) -> TreeNode:
    walk = half.walk
    graph = walk.steps.graph
    node = graph.nodes[line.position]
    return TreeNode(
        id=node.id,
        name=walk.steps.visibility.label(line.position),
        kind=node.kind,
        path=node.path,
        start_line=node.start_line,
        depth=line.depth,
        parent_id=None if line.above is None else graph.nodes[line.above.position].id,
        edge_types=types_of(0 if line.step is None else line.step.mask),
        state=line.state,
        direction=half.direction,
        hidden=line.hidden,
        notes=line.notes,
        incoming=tuple(edge.edge_type for edge in edges if edge.from_id == node.id),
    )


def _sorted(edges: Iterable[TreeEdge]) -> tuple[TreeEdge, ...]:
    """Return each edge once, in a fixed order."""
    return tuple(sorted(set(edges), key=lambda edge: (edge.from_id, edge.to_id, edge.edge_type, edge.tier)))


def _debug(halves: list[Half], nodes: tuple[TreeNode, ...], edges: tuple[TreeEdge, ...]) -> TreeDebug:
    cut_by = {reason for half in halves for reason in half.walk.cut_by}
    return TreeDebug(
        seed_count=1,
        expanded_count=len({node.id for node in nodes}) - 1,
        edges_count=len(edges),
        truncated=bool(cut_by),
        reason=next((reason for reason in REASONS if reason in cut_by), "ok"),
    )
