"""The write path behind one object: what the engine asks to index, update and forget."""

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock

import structlog

from indexer.pipeline.background import UPKEEP_SECONDS, Background
from indexer.pipeline.context import READABLE, IndexingContext, is_empty_source, scope_filter
from indexer.pipeline.control import Control
from indexer.pipeline.fact_keys import key_of
from indexer.pipeline.manifest_stage import ManifestStage
from indexer.pipeline.planning import RULES_FILE, Plan
from indexer.pipeline.ports import Discovery, Emit, FileReader, IndexListener
from indexer.pipeline.progress import ProgressReporter, Readiness
from indexer.pipeline.text_stage import TextStage, Words
from indexer.resolve.version import GRAPH_VERSION
from indexer.watching.coalescer import Changes
from search.errors import BadInputError, MissingExtraError
from search.events import FilesChanged, Notice
from search.ports import Encoder
from search.storage.freed_memory import give_back
from search.storage.git_objects import tip_of
from search.storage.roots import is_away
from search.storage.storage import Storage
from search.types.files import FileState, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import RootId
from search.types.results import Ready
from search.types.status import Activity, IndexReport, Speed

QUIET_FILES = 50
"""A comparison in the background that finds no more than this to read is over before it is worth reporting."""

LOOK_SECONDS = 0.5
"""How often one that waits for a run looks whether that is paused."""

GONE_SECONDS = 30 * 86_400
"""For so long a deleted file answers why it is not found."""

_log = structlog.get_logger(__name__)


