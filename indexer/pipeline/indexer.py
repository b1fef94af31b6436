"""The facade of the write path: indexes, updates and forgets roots."""

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock

import structlog

from indexer.pipeline.context import READABLE, IndexingContext, is_empty_source, key_of, scope_filter
from indexer.pipeline.control import Control
from indexer.pipeline.manifest_stage import ManifestStage
from indexer.pipeline.planning import RULES_FILE, Plan
from indexer.pipeline.ports import Discovery, Emit, FileReader, IndexListener
from indexer.pipeline.progress import ProgressReporter, Readiness
from indexer.pipeline.scheduler import UPKEEP_SECONDS, Scheduler
from indexer.pipeline.text_stage import TextResult, TextStage
from indexer.resolve.version import GRAPH_VERSION
from indexer.watching.coalescer import Changes
from search.errors import BadInputError, MissingExtraError
from search.events import FilesChanged, Notice
from search.messages import Message
from search.ports import Encoder
from search.storage.git.objects import tip_of
from search.storage.heap import trim_heap
from search.storage.roots import is_away
from search.storage.storage import Storage
from search.types.files import FileState, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import RootId
from search.types.results import Ready
from search.types.status import Activity, IndexReport, Speed

QUIET_FILES = 50
"""Largest number of files that a background comparison reads without reporting progress."""

CHECK_SECONDS = 0.5
"""Interval at which a caller that waits for a run checks whether indexing is paused."""

GONE_SECONDS = 30 * 86_400
"""Time for which the manifest keeps the row of a deleted file, so that `dowse why` can explain it."""

_log = structlog.get_logger(__name__)


