"""Interfaces of Go, which a type implements without saying so: by having all of their methods."""

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_table import mask_of
from search.types.graph import Direction, EdgeType
from search.types.ids import NodeId, RootId

_BASES = mask_of((EdgeType.INHERITS, EdgeType.IMPLEMENTS))


class MethodSets:
    """Says which methods of Go the interfaces of a graph demand; cached with the graph."""

    def __init__(self, graph: DependencyGraph) -> None:
        self._graph = graph
        self._demanding: dict[tuple[RootId, str], list[frozenset[str]]] = {}
        for position, node in enumerate(graph.nodes):
            if node.language == "go" and node.kind == "interface":
                names = frozenset(self._own(position))
                for name in names:
                    self._demanding.setdefault((node.path_hash, name), []).append(names)

    def demand(self, method: NodeId) -> bool:
        """Return whether an interface demands a method, and its type has all methods of that interface."""
        position = self._graph.position(method)
        node, owner = self._graph.nodes[position], self._graph.parent(position)
        if owner < 0 or self._graph.nodes[owner].kind == "interface":
            return False
        demanding = self._demanding.get((node.path_hash, node.name), ())
        return bool(demanding) and any(names <= self._all(owner) for names in demanding)

    def _own(self, type_: int) -> set[str]:
        members = (self._graph.nodes[each] for each in self._graph.members(type_))
        return {each.name for each in members if each.kind == "method"}

    def _all(self, type_: int) -> set[str]:
        """Return the names of the methods of a type and of those that it embeds."""
        types = [type_]
        for each in types:  # grows while it is walked
            above = self._graph.adjacency(Direction.DEPENDS_ON).along(each, _BASES)
            types += [other for other, _, _ in above if other not in types]
        return set().union(*(self._own(each) for each in types))
