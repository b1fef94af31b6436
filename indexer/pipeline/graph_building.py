"""Builds the graph rows of a root from the facts of its files, in this process or in a child."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Protocol

import msgspec
import structlog

from indexer.collector import collector_paused
from indexer.facts.extract import decode
from indexer.facts.model import FileFacts
from indexer.facts.shared_texts import SharedTexts
from indexer.linking.graph import EdgeCountReport, Graph, RepositoryScope, unreported
from indexer.pipeline.context import key_of
from indexer.pipeline.low_priority import ChildContext, started
from indexer.resolve.build import resolve
from indexer.resolve.change import Change
from indexer.resolve.changes import concerned
from indexer.resolve.version import GRAPH_VERSION
from indexer.types import FileScope
from search.storage.graph_provenance import GraphSource
from search.storage.storage import Storage
from search.storage.versions import Versions
from search.types.files import FileRecord, Root
from search.types.graph import VALUE, EdgeType
from search.types.ids import FileId, RootId

CHILD_ABOVE_FILES = 1_000
"""Above this, a child process resolves: it takes seconds of Python, and hundreds of megabytes that end with it."""

NEW_CHILD_ABOVE_FILES = 100
"""The same limit for a graph that is built from scratch.

With 460 files it held the interpreter lock for a second of processor time, and queries took twice as long
meanwhile. The change of one saved file is resolved faster than a process starts.
"""

LOOK_EVERY_S = 0.25
"""How often the number of edges that a child process has found is read."""

References = Mapping[FileId, int]
"""How many other files refer to a file; files without references are left out."""

_log = structlog.get_logger(__name__)


class _SharedCount(Protocol):
    """A number in memory that two processes share."""

    value: int


_count: list[_SharedCount] = []
"""In a child process: where it writes how many edges it has found."""


def build_graph(
    storage: Storage, root: Root, records: Sequence[FileRecord], report_edges: EdgeCountReport = unreported
) -> References:
    """Bring the graph rows of a root up to date, in a child process when there are many files.

    An index on object storage is written by this process only, which holds the lease. ``report_edges`` is called
    now and then with the number of edges found so far.

    Raises:
        IndexWriteError: the disk is full or a permission is missing.
    """
    if _is_for_a_child(storage, root, records):
        try:
            count = ChildContext().Value("q", 0)
            with started(1, _count_in, count) as child:
                task = child.submit(
                    _build_in_child, storage.layout.folder, storage.database.written_with, root, records
                )
                while wait([task], LOOK_EVERY_S).not_done:
                    report_edges(count.value)
                report_edges(count.value)
                return task.result()
        except BrokenProcessPool:
            _log.warning("graph_process_ended", root=root.repository)
        finally:
            storage.graph.count_writes_of_child()
    return build_here(storage, root, records, report_edges)


def _is_for_a_child(storage: Storage, root: Root, records: Sequence[FileRecord]) -> bool:
    if storage.location.is_remote:
        return False
    most = CHILD_ABOVE_FILES
    if NEW_CHILD_ABOVE_FILES < len(records) <= most and not _is_known(storage.graph_sources.get(root.id), root):
        most = NEW_CHILD_ABOVE_FILES
    return len(records) > most


def _is_known(source: GraphSource | None, root: Root) -> bool:
    """Return whether there is a graph by the same rules, so that only a part may have to be resolved again."""
    return source is not None and source.scope == _rules(root)


def _build_in_child(folder: Path, versions: Versions, root: Root, records: Sequence[FileRecord]) -> References:
    return build_here(Storage(folder, versions), root, records, _found_in_child)


def _count_in(count: _SharedCount) -> None:
    _count.append(count)


def _found_in_child(edges: int) -> None:
    _count[0].value = edges


def build_here(
    storage: Storage, root: Root, records: Sequence[FileRecord], report_edges: EdgeCountReport = unreported
) -> References:
    """Build the graph in this process; of an existing graph only the part that changed."""
    source = _source_of(root, records)
    stored = storage.facts.get_many([key for key, _ in source.files.values()])
    encoded = {row.path: stored.get(key_of(row), b"") for row in records}
    texts = SharedTexts()
    with collector_paused():
        facts = [texts.share(decoded(encoded[row.path], row.path, row.language)) for row in records]
        paths = _concerned(storage, root, source, facts, encoded)
        del stored, encoded  # as large as a third of the facts
        graph = resolve(facts, scope_of(root, records), paths, report_edges)
    with storage.changing_graphs({root.id: source}):
        if paths is None:
            storage.graph.replace_scope(root.id, graph.nodes, graph.edges)
        else:
            storage.graph.replace_part(root.id, paths, graph.nodes, graph.edges)
    _log.info("graph_resolved", root=root.repository, files=len(facts) if paths is None else len(paths))
    return referred_by(storage.graph.homes(root.id), storage.graph.ends(root.id))


def build_together(
    storage: Storage, roots: Mapping[RootId, tuple[Root, Sequence[FileRecord]]], begin: Callable[[Root], None]
) -> dict[RootId, References]:
    """Build the graphs of several small roots from scratch, and write all of them in one commit of each table.

    ``begin`` is called with each root before its graph is built. A root that was forgotten meanwhile is left out.

    Raises:
        IndexWriteError: the disk is full or a permission is missing.
    """
    keys = [key_of(row) for _, records in roots.values() for row in records]
    stored = storage.facts.get_many(keys)
    graphs: dict[RootId, Graph] = {}
    for identifier, (root, records) in roots.items():
        begin(root)
        facts = [decoded(stored.get(key_of(row), b""), row.path, row.language) for row in records]
        graphs[identifier] = resolve(facts, scope_of(root, records))
    known = {root.id for root in storage.roots.all()}
    graphs = {each: graph for each, graph in graphs.items() if each in known}
    with storage.changing_graphs({each: _source_of(*roots[each]) for each in graphs}):
        storage.graph.replace_scopes({each: (graph.nodes, graph.edges) for each, graph in graphs.items()})
    _log.info("graphs_resolved", roots=len(roots), files=len(keys))
    return {each: _references_in(graph) for each, graph in graphs.items()}


def _references_in(graph: Graph) -> References:
    """Return what `referred_by` returns once the graph is stored; nodes and edges are unique in it."""
    homes: dict[str, str] = {node.id: node.file_id for node in graph.nodes if node.file_id}
    counted = (edge for edge in graph.edges if edge.type is not EdgeType.DEFINES and edge.tier != VALUE)
    return referred_by(homes, ((edge.source, edge.target, edge.file_id) for edge in counted))


def _source_of(root: Root, records: Iterable[FileRecord]) -> GraphSource:
    return GraphSource(_rules(root), {row.path: (key_of(row), _rights(row)) for row in records})


def _concerned(
    storage: Storage,
    root: Root,
    source: GraphSource,
    facts: Sequence[FileFacts],
    encoded: Mapping[str, bytes],
) -> frozenset[str] | None:
    """Return the files whose part of the stored graph may have changed; None if that is not known."""
    known = storage.graph_sources.get(root.id)
    if known is None or not _is_known(known, root):
        return None
    languages = {each.path: each.language for each in facts}
    changed = {path: key for path, (key, rights) in known.files.items() if source.files.get(path) != (key, rights)}
    old = storage.facts.get_many(list(changed.values()))
    if old.keys() != set(changed.values()):
        return None
    before = [decoded(old[key], path, languages.get(path, "")) for path, key in changed.items()]
    after = [each for each in facts if known.files.get(each.path) != source.files[each.path]]
    return concerned(Change(before, after, facts, encoded))


def decoded(data: bytes, path: str, language: str) -> FileFacts:
    """Return the cached facts of a file, or empty facts if there are none."""
    try:
        return decode(data)
    except msgspec.MsgspecError:
        return FileFacts(path=path, language=language)


def _rules(root: Root) -> str:
    return f"{GRAPH_VERSION} {root.repository}@{root.branch}"


def _rights(row: FileRecord) -> str:
    return repr((row.tenant, row.groups, row.tags))


def scope_of(root: Root, records: Iterable[FileRecord]) -> RepositoryScope:
    """Return the repository of these files and the rights of each."""
    return RepositoryScope(
        repository=root.repository,
        branch=root.branch,
        path_hash=root.id,
        files={row.path: _file_scope(row) for row in records},
    )


def _file_scope(row: FileRecord) -> FileScope:
    return FileScope(**{name: getattr(row, name) for name in FileScope.__dataclass_fields__})


def referred_by(homes: Mapping[str, str], ends: Iterable[tuple[str, str, str]]) -> References:
    """Return for each file how many other files refer to something in it.

    Args:
        homes: node -> the file that defines it.
        ends: source, target and evidence file of every edge except containment.
    """
    sources: dict[FileId, set[str]] = defaultdict(set)
    for source, target, evidence in ends:
        home, around = homes.get(target), homes.get(source, evidence)
        if home is not None and around != home:
            sources[FileId(home)].add(around)
    return {file: len(others) for file, others in sources.items()}
