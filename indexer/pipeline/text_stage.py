"""Second step: text becomes chunks that words find, a batch a commit, the most recently modified files first."""

import contextlib
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from indexer.pipeline.content_reuse import NOTHING_CARRIED, ContentReuse, ReusableFile, parts
from indexer.pipeline.context import READABLE, IndexingContext, with_contents
from indexer.pipeline.control import Run
from indexer.pipeline.manifest_stage import Named
from indexer.pipeline.moves import inherited
from indexer.pipeline.planning import gone_row, same_labels
from indexer.pipeline.ports import Depth, Labelled, ReadFile, Wanted
from indexer.pipeline.reading_pool import Reads, read_all
from search.events import FileFailed, FilesChanged
from search.types.chunks import ChunkKind
from search.types.files import FileRecord, FileState, Root
from search.types.ids import ChunkId, FileId

FIRST_FILES = 32
"""Files of the first batch: what was worked on last is searchable at once."""

BATCH_FILES = 512
BATCH_BYTES = 1_000_000
"""A batch ends with whichever comes first. A saved file waits while one is written: with four times as much text
twelve times as long as when nothing else is indexed, with this not twice as long. Each commit looks through whole
tables, so batches of 64 small files took twice the engine's time."""

TEXT_FIRST_BYTES = 3_000_000
"""More text than this is searchable sooner without its facts; the graph step reads the files again for them."""

MAX_FAILURES = 100
"""Failures that a report names; the manifest knows all of them."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the step did.

    Attributes:
        changed: files whose text was replaced, by id.
        failures: path and error, at most `MAX_FAILURES`.
        carried: how many files have the text now that they had on another branch or work tree.
    """

    changed: tuple[FileId, ...] = ()
    failures: tuple[tuple[str, str], ...] = ()
    carried: int = 0


@dataclass(frozen=True, slots=True)
class _Work:
    """One run of the step, and what it did.

    Attributes:
        old: rows of other branches of this root, by path.
        told: what is told of commits and may not be done yet.
    """

    root: Root
    named: Named
    run: Run
    old: dict[str, FileId]
    report: bool
    apart: bool
    changed: list[FileId] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    told: "deque[Future[None]]" = field(default_factory=deque)

    def wait_for_told(self, *, but: int = 0) -> None:
        """Wait until what was told is done, except for the last ``but``; raise what one raised."""
        while len(self.told) > but:
            self.told.popleft().result()


