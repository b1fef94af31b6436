"""Second stage: read files and write their chunks, one commit a batch, the most recently modified files first."""

import contextlib
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from indexer.pipeline.content_reuse import NOTHING_REUSED, ContentReuse, ReusableFile, inherited, parts
from indexer.pipeline.context import READABLE, IndexingContext, with_contents
from indexer.pipeline.control import Run
from indexer.pipeline.earlier_vectors import earlier_vectors
from indexer.pipeline.manifest_stage import ManifestResult
from indexer.pipeline.planning import Plan, gone_row, same_labels, waits_until_read
from indexer.pipeline.ports import Depth, LabelledFile, ReadFile, ReadRequest
from indexer.pipeline.progress import StepProgress
from indexer.pipeline.reading_pool import Reads, read_all
from indexer.pipeline.slow_files import SLOW_S
from search.events import FileFailed, FilesChanged, Notice
from search.messages import Message
from search.types.chunks import ChunkKind
from search.types.files import FileRecord, FileState, Root
from search.types.ids import ChunkId, FileId
from search.types.status import Step

FIRST_FILES = 32
"""Files of the first batch, so that the most recent work is searchable first."""

BATCH_FILES = 512
BATCH_BYTES = 1_000_000
"""Limits of a batch, whichever is reached first.

A saved file waits while a batch is written: with this size not twice as long as on an idle index, with four times
the size twelve times as long. Each commit scans whole tables, so batches of 64 small files took twice the time.
"""

TEXT_FIRST_BYTES = 3_000_000
"""Above this, files are read without facts, which makes text searchable sooner.

The graph stage reads them again.
"""

FILE_EFFORT = 1_000
"""Bytes that take as long to read as opening a file and writing its rows, for the time that is left."""

GIVE_WAY_S = 0.3
"""Seconds that a commit waits at most while a question is answered, which needs the same interpreter."""

MAX_FAILURES = 100
"""Failures that a report lists; the manifest has all of them."""


@dataclass(frozen=True, slots=True)
class TextResult:
    """Result of the stage.

    Attributes:
        changed: ids of the files whose text was replaced.
        failures: path and error, at most `MAX_FAILURES`.
        reused: number of files whose text came from another branch or work tree.
        is_complete: whether the root was read to its end.
    """

    changed: tuple[FileId, ...] = ()
    failures: tuple[tuple[str, str], ...] = ()
    reused: int = 0
    is_complete: bool = False


@dataclass(frozen=True, slots=True)
class _Work:
    """State of one run of the stage.

    Attributes:
        old: ids of rows of other branches of this root, and of outer roots, by path.
        progress: counts the files; None where nothing is reported.
        give_way: called between two batches.
        notifications: calls of the listener that may still run.
    """

    root: Root
    manifest: ManifestResult
    run: Run
    old: Mapping[str, Sequence[FileId]]
    progress: StepProgress | None
    give_way: Callable[[], None]
    isolated: bool
    changed: list[FileId] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    notifications: "deque[Future[None]]" = field(default_factory=deque)

    def wait_for_notifications(self, *, but: int = 0) -> None:
        """Wait until all notifications but the last ``but`` are done, and raise the error of one that failed."""
        while len(self.notifications) > but:
            self.notifications.popleft().result()


