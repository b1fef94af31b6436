"""Graphs of a large index: only the roots in which the names of a question are, instead of all."""

import threading
from collections.abc import Callable, Iterator, Sequence

from app.core.graph_cache import collect_garbage
from app.core.visible_graphs import rights_of
from search.graph.answers import MOST_MEANINGS
from search.graph.dependency_graph import DependencyGraph
from search.graph.spellings import spellings
from search.storage.graph_tables import NamedNode
from search.storage.storage import Storage
from search.types.filters import RowFilter
from search.types.graph import Origin
from search.types.ids import RootId

MOST_NODES = 300_000
"""Nodes that are in memory as graphs, about 400 MB; a smaller index is one graph."""

REMEMBERED_NAMES = 16
"""Number of recent names whose nodes are cached until the graph changes."""

MOST_WITH_LETTERS = 4_000
"""Nodes of a large index among which those with some letters are looked for."""


class NamedGraphs:
    """Builds the graph of the roots that have a name, and caches the most recent ones.

    Args:
        whole: returns the graph of all roots, as far as a filter passes it.
    """

    def __init__(self, storage: Storage, whole: Callable[[RowFilter], DependencyGraph]) -> None:
        self._storage = storage
        self._whole = whole
        self._making = threading.Lock()
        self._meanings: dict[tuple[tuple[int, int], tuple[str, ...]], list[NamedNode]] = {}
        self._known: dict[frozenset[tuple[RootId, str]], DependencyGraph] = {}

    def of(self, rows: RowFilter, names: Sequence[str]) -> DependencyGraph:
        """Return a graph of the visible files that has every node the names may mean.

        For a large index this is the graph of the roots that have such nodes, if they fit; else that of all roots.
        """
        if not names or not self._is_large(rows):
            return self._whole(rows)
        roots = {node.root for node in self._named(names)}
        return self._of(roots) if self._fits(roots) else self._whole(rows)

    def of_few_meanings(self, rows: RowFilter, names: Sequence[str]) -> DependencyGraph:
        """Return such a graph for a search, which ignores names with more than `MOST_MEANINGS` nodes.

        For a large index these names may be missing from the graph, and it is empty if the roots do not fit.
        """
        if not self._is_large(rows):
            return self._whole(rows)
        nodes = [node for name in names if _is_rare(name, known := self._named([name])) for node in known]
        roots = {node.root for node in nodes}
        return self._of(roots) if roots and self._fits(roots) else DependencyGraph((), ())

    def with_letters(self, rows: RowFilter, text: str) -> DependencyGraph:
        """Return a graph with the nodes whose names contain these letters; for a large index it has no edges."""
        if not self._is_large(rows):
            return self._whole(rows)
        return DependencyGraph(self._storage.graph.with_letters(text.strip(), MOST_WITH_LETTERS), ())

    def of_roots(self, rows: RowFilter, roots: Sequence[RootId]) -> DependencyGraph:
        """Return a graph of the visible files that has these roots, which are checked out.

        For a large index it has only the first roots that fit.
        """
        if not self._is_large(rows):
            return self._whole(rows)
        chosen: set[RootId] = set()
        for root in roots:
            if self._fits({*chosen, root}):
                chosen.add(root)
        return self._of(chosen)

    def _is_large(self, rows: RowFilter) -> bool:
        return not rights_of(rows).conditions and self._storage.graph.counts()[0] > MOST_NODES

    def _named(self, names: Sequence[str]) -> list[NamedNode]:
        """Return the nodes that the names may mean, and some more; a lookup among a million takes 0.2 s."""
        forms = tuple(sorted({form for name in names for form in _forms(name)}))
        if not forms:
            return []
        key = self._storage.graph.version(), forms
        nodes = self._meanings.pop(key, None)
        if nodes is None:
            nodes = self._storage.graph.named(forms)
        self._meanings = {**dict(list(self._meanings.items())[1 - REMEMBERED_NAMES :]), key: nodes}
        return nodes

    def _fits(self, roots: set[RootId]) -> bool:
        return len(roots) <= 1 or self._size(roots) <= MOST_NODES

    def _size(self, roots: set[RootId]) -> int:
        counts = self._storage.graph.counts_by_root()
        return sum(counts[root][0] for root in roots if root in counts)

    def _of(self, roots: set[RootId]) -> DependencyGraph:
        marks = self._storage.graph_marks.all()
        key = frozenset((root, marks.get(root, "")) for root in roots)
        with self._making:
            graph = self._known.pop(key, None)
            if graph is None:
                graphs, wanted = self._storage.graph, sorted(roots)
                self._make_room(self._size(roots))
                overloads = graphs.overload_edges(wanted)
                graph = DependencyGraph(graphs.stream_nodes(wanted), graphs.stream_edges(wanted), overloads)
                collect_garbage()
            self._known[key] = graph
            return graph

    def _make_room(self, count: int) -> None:
        """Drop the graphs that were not used for the longest time, until so many nodes fit."""
        while self._known and count + sum(map(len, self._known.values())) > MOST_NODES:
            del self._known[next(iter(self._known))]


def _forms(name: str) -> Iterator[str]:
    """Yield the texts that a node of a name may have, without parameters and without the database of an object."""
    for spelling in spellings(name):
        yield spelling.partition("(")[0] or spelling
        head, separator, rest = spelling.rpartition(":")
        if separator and rest and "@" not in head:
            yield rest.partition("(")[0] or rest


def _is_rare(name: str, nodes: Sequence[NamedNode]) -> bool:
    """Return whether an identifier has at most `MOST_MEANINGS`, by the nodes that have it as their name."""
    if not name.isidentifier() or any(node.kind == "file" for node in nodes):
        return True
    same = {
        node.id
        for node in nodes
        if node.name == name and not node.historic and node.origin != Origin.EXTERNAL.value
    }
    return len(same) <= MOST_MEANINGS
