"""Third step: the graph of a root, and how often each of its files is referred to."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from indexer.pipeline.context import IndexingContext, wanted_of
from indexer.pipeline.control import Run
from indexer.pipeline.fact_keys import key_of
from indexer.pipeline.ports import Depth, ReadFile, Wanted
from indexer.pipeline.reading_pool import read_all
from indexer.pipeline.text_stage import batches
from indexer.resolve.version import GRAPH_VERSION
from search.storage.files_table import digest_of
from search.types.files import FileRecord, Root


class GraphStage:
    """Resolves a root and writes what differs."""

    def __init__(self, place: IndexingContext) -> None:
        self._place = place

    def run(self, root: Root, run: Run) -> bool:
        """Make the graph of a root fit its files; return False when it was stopped before."""
        from indexer.pipeline.graph_building import (
            build_graph,  # much code that an engine's start need not wait for
        )

        contents = self._place.storage.files.contents(root.id, root.branch)
        records = self._place.linkable(root)
        if not self._complete_facts(root, records, run):
            return False
        found = build_graph(self._place.storage, root, records)
        referred = {record.id: found.get(record.id, 0) for record in records}
        changed = [
            replace(record, referred_by=referred[record.id])
            for record in records
            if record.referred_by != referred[record.id]
        ]
        with self._place.writing:
            self._place.storage.files.set_numbers("referred_by", {row.id: row.referred_by for row in changed})
        self._place.listener.graph_replaced(root.id)
        if changed:
            self._place.listener.records_changed(changed)
        self._place.storage.mark_graph(root.id, digest_of(contents, referred), GRAPH_VERSION)
        return True

    def _complete_facts(self, root: Root, records: Sequence[FileRecord], run: Run) -> bool:
        """Read the files whose facts are not in the cache; return False when it was stopped.

        Those are the ones of a large root that was just indexed, and all of them after a change of an extractor.
        """
        facts = self._place.storage.facts
        rows = {key_of(row): row for row in records if row.content_hash}
        lacking = [wanted_of(root, rows[key], Depth.FACTS) for key in facts.missing(list(rows))]
        if not lacking:
            return True
        self._place.progress.begin("graph", len(lacking))
        size = sum(wanted.labelled.found.size_bytes for wanted in lacking)
        cut = list(batches(lacking))
        going = (batch for batch in cut if run.goes_on())
        reads = read_all(self._place.reader, root, going, size_bytes=size, pace=run.pace)
        done = 0
        with contextlib.closing(reads):
            for batch, read in zip(cut, reads, strict=False):
                facts.put_many(dict(facts_or_none(one, each) for one, each in zip(batch, read, strict=True)))
                self._place.progress.advance(len(batch))
                done += len(batch)
        return done == len(lacking)


def facts_or_none(wanted: Wanted, read: ReadFile | None) -> tuple[str, bytes]:
    """Return what the cache keeps of a file; nothing of one that cannot be read, so that it is not tried again."""
    known = key_of(wanted.labelled.row), b""
    return (read.facts_key, read.facts) if read is not None and read.facts_key else known