class TextStage:
    """Reads files and writes their rows: chunks in one commit, then facts, the manifest last.

    The listener updates the keyword index while the next batch is written, in the order of the commits.
    """

    def __init__(self, context: IndexingContext) -> None:
        self._context = context
        self._reuse = ContentReuse(context)
        self._written: set[FileId] = set()
        """Files whose rows were written since the start; a run that was planned earlier does not know them."""
        self._notifier = ThreadPoolExecutor(1, "notifying")  # its thread ends with this object

    def run(
        self,
        root: Root,
        manifest: ManifestResult,
        run: Run,
        *,
        report: bool = True,
        give_way: Callable[[], None] = lambda: None,
        isolated: bool = False,
    ) -> TextResult:
        """Read the files of the plan.

        Args:
            root: the root of the files.
            manifest: result of the first stage.
            run: checked before each batch.
            report: send `Progress`; a single saved file is done before anybody could read it.
            give_way: called between two batches; lets other roots be read meanwhile.
            isolated: read nothing in this process, because a file may have crashed the previous one.
        """
        todo = manifest.plan
        with contextlib.ExitStack() as ending:
            progress = ending.enter_context(self._progress(root, todo)) if report and todo.read else None
            old = self._former_ids(root, manifest)
            return self._run(_Work(root, manifest, run, old, progress, give_way, isolated))

    def _progress(self, root: Root, todo: Plan) -> StepProgress:
        progress = self._context.progress.begin(Step.WORDS, root, len(todo.read))
        progress.expect_work(sum(_effort(labelled) for labelled in todo.read))
        return progress

    def _run(self, work: "_Work") -> TextResult:
        todo = work.manifest.plan
        try:
            reused = self._reuse_rows(work, work.manifest.elsewhere.untouched(todo.read))
            rest = [labelled for labelled in todo.read if labelled.row.path not in reused]
            reused |= self._reuse_rows(work, list(self._of_equal_content(work, rest)))
            self._read(work, [labelled for labelled in rest if labelled.row.path not in reused])
            work.wait_for_notifications()
        finally:
            wait(work.notifications)
        return TextResult(tuple(work.changed), tuple(work.failures[:MAX_FAILURES]), len(reused))

    def _of_equal_content(self, work: "_Work", files: Sequence[LabelledFile]) -> Iterator[ReusableFile]:
        """Yield the files with the same bytes as a row of another branch; comparing needs no parsing."""
        elsewhere = work.manifest.elsewhere
        for batch in batches([ReadRequest(labelled) for labelled in files if labelled.row.path in elsewhere.rows]):
            if not work.run.goes_on():
                return
            yield from self._reuse.of_equal_content(work.root, batch, elsewhere)

    def _reuse_rows(self, work: "_Work", reusable: Sequence[ReusableFile]) -> set[str]:
        """Write the rows of files from rows of other branches; return the paths of the files that were written."""
        done: set[str] = set()
        for part in parts(reusable):
            with self._context.writing:
                reused = self._reuse.write(part) if work.run.goes_on() else NOTHING_REUSED
                left = [*reused.left, *self._drop_outer(work, reused.rows)]
                self._notify_later(work, reused.rows, [], left, reused.terms)
            work.wait_for_notifications(but=1)
            done.update(row.path for row in reused.rows)
            if work.progress is not None:
                work.progress.advance(len(reused.rows), sum(row.size_bytes + FILE_EFFORT for row in reused.rows))
            work.give_way()
        return done

    def _drop_outer(self, work: "_Work", rows: Sequence[FileRecord]) -> list[FileId]:
        """Delete the rows that outer roots have of these files, and return their ids."""
        outer = [identifier for row in rows for identifier in work.manifest.former.ids.get(row.path, ())]
        if outer:
            self._context.storage.chunks.replace_files(outer, [], {})
            self._context.storage.files.remove(outer)
        return outer

    def _read(self, work: "_Work", files: Sequence[LabelledFile]) -> None:
        """Read files and write the new ones."""
        known = {} if work.manifest.reread else work.manifest.plan.known
        reading = self._reads(work.root, files, known, work.run, isolated=work.isolated)
        with contextlib.closing(reading) as going:
            for batch, reads in going:
                rows = [
                    self._after_failure_report(wanted, read, work)
                    for wanted, read in zip(batch, reads, strict=True)
                ]
                work.run.give_way_after(GIVE_WAY_S)
                work.changed.extend(self._commit(rows, work))
                if work.progress is not None:
                    work.progress.advance(len(rows), sum(_effort(wanted.labelled) for wanted in batch))
                work.give_way()

    def _reads(
        self,
        root: Root,
        files: Sequence[LabelledFile],
        known: Mapping[str, FileRecord],
        run: Run,
        *,
        isolated: bool,
    ) -> Generator[tuple[list[ReadRequest], Reads]]:
        size = sum(labelled.file.size_bytes for labelled in files)
        depth = Depth.TEXT if size > TEXT_FIRST_BYTES or root.from_git else Depth.WHOLE
        wanted = [
            ReadRequest(labelled, _known_hash(labelled.row, known.get(labelled.row.path)), depth)
            for labelled in files
        ]
        parts = list(batches(wanted))
        going = (with_contents(root, batch) for batch in parts if run.goes_on())
        reads = read_all(
            *(self._context.reader, root, going),
            size_bytes=size,
            pace=run.pace,
            isolated=isolated,
            tell_of_slow=self._tell_of_slow,
        )
        with contextlib.closing(reads):
            yield from zip(parts, reads, strict=False)

    def _tell_of_slow(self, path: str) -> None:
        self._context.emit(Notice(Message("reading.waits", path=path, seconds=round(SLOW_S))))

    def _former_ids(self, root: Root, manifest: ManifestResult) -> Mapping[str, Sequence[FileId]]:
        others = self._context.storage.files.other_branches(root.id, root.branch)
        former = {path: list(ids) for path, ids in manifest.former.ids.items()}
        for identifier, path in others.items():
            former.setdefault(path, []).append(identifier)
        return former

    def _after_failure_report(
        self,
        wanted: ReadRequest,
        read: ReadFile | None,
        work: "_Work",
    ) -> ReadFile:
        """Return the result of a file, and report a failure; a deleted file gets the state ``gone``."""
        row, file = wanted.labelled.row, wanted.labelled.file
        if read is None:
            return ReadFile(gone_row(row, time.time()))
        if read.record.state is FileState.FAILED:
            work.failures.append((row.path, read.record.reason))
            self._context.emit(FileFailed(row.path, read.record.reason, work.root.name))
        if read.unchanged:
            same = replace(work.manifest.plan.known[row.path], size_bytes=file.size_bytes, mtime_ns=file.mtime_ns)
            return replace(read, record=same)
        return read

    def _commit(self, reads: Sequence[ReadFile], work: "_Work") -> list[FileId]:
        storage, manifest, old = self._context.storage, work.manifest, work.old
        replaced = [read for read in reads if not read.unchanged]
        chunks = [chunk for read in replaced for chunk in read.chunks]
        model = storage.database.written_with.model
        vectors = storage.vectors.get_many(model, [chunk.embed_hash for chunk in chunks])
        vectors |= inherited(storage, model, replaced, manifest.moved, vectors)
        known = manifest.plan.known
        rows = [_row(read, known.get(read.record.path), set(vectors)) for read in replaced]
        rows = [row for row in rows if not _is_written(row, known.get(row.path))]
        same = [read.record for read in reads if read.unchanged]
        if not rows and not same:
            return []
        before = {identifier: row.path for row in rows for identifier in old.get(row.path, ())}
        with self._context.writing:
            rewritten = [row.id for row in rows if row.id in self._written or _is_readable(known.get(row.path))]
            storage.files.begin_writing(rewritten)
            if work.root.semantic and any(not row.meaning for row in rows):
                stored = storage.chunks.stored_vectors([*rewritten, *before])
                vectors = earlier_vectors(stored, chunks, vectors, before) | vectors
            storage.chunks.replace_files([*(row.id for row in rows), *before], chunks, vectors)
            storage.facts.put_many({read.facts_key: read.facts for read in replaced if read.facts_key})
            now = storage.files.by_id([*rewritten, *(row.id for row in same)])
            rows = [_with_graph_count(row, now) for row in rows]
            same = list(_unchanged_rows(same, now))
            storage.files.upsert([*rows, *same])
            storage.files.remove(list(before))
            storage.keep_quick()
            self._written.update(row.id for row in rows)
            terms = {chunk.id: chunk.terms for chunk in chunks if chunk.kind is not ChunkKind.CARD}
            self._notify_later(work, rows, same, list(before), list(terms.items()))
        work.wait_for_notifications(but=1)
        return [row.id for row in rows]

    def _notify_later(
        self,
        work: _Work,
        rows: Sequence[FileRecord],
        same: Sequence[FileRecord],
        before: Sequence[FileId],
        terms: Sequence[tuple[ChunkId, str]],
    ) -> None:
        """Notify the listener of a commit in another thread.

        The caller holds the write lock, which fixes the order.
        """
        work.notifications.append(self._notifier.submit(self._notify, work, rows, same, before, terms))

    def _notify(
        self,
        work: _Work,
        rows: Sequence[FileRecord],
        same: Sequence[FileRecord],
        before: Sequence[FileId],
        terms: Sequence[tuple[ChunkId, str]],
    ) -> None:
        work.run.give_way_after(GIVE_WAY_S)
        if rows or before:
            self._context.listener.files_replaced(rows, before, terms)
            readable = tuple(row.path for row in rows if row.state in READABLE)
            removed = tuple(row.path for row in rows if row.state not in READABLE)
            self._context.emit(FilesChanged(readable, removed, work.root.name))
        if same:
            self._context.listener.records_changed(same)


