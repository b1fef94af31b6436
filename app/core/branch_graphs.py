"""The dependency graphs of branches that are not checked out, built on demand."""

import os
import threading
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

from app.core.earlier_records import records_at
from app.core.git_changes import SinceCommit
from app.core.named_graphs import NamedGraphs
from app.core.visible_graphs import contents_of, rights_of, visible_records
from indexer.pipeline.context import linkable
from indexer.pipeline.ports import FileReader
from search.file_names import real_path
from search.graph.dependency_graph import DependencyGraph
from search.graph.overloads import is_overload
from search.retrieval.index_graph import NodeVisibility
from search.storage.predicate import EVERYTHING
from search.storage.storage import Storage
from search.types.files import FileRecord, Root
from search.types.filters import RowFilter
from search.types.graph import Node
from search.types.ids import NodeId, RootId, file_id
from search.types.results import FileHit

CACHED_GRAPHS = 4
"""Number of cached graphs: a comparison of two branches asks both each time, for the owner and for one client."""


class BranchGraphs:
    """Builds the graph of a branch on demand, and caches the most recent ones.

    Args:
        checked_out: returns the graph of everything that is checked out, as far as a filter passes it.
        named: the same, as far as it concerns some names or one root.
    """

    def __init__(
        self,
        storage: Storage,
        reader: FileReader,
        checked_out: Callable[[RowFilter], DependencyGraph],
        named: NamedGraphs,
    ) -> None:
        self._storage = storage
        self._reader = reader
        self._checked_out = checked_out
        self._named = named
        self._making = threading.Lock()
        self._known: dict[tuple[RootId, Hashable], DependencyGraph] = {}

    def about(
        self, *names: str, rights: RowFilter = EVERYTHING, overloads: bool = False
    ) -> tuple[DependencyGraph, tuple[str, ...]]:
        """Return the graph of the visible files in which to look up names, and the names as that graph has them.

        A prefix ``LABEL@BRANCH:`` of one name chooses the branch for all of them. An absolute path below a watched
        folder stands for the file there. Branches and folders of which nothing is visible are not known. Each
        overload of a method is a node where that is asked for, or where a name has the types of parameters.

        Raises:
            BadInputError: git refuses.
            IndexWriteError: the disk is full or a permission is missing.
            MissingExtraError: there is no git.
        """
        graph, known = self._around(names, rights)
        listed = tuple(name.replace(", ", ",") if is_overload(name) else name for name in known)
        named = [name for name in listed if is_overload(name)]
        apart = overloads or any(graph.apart.names.find(name) for name in named)
        return (graph.apart, listed) if apart else (graph, known)

    def _around(self, names: Sequence[str], rights: RowFilter) -> tuple[DependencyGraph, tuple[str, ...]]:
        roots = self._visible_roots(rights)
        for root in _aside(roots):
            scope = f"{root.name}:"
            if any(name.startswith(scope) for name in names):
                graph = self._graph(root, rights)
                return graph, tuple(name if name in graph else name.removeprefix(scope) for name in names)
        wanted = tuple(_as_in_results(name, roots) for name in names)
        return self._named.of(rights, wanted), wanted

    def of_branch(self, repository: str, branch: str, rights: RowFilter = EVERYTHING) -> DependencyGraph:
        """Return the graph that has a branch of the repository with this label, of the visible files.

        Raises:
            BadInputError: git refuses.
            IndexWriteError: the disk is full or a permission is missing.
            MissingExtraError: there is no git.
        """
        roots = self._storage.roots.all()
        known = {(root.repository, root.branch): root for root in (*_aside(roots), *filter(_is_folder, roots))}
        root = known.get((repository, branch))
        if root is None:
            return self._checked_out(rights)
        return self._named.of_roots(rights, (root.id,)) if root.folder else self._graph(root, rights)

    def with_letters(self, text: str, rights: RowFilter) -> DependencyGraph:
        """Return a graph of the visible files that are checked out, which has the names with these letters."""
        return self._named.with_letters(rights, text)

    def of_files(self, files: Sequence[FileHit], rights: RowFilter) -> DependencyGraph:
        """Return a graph of the visible files that are checked out, which has the best of these files."""
        known = {(root.repository, root.branch): root.id for root in filter(_is_folder, self._storage.roots.all())}
        scopes = dict.fromkeys((file.repository, file.branch) for file in files)
        return self._named.of_roots(rights, [known[scope] for scope in scopes if scope in known])

    def at_commit(self, root: Root, since: SinceCommit) -> DependencyGraph:
        """Return the graph that the files of a root had at an earlier commit, for the owner.

        Raises:
            BadInputError: git refuses.
            IndexWriteError: the disk is full or a permission is missing.
            MissingExtraError: there is no git.
        """
        return self._made(*records_at(root, linkable(self._storage, root), since))

    def nodes_by_id(self, ids: Sequence[NodeId], rows: RowFilter) -> dict[NodeId, Node]:
        """Return the nodes of any branch that exist and pass the filter, in the order of ``ids``.

        Raises:
            BadInputError: git refuses.
            IndexWriteError: the disk is full or a permission is missing.
            MissingExtraError: there is no git.
        """
        rights, sees = rights_of(rows), NodeVisibility(rows)
        nodes = self._storage.graph.nodes_by_id(ids, rows)
        if rights.conditions:
            of_files = (":chunk:", ":file:")
            wanted = [node_id for node_id in ids if not any(part in node_id for part in of_files)]
            graph = self._checked_out(rights) if wanted else DependencyGraph((), ())
            nodes = {node_id: node for node_id, node in nodes.items() if node_id not in wanted}
            nodes |= {node_id: graph.node(node_id) for node_id in wanted if node_id in graph}
            nodes = {node_id: node for node_id, node in nodes.items() if sees(node)}
        for root in _aside(self._storage.roots.all()):
            scope, chunk = f"{root.name}:", f"{root.name}:chunk:"
            mine = [node_id for node_id in ids if node_id.startswith(scope) and not node_id.startswith(chunk)]
            graph = self._graph(root, rights) if mine else DependencyGraph((), ())
            of_branch = [graph.node(node_id) for node_id in mine if node_id in graph]
            nodes |= {node.id: node for node in of_branch if sees(node)}
        return {node_id: nodes[node_id] for node_id in dict.fromkeys(ids) if node_id in nodes}

    def _visible_roots(self, rights: RowFilter) -> list[Root]:
        """Return the roots of which something is visible, all for the owner."""
        roots = self._storage.roots.all()
        if not rights.conditions:
            return list(roots)
        seen = self._storage.files.step_counts(rights)
        return [root for root in roots if root.id in seen]

    def _graph(self, root: Root, rights: RowFilter) -> DependencyGraph:
        records = visible_records(linkable(self._storage, root), rights_of(rights))
        return self._made(root, records)

    def _made(self, root: Root, records: Sequence[FileRecord]) -> DependencyGraph:
        from indexer.pipeline.branch_graph import (
            resolved_graph,  # a large import that would delay the start of an engine
        )

        key = root.id, contents_of(records)
        with self._making:
            graph = self._known.pop(key, None)
            if graph is None:
                made = resolved_graph(self._storage, self._reader, root, records)
                graph = DependencyGraph(made.nodes, made.edges)
            self._known = {**dict(list(self._known.items())[1 - CACHED_GRAPHS :]), key: graph}
            return graph


def _is_folder(root: Root) -> bool:
    return bool(root.folder)


def _as_in_results(name: str, roots: Sequence[Root]) -> str:
    """Return the identifier of the file that an absolute path below one of these folders names, else the name."""
    if not Path(name).is_absolute():
        return name
    folders = sorted((root for root in roots if root.folder), key=lambda root: -len(root.path))
    for path in map(Path, dict.fromkeys((real_path(name), os.path.normpath(name)))):
        for root in folders:
            if path.is_relative_to(root.folder):
                return file_id(root.repository, root.branch, path.relative_to(root.folder).as_posix())
    return name


def _aside(roots: Sequence[Root]) -> list[Root]:
    """Return those of these branches in git that are not checked out in their folder."""
    checked_out = {(root.repository, root.branch) for root in roots if root.folder}
    return [root for root in roots if root.from_git and (root.repository, root.branch) not in checked_out]
