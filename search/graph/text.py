"""Dependency trees as indented text, the way ``dowse tree`` prints them."""

from collections.abc import Iterator

from search.graph.edge_table import TYPES
from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeNode

INDENT = "  "

HALVES = {Direction.DEPENDS_ON: "depends on", Direction.USED_BY: "used by"}

WORDS = {edge_type: edge_type.value.replace("_", " ") for edge_type in TYPES}
"""How an edge is read from the parent to the child of a ``depends-on`` half."""

REVERSED = {
    EdgeType.MAPS_TO: "mapped by",
    EdgeType.INHERITS: "inherited by",
    EdgeType.IMPLEMENTS: "implemented by",
    EdgeType.FOREIGN_KEY: "foreign key of",
    EdgeType.READS_TABLE: "read by",
    EdgeType.WRITES_TABLE: "written by",
    EdgeType.READS_VIEW: "read by",
    EdgeType.TRIGGER_ON: "has trigger",
    EdgeType.CALLS: "called by",
    EdgeType.INSTANTIATES: "created by",
    EdgeType.REFERENCES: "referenced by",
    EdgeType.IMPORTS: "imported by",
    EdgeType.ANNOTATED_BY: "annotates",
    EdgeType.LINKS_TO: "linked from",
    EdgeType.MENTIONS: "mentioned in",
    EdgeType.DEFINES: "defines",
}
"""How an edge is read from the parent to the child of a ``used-by`` half."""

MARKS = {NodeState.CYCLE: "(cycle)", NodeState.SHOWN_ABOVE: "(shown above)", NodeState.EXTERNAL: "(external)"}


class Wording:
    """Says how the nodes of one tree hang under their parents.

    The words follow the half, except where the only edge between the two runs the other way: a call through an
    interface goes on to what implements it.
    """

    def __init__(self, tree: DependencyTree) -> None:
        self._edges = {(edge.from_id, edge.to_id, edge.edge_type) for edge in tree.edges}

    def of(self, node: TreeNode) -> str:
        """Return such as ``reads table, writes table``; empty for the root."""
        return ", ".join(dict.fromkeys(self._word(node, edge_type) for edge_type in node.edge_types))

    def _word(self, node: TreeNode, edge_type: EdgeType) -> str:
        down = (node.parent_id, node.id, edge_type) in self._edges
        up = (node.id, node.parent_id, edge_type) in self._edges
        against = (up or not down) if node.direction is Direction.USED_BY else (up and not down)
        return REVERSED[edge_type] if against and edge_type is not EdgeType.DEFINES else WORDS[edge_type]


def tree_text(tree: DependencyTree) -> str:
    """Return a tree as text, one line a node, two blanks a level, ending with a line end.

    A tree in both directions has a line ``depends on`` and a line ``used by`` before its halves.
    """
    return "\n".join(_lines(tree)) + "\n"


def _lines(tree: DependencyTree) -> Iterator[str]:
    root = tree.nodes[0]
    wording = Wording(tree)
    yield _headline(root)
    for direction, name in HALVES.items():
        half = [node for node in tree.nodes[1:] if node.direction is direction]
        cut = _root_cut(tree, direction)
        if tree.direction is Direction.BOTH:
            yield name if half or cut else f"{name}: nothing"
        yield from _half(half, wording)
        yield from (f"{INDENT}… {words}" for words in cut)


def _root_cut(tree: DependencyTree, direction: Direction) -> list[str]:
    """Return what the root hides in a half; a tree of two halves says it of each in the root's note."""
    root = tree.nodes[0]
    if tree.direction is Direction.BOTH:
        notes = [note.partition(": ") for note in root.note.split("; ")]
        return [words for half, _, words in notes if half == direction.value]
    return [_more(root)] if root.hidden and tree.direction is direction else []


def _half(nodes: list[TreeNode], wording: Wording) -> Iterator[str]:
    """Print a half; what a node hides stands after the last line below it."""
    owed: list[TreeNode] = []
    for node in nodes:
        while owed and owed[-1].depth >= node.depth:
            yield _hidden_line(owed.pop())
        yield INDENT * node.depth + _entry(node, wording.of(node))
        if node.hidden:
            owed.append(node)
    while owed:
        yield _hidden_line(owed.pop())


def _hidden_line(node: TreeNode) -> str:
    return f"{INDENT * (node.depth + 1)}… {_more(node)}"


def _more(node: TreeNode) -> str:
    return f"+{node.hidden} more {node.note}".rstrip()


def _headline(root: TreeNode) -> str:
    return f"{root.id}  {root.kind}{_place(root)}"


def _entry(node: TreeNode, words: str) -> str:
    parts = [words, node.name, f"[{node.kind}]{_place(node)}", _mark(node)]
    return " ".join(part for part in parts if part)


def _place(node: TreeNode) -> str:
    if not node.path:
        return ""
    return f"  {node.path}:{node.start_line}" if node.start_line else f"  {node.path}"


def _mark(node: TreeNode) -> str:
    if node.state is NodeState.CYCLE:
        return f"(cycle: {node.note})"
    if node.state is NodeState.SHOWN_ABOVE:
        return f"({node.note})" if node.note == "shown below" else MARKS[node.state]
    if node.state is NodeState.TRUNCATED or not node.note:
        return MARKS.get(node.state, "")
    return f"({node.note})"
