"""Turns a tree in display order into nested items, with a row for each cut branch. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from search.graph.notes import has_groups, hidden_in_group, reason_of_cut
from search.messages import NOTHING, Message
from search.types.graph import DependencyTree, Direction, NodeState, TreeNode
from search.types.ids import NodeId


@dataclass(eq=False, slots=True)
class Item:
    """A row of the tree: a group, a node, or a cut branch, which stands for nodes that are not shown.

    Attributes:
        node: the node; for a cut branch its parent.
        half: the group that the row belongs to.
        hidden: for a cut branch, the number of nodes that it stands for.
        note: for a cut branch, where the limit was: ``below depth 3``.
    """

    node: TreeNode | None
    half: Direction
    parent: "Item | None" = None
    hidden: int = 0
    note: Message = NOTHING
    children: list["Item"] = field(default_factory=list)

    @property
    def is_group(self) -> bool:
        """Whether it is "Depends on", "Used by" or "Tests"."""
        return self.node is None

    @property
    def is_cut(self) -> bool:
        """Whether it is a cut branch."""
        return self.hidden > 0

    @property
    def level(self) -> int:
        """Return 1 for a group, 2 for its children, and so on."""
        return 1 if self.parent is None else self.parent.level + 1

    @property
    def row(self) -> int:
        """Return its index among its siblings; 0 without a parent."""
        return (
            0
            if self.parent is None
            else next(index for index, child in enumerate(self.parent.children) if child is self)
        )

    def add(self, child: "Item") -> "Item":
        """Add a child to this item and return it."""
        child.parent = self
        self.children.append(child)
        return child

    def walk(self) -> Iterator["Item"]:
        """Yield this item and all its descendants, in display order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestors(self) -> Iterator[TreeNode]:
        """Yield the nodes of the ancestors, nearest first."""
        above = self.parent
        while above is not None:
            if above.node is not None:
                yield above.node
            above = above.parent


HALVES = (Direction.DEPENDS_ON, Direction.USED_BY, Direction.TESTED_BY)


def groups_of(tree: DependencyTree, *, external: bool) -> list[Item]:
    """Return the groups with their nodes; ``external`` keeps nodes outside every root."""
    groups = []
    for half in HALVES:
        nodes = [node for node in tree.nodes if node.depth > 0 and node.direction is half]
        is_empty_group = tree.direction is Direction.BOTH and half is not Direction.TESTED_BY
        if nodes or is_empty_group or tree.direction is half:
            group = Item(None, half)
            hang(group, nodes, external=external)
            groups.append(group)
    for root in (node for node in tree.nodes if node.depth == 0 and node.hidden):
        for group in groups:
            _finish_root(group, root, alone=not has_groups(root))
    return groups


def hang(top: Item, nodes: Sequence[TreeNode], *, external: bool) -> None:
    """Add nodes in display order below ``top``; those of the least depth become its children."""
    path: list[tuple[int, Item]] = []
    for node in nodes:
        if node.state is NodeState.EXTERNAL and not external:
            continue
        while path and path[-1][0] >= node.depth:
            _finish(path.pop()[1])
        above = path[-1][1] if path else top
        path.append((node.depth, above.add(Item(node, top.half))))
    while path:
        _finish(path.pop()[1])


def grafted(node: TreeNode, tree: DependencyTree, above: Sequence[TreeNode]) -> list[TreeNode]:
    """Return the nodes that the tree of ``node`` adds; cycles through ``above`` (nearest first) are cut."""
    path_to: dict[NodeId, str] = {upper.id: upper.name for upper in (node, *above)}
    added: list[TreeNode] = []
    cut_below: int | None = None
    for new_node in tree.nodes:
        if new_node.depth == 0 or new_node.direction is not node.direction:
            continue
        if cut_below is not None and new_node.depth > cut_below:
            continue
        cut_below = None
        deeper = replace(new_node, depth=node.depth + new_node.depth)
        if new_node.id in path_to:
            cut_below = new_node.depth
            deeper = replace(deeper, state=NodeState.CYCLE, hidden=0, notes=(_cycle(new_node, node, above),))
        added.append(deeper)
    return added


def _finish(item: Item) -> None:
    if item.node is not None and item.node.hidden:
        item.add(Item(item.node, item.half, hidden=item.node.hidden, note=reason_of_cut(item.node.notes)))


def _finish_root(group: Item, root: TreeNode, *, alone: bool) -> None:
    """Add the branches that are cut directly below the root; a note tells several groups apart."""
    if alone:
        group.add(Item(root, group.half, hidden=root.hidden, note=reason_of_cut(root.notes)))
        return
    for hidden, reason in hidden_in_group(root, group.half):
        group.add(Item(root, group.half, hidden=hidden, note=reason))


def _cycle(repeated: TreeNode, node: TreeNode, above: Sequence[TreeNode]) -> Message:
    names = [repeated.name]
    for upper in (node, *above):
        names.append(upper.name)
        if upper.id == repeated.id:
            break
    return Message("tree.cycle", names=" \N{RIGHTWARDS ARROW} ".join(reversed(names)))
