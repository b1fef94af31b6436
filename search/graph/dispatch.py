"""Calls through interfaces: what runs when a method of an interface is called.

Code that is wired by dependency injection calls ``IOrders.Get``; the procedure is called by ``Orders.Get``.
Without a step between the two no tree would ever reach the database. The step is the ``implements`` edge of the
members, walked the way the call goes: from the declaring to the implementing member. It is taken as it is where
the graph has it, else derived from the edge between the types and the equal name of the members.
"""

from collections.abc import Iterator
from typing import NamedTuple

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import CALLING, DATABASE
from search.graph.edge_table import CODE, mask_of
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction, EdgeType, TreeEdge

CALLABLE = frozenset({"method", "function", "property"})
"""Kinds of members that are dispatched."""

INTERFACES = frozenset({"interface", "trait", "protocol"})
"""Kinds of types whose members have no body of their own."""

DERIVED = "dispatch"
"""Tier of an edge that follows from the types and the name."""

_IMPLEMENTS = CODE[EdgeType.IMPLEMENTS]
_RELATING = mask_of((EdgeType.IMPLEMENTS, EdgeType.INHERITS))
_USING = mask_of((*CALLING, *DATABASE))


_RELATED, _ALONE = 1, 2

Relative = tuple[int, int]
"""Position of a member, and the row of the edge that tells of it."""


class Dispatched(NamedTuple):
    """The other end of a dispatch.

    Attributes:
        row: of the edge between the members, or, where it is ``derived``, of that between the types around them.
    """

    other: int
    row: int
    derived: bool


class Relatives:
    """Which members a graph's members may stand for, whoever asks; found once for each and kept with the graph."""

    def __init__(self, graph: DependencyGraph) -> None:
        self._graph = graph
        self._declared: dict[tuple[int, Direction], tuple[Relative, ...]] = {}
        self._derived: dict[tuple[int, Direction], tuple[Relative, ...]] = {}
        self._named: dict[int, dict[str, list[int]]] = {}
        self._alone = {back: bytearray(len(graph)) for back in (Direction.DEPENDS_ON, Direction.USED_BY)}

    def has_none(self, position: int, back: Direction) -> bool:
        """Return whether a member stands for no other, as most do."""
        known = self._alone[back]
        if not known[position]:
            related = self.declared(position, back) or self.derived(position, back)
            known[position] = _RELATED if related else _ALONE
        return known[position] == _ALONE

    def declared(self, position: int, back: Direction) -> tuple[Relative, ...]:
        """Return those that an edge between the members tells, with its row."""
        key = (position, back)
        if key not in self._declared:
            along = self._graph.adjacency(back).along(position, 1 << _IMPLEMENTS)
            self._declared[key] = tuple(
                (other, row) for other, _, row in along if self._graph.nodes[other].kind in CALLABLE
            )
        return self._declared[key]

    def derived(self, position: int, back: Direction) -> tuple[Relative, ...]:
        """Return those of equal name in the types around, with the row of the edge between the types."""
        key = (position, back)
        if key not in self._derived:
            self._derived[key] = tuple(self._namesakes(position, back))
        return self._derived[key]

    def _namesakes(self, position: int, back: Direction) -> Iterator[Relative]:
        """Yield members of equal name in the types that implement the owner (or that it implements)."""
        owner = self._graph.parent(position)
        if owner < 0 or (back is Direction.USED_BY and not self._is_interface(owner)):
            return
        name = self._graph.nodes[position].name
        for other, _, row in self._graph.adjacency(back).along(owner, _RELATING):
            if back is Direction.USED_BY or self._is_interface(other):
                yield from ((member, row) for member in self._callable(other).get(name, ()))

    def _is_interface(self, position: int) -> bool:
        return self._graph.nodes[position].kind in INTERFACES

    def _callable(self, owner: int) -> dict[str, list[int]]:
        known = self._named.get(owner)
        if known is None:
            known = self._named[owner] = {}
            for member in self._graph.members(owner):
                node = self._graph.nodes[member]
                if node.kind in CALLABLE:
                    known.setdefault(node.name, []).append(member)
        return known


class Dispatch:
    """Finds implementing and implemented members."""

    def __init__(self, graph: DependencyGraph, visibility: GraphVisibility) -> None:
        self._graph = graph
        self._visibility = visibility
        self._relatives = graph.derived(Relatives)

    def replaces(self, position: int, other: int) -> bool:
        """Tell whether ``implements`` between two nodes is what `of` walks, in its own direction."""
        nodes = self._graph.nodes
        return nodes[position].kind in CALLABLE and nodes[other].kind in CALLABLE

    def of(self, position: int, direction: Direction) -> list[Dispatched]:
        """Return what a member leads to: its implementations, or with ``used-by`` what it implements."""
        if self._graph.nodes[position].kind not in CALLABLE:
            return []
        back = Direction.DEPENDS_ON if direction is Direction.USED_BY else Direction.USED_BY
        if self._relatives.has_none(position, back):
            return []
        declared = self._relatives.declared(position, back)
        derived = self._relatives.derived(position, back)
        sees, sees_edge = self._visibility.sees, self._visibility.sees_edge
        dispatched = [Dispatched(other, row, derived=False) for other, row in declared if sees_edge(row)]
        dispatched += [Dispatched(*each, derived=True) for each in derived if sees_edge(each[1]) and sees(each[0])]
        # A declaring member that nothing calls tells nothing about who uses the implementing one.
        return [each for each in dispatched if direction is not Direction.USED_BY or self._is_used(each.other)]

    def edge(self, position: int, dispatched: Dispatched, direction: Direction) -> TreeEdge:
        """Return the edge from the implementing to the declaring member; ``position`` is the one walked from."""
        if not dispatched.derived:
            return self._graph.edge(dispatched.row)
        ends = (position, dispatched.other) if direction is Direction.USED_BY else (dispatched.other, position)
        return self._derived(*ends, dispatched.row)

    def _is_used(self, position: int) -> bool:
        edges = self._graph.adjacency(Direction.USED_BY).along(position, _USING)
        return self._visibility.sees(position) and any(True for _ in self._visibility.leading(edges))

    def _derived(self, implementing: int, declaring: int, row: int) -> TreeEdge:
        """Return the member's edge; it is as sure as the edge between the types."""
        node = self._graph.nodes[implementing]
        return TreeEdge(
            from_id=node.id,
            to_id=self._graph.nodes[declaring].id,
            edge_type=EdgeType.IMPLEMENTS,
            path=node.path,
            line=node.start_line,
            tier=DERIVED,
            confidence=self._graph.edge(row).confidence,
        )
