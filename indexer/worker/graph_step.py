"""Third step: the graph of a root, and how often each of its files is referred to."""

from collections.abc import Sequence
from dataclasses import replace

from indexer.worker.graph_building import build_graph, key_of
from indexer.worker.workplace import Workplace
from search.types.files import FileRecord, Root


class GraphStep:
    """Resolves a root and writes what differs."""

    def __init__(self, place: Workplace) -> None:
        self._place = place

    def run(self, root: Root) -> None:
        """Make the graph of a root fit its files."""
        digest = self._place.storage.files.content_digest(root.id, root.branch)
        records = self._place.linkable(root)
        self._complete_facts(root, records)
        referred = build_graph(self._place.storage, root, records)
        changed = [
            replace(record, referred_by=referred.get(record.id, 0))
            for record in records
            if record.referred_by != referred.get(record.id, 0)
        ]
        with self._place.writing:
            self._place.storage.files.set_numbers("referred_by", {row.id: row.referred_by for row in changed})
        self._place.listener.graph_replaced(root.id)
        if changed:
            self._place.listener.records_changed(changed)
        self._place.storage.mark_graph(root.id, digest)

    def _complete_facts(self, root: Root, records: Sequence[FileRecord]) -> None:
        """Read files again whose facts are not in the cache, such as after a change of an extractor."""
        rows = {key_of(row): row for row in records if row.content_hash}
        fresh: dict[str, bytes] = {}
        for key in self._place.storage.facts.missing(list(rows)):
            read = self._place.read_again(root, rows[key])
            if read is not None and read.facts_key:
                fresh[read.facts_key] = read.facts
        self._place.storage.facts.put_many(fresh)
