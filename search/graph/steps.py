"""One step of a walk: where a node leads to, with everything out of sight or not allowed left out."""

import msgspec

from search.graph.dependency_graph import DependencyGraph
from search.graph.dispatch import Dispatch
from search.graph.edge_sets import EdgePolicy
from search.graph.edge_table import CODE
from search.graph.visibility import Sight
from search.types.graph import Direction, EdgeType, TreeEdge

_DEFINES = 1 << CODE[EdgeType.DEFINES]
_IMPLEMENTS = 1 << CODE[EdgeType.IMPLEMENTS]
_POSITION_BITS = 32


class Step(msgspec.Struct, frozen=True):
    """A neighbour and how it is reached.

    Attributes:
        other: position of the neighbour.
        mask: types of the parallel edges that lead there.
        rows: their rows in the edge table.
        made: an edge that stands in no row because it follows from others.
    """

    other: int
    mask: int
    rows: tuple[int, ...] = ()
    made: tuple[TreeEdge, ...] = ()

    def order(self) -> int:
        """Return the place in display order: priority of the first edge type, then kind, name and identifier."""
        return (self.mask & -self.mask).bit_length() << _POSITION_BITS | self.other


class Steps:
    """Steps in one direction over the part of a graph that is in sight."""

    def __init__(self, graph: DependencyGraph, sight: Sight, policy: EdgePolicy, direction: Direction) -> None:
        self.graph = graph
        self.sight = sight
        self.direction = direction
        self._policy = policy
        self._dispatch = Dispatch(graph, sight)
        self._adjacency = graph.adjacency(direction)
        self._parts: dict[int, list[Step]] = {}
        self._known: dict[tuple[int, bool], list[Step]] = {}
        self._told: dict[int, TreeEdge] = {}

    def of(self, position: int, *, at_root: bool = False) -> list[Step]:
        """Return the steps from a node in display order; parallel edges to one neighbour are one step."""
        key = (position, at_root)
        if key not in self._known:
            self._known[key] = self._find(position, at_root=at_root)
        return self._known[key]

    def members(self, root: int) -> list[Step]:
        """Return steps to those parts of a root, at any depth of nesting, that lead to something outside it.

        A class has no calls of its own: they hang on its methods. The same holds for a file and its definitions.
        """
        if root not in self._parts:
            family = self.family(root)
            inside = {root, *family}
            self._parts[root] = [
                Step(member, _DEFINES, made=(self._contains(root, member),))
                for member in family
                if any(step.other not in inside for step in self.of(member))
            ]
        return self._parts[root]

    def family(self, root: int) -> list[int]:
        """Return everything in sight that a node defines, directly or nested, by position."""
        found: set[int] = set()
        waiting = [root]
        while waiting:
            for member in self.graph.members(waiting.pop()):
                if member != root and member not in found and self.sight.sees(member):
                    found.add(member)
                    waiting.append(member)
        return sorted(found)

    def edges(self, step: Step) -> tuple[TreeEdge, ...]:
        """Return the edges of a step, from the one that depends to the one it depends on."""
        return (*(self._edge(row) for row in step.rows), *step.made)

    def _edge(self, row: int) -> TreeEdge:
        if row not in self._told:
            self._told[row] = self.graph.edge(row)
        return self._told[row]

    def _find(self, position: int, *, at_root: bool) -> list[Step]:
        allowed = self._policy.mask(self.graph.nodes[position], at_root=at_root)
        steps = self._along_edges(position, allowed)
        if allowed & _IMPLEMENTS:
            for edge in self._dispatch.of(position, self.direction):
                steps.setdefault(edge.other, Step(edge.other, _IMPLEMENTS, made=(edge.edge,)))
        if not steps:
            return []
        return sorted(steps.values(), key=Step.order)

    def _along_edges(self, position: int, allowed: int) -> dict[int, Step]:
        """Return steps by where they lead; parallel edges make one."""
        leads, replaces = self.sight.leads, self._dispatch.replaces
        found: dict[int, Step] = {}
        for other, code, row in self._adjacency.along(position, allowed):
            if not leads(row, other) or replaces(position, other, code):
                continue
            known = found.get(other)
            if known is None:
                found[other] = Step(other, 1 << code, (row,))
            else:
                found[other] = Step(other, known.mask | 1 << code, (*known.rows, row))
        return found

    def _contains(self, root: int, member: int) -> TreeEdge:
        node = self.graph.nodes[member]
        return TreeEdge(
            self.graph.nodes[root].id, node.id, EdgeType.DEFINES, node.path, node.start_line, tier="contains"
        )
