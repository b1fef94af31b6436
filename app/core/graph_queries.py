"""Questions about the whole dependency graph, answered within an access."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from app.core.branch_graphs import BranchGraphs
from app.core.git_changes import since_commit
from app.core.graph_cache import AccessVisibility
from app.core.line_texts import LineTexts
from app.core.root_status import root_statuses
from app.core.staleness import is_stale
from app.core.test_code import is_test
from app.core.unused_definitions import judged
from app.core.visible_graphs import rights_of, visible_records
from indexer.discovery.root_settings import SETTINGS_FILE, read_settings
from indexer.pipeline.context import linkable
from search.errors import BadInputError, NotFoundError
from search.graph.added import new_cycles, new_dependencies, newly_broken
from search.graph.architecture import checked
from search.graph.changes import changed_nodes
from search.graph.dependency_graph import DependencyGraph
from search.graph.impact import impact_of
from search.graph.names import Visible
from search.graph.structure import dependency_cycles, file_cycles
from search.graph.table_use import table_use
from search.graph.unused import unused
from search.graph.visibility import GraphVisibility
from search.spelling import nearest
from search.storage.storage import Storage
from search.types.architecture import CheckedRule
from search.types.files import Root
from search.types.filters import OWNER, Access
from search.types.graph import Node
from search.types.graph_queries import (
    Added,
    AddedRequest,
    ChangedFile,
    Cycle,
    CycleScope,
    Impact,
    ImpactRequest,
    TableRequest,
    TableUse,
    UnusedDefinition,
)
from search.types.ids import FileId, file_id


class GraphAnswers:
    """Answers questions about impact, tables, cycles and unused definitions from the current graph."""

    def __init__(self, storage: Storage, graphs: BranchGraphs) -> None:
        self._storage = storage
        self._graphs = graphs

    def impact(self, request: ImpactRequest, access: Access) -> Impact:
        """Return what depends on some things or changes; see `SearchCore.impact`."""
        graph, targets = self._graphs.about(
            *request.targets, rights=access.row_filter(), overloads=request.overloads
        )
        if request.changes and request.changes[0].branch:
            graph = self._graph_of(request.changes, access)
            graph = graph.apart if request.overloads else graph
        visible = AccessVisibility(access)
        visibility = GraphVisibility(graph, visible, historic=True)
        named = [graph.names.resolve(target, visibility.sees_node).id for target in targets]
        known: dict[FileId, tuple[tuple[int, int], ...]] = {}
        unknown: list[str] = []
        for change in request.changes:
            files = [
                file
                for file in self._files(change, access)
                if file in graph and visibility.sees_node(graph.node(file))
            ]
            unknown += [] if files else [change.path]
            known.update((file, change.lines) for file in files)
        touched = changed_nodes(graph, visibility, known)
        impact = impact_of(
            graph,
            [*named, *touched.definitions],
            edges=request.edges,
            visible=visible,
            loosely=touched.files,
            max_nodes=request.max_nodes,
            tests=request.tests,
            is_test=is_test,
        )
        return replace(impact, unknown=tuple(unknown), stale=self._stale(known, access))

    def added(self, request: AddedRequest) -> Added:
        """Return the additions of a folder since an earlier commit; see `SearchCore.added`."""
        folder = Path(request.folder)
        _, dots, end = request.revision.partition("..")
        root = self._root_of(folder, end.removeprefix(".") if dots else "")
        since = since_commit(Path(root.path), request.revision)
        now = self._graphs.of_branch(root.repository, root.branch)
        before = self._graphs.at_commit(root, since)

        def visible(node: Node) -> bool:
            return node.path_hash == root.id

        rules = read_settings(Path(root.path)).architecture
        broken = [[checked(graph, rule, root.name, visible) for rule in rules] for graph in (before, now)]
        dependencies, in_tests = new_dependencies(before, now, visible, is_test)
        cycles = new_cycles(before, now, visible)
        return Added(root.name, since.commit, dependencies, in_tests, cycles, newly_broken(*broken))

    def table(self, request: TableRequest, access: Access) -> TableUse:
        """Return who uses a table; see `SearchCore.table`."""
        graph, (table,) = self._graphs.about(request.table, rights=access.row_filter())
        sees = AccessVisibility(access)
        return table_use(graph, table, visible=sees, is_test=is_test, max_nodes=request.max_nodes)

    def cycles(self, repository: str, of: CycleScope, access: Access) -> tuple[Cycle, ...]:
        """Return the cycles of dependencies; see `SearchCore.cycles`."""
        find_cycles = file_cycles if of is CycleScope.FILES else dependency_cycles
        graph, visible = self._over(repository, access)
        return tuple(find_cycles(graph, visible=visible))

    def architecture(self, repository: str, access: Access) -> tuple[CheckedRule, ...]:
        """Return the rules of the roots with what breaks them; see `SearchCore.architecture`."""
        roots = [root for root in _visible_roots(self._storage, access) if root.folder]
        if repository:
            roots = [repository_root(self._storage, repository, access)]
        rules: list[CheckedRule] = []
        for root in roots:
            settings = read_settings(Path(root.path))
            if access == OWNER:  # mistakes are quoted from a file that says what is hidden from whom
                settings.check()
            if settings.architecture:
                graph, visible = self._over(root.name, access)
                rules += [checked(graph, rule, root.name, visible) for rule in settings.architecture]
        if not rules:
            raise BadInputError("graph.no_rules", file=SETTINGS_FILE)
        return tuple(rules)

    def unused(self, repository: str, access: Access) -> tuple[UnusedDefinition, ...]:
        """Return definitions that nothing uses; see `SearchCore.unused`."""
        graph, visible = self._over(repository, access)
        if repository:
            roots = [repository_root(self._storage, repository, access)]
        else:
            roots = [root for root in _visible_roots(self._storage, access) if root.folder]
        rights = rights_of(access.row_filter())
        records = [row for root in roots for row in visible_records(linkable(self._storage, root), rights)]
        return judged(unused(graph, visible, is_test), graph, LineTexts(self._storage), records)

    def _over(self, repository: str, access: Access) -> tuple[DependencyGraph, Visible]:
        """Return a graph, and the filter for nodes of one repository or of everything that is checked out."""
        sees = AccessVisibility(access)
        if not repository:
            return self._graphs.about(rights=access.row_filter())[0], sees
        root = repository_root(self._storage, repository, access)
        graph = self._graphs.of_branch(root.repository, root.branch, access.row_filter())
        return graph, lambda node: node.path_hash == root.id and sees(node)

    def _stale(self, files: Iterable[FileId], access: Access) -> tuple[str, ...]:
        paths = {root.id: root.folder for root in _visible_roots(self._storage, access)}
        rows = self._storage.files.by_id(list(files), access.row_filter()).values()
        return tuple(sorted(row.path for row in rows if is_stale(paths[row.path_hash], row.path, row.mtime_ns)))

    def _root_of(self, folder: Path, branch: str) -> Root:
        """Return the innermost root around a folder, or the only one in it; of a branch where one is named."""
        roots = [
            root
            for root in _visible_roots(self._storage, OWNER)
            if (root.branch == branch if branch else bool(root.folder))
        ]
        around = [root for root in roots if folder.is_relative_to(root.path)]
        inside = [root for root in roots if Path(root.path).is_relative_to(folder)]
        if around:
            return max(around, key=lambda root: len(root.path))
        if len(inside) == 1:
            return inside[0]
        if branch:
            raise NotFoundError("graph.no_branch", branch=branch)
        known = ", ".join(root.repository for root in inside or roots) or "none"
        raise NotFoundError("graph.no_repository", name=str(folder), known=known)

    def _graph_of(self, changes: Sequence[ChangedFile], access: Access) -> DependencyGraph:
        """Return the graph of the branch that the changes are of, if it is indexed."""
        branch = changes[0].branch
        for root in _visible_roots(self._storage, access):
            if branch == root.branch and any(Path(change.path).is_relative_to(root.path) for change in changes):
                return self._graphs.of_branch(root.repository, root.branch, access.row_filter())
        raise NotFoundError("graph.no_branch", branch=branch)

    def _files(self, change: ChangedFile, access: Access) -> list[FileId]:
        """Return the files that a path may name: an absolute path in its root, a relative one in every root.

        Without a branch these are files in folders, else files of that branch.
        """
        path = Path(change.path)
        file_ids: list[FileId] = []
        for root in _visible_roots(self._storage, access):
            if root.branch != change.branch if change.branch else root.from_git:
                continue
            inner = change.path
            if path.is_absolute():
                if not path.is_relative_to(root.path):
                    continue
                inner = path.relative_to(root.path).as_posix()
            file_ids.append(file_id(root.repository, root.branch, inner))
        return file_ids


def repository_root(storage: Storage, name: str, access: Access) -> Root:
    """Return the visible root with this label, ``LABEL@BRANCH`` or path.

    A folder comes before its branches in git, since it has the graph of the branch that is checked out.

    Raises:
        NotFoundError: there is none; the remedy lists the nearest labels.
    """
    roots = sorted(_visible_roots(storage, access), key=lambda root: bool(root.from_git))
    for root in roots:
        if name in (root.repository, f"{root.repository}@{root.branch}", root.path):
            return root
    labels = [root.name for root in roots]
    branches = [label for label in labels if label.partition("@")[0] == name.partition("@")[0]]
    suggestions = branches or nearest(name, labels, 5) or labels[:5]
    raise NotFoundError("graph.no_repository", name=name, known=", ".join(suggestions) or "none")


def _visible_roots(storage: Storage, access: Access) -> list[Root]:
    return [status.root for status in root_statuses(storage, access, {})]
