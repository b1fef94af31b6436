"""Calls through interfaces and bases: what runs when a method is called that others implement or override.

Code that is wired by dependency injection calls ``IOrders.Get``; the procedure is called by ``Orders.Get``.
Without a step between the two no tree would ever reach the database. The step is the ``implements`` edge of the
members, walked the way the call goes: from the declaring to the implementing member. It is taken as it is where
the graph has it, else derived from the edge between the types and the equal name of the members. A class may
inherit the member that implements an interface of its own.

``base.Keep()`` runs the base's member alone. A member that is called in no other way leads to no override.
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
"""Kinds of types whose members have no body."""

BASE_CALL = "base"
"""Tier of a call that names the base's member."""

DERIVED = "dispatch"
"""Tier of an edge that follows from the types and the name."""

_IMPLEMENTS = CODE[EdgeType.IMPLEMENTS]
_RELATING = mask_of((EdgeType.IMPLEMENTS, EdgeType.INHERITS))
_INHERITS = mask_of((EdgeType.INHERITS,))
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
    """Which members a graph's members may dispatch to; computed once for each and cached with the graph."""

    def __init__(self, graph: DependencyGraph) -> None:
        self._graph = graph
        self._declared: dict[tuple[int, Direction], tuple[Relative, ...]] = {}
        self._derived: dict[tuple[int, Direction], tuple[Relative, ...]] = {}
        self._named: dict[int, dict[str, list[int]]] = {}
        self._inherited: dict[int, dict[str, list[Relative]]] = {}
        self._alone = {back: bytearray(len(graph)) for back in (Direction.DEPENDS_ON, Direction.USED_BY)}

    def has_none(self, position: int, back: Direction) -> bool:
        """Return whether a member dispatches to no other, as most do."""
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
            if back is Direction.USED_BY:
                yield from ((member, row) for member in self._provided(other, name))
            elif self._is_interface(other):
                yield from ((member, row) for member in self._callable(other).get(name, ()))
        if back is Direction.DEPENDS_ON and not self._is_interface(owner):
            yield from self._through_subclasses(owner).get(name, ())

    def _provided(self, type_: int, name: str) -> list[int]:
        """Return the members of a name that a type has, its own ones or those that it inherits from a class."""
        seen = {type_}
        waiting = [type_]
        for each in waiting:  # grows while it is walked
            own = self._callable(each).get(name)
            if own or self._is_interface(type_):
                return own or []
            bases = (other for other, _, _ in self._graph.adjacency(Direction.DEPENDS_ON).along(each, _INHERITS))
            fresh = [other for other in bases if other not in seen and not self._is_interface(other)]
            seen.update(fresh)
            waiting += fresh
        return []

    def _through_subclasses(self, owner: int) -> dict[str, list[Relative]]:
        """Return by name the interface members that members of a class implement for its subclasses."""
        known = self._inherited.get(owner)
        if known is None:
            known = self._inherited[owner] = {}
            for subclass, interface, row in self._interfaces_below(owner):
                for name, members in self._callable(interface).items():
                    if (
                        name in self._callable(owner)
                        and self._provided(subclass, name) == self._callable(owner)[name]
                    ):
                        known.setdefault(name, []).extend((member, row) for member in members)
        return known

    def _interfaces_below(self, owner: int) -> Iterator[tuple[int, int, int]]:
        """Yield each subclass with each interface that it names, and the row of the edge between the two."""
        seen = {owner}
        waiting = [owner]
        for each in waiting:  # grows while it is walked
            for subclass, _, _ in self._graph.adjacency(Direction.USED_BY).along(each, _INHERITS):
                if subclass in seen or self._is_interface(subclass):
                    continue
                seen.add(subclass)
                waiting.append(subclass)
                for other, _, row in self._graph.adjacency(Direction.DEPENDS_ON).along(subclass, _RELATING):
                    if self._is_interface(other):
                        yield subclass, other, row

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
        names = graph.table.tier_names
        self._base_call = names.index(BASE_CALL) if BASE_CALL in names else -1

    def replaces(self, position: int, other: int) -> bool:
        """Tell whether ``implements`` between two nodes is what `of` walks, in its own direction."""
        nodes = self._graph.nodes
        return nodes[position].kind in CALLABLE and nodes[other].kind in CALLABLE

    def of(self, position: int, direction: Direction) -> list[Dispatched]:
        """Return the implementations of a member, or with ``used-by`` the members that it implements."""
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
        if direction is Direction.USED_BY:
            # A declaring member that nothing calls tells nothing about who uses the implementing one.
            return [each for each in dispatched if self._is_used(each.other)]
        return dispatched if self._is_used(position) or not any(True for _ in self._uses(position)) else []

    def edge(self, position: int, dispatched: Dispatched, direction: Direction) -> TreeEdge:
        """Return the edge from the implementing to the declaring member; ``position`` is the one walked from."""
        if not dispatched.derived:
            return self._graph.edge(dispatched.row)
        ends = (position, dispatched.other) if direction is Direction.USED_BY else (dispatched.other, position)
        return self._derived(*ends, dispatched.row)

    def _is_used(self, position: int) -> bool:
        """Return whether a member is called in a way that may run another one, directly or through its base."""
        seen = {position}
        waiting = [position]
        for each in waiting:  # grows while it is walked
            if not self._visibility.sees(each):
                continue
            if any(tier != self._base_call for tier in self._uses(each)):
                return True
            above = (
                other for other, _ in self._relatives.declared(each, Direction.DEPENDS_ON) if other not in seen
            )
            waiting += above
            seen.update(waiting)
        return False

    def _uses(self, position: int) -> Iterator[int]:
        """Yield the tiers of the edges in sight by which a member is used."""
        edges = self._graph.adjacency(Direction.USED_BY).along(position, _USING)
        tiers = self._graph.table.tiers
        return (int(tiers[row]) for _, _, row in self._visibility.leading(edges))

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