class Indexer:
    """Brings the index of roots up to date; the only one that writes.

    `index_root` returns when all is done. Everything else returns as soon as words find the change; graph and
    meaning follow on a thread of its own. All methods may be called from any thread.

    Args:
        listener: told after each commit.
        emit: takes progress and changes, from any thread.
        upkeep_seconds: how long nothing must have happened before the tables are compacted.
        after_crash: whole roots are read in other processes only: a file may have ended the process before.
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
        self._place = IndexingContext(storage, discovery, reader, listener, emit, progress, self._readiness)
        self._names = ManifestStage(self._place)
        self._words = TextStage(self._place)
        self._background = Background(self._place, self._control, self._keep_up, upkeep_seconds=upkeep_seconds)
        self._one_run = Lock()

    @property
    def activity(self) -> Activity:
        """Return what is done now."""
        return self._place.progress.activity

    def ready(self) -> Ready:
        """Return which steps of the index answer already."""
        return self._readiness.ready()

    def has_graph(self, root: RootId) -> bool:
        """Return whether the graph of a root is that of its files."""
        return self._readiness.has_graph(root)

    def unread(self) -> int:
        """Return how many files are found as another version of the program read them."""
        return self._storage.files.unread().total()

    def is_behind(self) -> bool:
        """Return whether another version of the program read files, or made a graph, and comparing renews that."""
        return bool(self.unread() or self._storage.older_graphs(GRAPH_VERSION))

    def use_encoder(self, encoder: Encoder | None) -> None:
        """Fill vectors with this encoder from now on; with another model than before all vectors are made anew.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        if encoder is not None:
            with self._place.writing:
                dropped = self._storage.use_model(encoder.model, encoder.dimension)
            if dropped:
                self._place.emit(Notice(f"The model is {encoder.model} now: meaning is indexed again."))
        self._background.meaning.encoder = encoder
        for root in self._storage.roots.all():
            self._background.ask(root, graph=False, meaning=encoder is not None and root.semantic)

    def index_root(self, root: Root, *, semantic: bool = True) -> IndexReport:
        """Bring the index of a root up to date and return when that is done or cancelled.

        A root whose folder is not there keeps its rows; one that is searched by word only gets no vectors.

        Raises:
            NotFoundError: the root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
            ModelError: a text could not be embedded.
        """
        begun = time.monotonic()
        embedded = self._background.meaning.embedded
        words = self._reconcile(root, semantic=semantic, report=True)
        for one in (root, *self._storage.roots.branches_of(root)):
            self._background.finish(one.id, meaning=semantic)
        report = self._report(root, words, time.monotonic() - begun, self._background.meaning.embedded - embedded)
        _log.info("root_indexed", root=root.repository, files=report.files, changed=report.changed)
        return report

    def compare(self, root: Root) -> int:
        """Compare a root with the disk; words find the difference on return, and the rest follows.

        Returns the number of files that were read anew; text that another branch had is not.

        Raises:
            NotFoundError: the root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        return len(self._reconcile(root, semantic=True, report=False).changed)

    def _reconcile(self, root: Root, *, semantic: bool, report: bool, reread: bool = False) -> Words:
        if self._leaves_offline(root):
            return Words()
        run = self._control.begin()
        with self._one_run:
            current = self._storage.roots.refresh_branch(root.id)
            named = self._names.whole(current, run, report=report, reread=reread)
            report |= len(named.plan.read) > QUIET_FILES
            words = self._words.run(current, named, run, report=report, apart=self._after_crash)
            self._drop_other_branches(current, complete=run.goes_on())
            if report:
                self._place.progress.end()
        self._follow_up(current, named.plan, words, meaning=semantic, whole=True)
        for branch in self._storage.roots.branches_of(current) if run.goes_on() else ():
            self._reconcile_branch(branch, semantic=semantic, report=report, reread=named.reread)
        return words

    def _reconcile_branch(self, branch: Root, *, semantic: bool, report: bool, reread: bool) -> None:
        """Bring a branch in git's objects up to date; without git its folder still is."""
        try:
            self._reconcile(branch, semantic=semantic, report=report, reread=reread)
        except (BadInputError, MissingExtraError) as error:
            self._place.emit(Notice(f"{_called(branch)} cannot be read: {error}", error.remedy))

    def _leaves_offline(self, root: Root) -> bool:
        """Return whether a root is not there; its files stay searchable, and say so."""
        if not is_away(root) and not _has_vanished(root):
            return False
        if self._names.leave_offline(root):
            self._place.emit(Notice(f"{_called(root)} is not there; what was indexed of it stays searchable."))
        return True

    def _drop_other_branches(self, root: Root, *, complete: bool) -> None:
        """Delete what is left of the branch that was checked out before, once the present one is searchable."""
        others = list(self._storage.files.other_branches(root.id, root.branch)) if complete else []
        if not others:
            return
        with self._place.writing:
            for start in range(0, len(others), 2_000):
                part = others[start : start + 2_000]
                self._storage.chunks.replace_files(part, [], {})
                self._storage.files.remove(part)
        self._place.listener.files_replaced([], others, ())

    def _follow_up(self, root: Root, todo: Plan, words: Words, *, meaning: bool, whole: bool = False) -> None:
        """Ask for what comes later; after a whole comparison also where no file changed: the history may have."""
        count = len(words.changed) + words.carried
        changed = bool(count or _concerns_graph(todo)) or not self._readiness.has_graph(root.id)
        if root.from_git:
            self._readiness.graph_is_current(root.id)
            changed = False
        if changed:
            self._readiness.graph_lags(root.id, files=count + len(todo.purge))
        wants_meaning = meaning and root.semantic and self._background.meaning.encoder is not None
        if changed or wants_meaning or whole:
            many = count + len(todo.purge) > QUIET_FILES
            self._background.ask(root, graph=changed, meaning=wants_meaning, soon=many)

    def update_paths(self, root_id: RootId, paths: Sequence[str]) -> None:
        """Bring some files or folders (relative to the root, with ``/``) up to date; words find them on return.

        Raises:
            NotFoundError: the root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        root = self._storage.roots.get(root_id)
        if self._leaves_offline(root):
            return
        named = self._names.part(root, paths)
        words = self._words.run(root, named, self._control.begin(), report=False)
        if words.changed or _concerns_graph(named.plan):
            self._follow_up(root, named.plan, words, meaning=True)

    def apply(self, changes: Changes) -> None:
        """Bring up to date what the watcher saw change.

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
        """Delete everything indexed of a root and of its branches, and the root.

        Raises:
            BadInputError: indexing is paused in the midst of a root.
            IndexWriteError: the disk is full or a permission is missing.
        """
        for branch in self._storage.roots.branches_of(root):
            self.forget(branch)
        self._background.forget(root.id)
        with self._turn(), self._place.writing:
            mine = RowFilter((Condition("path_hash", Operator.IN, (root.id,)),))
            files = self._storage.files.matching(mine)
            self._storage.forget(root.id)
        self._place.listener.files_replaced([], [row.id for row in files], ())
        self._place.listener.graph_replaced(root.id)
        self._place.emit(FilesChanged((), tuple(row.path for row in files if row.state in READABLE)))

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until no run is under way, unless a pause holds one up."""
        while not self._one_run.acquire(timeout=LOOK_SECONDS):
            if self._control.paused:
                raise BadInputError(
                    "Indexing is paused in the midst of a folder, which comes first.",
                    remedy="Run: dowse engine resume",
                )
        try:
            yield
        finally:
            self._one_run.release()

    def pause(self, *, paused: bool) -> None:
        """Stop or continue indexing before the next piece of work."""
        self._control.pause(paused=paused)
        self._place.progress.tell()

    def set_speed(self, speed: Speed) -> None:
        """Take more or less of the machine, from the next piece of work on."""
        self._control.set_speed(speed)
        self._place.progress.tell()

    def answering(self) -> AbstractContextManager[None]:
        """Return what to be in while a question is answered: embedding gives way to it, for half of the time."""
        return self._control.answering()

    def cancel(self) -> None:
        """End all runs before their next piece of work, and a pause; the next run goes on from what is written."""
        self._control.cancel()

    def stop(self) -> None:
        """Cancel all runs, also those that begin from now on; whoever asked for one gets it back soon."""
        self._control.close()

    def close(self) -> None:
        """Cancel everything and end the thread."""
        self.stop()
        self._background.close()

    def _report(self, root: Root, words: Words, seconds: float, embedded: int) -> IndexReport:
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
            changed=len(words.changed),
            embedded=embedded,
            failures=words.failures,
        )

    def _keep_up(self) -> None:
        """Compact, and drop what nobody needs any more: facts of old contents, rows of files long gone."""
        self._drop_what_is_unneeded()
        done = self._storage.maintain()
        give_back()  # 0.15 GB after half a million chunks
        _log.info("upkeep", done=done)

    def _drop_what_is_unneeded(self) -> None:
        rows = self._storage.files.matching(RowFilter(), (*READABLE, FileState.OFFLINE))
        gone = self._storage.files.matching(RowFilter(), (FileState.GONE,))
        long_ago = time.time() - GONE_SECONDS
        with self._place.writing:
            self._storage.facts.keep_only([key_of(row) for row in rows])
            self._storage.files.remove([row.id for row in gone if row.indexed_at < long_ago])


def _has_vanished(root: Root) -> bool:
    return bool(root.from_git) and not tip_of(Path(root.path), root.from_git)


def _called(root: Root) -> str:
    return f"The branch {root.from_git} of {root.path}" if root.from_git else root.path


def _concerns_graph(todo: Plan) -> bool:
    """Return whether files go, or empty sources come, of which no text is read."""
    return bool(todo.purge) or any(is_empty_source(row) for row in todo.write)


def _rules_name(path: str) -> bool:
    return path.rpartition("/")[2] in {RULES_FILE, ".gitignore", ".dowseignore"}
