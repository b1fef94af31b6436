"""Dependency trees as indented text, the way ``dowse tree`` prints them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from search.graph.names import readable_id
from search.graph.notes import SHOWN_BELOW, notes_of_group
from search.types.graph import MANY_PLACES, DependencyTree, Direction, EdgeType, NodeState, TreeNode
from search.types.ids import NodeId

INDENT = "  "


class Role(StrEnum):
    """The role of a part of a line, which decides its style."""

    HEADING = "heading"
    EDGE = "edge"
    NAME = "name"
    CUT = "cut"


Paint = Callable[[str, Role], str]
"""Gives a part of a line its look; the text itself stays."""


def plain(text: str, _: Role) -> str:
    """Leave a part as it is."""
    return text


HALVES = {Direction.DEPENDS_ON: "depends on", Direction.USED_BY: "used by", Direction.TESTED_BY: "tests"}
"""Headings of the groups of a tree."""

WORDS = {edge_type: edge_type.value.replace("_", " ") for edge_type in EdgeType}
"""How an edge is read from the one that depends to the one it depends on."""

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
"""How an edge is read from the one it leads to back to the one that depends."""

_WITHOUT_A_PLACE = (NodeState.SHOWN_ABOVE, NodeState.EXTERNAL)
"""States of lines that have nothing below them and can be folded."""

_NEVER_FOLDED = frozenset({"table", "view", "procedure"})
"""Kinds that a reader looks for wherever they are used."""

MARKS = {NodeState.CYCLE: "(cycle)", NodeState.SHOWN_ABOVE: "(shown above)", NodeState.EXTERNAL: "(external)"}


def wording(node: TreeNode) -> str:
    """Return how a node hangs under its parent, such as ``read by, written by``; empty for the root."""
    words = (REVERSED[kind] if kind in node.incoming else WORDS[kind] for kind in node.edge_types)
    return ", ".join(dict.fromkeys(words))


def tree_text(tree: DependencyTree, paint: Paint = plain, *, says_nothing: bool = True) -> str:
    """Return a tree as text, one line a node, two blanks a level, ending with a line end.

    A tree with several groups has a line before each: ``depends on``, ``used by``, ``tests``; so has one without
    nodes, to say so if ``says_nothing``. What appears in many places of a group is named where it is shown first,
    and then in one line with others at the end of a branch; so are users of a part that the root lists itself.
    """
    return "\n".join(_lines(tree, paint, says_nothing=says_nothing)) + "\n"


def _lines(tree: DependencyTree, paint: Paint, *, says_nothing: bool) -> Iterator[str]:
    for row in rows_of(tree, says_nothing=says_nothing):
        if row.node is not None:
            yield INDENT * row.depth + _entry(row.node, paint)
        else:
            yield INDENT * row.depth + paint(row.words, Role.CUT if row.is_cut else Role.HEADING)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a tree as people read it.

    Attributes:
        node: the node of the line; None for a heading and for a line in place of nodes that are not shown.
        words: the text of a line without a node.
    """

    depth: int
    node: TreeNode | None = None
    words: str = ""
    is_cut: bool = False


def rows_of(tree: DependencyTree, *, says_nothing: bool = True) -> Iterator[Row]:
    """Yield the lines of a tree; hidden and folded nodes follow the last line below their parent."""
    groups = {direction: [node for node in tree.nodes[1:] if node.direction is direction] for direction in HALVES}
    has_tests = bool(groups[Direction.TESTED_BY]) and tree.direction is Direction.USED_BY
    is_single = tree.direction is not Direction.BOTH
    has_nodes = len(tree.nodes) > 1 or tree.nodes[0].hidden > 0
    if is_single and not has_tests and (has_nodes or not says_nothing):
        yield from _nested(tree.nodes)
        return
    yield Row(0, tree.nodes[0])
    wanted = (tree.direction,) if is_single else (Direction.DEPENDS_ON, Direction.USED_BY)
    for direction, group in groups.items():
        cut = _root_cut(tree.nodes[0], direction)
        if not group and not cut and direction not in wanted:
            continue
        yield Row(0, words=HALVES[direction] if group or cut else f"{HALVES[direction]}: nothing")
        yield from _nested(group)
        yield from (Row(1, words=f"… {words}", is_cut=True) for words in cut)


def _root_cut(root: TreeNode, direction: Direction) -> list[str]:
    """Return the note about nodes that the root hides in a group; with several groups, its own note has it."""
    return list(map(str, notes_of_group(root, direction)))


def _nested(nodes: Sequence[TreeNode]) -> Iterator[Row]:
    occurrences = Counter(node.id for node in nodes)
    first = {node.id for node in nodes if node.depth == 1}
    shown: set[NodeId] = set()
    owed: list[tuple[TreeNode, list[TreeNode]]] = []
    for node in nodes:
        while owed and owed[-1][0].depth >= node.depth:
            yield from _after(*owed.pop())
        is_repeated = node.id in shown and node.state in _WITHOUT_A_PLACE and node.kind not in _NEVER_FOLDED
        is_listed = node.id in first and node.state in (*_WITHOUT_A_PLACE, NodeState.LEAF)
        if owed and (
            (is_repeated and occurrences[node.id] >= MANY_PLACES) or (is_listed and _is_used_part(owed[-1][0]))
        ):
            owed[-1][1].append(node)
            continue
        shown.add(node.id)
        yield Row(node.depth, node)
        owed.append((node, []))
    while owed:
        yield from _after(*owed.pop())


def _is_used_part(node: TreeNode) -> bool:
    """Return whether a node is a part of the root, in a group of users."""
    return node.direction is not Direction.DEPENDS_ON and node.edge_types == (EdgeType.DEFINES,)


def _after(node: TreeNode, folded: Sequence[TreeNode]) -> Iterator[Row]:
    """Yield the last lines of a node: folded nodes, and the number of hidden ones."""
    names: dict[str, list[str]] = {}
    for each in folded:
        names.setdefault(wording(each), []).append(each.name)
    for words, of_them in names.items():
        yield Row(node.depth + 1, words=f"{words} {', '.join(of_them)} (shown above)", is_cut=True)
    if node.hidden:
        yield _hidden(node)


def _hidden(node: TreeNode) -> Row:
    return Row(node.depth + 1, words=f"… {hidden_words(node)}", is_cut=True)


def hidden_words(node: TreeNode) -> str:
    """Return such as ``+3 more below depth 2`` of a node that hides some."""
    return f"+{node.hidden} more {node.note}".rstrip()


def _entry(node: TreeNode, paint: Paint) -> str:
    if node.depth == 0:
        return f"{paint(readable_id(node.id), Role.NAME)}  {node.kind}{location(node)}"
    words = wording(node)
    shown = paint(words, Role.EDGE) if words else ""
    parts = [shown, paint(node.name, Role.NAME), f"[{node.kind}]{location(node)}", mark(node)]
    return " ".join(part for part in parts if part)


def location(node: TreeNode) -> str:
    """Return where a node is defined, after two blanks; empty for what has no file."""
    if not node.path:
        return ""
    return f"  {node.path}:{node.start_line}" if node.start_line else f"  {node.path}"


def mark(node: TreeNode) -> str:
    """Return the marks of a node in brackets; empty for most."""
    if node.state is NodeState.CYCLE:
        return f"(cycle: {node.note})"
    if node.state is NodeState.SHOWN_ABOVE:
        return f"({node.note})" if node.notes == (SHOWN_BELOW,) else MARKS[node.state]
    if node.state is NodeState.TRUNCATED or not node.note:
        return MARKS.get(node.state, "")
    return f"({node.note})"
