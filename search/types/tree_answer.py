"""A dependency tree as JSON: the answer of ``dowse tree --json``, of agents and of the window's export."""

from typing import Self

import msgspec

from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeDebug, TreeEdge
from search.types.ids import NodeId


class TreeNodeAnswer(msgspec.Struct, frozen=True):
    """One line of a tree, in display order; see `search.types.graph.TreeNode`.

    ``note`` says in English why a node is truncated, which way a cycle takes, or how many tests use it.
    """

    id: NodeId
    name: str
    kind: str
    path: str
    start_line: int
    depth: int
    parent_id: NodeId | None
    edge_types: tuple[EdgeType, ...]
    state: NodeState
    hidden: int
    note: str
    direction: Direction
    incoming: tuple[EdgeType, ...]


class TreeAnswer(msgspec.Struct, frozen=True):
    """A tree in display order, with the edges between its nodes; ``namesakes`` are others with the root's name.

    ``note`` says where what the root depends on is not read at all.
    """

    root: NodeId
    direction: Direction
    nodes: tuple[TreeNodeAnswer, ...]
    edges: tuple[TreeEdge, ...]
    debug: TreeDebug
    namesakes: tuple[NodeId, ...] = ()
    note: str = ""

    @classmethod
    def of(cls, tree: DependencyTree) -> Self:
        """Return the answer for a tree."""
        return msgspec.convert(tree, cls, from_attributes=True)
