"""Second stage: read files and write their chunks, one commit a batch, the most recently modified files first."""

import contextlib
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass, replace

from indexer.pipeline.content_reuse import NOTHING_REUSED, ContentReuse, ReusableFile, parts
from indexer.pipeline.context import READABLE, IndexingContext, with_contents
from indexer.pipeline.control import Run
from indexer.pipeline.manifest_stage import ManifestResult
from indexer.pipeline.planning import Plan, gone_row, same_labels
from indexer.pipeline.ports import Depth, LabelledFile, ReadFile, ReadRequest
from indexer.pipeline.progress import StepProgress
from indexer.pipeline.reading_pool import Reads, read_all
from indexer.pipeline.slow_files import SLOW_S
from indexer.pipeline.text_commits import GIVE_WAY_S, RootRows, TextCommits, TextWork
from search.events import FileFailed, Notice
from search.messages import Message
from search.types.files import FileRecord, FileState, Root
from search.types.ids import FileId
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


class TextStage:
    """Reads files and has their rows written, a batch at a time."""

    def __init__(self, context: IndexingContext) -> None:
        self._context = context
        self._reuse = ContentReuse(context)
        self._commits = TextCommits(context)

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
            return self._run(TextWork(root, manifest, run, old, progress, give_way, isolated))

    def run_together(
        self,
        roots: Sequence[tuple[Root, ManifestResult]],
        run: Run,
        *,
        report: bool,
        isolated: bool,
    ) -> list[TextResult]:
        """Read the files of several roots, and write all of them as one batch.

        Args:
            roots: those that `fits_a_batch`, with the results of the first stage.
            run: checked before each root.
            report: send `Progress`.
            isolated: read nothing in this process.
        """
        read: list[tuple[TextWork, list[ReadFile]]] = []
        for root, manifest in roots:
            todo = manifest.plan
            with contextlib.ExitStack() as ending:
                progress = ending.enter_context(self._progress(root, todo)) if report and todo.read else None
                old = self._former_ids(root, manifest)
                work = TextWork(root, manifest, run, old, progress, lambda: None, isolated)
                batches_read = self._read_batches(work, todo.read)
                read.append((work, [each for _, reads in batches_read for each in reads]))
        run.give_way_after(GIVE_WAY_S)
        self._commits.write(read)
        read[0][0].wait_for_notifications()
        return [TextResult(tuple(work.changed), tuple(work.failures[:MAX_FAILURES])) for work, _ in read]

    def _progress(self, root: Root, todo: Plan) -> StepProgress:
        progress = self._context.progress.begin(Step.WORDS, root, len(todo.read))
        progress.expect_work(sum(_effort(labelled) for labelled in todo.read))
        return progress

    def _run(self, work: TextWork) -> TextResult:
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

    def _of_equal_content(self, work: TextWork, files: Sequence[LabelledFile]) -> Iterator[ReusableFile]:
        """Yield the files with the same bytes as a row of another branch; comparing needs no parsing."""
        elsewhere = work.manifest.elsewhere
        for batch in batches([ReadRequest(labelled) for labelled in files if labelled.row.path in elsewhere.rows]):
            if not work.run.goes_on():
                return
            yield from self._reuse.of_equal_content(work.root, batch, elsewhere)

    def _reuse_rows(self, work: TextWork, reusable: Sequence[ReusableFile]) -> set[str]:
        """Write the rows of files from rows of other branches; return the paths of the files that were written."""
        done: set[str] = set()
        for part in parts(reusable):
            with self._context.writing:
                reused = self._reuse.write(part) if work.run.goes_on() else NOTHING_REUSED
                left = [*reused.left, *self._drop_outer(work, reused.rows)]
                self._commits.notify_later(work, [RootRows(work.root, reused.rows, removed=left)], reused.terms)
            work.wait_for_notifications(but=1)
            done.update(row.path for row in reused.rows)
            if work.progress is not None:
                work.progress.advance(len(reused.rows), sum(row.size_bytes + FILE_EFFORT for row in reused.rows))
            work.give_way()
        return done

    def _drop_outer(self, work: TextWork, rows: Sequence[FileRecord]) -> list[FileId]:
        """Delete the rows that outer roots have of these files, and return their ids."""
        outer = [identifier for row in rows for identifier in work.manifest.former.ids.get(row.path, ())]
        if outer:
            self._context.storage.chunks.replace_files(outer, [], {})
            self._context.storage.files.remove(outer)
        return outer

    def _read(self, work: TextWork, files: Sequence[LabelledFile]) -> None:
        """Read files and write the new ones."""
        with contextlib.closing(self._read_batches(work, files)) as going:
            for batch, reads in going:
                work.run.give_way_after(GIVE_WAY_S)
                self._commits.write([(work, reads)])
                _count(work, batch)
                work.give_way()

    def _read_batches(
        self, work: TextWork, files: Sequence[LabelledFile]
    ) -> Generator[tuple[list[ReadRequest], list[ReadFile]]]:
        """Yield the files in batches with what was read of each."""
        known = {} if work.manifest.reread else work.manifest.plan.known
        reading = self._reads(work.root, files, known, work.run, isolated=work.isolated)
        with contextlib.closing(reading) as going:
            for batch, reads in going:
                pairs = zip(batch, reads, strict=True)
                yield batch, [self._after_failure_report(wanted, read, work) for wanted, read in pairs]

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
        work: TextWork,
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


def fits_a_batch(manifest: ManifestResult) -> bool:
    """Return whether what is to be read of a root fits into one batch, and none of it may be known elsewhere."""
    files = manifest.plan.read
    size = sum(labelled.file.size_bytes for labelled in files)
    return len(files) <= BATCH_FILES and size <= BATCH_BYTES and not manifest.elsewhere.rows


def _count(work: TextWork, batch: Sequence[ReadRequest]) -> None:
    if work.progress is not None:
        work.progress.advance(len(batch), sum(_effort(wanted.labelled) for wanted in batch))


def _effort(labelled: LabelledFile) -> int:
    return labelled.file.size_bytes + FILE_EFFORT


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
