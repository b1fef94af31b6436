"""Dependency graphs as they would be without the files that a client may not see.

An edge depends on more than its two ends. A call leads to a function if its name is defined once, an import leads
to a package if no file has that name. A hidden file would therefore change edges between visible ones. Where a
client may not see a file of a root, the graph of that root is resolved from the facts of the visible files alone.
"""

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from indexer.pipeline.context import key_of, linkable
from indexer.pipeline.ports import FileReader
from search.graph.dependency_graph import DependencyGraph
from search.storage.predicate import passes
from search.storage.storage import Storage
from search.types.files import FileRecord, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.graph import Edge, Node

MOST_FILES = 5_000
"""Visible files of a root up to which its graph is resolved for a client; 3 s. Above, hidden nodes are left out of
the graph of all files, so that a hidden file can still suppress an edge; docs/security.md lists how."""

CACHED_VIEWS = 4
"""Graphs of limited clients that are cached: there are rarely more kinds of clients at the same time."""

RIGHTS = ("tenant", "groups", "tags", "path_hash")
"""Columns that decide who may see a row."""

_Versions = tuple[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Part:
    """The visible files of a root. ``key`` is equal for equal graphs; None for the graph that is stored."""

    root: Root
    records: Sequence[FileRecord]
    key: Hashable


def rights_of(rows: RowFilter) -> RowFilter:
    """Return those conditions of a filter that decide what a client may see; not those that leave out roots."""
    return RowFilter(tuple(each for each in rows.conditions if _is_right(each)))


def _is_right(condition: Condition) -> bool:
    return condition.column in RIGHTS and (condition.column, condition.operator) != ("path_hash", Operator.NOT_IN)


def visible_records(records: Sequence[FileRecord], rights: RowFilter) -> list[FileRecord]:
    """Return the files that pass; most files of a root have equal rights."""
    known: dict[tuple[object, ...], bool] = {}
    visible: list[FileRecord] = []
    for row in records if rights.conditions else ():
        values = (row.tenant, row.groups, row.tags, row.path_hash)
        if values not in known:
            known[values] = passes(rights, dict(zip(RIGHTS, values, strict=True)))
        if known[values]:
            visible.append(row)
    return visible if rights.conditions else list(records)


def contents_of(records: Sequence[FileRecord]) -> Hashable:
    """Return a value that is equal for equal graphs: the files, their contents, and who may see them."""
    return frozenset((key_of(row), (row.path, row.tenant, row.groups, row.tags)) for row in records)


class VisibleGraphs:
    """The graph of everything that is checked out, for each kind of client.

    Args:
        stored: returns the graph of all files.
    """

    def __init__(self, storage: Storage, reader: FileReader, stored: Callable[[], DependencyGraph]) -> None:
        self._storage = storage
        self._reader = reader
        self._stored = stored
        self._making = threading.Lock()
        self._views: dict[RowFilter, tuple[_Versions, Hashable]] = {}
        self._graphs: dict[Hashable, DependencyGraph] = {}

    def of(self, rows: RowFilter) -> DependencyGraph:
        """Return the graph of the files that pass the rights of a filter; the stored one if all do."""
        rights = rights_of(rows)
        if not rights.conditions:
            return self._stored()
        with self._making:
            versions = self._storage.files.version(), self._storage.graph.version()
            known = self._views.pop(rights, None)
            if known is None or known[0] != versions or known[1] not in self._graphs:
                known = versions, self._make(rights, versions)
            self._views = {**dict(list(self._views.items())[1 - CACHED_VIEWS :]), rights: known}
            keys = {key for _, key in self._views.values()}
            self._graphs = {key: graph for key, graph in self._graphs.items() if key in keys}
            return self._graphs[known[1]]

    def _make(self, rights: RowFilter, versions: _Versions) -> Hashable:
        """Build the graph unless there is an equal one, and return its key."""
        graphed = self._storage.graph.roots()
        roots = [root for root in self._storage.roots.all() if root.folder and root.id in graphed]
        parts = [self._part(root, rights) for root in roots]
        is_whole = all(part is not None and part.key is None for part in parts)
        key = versions[1], None if is_whole else tuple((part.root.id, part.key) for part in parts if part)
        if key not in self._graphs:
            self._graphs[key] = self._stored() if is_whole else self._joined([part for part in parts if part])
        return key

    def _part(self, root: Root, rights: RowFilter) -> _Part | None:
        """Return the visible part of a root; None for nothing."""
        records = linkable(self._storage, root)
        visible = visible_records(records, rights)
        if not visible:
            return None
        is_stored = len(visible) == len(records) or len(visible) > MOST_FILES
        return _Part(root, visible, None if is_stored else contents_of(visible))

    def _joined(self, parts: Sequence[_Part]) -> DependencyGraph:
        nodes: list[Node] = []
        edges: list[Edge] = []
        for part in parts:
            part_nodes, part_edges = self._stored_part(part) if part.key is None else self._resolved(part)
            nodes += part_nodes
            edges += part_edges
        return DependencyGraph(nodes, edges)

    def _stored_part(self, part: _Part) -> tuple[Sequence[Node], Sequence[Edge]]:
        mine = RowFilter((Condition("path_hash", Operator.IN, (part.root.id,)),))
        return self._storage.graph.nodes(mine), self._storage.graph.edges(part.root.id)

    def _resolved(self, part: _Part) -> tuple[Sequence[Node], Sequence[Edge]]:
        from indexer.pipeline.branch_graph import resolved_graph  # a large import that an owner never needs

        graph = resolved_graph(self._storage, self._reader, part.root, part.records)
        return graph.nodes, graph.edges
