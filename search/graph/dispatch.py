"""Calls through interfaces: what runs when a method of an interface is called.

Code that is wired by dependency injection calls ``IOrders.Get``; the procedure is called by ``Orders.Get``.
Without a step between the two no tree would ever reach the database. The step is the ``implements`` edge of the
members, walked the way the call goes: from the declaring to the implementing member. It is taken as it is where
the graph has it, else derived from the edge between the types and the equal name of the members.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import CALLING, DATABASE
from search.graph.edge_table import CODE, mask_of
from search.graph.visibility import Sight
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


@dataclass(frozen=True, slots=True)
class Dispatched:
    """The other end of a dispatch, with the edge from the implementing to the declaring member."""

    other: int
    edge: TreeEdge


class Dispatch:
    """Finds implementing and implemented members."""

    def __init__(self, graph: DependencyGraph, sight: Sight) -> None:
        self._graph = graph
        self._sight = sight
        self._relatives: dict[tuple[int, Direction], list[tuple[int, int]]] = {}

    def replaces(self, position: int, other: int, code: int) -> bool:
        """Tell whether an edge is one that `of` walks, in its own direction, so that nothing else should."""
        nodes = self._graph.nodes
        return code == _IMPLEMENTS and nodes[position].kind in CALLABLE and nodes[other].kind in CALLABLE

    def of(self, position: int, direction: Direction) -> Iterator[Dispatched]:
        """Yield what a member leads to: its implementations, or with ``used-by`` what it implements."""
        if self._graph.nodes[position].kind not in CALLABLE:
            return
        back = Direction.DEPENDS_ON if direction is Direction.USED_BY else Direction.USED_BY
        found = [*self._declared(position, back), *self._derived(position, back)]
        # A declaring member that nothing calls tells nothing about who uses the implementing one.
        yield from (each for each in found if direction is not Direction.USED_BY or self._is_used(each.other))

    def _declared(self, position: int, back: Direction) -> Iterator[Dispatched]:
        for other, code, row in self._graph.adjacency(back).along(position, 1 << _IMPLEMENTS):
            if self.replaces(position, other, code) and self._sight.sees_edge(row):
                yield Dispatched(other, self._graph.edge(row))

    def _derived(self, position: int, back: Direction) -> Iterator[Dispatched]:
        for other, row in self._namesakes(position, back):
            ends = (position, other) if back is Direction.DEPENDS_ON else (other, position)
            yield Dispatched(other, self._edge(*ends, row))

    def _is_used(self, position: int) -> bool:
        edges = self._graph.adjacency(Direction.USED_BY).along(position, _USING)
        return any(self._sight.sees_edge(row) for _, _, row in edges)

    def _namesakes(self, position: int, back: Direction) -> Iterator[tuple[int, int]]:
        """Yield members of equal name in the types that implement the owner (or that it implements)."""
        owner = self._graph.parent(position)
        if owner < 0 or (back is Direction.USED_BY and not self._is_interface(owner)):
            return
        for other, row in self._related(owner, back):
            yield from ((member, row) for member in self._named_like(position, other))

    def _related(self, owner: int, back: Direction) -> list[tuple[int, int]]:
        """Return the types that implement a type, or the interfaces that it implements; with the edges' rows."""
        key = (owner, back)
        if key not in self._relatives:
            self._relatives[key] = [
                (other, row)
                for other, _, row in self._graph.adjacency(back).along(owner, _RELATING)
                if self._sight.sees_edge(row) and (back is Direction.USED_BY or self._is_interface(other))
            ]
        return self._relatives[key]

    def _is_interface(self, position: int) -> bool:
        return self._graph.nodes[position].kind in INTERFACES

    def _named_like(self, position: int, owner: int) -> Iterator[int]:
        name = self._graph.nodes[position].name
        for member in self._graph.members(owner):
            node = self._graph.nodes[member]
            if node.name == name and node.kind in CALLABLE and self._sight.sees(member):
                yield member

    def _edge(self, implementing: int, declaring: int, row: int) -> TreeEdge:
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