class TextStage:
    """Reads files and writes their rows: chunks in one commit, then facts, the manifest last.

    The keyword index takes in a batch while the next is written, in the order of all commits of the index.
    """

    def __init__(self, place: IndexingContext) -> None:
        self._place = place
        self._carrying = ContentReuse(place)
        self._written: set[FileId] = set()
        """Files whose rows were written since the start: another run may have planned them before."""
        self._teller = ThreadPoolExecutor(1, "telling")  # its thread ends with this step

    def run(self, root: Root, named: Named, run: Run, *, report: bool = True, apart: bool = False) -> Words:
        """Read what the plan says.

        Args:
            root: whose files they are.
            named: the plan, and what is known of files that moved.
            run: asked before each batch.
            report: send `Progress`; a single saved file is over before anybody could read it.
            apart: read nothing in this process, since a file may have ended the one before.
        """
        todo = named.plan
        if report:
            self._place.progress.begin("words", len(todo.read))
        work = _Work(root, named, run, self._ids_of_other_branches(root), report, apart)
        try:
            carried = self._carry(work, named.elsewhere.untouched(todo.read))
            rest = [one for one in todo.read if one.row.path not in carried]
            carried |= self._carry(work, list(self._of_equal_content(work, rest)))
            self._read(work, [one for one in rest if one.row.path not in carried])
            work.wait_for_told()
        finally:
            wait(work.told)
        return Words(tuple(work.changed), tuple(work.failures[:MAX_FAILURES]), len(carried))

    def _of_equal_content(self, work: "_Work", files: Sequence[Labelled]) -> Iterator[ReusableFile]:
        """Yield the files that say, byte by byte, what their row elsewhere says; they are not parsed for that."""
        elsewhere = work.named.elsewhere
        for batch in batches([Wanted(one) for one in files if one.row.path in elsewhere.rows]):
            if not work.run.goes_on():
                return
            yield from self._carrying.of_equal_content(work.root, batch, elsewhere)

    def _carry(self, work: "_Work", found: Sequence[ReusableFile]) -> set[str]:
        """Give files the text that they have elsewhere, and return the paths of those that have it now."""
        done: set[str] = set()
        for part in parts(found):
            with self._place.writing:
                carried = self._carrying.carry(part) if work.run.goes_on() else NOTHING_CARRIED
                self._begin_to_tell(work, carried.rows, [], carried.left, carried.terms)
            work.wait_for_told(but=1)
            done.update(row.path for row in carried.rows)
            if work.report:
                self._place.progress.advance(len(carried.rows))
        return done

    def _read(self, work: "_Work", files: Sequence[Labelled]) -> None:
        """Read files and write what is new."""
        known = {} if work.named.reread else work.named.plan.known
        reading = self._reads(work.root, files, known, work.run, apart=work.apart)
        with contextlib.closing(reading) as going:
            for batch, reads in going:
                rows = [self._told(one, read, work) for one, read in zip(batch, reads, strict=True)]
                work.changed.extend(self._commit(rows, work))
                if work.report:
                    self._place.progress.advance(len(rows))

    def _reads(
        self,
        root: Root,
        files: Sequence[Labelled],
        known: Mapping[str, FileRecord],
        run: Run,
        *,
        apart: bool,
    ) -> Generator[tuple[list[Wanted], Reads]]:
        size = sum(one.found.size_bytes for one in files)
        depth = Depth.TEXT if size > TEXT_FIRST_BYTES or root.from_git else Depth.WHOLE
        wanted = [Wanted(one, _known_hash(one.row, known.get(one.row.path)), depth) for one in files]
        cut = list(batches(wanted))
        going = (with_contents(root, batch) for batch in cut if run.goes_on())
        reads = read_all(self._place.reader, root, going, size_bytes=size, pace=run.pace, apart=apart)
        with contextlib.closing(reads):
            yield from zip(cut, reads, strict=False)

    def _ids_of_other_branches(self, root: Root) -> dict[str, FileId]:
        others = self._place.storage.files.other_branches(root.id, root.branch)
        return {path: identifier for identifier, path in others.items()}

    def _told(
        self,
        wanted: Wanted,
        read: ReadFile | None,
        work: "_Work",
    ) -> ReadFile:
        """Return what was read, after telling of a failure; a vanished file is ``gone``."""
        row, found = wanted.labelled.row, wanted.labelled.found
        if read is None:
            return ReadFile(gone_row(row, time.time()))
        if read.record.state is FileState.FAILED:
            work.failures.append((row.path, read.record.reason))
            self._place.emit(FileFailed(row.path, read.record.reason))
        if read.unchanged:
            same = replace(work.named.plan.known[row.path], size_bytes=found.size_bytes, mtime_ns=found.mtime_ns)
            return replace(read, record=same)
        return read

    def _commit(self, reads: Sequence[ReadFile], work: "_Work") -> list[FileId]:
        storage, named, old = self._place.storage, work.named, work.old
        replaced = [read for read in reads if not read.unchanged]
        chunks = [chunk for read in replaced for chunk in read.chunks]
        model = storage.database.written_with.model
        vectors = storage.vectors.get_many(model, [chunk.embed_hash for chunk in chunks])
        vectors |= inherited(storage, model, replaced, named.moved, vectors)
        rows = [_row(read, named.plan.known.get(read.record.path), set(vectors)) for read in replaced]
        rows = [row for row in rows if row != named.plan.known.get(row.path)]  # it failed as it did before
        same = [read.record for read in reads if read.unchanged]
        if not rows and not same:
            return []
        before = [old[row.path] for row in rows if row.path in old]
        known = named.plan.known
        with self._place.writing:
            there = [row.id for row in rows if row.id in self._written or _is_readable(known.get(row.path))]
            storage.files.begin_writing(there)
            storage.chunks.replace_files([*(row.id for row in rows), *before], chunks, vectors)
            storage.facts.put_many({read.facts_key: read.facts for read in replaced if read.facts_key})
            now = storage.files.by_id([*there, *(row.id for row in same)])
            rows = [_as_the_graph_says(row, now) for row in rows]
            same = list(_as_they_are_now(same, now))
            storage.files.upsert([*rows, *same])
            storage.files.remove(before)
            self._written.update(row.id for row in rows)
            terms = {chunk.id: chunk.terms for chunk in chunks if chunk.kind is not ChunkKind.CARD}
            self._begin_to_tell(work, rows, same, before, list(terms.items()))
        work.wait_for_told(but=1)
        return [row.id for row in rows]

    def _begin_to_tell(
        self,
        work: _Work,
        rows: Sequence[FileRecord],
        same: Sequence[FileRecord],
        before: Sequence[FileId],
        terms: Sequence[tuple[ChunkId, str]],
    ) -> None:
        """Have a commit told of; called while it keeps others from writing, so that theirs are told of later."""
        work.told.append(self._teller.submit(self._tell, rows, same, before, terms))

    def _tell(
        self,
        rows: Sequence[FileRecord],
        same: Sequence[FileRecord],
        before: Sequence[FileId],
        terms: Sequence[tuple[ChunkId, str]],
    ) -> None:
        if rows or before:
            self._place.listener.files_replaced(rows, before, terms)
            there = tuple(row.path for row in rows if row.state in READABLE)
            gone = tuple(row.path for row in rows if row.state not in READABLE)
            self._place.emit(FilesChanged(there, gone))
        if same:
            self._place.listener.records_changed(same)


