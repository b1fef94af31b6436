"""Dependency trees: what a node depends on and what depends on it, in display order."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from search.errors import BadInputError
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.edge_table import types_of
from search.graph.names import Visible, everything
from search.graph.steps import Steps
from search.graph.visibility import GraphVisibility, visibility_of
from search.graph.walk import Limits, Line, Walk
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
"""Why a tree is cut; the first that applies is told as the tree's reason."""

Half = tuple[Direction, Walk, Line]


def dependency_tree(graph: DependencyGraph, request: TreeRequest, visible: Visible = everything) -> DependencyTree:
    """Return the tree of a node: the root, then its halves (``depends-on`` first), each depth first.

    Every node is expanded in one place of a half, the nearest to the root; elsewhere it refers to that place.
    Types of edges that are not allowed and nodes out of sight are left out before anything is expanded or counted.
    Nodes that stand only in dated scripts are left out unless the root is such a node. A root that contains others
    (a file, a class) also shows those parts of it that lead somewhere, under ``defines``.

    Args:
        graph: the snapshot to walk.
        request: the root, direction and limits.
        visible: what the request's rights let it see. A package is seen where a visible file refers to it.

    Raises:
        BadInputError: depth or number of nodes is out of range.
        NotFoundError: no such node in sight.
        AmbiguousNameError: the name stands for several nodes in sight.
    """
    _check(request)
    sees = visibility_of(graph, visible, historic=True).sees_node
    root = graph.names.resolve(request.target, sees, path=request.path)
    visibility = visibility_of(graph, visible, historic=root.historic)
    halves = _halves(graph, request, visibility, graph.position(root.id))
    lines = [(walk, line) for _, walk, top in halves for line in top.in_display_order() if line.depth]
    line_edges = [() if line.step is None else walk.steps.edges(line.step) for walk, line in lines]
    nodes = (
        _root_node(graph, request, halves),
        *(_tree_node(walk, line, edges) for (walk, line), edges in zip(lines, line_edges, strict=True)),
    )
    edges = _sorted(edge for edges_of_line in line_edges for edge in edges_of_line)
    return DependencyTree(root.id, request.direction, nodes, edges, _debug(halves, nodes, edges))


def _check(request: TreeRequest) -> None:
    if request.depth < 0:
        raise BadInputError("graph.bad_depth", value=request.depth)
    if request.max_nodes < 1:
        raise BadInputError("graph.bad_node_limit", value=request.max_nodes)


def _halves(graph: DependencyGraph, request: TreeRequest, visibility: GraphVisibility, root: int) -> list[Half]:
    """Walk each half; two halves share the lines equally, and what one does not need goes to the other."""
    policy = EdgePolicy(request.edges or None)
    both = request.direction is Direction.BOTH
    directions = [Direction.DEPENDS_ON, Direction.USED_BY] if both else [request.direction]
    steps = {direction: Steps(graph, visibility, policy, direction) for direction in directions}
    budget = request.max_nodes - 1

    def walk(direction: Direction, lines: int) -> Walk:
        return Walk(steps[direction], root, Limits(request.depth, lines), node_limit=request.max_nodes)

    walks = _shared([partial(walk, direction) for direction in directions], budget)
    return [(direction, half, half.root) for direction, half in zip(directions, walks, strict=True)]


def _shared(walks: Sequence[Callable[[int], Walk]], budget: int) -> list[Walk]:
    """Return the walks that make up a tree, done, each made with as many lines as it gets."""
    first, *rest = (walk(budget) for walk in walks)
    if not rest:
        return [first.run()]
    second, share = rest[0], budget // 2
    needs = [half.run(enough=share).used for half in (first, second)]
    if min(needs) > share:  # as is told before either is done
        return [walks[0](budget - share).run(), walks[1](share).run()]
    if first.run().used + second.run().used <= budget:
        return [first, second]
    if needs[1] <= share:
        return [walks[0](budget - needs[1]).run(), second]
    return [first, walks[1](budget - needs[0]).run()]


def _root_node(graph: DependencyGraph, request: TreeRequest, halves: list[Half]) -> TreeNode:
    tops = [top for _, _, top in halves]
    hidden = sum(top.hidden for top in tops)
    states = [top.state for top in tops]
    state = next(
        (state for state in (NodeState.TRUNCATED, NodeState.EXPANDED, NodeState.AMBIGUOUS) if state in states),
        NodeState.LEAF,
    )
    node = graph.nodes[tops[0].position]
    return TreeNode(
        id=node.id,
        name=halves[0][1].steps.visibility.label(tops[0].position),
        kind=node.kind,
        path=node.path,
        start_line=node.start_line,
        depth=0,
        parent_id=None,
        edge_types=(),
        state=state,
        direction=request.direction,
        hidden=hidden,
        note="; ".join(_root_notes(halves)),
    )


def _root_notes(halves: list[Half]) -> Iterable[str]:
    for direction, _, top in halves:
        if top.hidden and len(halves) > 1:
            yield f"{direction.value}: +{top.hidden} more {top.note}"
        elif top.note:
            yield top.note


def _tree_node(walk: Walk, line: Line, edges: tuple[TreeEdge, ...]) -> TreeNode:
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
        direction=walk.steps.direction,
        hidden=line.hidden,
        note=line.note,
        incoming=tuple(edge.edge_type for edge in edges if edge.from_id == node.id),
    )


def _sorted(edges: Iterable[TreeEdge]) -> tuple[TreeEdge, ...]:
    """Return each edge once, in a fixed order."""
    return tuple(sorted(set(edges), key=lambda edge: (edge.from_id, edge.to_id, edge.edge_type, edge.tier)))


def _debug(halves: list[Half], nodes: tuple[TreeNode, ...], edges: tuple[TreeEdge, ...]) -> TreeDebug:
    cut_by = {reason for _, walk, _ in halves for reason in walk.cut_by}
    return TreeDebug(
        seed_count=1,
        expanded_count=len({node.id for node in nodes}) - 1,
        edges_count=len(edges),
        truncated=bool(cut_by),
        reason=next((reason for reason in REASONS if reason in cut_by), "ok"),
    )
