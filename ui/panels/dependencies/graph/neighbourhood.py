"""Turns the items of a tree into things and edges, each thing once. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from search.types.graph import DependencyTree, Direction, EdgeType, TreeNode
from ui.panels.dependencies.items import Item


@dataclass(frozen=True, slots=True)
class Thing:
    """One node of the tree, wherever it is repeated there.

    Attributes:
        rank: its column: 0 for the root, negative for what uses it, positive for what it depends on; the distance
            from the root is that of its nearest place in the tree.
        above: identifier of the thing that it was reached from; empty for the root.
        item: its row in the tree; None for the root.
        cuts: branches below it that are not loaded.
    """

    node: TreeNode
    rank: int
    above: str = ""
    item: Item | None = None
    cuts: tuple[Item, ...] = ()

    @property
    def id(self) -> str:
        """Return the identifier of the node."""
        return self.node.id

    @property
    def hidden(self) -> int:
        """Return how many things below it are not loaded."""
        return sum(cut.hidden for cut in self.cuts)


@dataclass(frozen=True, slots=True)
class Link:
    """The edges from one thing to another, in the direction of the dependency."""

    source: str
    target: str
    types: tuple[EdgeType, ...]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Everything that can be drawn of a tree; the root comes first, then its things by rank."""

    things: tuple[Thing, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(slots=True)
class _Draft:
    """The state of a node during the walk over the items."""

    node: TreeNode
    rank: int
    above: str = ""
    item: Item | None = None
    cuts: list[Item] = field(default_factory=list)


def neighbourhood(tree: DependencyTree, groups: Sequence[Item]) -> Neighbourhood:
    """Return the things and edges of the visible groups of a tree."""
    root = next((node for node in tree.nodes if node.depth == 0), None)
    if root is None:
        return Neighbourhood()
    drafts: dict[str, _Draft] = {root.id: _Draft(root, 0)}
    links: dict[tuple[str, str], dict[EdgeType, None]] = {}
    for item in _by_level(groups):
        above = _above(item, root)
        if item.is_cut:
            drafts[above.id].cuts.append(item)
            continue
        node = item.node
        if node is None:
            continue
        side = 1 if item.half is Direction.DEPENDS_ON else -1
        drafts.setdefault(node.id, _Draft(node, side * (item.level - 1), above.id, item))
        for kind in node.edge_types:
            ends = (node.id, above.id) if kind in node.incoming else (above.id, node.id)
            links.setdefault(ends, {})[kind] = None
    things = sorted(
        (Thing(each.node, each.rank, each.above, each.item, tuple(each.cuts)) for each in drafts.values()),
        key=lambda thing: abs(thing.rank),
    )
    return Neighbourhood(
        tuple(things),
        tuple(Link(source, target, tuple(kinds)) for (source, target), kinds in links.items() if source != target),
    )


def _by_level(groups: Sequence[Item]) -> Iterator[Item]:
    """Yield all items but the groups, those nearest to the root first, so that a thing gets its nearest place."""
    level: list[Item] = [child for group in groups for child in group.children]
    while level:
        yield from level
        level = [child for item in level for child in item.children]


def _above(item: Item, root: TreeNode) -> TreeNode:
    """Return the node that an item hangs under."""
    parent = item.parent
    return root if parent is None or parent.node is None else parent.node
