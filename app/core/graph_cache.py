"""The dependency graph in memory, up to date with the tables."""

import gc
import threading

from app.core.visible_graphs import RIGHTS
from search.graph.dependency_graph import DependencyGraph
from search.graph.visibility import GraphVisibility
from search.storage.predicate import passes
from search.storage.storage import Storage
from search.types.filters import Access
from search.types.graph import Node


def collect_garbage() -> None:
    """Free graphs that are no longer used, and exempt the current ones from further collections.

    A graph and its lookups refer to each other, so only the collector frees them. A full collection takes 0.1 to
    0.3 s for a million objects.
    """
    if gc.isenabled():  # beside a window only the window's thread may collect
        gc.unfreeze()
        gc.collect()
        gc.freeze()


class GraphCache:
    """Builds the graph at the first question, and again when the tables have changed."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._guard = threading.Lock()
        self._version: tuple[int, int] | None = None
        self._graph = DependencyGraph((), ())

    def graph(self) -> DependencyGraph:
        """Return a snapshot of all nodes and edges; it does not change when a newer one is built."""
        version = self._storage.graph.version()
        with self._guard:
            if version != self._version:
                self._graph = DependencyGraph((), ())  # two would not fit into memory
                tables = self._storage.graph
                roots = sorted(tables.roots())
                overloads = tables.overload_edges(roots)
                self._graph = DependencyGraph(tables.stream_nodes(roots), tables.stream_edges(roots), overloads)
                self._version = version
                collect_garbage()
            return self._graph

    def counts(self) -> tuple[int, int]:
        """Return the number of nodes and of edges."""
        return self._storage.graph.counts()


def visible_counts(graph: DependencyGraph, access: Access) -> tuple[int, int]:
    """Return the number of visible nodes of a graph, and of edges between them."""
    visibility = GraphVisibility(graph, AccessVisibility(access), historic=True)
    return (
        sum(visibility.sees(position) for position in range(len(graph))),
        sum(visibility.sees_edge(row) for row in range(len(graph.table))),
    )


class AccessVisibility:
    """Decides which nodes an access may see, by the filter that every row passes; equal for equal rights."""

    def __init__(self, access: Access) -> None:
        self._filter = access.row_filter()
        self._known: dict[tuple[object, ...], bool] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AccessVisibility) and self._filter == other._filter

    def __hash__(self) -> int:
        return hash(self._filter)

    def __call__(self, node: Node) -> bool:
        """Return whether the node may be seen."""
        rights = (node.tenant, node.groups, node.tags, node.path_hash)
        known = self._known.get(rights)
        if known is None:
            known = passes(self._filter, dict(zip(RIGHTS, rights, strict=True)))
            self._known[rights] = known
        return known
