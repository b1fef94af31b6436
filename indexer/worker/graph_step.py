"""Third step: from the facts of all files of a root to its graph, and how often each file is referred to."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import msgspec

from indexer.facts.extract import decode
from indexer.facts.model import EXTRACTOR_VERSION, FileFacts
from indexer.resolve.build import resolve
from indexer.resolve.graph import RepositoryScope
from indexer.types import FileScope
from indexer.worker.workplace import Workplace
from search.storage.keys import facts_key
from search.types.files import FileRecord, Root
from search.types.graph import Edge, EdgeType, Node
from search.types.ids import FileId, NodeId


class GraphStep:
    """Resolves a root and writes what differs."""

    def __init__(self, place: Workplace) -> None:
        self._place = place

    def run(self, root: Root) -> None:
        """Make the graph of a root fit its files."""
        records = self._place.readable(root)
        facts = self._facts(root, records)
        graph = resolve(facts, _scope(root, records))
        referred = referred_by(graph.nodes, graph.edges)
        changed = [
            replace(record, referred_by=referred.get(record.id, 0))
            for record in records
            if record.referred_by != referred.get(record.id, 0)
        ]
        with self._place.writing:
            self._place.storage.graph.replace_scope(root.id, graph.nodes, graph.edges)
            self._place.storage.files.set_numbers("referred_by", {row.id: row.referred_by for row in changed})
        self._place.listener.graph_replaced(root.id)
        if changed:
            self._place.listener.records_changed(changed)

    def _facts(self, root: Root, records: Sequence[FileRecord]) -> list[FileFacts]:
        keys = {facts_key(row.content_hash, row.path, EXTRACTOR_VERSION): row for row in records}
        stored = self._place.storage.facts.get_many(list(keys))
        facts, fresh = [], {}
        for key, row in keys.items():
            found = _decoded(stored.get(key))
            if found is None:
                read = self._place.read_again(root, row)
                found = _decoded(read.facts) if read is not None else None
                if read is not None and found is not None:
                    fresh[read.facts_key] = read.facts
            facts.append(found or FileFacts(path=row.path, language=row.language))
        self._place.storage.facts.put_many(fresh)
        return facts


def _decoded(data: bytes | None) -> FileFacts | None:
    if not data:
        return None
    try:
        return decode(data)
    except msgspec.MsgspecError:
        return None


def _scope(root: Root, records: Iterable[FileRecord]) -> RepositoryScope:
    return RepositoryScope(
        repository=root.repository,
        branch=root.branch,
        path_hash=root.id,
        files={row.path: _file_scope(row) for row in records},
    )


def _file_scope(row: FileRecord) -> FileScope:
    return FileScope(**{name: getattr(row, name) for name in FileScope.__dataclass_fields__})


def referred_by(nodes: Iterable[Node], edges: Iterable[Edge]) -> Mapping[FileId, int]:
    """Return for each file how many other files hold a reference to something in it."""
    home: dict[NodeId, FileId] = {node.id: node.file_id for node in nodes if node.file_id}
    sources: dict[FileId, set[FileId]] = defaultdict(set)
    for edge in edges:
        target = home.get(edge.target)
        source = home.get(edge.source, edge.file_id)
        if edge.type is not EdgeType.DEFINES and target is not None and source != target:
            sources[target].add(source)
    return {file: len(others) for file, others in sources.items()}
