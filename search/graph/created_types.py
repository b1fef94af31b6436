"""Who creates the objects of a type: code of the graph, or code outside that the type is handed to."""

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_table import mask_of
from search.graph.names import TYPE_KINDS
from search.types.graph import VALUE, Direction, EdgeType
from search.types.ids import NodeId

_CREATING = mask_of((EdgeType.INSTANTIATES, EdgeType.CALLS))
_NAMING = mask_of((EdgeType.REFERENCES,))
_INHERITS = mask_of((EdgeType.INHERITS,))


class CreatedTypes:
    """Says which types code outside may create; cached with the graph."""

    def __init__(self, graph: DependencyGraph) -> None:
        self._graph = graph
        self._known: dict[int, bool] = {}

    def by_others(self, member: NodeId) -> bool:
        """Return whether code outside may create the objects that have this member.

        It may where no code of the graph creates an object of the type or of one derived from it, and where such a
        type is handed over as a value. What creates such an object may call members that no code names.
        """
        owner = self._graph.parent(self._graph.position(member))
        if owner < 0 or self._graph.nodes[owner].kind not in TYPE_KINDS:
            return False
        if owner not in self._known:
            types = self._with_derived(owner)
            self._known[owner] = not self._has(types, _CREATING) or self._is_handed_over(types)
        return self._known[owner]

    def _with_derived(self, position: int) -> list[int]:
        types = [position]
        users = self._graph.adjacency(Direction.USED_BY)
        for each in types:  # grows while it is walked
            types += [other for other, _, _ in users.along(each, _INHERITS) if other not in types]
        return types

    def _has(self, types: list[int], mask: int) -> bool:
        users = self._graph.adjacency(Direction.USED_BY)
        return any(True for each in types for _ in users.along(each, mask))

    def _is_handed_over(self, types: list[int]) -> bool:
        users, table = self._graph.adjacency(Direction.USED_BY), self._graph.table
        if VALUE not in table.tier_names:
            return False
        value = table.tier_names.index(VALUE)
        return any(table.tiers[row] == value for each in types for _, _, row in users.along(each, _NAMING))
