"""Third stage: the graph of a root, and how many files refer to each of its files."""

import contextlib
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from indexer.pipeline.context import READABLE, IndexingContext, is_linkable, key_of, scope_filters, wanted_of
from indexer.pipeline.control import Run
from indexer.pipeline.ports import Depth, ReadFile, ReadRequest
from indexer.pipeline.reading_pool import read_all
from indexer.pipeline.text_stage import batches
from indexer.resolve.version import GRAPH_VERSION
from search.storage.files_table import contents_of, digest_of
from search.types.files import FileRecord, FileState, Root
from search.types.ids import FileId, RootId
from search.types.status import Step

TOGETHER_FILES = 100
"""Most files of small roots whose graphs are built together: reading and writing few rows costs as much as many.

So many are linked before a query has to wait for long; see `NEW_CHILD_ABOVE_FILES`.
"""

_WITH_CONTENT = (*READABLE, FileState.OFFLINE, FileState.SKIPPED)


class GraphStage:
    """Resolves the references of a root and writes what changed."""

    def __init__(self, context: IndexingContext) -> None:
        self._context = context
        self._alone: set[RootId] = set()
        """Roots whose graphs could not be built together: whose fault it was shows when each is built alone."""

    def first_together(self, roots: Sequence[Root]) -> int:
        """Return how many of the first of these roots, one at least, `run` brings up to date at once.

        These are small roots without a graph, if there was no error in building them together before.
        """
        files = count = 0
        for root in roots:
            files += self._context.readiness.steps_of(root.id).indexed
            is_new = self._context.storage.graph_sources.get(root.id) is None
            if files > TOGETHER_FILES or not is_new or root.id in self._alone:
                break
            count += 1
        return max(1, count)

    def run(self, roots: Sequence[Root], run: Run) -> bool:
        """Bring the graphs of roots up to date, several new ones in few commits; return False if stopped early."""
        rows = self._rows(roots)
        records = {root.id: [row for row in rows[root.id] if is_linkable(row)] for root in roots}
        keys = [key_of(row) for mine in records.values() for row in mine if row.content_hash]
        missing = set(self._context.storage.facts.missing(keys))
        if missing and not all(self._complete_facts(root, records[root.id], missing, run) for root in roots):
            return False
        references = self._build(roots, records)
        roots = [root for root in roots if root.id in references]
        referred = {
            root.id: {record.id: references[root.id].get(record.id, 0) for record in records[root.id]}
            for root in roots
        }
        changed = [
            replace(record, referred_by=referred[root.id][record.id])
            for root in roots
            for record in records[root.id]
            if record.referred_by != referred[root.id][record.id]
        ]
        with self._context.writing:
            self._context.storage.files.set_numbers("referred_by", {row.id: row.referred_by for row in changed})
        if changed:
            self._context.storage.heap.trim()
            self._context.listener.records_changed(changed)
        for root in roots:
            self._context.listener.graph_replaced(root.id)
        digests = {root.id: digest_of(contents_of(rows[root.id]), referred[root.id]) for root in roots}
        self._context.storage.mark_graphs(digests, GRAPH_VERSION)
        self._context.storage.heap.trim_if_due()
        return True

    def _rows(self, roots: Sequence[Root]) -> dict[RootId, list[FileRecord]]:
        """Return the files of roots on their branches that are in the graph or in the digest of its contents."""
        rows: dict[RootId, list[FileRecord]] = {root.id: [] for root in roots}
        for scope in scope_filters(roots):
            for row in self._context.storage.files.matching(scope, _WITH_CONTENT):
                rows[row.path_hash].append(row)
        return rows

    def _build(
        self, roots: Sequence[Root], records: Mapping[RootId, Sequence[FileRecord]]
    ) -> Mapping[RootId, Mapping[FileId, int]]:
        from indexer.pipeline.graph_building import (
            build_graph,  # imported late: much code, not needed at an engine's start
            build_together,
        )

        storage = self._context.storage
        if len(roots) == 1:
            (root,) = roots
            with self._context.progress.begin(Step.GRAPH, root) as progress:
                return {root.id: build_graph(storage, root, records[root.id], progress.reach)}
        with contextlib.ExitStack() as steps:

            def begin(root: Root) -> None:
                steps.close()
                steps.enter_context(self._context.progress.begin(Step.GRAPH, root))

            self._alone.update(root.id for root in roots)
            references = build_together(storage, {root.id: (root, records[root.id]) for root in roots}, begin)
            self._alone.difference_update(root.id for root in roots)
            return references

    def _complete_facts(
        self, root: Root, records: Sequence[FileRecord], missing: Container[str], run: Run
    ) -> bool:
        """Read the files whose facts are not in the cache; return False if it was stopped early.

        These are the files of a large root that was just indexed, and all files after an upgrade of an extractor.
        """
        facts = self._context.storage.facts
        rows = {key_of(row): row for row in records if row.content_hash}
        lacking = [wanted_of(root, row, Depth.FACTS) for key, row in rows.items() if key in missing]
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
