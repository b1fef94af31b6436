"""From the facts of all files of a root to its rows in the graph tables; runs in this process or in a child."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec
import structlog

from indexer.facts.extract import decode
from indexer.facts.model import EXTRACTOR_VERSION, FileFacts
from indexer.resolve.build import resolve
from indexer.resolve.graph import RepositoryScope
from indexer.types import FileScope
from indexer.worker.child_process import started
from search.storage.keys import facts_key
from search.storage.storage import Storage
from search.storage.versions import Versions
from search.types.files import FileRecord, Root
from search.types.graph import Edge, EdgeType, Node
from search.types.ids import FileId, NodeId

APART_ABOVE_FILES = 1_000
"""Resolving more takes seconds of pure Python and hundreds of megabytes, which a child process gives back."""

References = Mapping[FileId, int]
"""How many other files refer to a file; those that none refers to are left out."""

_log = structlog.get_logger(__name__)


def key_of(row: FileRecord) -> str:
    """Return the key of a file's facts."""
    return facts_key(row.content_hash, row.path, EXTRACTOR_VERSION)


def build_graph(storage: Storage, root: Root, records: Sequence[FileRecord]) -> References:
    """Make the graph rows of a root fit these files, in a child process when they are many.

    Not where the index lies on object storage: the right to write there is this process's.

    Raises:
        IndexWriteError: the disk is full or a permission is missing.
    """
    if len(records) > APART_ABOVE_FILES and not storage.place.is_remote:
        try:
            with started(1) as child:
                task = child.submit(
                    _build_apart, storage.layout.folder, storage.database.written_with, root, records
                )
                return task.result()
        except BrokenProcessPool:
            _log.warning("graph_process_ended", root=root.repository)
    return build_here(storage, root, records)


def _build_apart(folder: Path, versions: Versions, root: Root, records: Sequence[FileRecord]) -> References:
    return build_here(Storage(folder, versions), root, records)


def build_here(storage: Storage, root: Root, records: Sequence[FileRecord]) -> References:
    """Do it in this process."""
    stored = storage.facts.get_many([key_of(row) for row in records])
    facts = [_decoded(stored.pop(key_of(row), b""), row) for row in records]
    graph = resolve(facts, _scope(root, records))
    storage.graph.replace_scope(root.id, graph.nodes, graph.edges)
    return referred_by(graph.nodes, graph.edges)


def _decoded(data: bytes, row: FileRecord) -> FileFacts:
    try:
        return decode(data)
    except msgspec.MsgspecError:
        return FileFacts(path=row.path, language=row.language)


def _scope(root: Root, records: Iterable[FileRecord]) -> RepositoryScope:
    return RepositoryScope(
        repository=root.repository,
        branch=root.branch,
        path_hash=root.id,
        files={row.path: _file_scope(row) for row in records},
    )


def _file_scope(row: FileRecord) -> FileScope:
    return FileScope(**{name: getattr(row, name) for name in FileScope.__dataclass_fields__})


def referred_by(nodes: Iterable[Node], edges: Iterable[Edge]) -> References:
    """Return for each file how many other files hold a reference to something in it."""
    home: dict[NodeId, FileId] = {node.id: node.file_id for node in nodes if node.file_id}
    sources: dict[FileId, set[FileId]] = defaultdict(set)
    for edge in edges:
        target = home.get(edge.target)
        source = home.get(edge.source, edge.file_id)
        if edge.type is not EdgeType.DEFINES and target is not None and source != target:
            sources[target].add(source)
    return {file: len(others) for file, others in sources.items()}