def _row(read: ReadFile, known: FileRecord | None, with_vector: set[str]) -> FileRecord:
    readable = read.record.state in READABLE
    return replace(
        read.record,
        referred_by=known.referred_by if known is not None and readable else 0,
        meaning=readable and all(chunk.embed_hash in with_vector or not chunk.embed_hash for chunk in read.chunks),
    )


def _is_readable(known: FileRecord | None) -> bool:
    return known is not None and known.state in READABLE


def _as_the_graph_says(row: FileRecord, now: Mapping[FileId, FileRecord]) -> FileRecord:
    """Return the row with what the graph counted since the file was planned: the number is the graph's alone."""
    there = now.get(row.id)
    if there is None or row.state not in READABLE or there.state not in READABLE:
        return row
    return replace(row, referred_by=there.referred_by)


def _as_they_are_now(same: Sequence[FileRecord], now: Mapping[FileId, FileRecord]) -> Iterator[FileRecord]:
    """Yield rows whose text stays, with size and time just read; what graph and vectors said since, too."""
    for row in same:
        there = now.get(row.id, row)
        if there.content_hash == row.content_hash:
            yield replace(there, size_bytes=row.size_bytes, mtime_ns=row.mtime_ns)


def _known_hash(row: FileRecord, known: FileRecord | None) -> str:
    """Return the content that need not be cut again; with other rights every row of the file is written anew."""
    if known is None or known.state not in READABLE or not same_labels(row, known):
        return ""
    return known.content_hash


def batches(files: Sequence[Wanted]) -> Iterator[list[Wanted]]:
    """Yield the files in order, in pieces that fit in memory; the first piece is small."""
    batch: list[Wanted] = []
    size, most = 0, FIRST_FILES
    for one in files:
        size_bytes = one.labelled.found.size_bytes
        if batch and (len(batch) >= most or size + size_bytes > BATCH_BYTES):
            yield batch
            batch, size, most = [], 0, BATCH_FILES
        batch.append(one)
        size += size_bytes
    if batch:
        yield batch
