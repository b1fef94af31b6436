"""The part of a graph that one request may see."""

from collections.abc import Iterable, Iterator

from search.graph.dependency_graph import DependencyGraph
from search.graph.names import TYPE_KINDS, Visible, everything
from search.types.graph import Direction, Node, Origin

_UNKNOWN, _HIDDEN, _SEEN = 0, 1, 2

MOST_KEPT = 8
"""Number of views cached with a graph: of several clients, with and without historical nodes."""


class GraphVisibility:
    """The part of a graph that a request may see; remembers its answers.

    An invisible node is never walked through, named or counted:

    - a node that ``visible`` refuses, and unless ``historic`` one that stands only in dated scripts;
    - an edge whose evidence stands in a file that ``visible`` refuses;
    - a node without a source of its own (a package, an inferred table) that only edges out of sight speak of. A
      package has no rights of its own: what its row says of them is the rights of one of its users.
    """

    def __init__(self, graph: DependencyGraph, visible: Visible = everything, *, historic: bool = False) -> None:
        self._graph = graph
        self._evidence = graph.evidence_nodes
        self._visible = visible
        self._historic = historic
        self._admitted = bytearray(len(graph))
        self._seen = bytearray(len(graph))

    def sees(self, position: int) -> bool:
        """Return whether a node is in sight."""
        known = self._seen[position]
        if known == _UNKNOWN:
            known = self._seen[position] = _SEEN if self._decide(position) else _HIDDEN
        return known == _SEEN

    def sees_node(self, node: Node) -> bool:
        """Return whether a node is in sight."""
        return self.sees(self._graph.position(node.id))

    def sees_evidence(self, row: int) -> bool:
        """Return whether the file in which an edge was found may be seen."""
        file = self._evidence[row]
        return file < 0 or self._admits(file)

    def leading(self, edges: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
        """Yield of the edges of a node in sight (other end, type, row) those with an end and evidence in sight."""
        seen, admitted, evidence = self._seen, self._admitted, self._evidence
        for edge in edges:
            other, _, row = edge
            file = evidence[row]
            is_known = seen[other] == _SEEN and (file < 0 or admitted[file] == _SEEN)
            if is_known or (self.sees(other) and self.sees_evidence(row)):
                yield edge

    def sees_edge(self, row: int) -> bool:
        """Return whether both ends of an edge and the file of its evidence are in sight."""
        table = self._graph.table
        return (
            self.sees_evidence(row) and self.sees(int(table.sources[row])) and self.sees(int(table.targets[row]))
        )

    def label(self, position: int) -> str:
        """Return the name to show: a member's is preceded by that of its type, if that is in sight."""
        node = self._graph.nodes[position]
        owner = self._graph.parent(position)
        if owner < 0 or self._graph.nodes[owner].kind not in TYPE_KINDS or not self.sees(owner):
            return node.name
        return f"{self._graph.nodes[owner].name}.{node.name}"

    def _decide(self, position: int) -> bool:
        node = self._graph.nodes[position]
        if (node.historic and not self._historic) or not self._admits(position):
            return False
        return node.origin is Origin.SOURCE or self._is_spoken_of(position)

    def _admits(self, position: int) -> bool:
        known = self._admitted[position]
        if known == _UNKNOWN:
            node = self._graph.nodes[position]
            allowed = node.origin is Origin.EXTERNAL or self._visible(node)
            known = self._admitted[position] = _SEEN if allowed else _HIDDEN
        return known == _SEEN

    def _is_spoken_of(self, position: int) -> bool:
        """Return whether a visible edge leads to or from a node without source."""
        for direction in (Direction.USED_BY, Direction.DEPENDS_ON):
            for other, _, row in self._graph.adjacency(direction).of(position):
                if self._speaks(row, other):
                    return True
        return False

    def _speaks(self, row: int, other: int) -> bool:
        file = self._graph.evidence_nodes[row]
        if file >= 0:
            return self._admits(file)
        return self._graph.nodes[other].origin is Origin.SOURCE and self._admits(other)


class _VisibilityCache:
    """What askers may see of a graph, kept with it: most ask more than once."""

    def __init__(self, graph: DependencyGraph) -> None:
        self._graph = graph
        self._known: dict[tuple[Visible, bool], GraphVisibility] = {}

    def of(self, visible: Visible, *, historic: bool) -> GraphVisibility:
        key = (visible, historic)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            known = self._known[key] = GraphVisibility(self._graph, visible, historic=historic)
        return known


def visibility_of(
    graph: DependencyGraph, visible: Visible = everything, *, historic: bool = False
) -> GraphVisibility:
    """Return the part of a graph that a request may see, the same for requests of equal ``visible``."""
    return graph.derived(_VisibilityCache).of(visible, historic=historic)
