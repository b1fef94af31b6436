"""Paths and impacts as trees, so that they can be drawn and written like any other."""

from collections.abc import Iterator

from msgspec.structs import replace

from search.types.graph import (
    DependencyPath,
    DependencyTree,
    Direction,
    Node,
    NodeState,
    TreeDebug,
    TreeEdge,
    TreeNode,
)
from search.types.graph_queries import Dependent, Impact
from search.types.ids import NodeId


def path_tree(path: DependencyPath) -> DependencyTree:
    """Return a path as a tree of one branch, from the one that depends down to the one it depends on."""
    nodes = [_node(path.source, path.source.qualname, (), None, 0, Direction.DEPENDS_ON)]
    for depth, step in enumerate(path.steps, start=1):
        nodes.append(
            _node(step.target, step.target.qualname, step.edges, step.source.id, depth, Direction.DEPENDS_ON)
        )
    states = [NodeState.EXPANDED] * len(path.steps) + [NodeState.LEAF]
    lines = [_with_state(node, state) for node, state in zip(nodes, states, strict=True)]
    return _tree(lines, Direction.DEPENDS_ON, {edge for step in path.steps for edge in step.edges}, hidden=0)


def impact_tree(impact: Impact) -> DependencyTree:
    """Return an impact as a tree with a root for each thing that was changed; ``root`` is the first of them.

    The parts of a root through which something is reached stand below it under ``defines``.
    """
    below: dict[NodeId, list[Dependent]] = {}
    for each in (*impact.parts, *impact.affected):
        below.setdefault(each.through, []).append(each)
    lines: list[TreeNode] = []
    for changed in impact.changed:
        node = _node(changed, changed.name, (), None, 0, Direction.USED_BY)
        lines += _branch(node, below)
    edges = {edge for each in (*impact.parts, *impact.affected) for edge in each.edges}
    return _tree(lines, Direction.USED_BY, edges, hidden=impact.hidden)


def _branch(top: TreeNode, below: dict[NodeId, list[Dependent]]) -> Iterator[TreeNode]:
    """Yield a node and everything below it, depth first; each node is below one other only."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        children = below.get(node.id, [])
        yield _with_state(node, NodeState.EXPANDED if children else NodeState.LEAF)
        waiting.extend(
            _node(child.node, child.name, child.edges, node.id, node.depth + 1, Direction.USED_BY)
            for child in reversed(children)
        )


def _node(
    node: Node,
    name: str,
    edges: tuple[TreeEdge, ...],
    parent: NodeId | None,
    depth: int,
    direction: Direction,
) -> TreeNode:
    edge_types = tuple(dict.fromkeys(edge.edge_type for edge in edges))
    incoming = {edge.edge_type for edge in edges if edge.from_id == node.id}
    return TreeNode(
        id=node.id,
        name=name or node.name,
        kind=node.kind,
        path=node.path,
        start_line=node.start_line,
        depth=depth,
        parent_id=parent,
        edge_types=edge_types,
        state=NodeState.LEAF,
        direction=direction,
        incoming=tuple(edge_type for edge_type in edge_types if edge_type in incoming),
    )


def _with_state(node: TreeNode, state: NodeState) -> TreeNode:
    return replace(node, state=state)


def _tree(lines: list[TreeNode], direction: Direction, edges: set[TreeEdge], *, hidden: int) -> DependencyTree:
    ordered = tuple(sorted(edges, key=lambda edge: (edge.from_id, edge.to_id, edge.edge_type, edge.tier)))
    roots = [line for line in lines if line.depth == 0]
    debug = TreeDebug(
        seed_count=len(roots),
        expanded_count=len({line.id for line in lines}) - len(roots),
        edges_count=len(ordered),
        truncated=hidden > 0,
        reason="limit_reached" if hidden else "ok",
    )
    return DependencyTree(roots[0].id if roots else NodeId(""), direction, tuple(lines), ordered, debug)
