"""Writes what was read: chunks in one commit, then facts, the manifest last."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from indexer.pipeline.content_reuse import inherited
from indexer.pipeline.context import READABLE, IndexingContext
from indexer.pipeline.control import Run
from indexer.pipeline.earlier_vectors import Vectors, earlier_vectors
from indexer.pipeline.manifest_stage import ManifestResult
from indexer.pipeline.planning import waits_until_read
from indexer.pipeline.ports import ReadFile
from indexer.pipeline.progress import StepProgress
from search.events import FilesChanged
from search.types.chunks import ChunkKind
from search.types.files import FileRecord, Root
from search.types.ids import ChunkId, FileId

GIVE_WAY_S = 0.3
"""Seconds that a commit waits at most while a question is answered, which needs the same interpreter."""


@dataclass(frozen=True, slots=True)
class TextWork:
    """State of one run of the text stage for one root.

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


@dataclass(frozen=True, slots=True)
class RootRows:
    """The rows that a commit writes of one root.

    Attributes:
        rows: of files whose text is replaced.
        same: of files whose text is what it was.
        removed: ids of rows of other branches, and of outer roots, that these replace.
    """

    root: Root
    rows: Sequence[FileRecord]
    same: Sequence[FileRecord] = ()
    removed: Sequence[FileId] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """What was read of one root, before it is written."""

    work: TextWork
    reads: Sequence[ReadFile]
    rows: Sequence[FileRecord]
    same: Sequence[FileRecord]
    before: Mapping[FileId, str]


class TextCommits:
    """Writes the rows of files, of one root or of several small ones in one commit of each table.

    The listener updates the keyword index while the next batch is written, in the order of the commits.
    """

    def __init__(self, context: IndexingContext) -> None:
        self._context = context
        self._written: set[FileId] = set()
        """Files whose rows were written since the start; a run that was planned earlier does not know them."""
        self._notifier = ThreadPoolExecutor(1, "notifying")  # its thread ends with this object

    def write(self, read: Sequence[tuple[TextWork, Sequence[ReadFile]]]) -> None:
        """Write what was read of each root, and count the changed files of each work.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        storage = self._context.storage
        replaced = [(work, [each for each in reads if not each.unchanged]) for work, reads in read]
        chunks = [chunk for _, reads in replaced for each in reads for chunk in each.chunks]
        model = storage.database.written_with.model
        vectors = storage.vectors.get_many(model, [chunk.embed_hash for chunk in chunks])
        for work, reads in replaced:
            vectors |= inherited(storage, model, reads, work.manifest.moved, vectors)
        parts = [_part(work, reads, set(vectors)) for work, reads in read]
        if not any(part.rows or part.same for part in parts):
            return
        with self._context.writing:
            rewritten = [self._rewritten(part) for part in parts]
            storage.files.begin_writing([identifier for ids in rewritten for identifier in ids])
            for part, ids in zip(parts, rewritten, strict=True):
                vectors = self._earlier(part, ids, vectors) | vectors
            before = [identifier for part in parts for identifier in part.before]
            written = [row.id for part in parts for row in part.rows]
            storage.chunks.replace_files([*written, *before], chunks, vectors)
            storage.facts.put_many(
                {each.facts_key: each.facts for _, reads in replaced for each in reads if each.facts_key}
            )
            same = [row.id for part in parts for row in part.same]
            now = storage.files.by_id([identifier for ids in (*rewritten, same) for identifier in ids])
            roots = [_as_they_are_now(part, now) for part in parts]
            storage.files.upsert([row for root in roots for row in (*root.rows, *root.same)])
            storage.files.remove(before)
            storage.keep_quick()
            self._written.update(written)
            terms = [(chunk.id, chunk.terms) for chunk in chunks if chunk.kind is not ChunkKind.CARD]
            work = read[0][0]
            self.notify_later(work, roots, terms)
        work.wait_for_notifications(but=1)
        for part in parts:
            part.work.changed.extend(row.id for row in part.rows)

    def _rewritten(self, part: _Part) -> list[FileId]:
        known = part.work.manifest.plan.known
        return [row.id for row in part.rows if row.id in self._written or _is_readable(known.get(row.path))]

    def _earlier(self, part: _Part, rewritten: Sequence[FileId], vectors: Vectors) -> Vectors:
        """Return vectors of the earlier texts of a root's files, for texts that have none yet."""
        if not part.work.root.semantic or all(row.meaning for row in part.rows):
            return {}
        stored = self._context.storage.chunks.stored_vectors([*rewritten, *part.before])
        chunks = [chunk for read in part.reads if not read.unchanged for chunk in read.chunks]
        return earlier_vectors(stored, chunks, vectors, part.before)

    def notify_later(
        self, work: TextWork, roots: Sequence[RootRows], terms: Sequence[tuple[ChunkId, str]]
    ) -> None:
        """Notify the listener of a commit in another thread.

        The caller holds the write lock, which fixes the order.
        """
        work.notifications.append(self._notifier.submit(self._notify, work.run, roots, terms))

    def _notify(self, run: Run, roots: Sequence[RootRows], terms: Sequence[tuple[ChunkId, str]]) -> None:
        run.give_way_after(GIVE_WAY_S)
        rows = [row for root in roots for row in root.rows]
        removed = [identifier for root in roots for identifier in root.removed]
        if rows or removed:
            self._context.listener.files_replaced(rows, removed, terms)
        for root in roots:
            if root.rows or root.removed:
                self._context.emit(_change_of(root))
        if same := [row for root in roots for row in root.same]:
            self._context.listener.records_changed(same)


def _part(work: TextWork, reads: Sequence[ReadFile], with_vector: set[str]) -> _Part:
    known = work.manifest.plan.known
    replaced = [read for read in reads if not read.unchanged]
    rows = [_row(read, known.get(read.record.path), with_vector) for read in replaced]
    rows = [row for row in rows if not _is_written(row, known.get(row.path))]
    before = {identifier: row.path for row in rows for identifier in work.old.get(row.path, ())}
    return _Part(work, reads, rows, [read.record for read in reads if read.unchanged], before)


def _as_they_are_now(part: _Part, now: Mapping[FileId, FileRecord]) -> RootRows:
    rows = [_with_graph_count(row, now) for row in part.rows]
    return RootRows(part.work.root, rows, list(_unchanged_rows(part.same, now)), list(part.before))


def _change_of(root: RootRows) -> FilesChanged:
    readable = tuple(row.path for row in root.rows if row.state in READABLE)
    removed = tuple(row.path for row in root.rows if row.state not in READABLE)
    return FilesChanged(readable, removed, root.root.name)


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
