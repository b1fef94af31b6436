"""Compares a tree with a saved one: new, removed and moved lines. Pure; used when a walk is opened again."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from search.types.graph import Direction, NodeState, TreeNode
from search.types.ids import NodeId
from search.types.saved_trees import Change, TreeLine

GROUPS = (Direction.DEPENDS_ON, Direction.USED_BY, Direction.TESTED_BY)
"""Groups of a tree, in display order."""

Half = tuple[Direction, NodeId]
"""A node in one group of a tree; it is expanded in one place of it."""


def compared(saved: Sequence[TreeNode], now: Sequence[TreeNode]) -> tuple[TreeLine, ...]:
    """Return the lines of a tree as it is now, with what happened to each, and deleted ones at their parents.

    Both are in display order and begin with their root, which counts as the same node. Lines are matched by their
    parents. A definition that is only at another line of its file has not moved. Nodes that are not shown (below a
    cut) are neither new nor deleted, because nothing is known about them.
    """
    old, new = _Shape(saved), _Shape(now)
    matching = _Matching(old, new)
    matching.run(saved[0].id if saved else None, now[0].id if now else None)
    return tuple(_lines(now, matching))


@dataclass(slots=True)
class _Shape:
    """A tree by parents: the children of each node of each half, and the hidden ones."""

    nodes: Sequence[TreeNode]
    below: dict[Half, list[TreeNode]] = field(default_factory=dict)
    cut: set[Half] = field(default_factory=set)

    def __post_init__(self) -> None:
        for node in self.nodes:
            if node.parent_id is not None:
                self.below.setdefault((node.direction, node.parent_id), []).append(node)
            if node.hidden or node.state is NodeState.TRUNCATED:
                halves = _halves(node.direction) if node.depth == 0 else (node.direction,)
                self.cut.update((half, node.id) for half in halves)


def _halves(direction: Direction) -> tuple[Direction, ...]:
    return GROUPS if direction is Direction.BOTH else (direction,)


class _Matching:
    """Pairs the lines of two trees from the root down."""

    def __init__(self, old: _Shape, new: _Shape) -> None:
        self._old = old
        self._new = new
        self.was: dict[tuple[Half, NodeId], TreeNode] = {}
        self.fresh: list[TreeNode] = []
        self.removed: dict[Half, list[TreeNode]] = {}
        self.moved_from: dict[tuple[Half, NodeId], TreeNode] = {}
        self._visited: set[Half] = set()

    def run(self, old_root: NodeId | None, new_root: NodeId | None) -> None:
        if old_root is None or new_root is None:
            return
        waiting: list[tuple[Half, Half]] = [
            ((direction, old_root), (direction, new_root)) for direction in _halves(Direction.BOTH)
        ]
        while waiting:
            self._descend(waiting)
            waiting = self._moves()

    def _descend(self, waiting: list[tuple[Half, Half]]) -> None:
        for old, new in waiting:  # grows while it is walked: breadth first
            if new in self._visited:
                continue
            self._visited.add(new)
            for before, after in self._children(old, new):
                waiting.append(((before.direction, before.id), (after.direction, after.id)))

    def _children(self, old: Half, new: Half) -> list[tuple[TreeNode, TreeNode]]:
        before, after = list(self._old.below.get(old, [])), list(self._new.below.get(new, []))
        pairs: list[tuple[TreeNode, TreeNode]] = []
        for key in (_by_id, _by_name):
            pairs += _paired(before, after, key)
        for was, node in pairs:
            self.was[new, node.id] = was
        if old not in self._old.cut:
            self.fresh += after
        else:
            self.was.update(((new, node.id), node) for node in after)
        if new not in self._new.cut and before:
            self.removed[new] = before
        return pairs

    def _moves(self) -> list[tuple[Half, Half]]:
        """Record nodes missing in one position and new in another as moved; return pairs of their halves."""
        missing = {
            (node.direction, node.id): (half, node) for half, nodes in self.removed.items() for node in nodes
        }
        moved: list[tuple[Half, Half]] = []
        for node in self.fresh:
            former = missing.pop((node.direction, node.id), None)
            if former is not None and node.parent_id is not None:
                half, was = former
                self.moved_from[(node.direction, node.parent_id), node.id] = was
                self.removed[half].remove(was)
                moved.append(((was.direction, was.id), (node.direction, node.id)))
        self.fresh = [
            node for node in self.fresh if ((node.direction, node.parent_id), node.id) not in self.moved_from
        ]
        return moved


def _by_id(node: TreeNode) -> tuple[str, ...]:
    return (node.id,)


def _by_name(node: TreeNode) -> tuple[str, ...]:
    return (node.kind, node.name)


def _paired(
    before: list[TreeNode], after: list[TreeNode], key: Callable[[TreeNode], tuple[str, ...]]
) -> list[tuple[TreeNode, TreeNode]]:
    """Take the nodes that are alike out of both lists, where one is like one; return them in pairs."""
    old, new = _alone(before, key), _alone(after, key)
    pairs = [(old[each], new[each]) for each in old if each in new]
    for was, node in pairs:
        before.remove(was)
        after.remove(node)
    return pairs


def _alone(
    nodes: Iterable[TreeNode], key: Callable[[TreeNode], tuple[str, ...]]
) -> dict[tuple[str, ...], TreeNode]:
    groups: dict[tuple[str, ...], list[TreeNode]] = {}
    for node in nodes:
        groups.setdefault(key(node), []).append(node)
    return {each: group[0] for each, group in groups.items() if len(group) == 1}


def _lines(now: Sequence[TreeNode], matching: _Matching) -> Iterator[TreeLine]:
    """Yield the present lines; removed ones follow the last line below their parent, separately for each half."""
    fresh = {id(node) for node in matching.fresh}
    owed: list[TreeNode] = []
    for node in now:
        while owed and owed[-1].depth >= max(node.depth, 1):
            yield from _gone_below(owed.pop(), matching)
        if node.depth == 1:
            for before in GROUPS[: GROUPS.index(node.direction)]:
                yield from _removed_of(before, owed[0], matching)
        yield _line(node, matching, is_fresh=id(node) in fresh)
        owed.append(node)
    while owed:
        yield from _gone_below(owed.pop(), matching)


def _line(node: TreeNode, matching: _Matching, *, is_fresh: bool) -> TreeLine:
    if node.parent_id is None:
        return TreeLine(node, Change.SAME)
    key = ((node.direction, node.parent_id), node.id)
    if key in matching.moved_from:
        above = matching.moved_from[key].parent_id or ""
        return TreeLine(node, Change.MOVED, f"below {_short(above)}")
    was = matching.was.get(key)
    if was is not None and was.path != node.path and was.path:
        return TreeLine(node, Change.MOVED, was.path)
    return TreeLine(node, Change.NEW if is_fresh or was is None else Change.SAME)


def _gone_below(node: TreeNode, matching: _Matching) -> Iterator[TreeLine]:
    """Yield the removed children of a node, at the place where it is expanded."""
    if node.state in (NodeState.SHOWN_ABOVE, NodeState.CYCLE):
        return
    for half in _halves(Direction.BOTH) if node.depth == 0 else (node.direction,):
        yield from _removed_of(half, node, matching)


def _removed_of(half: Direction, node: TreeNode, matching: _Matching) -> Iterator[TreeLine]:
    for removed in matching.removed.pop((half, node.id), ()):
        lost = replace(removed, depth=node.depth + 1, parent_id=node.id, state=NodeState.LEAF, hidden=0, notes=())
        yield TreeLine(lost, Change.GONE)


def _short(node_id: str) -> str:
    """Return an identifier without its scope and language."""
    return node_id.split(":", 2)[-1]
