"""The dependency graph of an index: an immutable snapshot that is walked in both directions."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec
import numpy as np

from search.errors import NotFoundError
from search.graph.edge_table import CODE, TYPES, Adjacency, EdgeTable, edge_table, types_of
from search.graph.names import NameIndex
from search.graph.overloads import merged, taken_apart
from search.types.graph import Direction, Edge, EdgeType, Node, TreeEdge
from search.types.ids import NodeId

if TYPE_CHECKING:
    import networkx as nx


class _FromGraph(Protocol):
    def __init__(self, graph: "DependencyGraph") -> None: ...


_Derived = TypeVar("_Derived", bound=_FromGraph)

_DEFINES = CODE[EdgeType.DEFINES]


class DependencyGraph:
    """Nodes and typed edges of an index at one moment.

    Nodes have a **position**: their place in the order (kind, name, identifier), which is also the order in which
    children of equal edge type are shown. Positions are what the walks in this package work with; everything that
    leaves the package carries identifiers. Edges whose ends are not both in the graph are left out and counted.
    Overloads of a method are one node; `apart` has a node for each.

    Attributes:
        nodes: by position.
        table: the edges, in columns.
    """

    def __init__(
        self, nodes: Iterable[Node], edges: Iterable[Edge], overload_edges: Iterable[Edge] | None = None
    ) -> None:
        """Read the nodes and edges, each once; see `search.graph.overloads.merged` for ``overload_edges``."""
        whole = merged(nodes, edges, overload_edges)
        self.nodes: tuple[Node, ...] = tuple(sorted(_one_each(whole.nodes), key=lambda n: (n.kind, n.name, n.id)))
        self._positions = {node.id: position for position, node in enumerate(self.nodes)}
        self.table: EdgeTable = edge_table(whole.edges, self._positions)
        self._overloads, self._edges_apart = whole.overloads, whole.edges_apart
        self._outgoing = self.table.outgoing(len(self.nodes))
        self._incoming = self.table.incoming(len(self.nodes))
        self._parents = _parents(self.table, len(self.nodes))
        self._columns = self.table.views()
        self._derived: dict[type, object] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, node_id: object) -> bool:
        return node_id in self._positions

    @cached_property
    def apart(self) -> "DependencyGraph":
        """The same graph with a node for each overload of a method; without overloads this one."""
        if not self._overloads:
            return self
        edges = map(self._stored, range(len(self.table)))
        return DependencyGraph(*taken_apart(self.nodes, edges, self._overloads, self._edges_apart))

    @cached_property
    def names(self) -> NameIndex:
        """Look-up by identifier, path and name."""
        return NameIndex(self.nodes, self.parent)

    @cached_property
    def evidence_nodes(self) -> "memoryview[int]":
        """For every row of the table the position of the node of its evidence's file, or -1."""
        files = [self._positions.get(NodeId(file.file_id), -1) for file in self.table.files]
        return np.array(files or [-1], np.int32)[self.table.evidence].data

    def position(self, node_id: str) -> int:
        """Return the position of a node.

        Raises:
            NotFoundError: no node has this identifier.
        """
        try:
            return self._positions[NodeId(node_id)]
        except KeyError:
            raise NotFoundError("graph.no_node", node=node_id) from None

    def node(self, node_id: str) -> Node:
        """Return a node by identifier.

        Raises:
            NotFoundError: no node has this identifier.
        """
        return self.nodes[self.position(node_id)]

    def get(self, node_id: str) -> Node | None:
        """Return a node by identifier, or None."""
        position = self._positions.get(NodeId(node_id))
        return None if position is None else self.nodes[position]

    def adjacency(self, direction: Direction) -> Adjacency:
        """Return neighbours in one direction; ``used-by`` gives dependents, anything else dependencies."""
        return self._incoming if direction is Direction.USED_BY else self._outgoing

    def parent(self, position: int) -> int:
        """Return the position of what defines a node, or -1; the first by position when several do."""
        return self._parents[position]

    def members(self, position: int) -> list[int]:
        """Return the direct definitions of a node, by position."""
        return [other for other, _, _ in self._outgoing.along(position, 1 << _DEFINES)]

    def edge(self, row: int) -> TreeEdge:
        """Return the edge in a row of the table."""
        table, columns = self.table, self._columns
        return TreeEdge(
            self.nodes[columns.sources[row]].id,
            self.nodes[columns.targets[row]].id,
            TYPES[columns.types[row]],
            table.files[columns.evidence[row]].path,
            columns.lines[row],
            table.tier_names[columns.tiers[row]],
            round(columns.confidences[row], 3),
            table.column_sets[columns.columns[row]] or msgspec.UNSET,
        )

    def _stored(self, row: int) -> Edge:
        edge, file = self.edge(row), self.table.files[self._columns.evidence[row]]
        how = (edge.edge_type, edge.tier, edge.confidence)
        columns = self.table.column_sets[self._columns.columns[row]]
        return Edge(edge.from_id, edge.to_id, *how, file.file_id, file.path, edge.line, columns)

    def derived(self, kind: type[_Derived]) -> _Derived:
        """Return a lazily computed view of this graph, made by ``kind(graph)`` once and cached with it."""
        value = self._derived.get(kind)
        if not isinstance(value, kind):
            value = self._derived[kind] = kind(self)
        return value

    def to_networkx(self, positions: Sequence[int] | None = None) -> "nx.DiGraph":
        """Return the graph, or the part between some positions, as a networkx graph.

        Nodes are identifiers with the attributes ``name``, ``kind``, ``path`` and ``start_line``. Parallel edges
        are one edge with ``types``: a tuple of their types by display priority, shared by equal edges.
        """
        import networkx as nx

        chosen = range(len(self.nodes)) if positions is None else sorted(set(positions))
        inside = set(chosen)
        graph = nx.DiGraph()
        for position in chosen:
            node = self.nodes[position]
            graph.add_node(node.id, name=node.name, kind=node.kind, path=node.path, start_line=node.start_line)
        for position in chosen:
            masks: dict[int, int] = {}
            for other, code, _ in self._outgoing.of(position):
                masks[other] = masks.get(other, 0) | 1 << code
            graph.add_edges_from(
                (self.nodes[position].id, self.nodes[other].id, {"types": types_of(mask)})
                for other, mask in masks.items()
                if other in inside
            )
        return graph


def _parents(table: EdgeTable, node_count: int) -> "memoryview[int]":
    """Return for every node the first node that defines it, or -1."""
    rows = np.flatnonzero(table.types == _DEFINES)[::-1]
    parents = np.full(node_count, -1, np.int32)
    parents[table.targets[rows]] = table.sources[rows]  # ascending sources, reversed: the first is written last
    return parents.data


def _one_each(nodes: Iterable[Node]) -> Iterable[Node]:
    """Keep of equal identifiers (a package that two roots use) the first by root and path."""
    unique: dict[NodeId, Node] = {}
    for node in nodes:
        other = unique.setdefault(node.id, node)
        if other is not node and _sort_key(node) < _sort_key(other):
            unique[node.id] = node
    return unique.values()


def _sort_key(node: Node) -> tuple[str, str, str, int]:
    return (node.id, node.path_hash, node.path, node.start_line)