def _effort(labelled: LabelledFile) -> int:
    return labelled.file.size_bytes + FILE_EFFORT


def _row(read: ReadFile, known: FileRecord | None, with_vector: set[str]) -> FileRecord:
    readable = read.record.state in READABLE
    return replace(
        read.record,
        referred_by=known.referred_by if known is not None and readable else 0,
        meaning=readable and all(chunk.embed_hash in with_vector or not chunk.embed_hash for chunk in read.chunks),
    )


def _is_written(row: FileRecord, known: FileRecord | None) -> bool:
    """Return whether the manifest has this row already, for example because the file failed again."""
    return row == known and not waits_until_read(known)


def _is_readable(known: FileRecord | None) -> bool:
    return known is not None and known.state in READABLE


def _with_graph_count(row: FileRecord, now: Mapping[FileId, FileRecord]) -> FileRecord:
    """Return the row with the present number of references, which only the graph stage may change."""
    current = now.get(row.id)
    if current is None or row.state not in READABLE or current.state not in READABLE:
        return row
    return replace(row, referred_by=current.referred_by)


def _unchanged_rows(same: Sequence[FileRecord], now: Mapping[FileId, FileRecord]) -> Iterator[FileRecord]:
    """Yield the present rows of files with unchanged text, with the size and time just read."""
    for row in same:
        current = now.get(row.id, row)
        if current.content_hash == row.content_hash:
            yield replace(current, size_bytes=row.size_bytes, mtime_ns=row.mtime_ns)


def _known_hash(row: FileRecord, known: FileRecord | None) -> str:
    """Return the hash of content that need not be chunked again.

    If labels or rights changed, all rows are rewritten.
    """
    if known is None or known.state not in READABLE or not same_labels(row, known):
        return ""
    return known.content_hash


def batches(files: Sequence[ReadRequest]) -> Iterator[list[ReadRequest]]:
    """Yield the files in order, in batches that fit in memory; the first batch is small."""
    batch: list[ReadRequest] = []
    size, most = 0, FIRST_FILES
    for wanted in files:
        size_bytes = wanted.labelled.file.size_bytes
        if batch and (len(batch) >= most or size + size_bytes > BATCH_BYTES):
            yield batch
            batch, size, most = [], 0, BATCH_FILES
        batch.append(wanted)
        size += size_bytes
    if batch:
        yield batch
