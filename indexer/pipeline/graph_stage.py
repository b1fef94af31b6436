"""Third stage: the graph of a root, and how many files refer to each of its files."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from indexer.pipeline.context import IndexingContext, key_of, wanted_of
from indexer.pipeline.control import Run
from indexer.pipeline.ports import Depth, ReadFile, ReadRequest
from indexer.pipeline.reading_pool import read_all
from indexer.pipeline.text_stage import batches
from indexer.resolve.version import GRAPH_VERSION
from search.storage.files_table import digest_of
from search.types.files import FileRecord, Root
from search.types.status import Step


class GraphStage:
    """Resolves the references of a root and writes what changed."""

    def __init__(self, context: IndexingContext) -> None:
        self._context = context

    def run(self, root: Root, run: Run) -> bool:
        """Bring the graph of a root up to date; return False if it was stopped early."""
        from indexer.pipeline.graph_building import (
            build_graph,  # imported late: much code, not needed at an engine's start
        )

        contents = self._context.storage.files.contents(root.id, root.branch)
        records = self._context.linkable(root)
        if not self._complete_facts(root, records, run):
            return False
        with self._context.progress.begin(Step.GRAPH, root) as progress:
            references = build_graph(self._context.storage, root, records, progress.reach)
        referred = {record.id: references.get(record.id, 0) for record in records}
        changed = [
            replace(record, referred_by=referred[record.id])
            for record in records
            if record.referred_by != referred[record.id]
        ]
        with self._context.writing:
            self._context.storage.files.set_numbers("referred_by", {row.id: row.referred_by for row in changed})
        if changed:
            self._context.storage.heap.trim()
            self._context.listener.records_changed(changed)
        self._context.listener.graph_replaced(root.id)
        self._context.storage.mark_graph(root.id, digest_of(contents, referred), GRAPH_VERSION)
        self._context.storage.heap.trim_if_due()
        return True

    def _complete_facts(self, root: Root, records: Sequence[FileRecord], run: Run) -> bool:
        """Read the files whose facts are not in the cache; return False if it was stopped early.

        These are the files of a large root that was just indexed, and all files after an upgrade of an extractor.
        """
        facts = self._context.storage.facts
        rows = {key_of(row): row for row in records if row.content_hash}
        lacking = [wanted_of(root, rows[key], Depth.FACTS) for key in facts.missing(list(rows))]
        if not lacking:
            return True
        size = sum(wanted.labelled.file.size_bytes for wanted in lacking)
        parts = list(batches(lacking))
        going = (batch for batch in parts if run.goes_on())
        reads = read_all(self._context.reader, root, going, size_bytes=size, pace=run.pace)
        done = 0
        with contextlib.closing(reads), self._context.progress.begin(Step.GRAPH, root, len(lacking)) as progress:
            for batch, read in zip(parts, reads, strict=False):
                facts.put_many(
                    dict(facts_or_none(wanted, read_file) for wanted, read_file in zip(batch, read, strict=True))
                )
                self._context.storage.heap.trim_if_due()
                progress.advance(len(batch))
                done += len(batch)
        return done == len(lacking)


def facts_or_none(wanted: ReadRequest, read: ReadFile | None) -> tuple[str, bytes]:
    """Return key and facts of a file for the cache.

    Empty facts for an unreadable file, so that it is not read again.
    """
    known = key_of(wanted.labelled.row), b""
    return (read.facts_key, read.facts) if read is not None and read.facts_key else known