class Indexer:
    """Brings the index of roots up to date. Only this class writes to the index.

    `index_root` returns when everything is done. Other methods return as soon as keyword search finds the
    change;
    graph and vectors follow in a background thread. All methods may be called from any thread.

    Args:
        listener: called after each commit.
        emit: receives progress and changes, from any thread.
        upkeep_seconds: idle time before the tables are compacted.
        after_crash: read whole roots in child processes only, because a file may have crashed the previous
            process.
    """

    def __init__(
        self,
        storage: Storage,
        discovery: Discovery,
        reader: FileReader,
        emit: Emit,
        listener: IndexListener,
        *,
        upkeep_seconds: float = UPKEEP_SECONDS,
        after_crash: bool = False,
    ) -> None:
        self._after_crash = after_crash
        self._storage = storage
        self._control = Control()
        graphs = storage.current_graphs(GRAPH_VERSION), storage.older_graphs(GRAPH_VERSION)
        self._readiness = Readiness(storage.files, *graphs, storage.roots.all)
        progress = ProgressReporter(
            emit, self._readiness, lambda: self._control.paused, lambda: self._control.speed
        )
        self._context = IndexingContext(storage, discovery, reader, listener, emit, progress, self._readiness)
        self._manifest_stage = ManifestStage(self._context)
        self._text_stage = TextStage(self._context)
        self._scheduler = Scheduler(self._context, self._control, self._maintain, upkeep_seconds=upkeep_seconds)
        self._one_run = Lock()

    @property
    def activity(self) -> Activity:
        """Return the current activity."""
        return self._context.progress.activity

    def ready(self) -> Ready:
        """Return which parts of the index can be searched."""
        return self._readiness.ready()

    def has_graph(self, root: RootId) -> bool:
        """Return whether the graph of a root is up to date."""
        return self._readiness.has_graph(root)

    def unread(self) -> int:
        """Return how many searchable files were read by another version of the program."""
        return self._storage.files.unread().total()

    def is_behind(self) -> bool:
        """Return whether another version of the program read files or built a graph; `compare` renews both."""
        return bool(self.unread() or self._storage.older_graphs(GRAPH_VERSION))

    def use_encoder(self, encoder: Encoder | None) -> None:
        """Fill vectors with this encoder from now on. A different model discards all vectors.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        if encoder is not None:
            with self._context.writing:
                dropped = self._storage.use_model(encoder.model, encoder.dimension)
            if dropped:
                self._context.emit(Notice(Message("indexing.model_changed", model=encoder.model)))
        self._scheduler.embedding_stage.encoder = encoder
        for root in self._storage.roots.all():
            self._scheduler.schedule(root, graph=False, embedding=encoder is not None and root.semantic)

    def index_root(self, root: Root, *, semantic: bool = True) -> IndexReport:
        """Bring the index of a root up to date, and return when that is done or cancelled.

                A root whose folder is unavailable keeps its rows; a root without semantic search gets no vectors.

        Raises:
            NotFoundError: the root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
            ModelError: a text could not be embedded.
        """
        begun = time.monotonic()
        embedded = self._scheduler.embedding_stage.embedded
        text = self._reconcile(root, semantic=semantic, report=True)
        for branch in (root, *self._storage.roots.branches_of(root)):
            self._scheduler.wait_for(branch.id, embedding=semantic)
        report = self._report(
            root, text, time.monotonic() - begun, self._scheduler.embedding_stage.embedded - embedded
        )
        _log.info("root_indexed", root=root.repository, files=report.files, changed=report.changed)
        return report

    def compare(self, root: Root) -> int:
        """Compare a root with the disk. On return keyword search finds the changes; graph and vectors follow.

                Returns the number of files that were read; files whose text another branch had do not count.

        Raises:
            NotFoundError: the root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        return len(self._reconcile(root, semantic=True, report=False).changed)

    def _reconcile(self, root: Root, *, semantic: bool, report: bool, reread: bool = False) -> TextResult:
        if self._leaves_offline(root):
            return TextResult()
        run = self._control.begin()
        with self._one_run:
            current = self._storage.roots.refresh_branch(root.id)
            manifest = self._manifest_stage.whole(current, run, report=report, reread=reread)
            report |= len(manifest.plan.read) > QUIET_FILES
            text = self._text_stage.run(current, manifest, run, report=report, isolated=self._after_crash)
            self._drop_other_branches(current, complete=run.goes_on())
            if report:
                self._context.progress.end()
        self._follow_up(current, manifest.plan, text, embedding=semantic, whole=True)
        for branch in self._storage.roots.branches_of(current) if run.goes_on() else ():
            self._reconcile_branch(branch, semantic=semantic, report=report, reread=manifest.reread)
        return text

    def _reconcile_branch(self, branch: Root, *, semantic: bool, report: bool, reread: bool) -> None:
        """Bring a branch in git's objects up to date; without git only its folder is indexed."""
        try:
            self._reconcile(branch, semantic=semantic, report=report, reread=reread)
        except (BadInputError, MissingExtraError) as error:
            self._context.emit(
                Notice(
                    Message("indexing.branch_unreadable", branch=_display_name(branch), reason=error), error.remedy
                )
            )

    def _leaves_offline(self, root: Root) -> bool:
        """Return whether a root is unavailable; its files stay searchable and are marked as offline."""
        if not is_away(root) and not _has_vanished(root):
            return False
        if self._manifest_stage.leave_offline(root):
            self._context.emit(Notice(Message("indexing.root_missing", folder=_display_name(root))))
        return True

    def _drop_other_branches(self, root: Root, *, complete: bool) -> None:
        """Delete the rows of the branch that was checked out before, once the current branch is searchable."""
        others = list(self._storage.files.other_branches(root.id, root.branch)) if complete else []
        if not others:
            return
        with self._context.writing:
            for start in range(0, len(others), 2_000):
                part = others[start : start + 2_000]
                self._storage.chunks.replace_files(part, [], {})
                self._storage.files.remove(part)
        self._context.listener.files_replaced([], others, ())

    def _follow_up(
        self, root: Root, todo: Plan, text: TextResult, *, embedding: bool, whole: bool = False
    ) -> None:
        """Schedule graph and vectors. After a whole comparison the history is checked even if no file changed."""
        count = len(text.changed) + text.reused
        changed = bool(count or _concerns_graph(todo)) or not self._readiness.has_graph(root.id)
        if root.from_git:
            self._readiness.graph_is_current(root.id)
            changed = False
        if changed:
            self._readiness.graph_lags(root.id, files=count + len(todo.purge))
        wants_embedding = embedding and root.semantic and self._scheduler.embedding_stage.encoder is not None
        if changed or wants_embedding or whole:
            many = count + len(todo.purge) > QUIET_FILES
            self._scheduler.schedule(root, graph=changed, embedding=wants_embedding, soon=many)

    def update_paths(self, root_id: RootId, paths: Sequence[str]) -> None:
        """Bring files or folders (relative to the root, with ``/``) up to date; keyword search then finds them.

        Raises:
            NotFoundError: the root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        root = self._storage.roots.get(root_id)
        if self._leaves_offline(root):
            return
        manifest = self._manifest_stage.part(root, paths)
        text = self._text_stage.run(root, manifest, self._control.begin(), report=False)
        if text.changed or _concerns_graph(manifest.plan):
            self._follow_up(root, manifest.plan, text, embedding=True)

    def apply(self, changes: Changes) -> None:
        """Bring the paths up to date that the watcher reported.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        root = next((root for root in self._storage.roots.all() if root.id == changes.root), None)
        if root is None:
            return
        begun = time.monotonic()
        if changes.whole or any(_rules_name(path) for path in changes.paths):
            changed = self.compare(root)
            ms = round((time.monotonic() - begun) * 1_000)
            _log.info("root_compared", root=root.repository, changed=changed, ms=ms)
        else:
            self.update_paths(root.id, changes.paths)
            ms = round((time.monotonic() - begun) * 1_000)
            _log.info("paths_updated", root=root.repository, paths=len(changes.paths), ms=ms)

    def forget(self, root: Root) -> None:
        """Delete a root, its branches and all their rows.

        Raises:
            BadInputError: indexing is paused in the middle of a root.
            IndexWriteError: the disk is full or a permission is missing.
        """
        for branch in self._storage.roots.branches_of(root):
            self.forget(branch)
        self._scheduler.forget(root.id)
        with self._turn(), self._context.writing:
            mine = RowFilter((Condition("path_hash", Operator.IN, (root.id,)),))
            files = self._storage.files.matching(mine)
            self._storage.forget(root.id)
        self._context.listener.files_replaced([], [row.id for row in files], ())
        self._context.listener.graph_replaced(root.id)
        self._context.emit(FilesChanged((), tuple(row.path for row in files if row.state in READABLE)))

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until no run is active.

        Raises:
            BadInputError: a run is paused.
        """
        while not self._one_run.acquire(timeout=CHECK_SECONDS):
            if self._control.paused:
                raise BadInputError("indexing.paused_inside")
        try:
            yield
        finally:
            self._one_run.release()

    def pause(self, *, paused: bool) -> None:
        """Pause indexing before the next piece of work, or continue it."""
        self._control.pause(paused=paused)
        self._context.progress.report()

    def set_speed(self, speed: Speed) -> None:
        """Change how much of the machine indexing uses, from the next piece of work on."""
        self._control.set_speed(speed)
        self._context.progress.report()

    def answering(self) -> AbstractContextManager[None]:
        """Return a context manager for the time of a query, in which embedding runs at half its speed at least."""
        return self._control.answering()

    def cancel(self) -> None:
        """End all runs before their next piece of work, and end a pause.

        The next run continues from what was written.
        """
        self._control.cancel()

    def stop(self) -> None:
        """Cancel all runs, including those that begin later; callers that wait return soon."""
        self._control.close()

    def close(self) -> None:
        """Cancel everything and end the thread."""
        self.stop()
        self._scheduler.close()

    def _report(self, root: Root, text: TextResult, seconds: float, embedded: int) -> IndexReport:
        current = self._storage.roots.get(root.id)
        rows = self._storage.files.matching(scope_filter(current))
        nodes, edges = self._storage.graph.counts(root.id)
        return IndexReport(
            files=sum(row.state in READABLE or row.state is FileState.OFFLINE for row in rows),
            chunks=sum(row.chunk_count for row in rows),
            nodes=nodes,
            edges=edges,
            skipped=sum(row.state is FileState.SKIPPED for row in rows),
            failed=sum(row.state is FileState.FAILED for row in rows),
            seconds=seconds,
            changed=len(text.changed),
            embedded=embedded,
            failures=text.failures,
        )

    def _maintain(self) -> None:
        """Compact the tables; delete facts of old content and rows of files deleted long ago."""
        self._drop_obsolete_rows()
        done = self._storage.maintain()
        trim_heap()  # frees 0.15 GB after half a million chunks
        _log.info("upkeep", done=done)

    def _drop_obsolete_rows(self) -> None:
        rows = self._storage.files.matching(RowFilter(), (*READABLE, FileState.OFFLINE))
        deleted = self._storage.files.matching(RowFilter(), (FileState.GONE,))
        long_ago = time.time() - GONE_SECONDS
        with self._context.writing:
            self._storage.facts.keep_only([key_of(row) for row in rows])
            self._storage.files.remove([row.id for row in deleted if row.indexed_at < long_ago])


def _has_vanished(root: Root) -> bool:
    return bool(root.from_git) and not tip_of(Path(root.path), root.from_git)


def _display_name(root: Root) -> str:
    return f"The branch {root.from_git} of {root.path}" if root.from_git else root.path


def _concerns_graph(todo: Plan) -> bool:
    """Return whether files disappear or empty sources appear; no text is read for these."""
    return bool(todo.purge) or any(is_empty_source(row) for row in todo.write)


def _rules_name(path: str) -> bool:
    return path.rpartition("/")[2] in {RULES_FILE, ".gitignore", ".dowseignore"}
