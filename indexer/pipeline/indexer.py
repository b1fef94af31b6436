"""The facade of the write path: indexes, updates and forgets roots."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import replace

import structlog

from indexer.pipeline.context import READABLE, IndexingContext, key_of, scope_filters
from indexer.pipeline.control import Control
from indexer.pipeline.listed_roots import Options
from indexer.pipeline.manifest_stage import ManifestStage
from indexer.pipeline.nested_roots import NestedRoots
from indexer.pipeline.planning import RULES_FILE, concerns_graph
from indexer.pipeline.ports import Discovery, Emit, FileReader, IndexListener
from indexer.pipeline.progress import EncoderState, ProgressReporter
from indexer.pipeline.readiness import Readiness
from indexer.pipeline.reconciling import Reconciler
from indexer.pipeline.scheduler import Scheduler
from indexer.pipeline.text_stage import MAX_FAILURES, TextResult, TextStage
from indexer.pipeline.upkeep import UPKEEP_SECONDS
from indexer.resolve.version import GRAPH_VERSION
from indexer.watching.coalescer import Changes
from search.embedding.ports import Encoder
from search.errors import NotFoundError
from search.events import FilesChanged, Notice
from search.messages import Message
from search.storage.heap import trim_heap
from search.storage.predicate import EVERYTHING
from search.storage.storage import Storage
from search.types.files import FileState, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import FileId, RootId
from search.types.results import Ready
from search.types.status import Activity, IndexReport, Speed, Step

GONE_SECONDS = 30 * 86_400
"""Time for which the manifest keeps the row of a deleted file, so that `dowse why` can explain it."""

_log = structlog.get_logger(__name__)


class Indexer:
    """Brings the index of roots up to date. Only this class writes to the index.

    `index_roots` returns when everything is done. Other methods return as soon as keyword search finds the
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
        self.meaning_expected = False
        self._storage = storage
        self._control = Control()
        graphs = storage.current_graphs(GRAPH_VERSION), storage.older_graphs(GRAPH_VERSION)
        self._readiness = Readiness(storage.files, *graphs, storage.roots.all, storage.graph.roots)
        progress = ProgressReporter(
            emit,
            self._readiness,
            lambda: self._control.paused,
            lambda: self._control.speed,
            self._encoder_state,
        )
        self._context = IndexingContext(storage, discovery, reader, listener, emit, progress, self._readiness)
        self._manifest_stage = ManifestStage(self._context)
        self._text_stage = TextStage(self._context)
        self._scheduler = Scheduler(self._context, self._control, self._maintain, upkeep_seconds=upkeep_seconds)
        stages = self._manifest_stage, self._text_stage
        self._reconciler = Reconciler(self._context, self._control, stages, self._scheduler, isolated=after_crash)

    def on_repositories(self, callback: Callable[[Root, Sequence[str]], None]) -> None:
        """Call this with each root in which repositories were noticed for the first time, and with their paths.

        It is called on the thread that noticed them, after a run, and may add roots and index them.
        """
        self._reconciler.on_repositories = callback

    @property
    def activity(self) -> Activity:
        """Return the current activity."""
        return self._context.progress.activity

    def ready(self, visible: RowFilter = EVERYTHING) -> Ready:
        """Return which parts of the visible index can be searched."""
        return self._readiness.ready(visible)

    def has_graph(self, root: RootId) -> bool:
        """Return whether the graph of a root is up to date."""
        return self._readiness.has_graph(root)

    def is_listed(self, root: Root) -> bool:
        """Return whether the names and words of a root were read to the end at least once."""
        return self._readiness.is_listed(root.id)

    def unread(self, visible: RowFilter = EVERYTHING) -> int:
        """Return how many visible searchable files were read by another version of the program."""
        return self._storage.files.unread(visible).total()

    def is_behind(self) -> bool:
        """Return whether another version of the program read files or built a graph; `compare` renews both."""
        return bool(self.unread() or self._storage.older_graphs(GRAPH_VERSION))

    def obstacles(self) -> tuple[Message, ...]:
        """Return why dependencies or vectors could not be written and are tried again; empty once they are."""
        return self._scheduler.obstacles()

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
        self.meaning_expected = encoder is not None
        if encoder is None:
            return
        roots = [root for root in self._storage.roots.all() if root.semantic]
        if lacking := [root for root in roots if self._lacks_vectors(root)]:
            self._context.progress.expect(lacking, Step.RECENT if len(lacking) > 1 else Step.MEANING)
        for root in roots:
            self._scheduler.embed(root)

    def _lacks_vectors(self, root: Root) -> bool:
        counts = self._readiness.steps_of(root.id)
        return counts.embedded < counts.indexed

    def _encoder_state(self) -> EncoderState:
        if not self.meaning_expected:
            return EncoderState.ABSENT
        loaded = self._scheduler.embedding_stage.encoder is not None
        return EncoderState.READY if loaded else EncoderState.LOADING

    def index_roots(
        self,
        roots: Sequence[Root],
        *,
        semantic: bool = True,
        words_read: Callable[[AbstractSet[RootId]], None] = lambda _complete: None,
    ) -> IndexReport:
        """Bring the index of roots up to date, and return when that is done or cancelled.

        A root whose folder is unavailable keeps its rows; a root without semantic search gets no vectors.

        Args:
            roots: the roots, in the order in which each step is done.
            semantic: wait for vectors too.
            words_read: called when no more words are read, with the roots that were read to their end: not one
                that is unavailable, or whose reading was cancelled.

        Raises:
            NotFoundError: the only root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
            ModelError: a text could not be embedded.
        """
        begun, embedded = time.monotonic(), self._scheduler.embedding_stage.embedded
        texts = self._reconciler.run(roots, Options(semantic=semantic))
        words_read(_complete(texts))
        wanted = {root.id for root in roots}
        for root in self._storage.roots.all():
            if not wanted.isdisjoint({root.id, self._storage.roots.folder_of(root).id}):
                self._scheduler.wait_for(root.id, embedding=semantic)
        report = self._report([texts[root.id] for root in roots], wanted)
        embedded = self._scheduler.embedding_stage.embedded - embedded
        _log.info("roots_indexed", roots=len(roots), files=report.files, changed=report.changed)
        return replace(report, seconds=time.monotonic() - begun, embedded=embedded)

    def read_roots(self, roots: Sequence[Root]) -> AbstractSet[RootId]:
        """Bring names and words of roots up to date; graphs and vectors follow.

        Returns the roots that were read to their end.

        Raises:
            NotFoundError: the only root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        return _complete(self._reconciler.run(roots, Options()))

    def compare(self, *roots: Root) -> int:
        """Compare roots with the disk. On return keyword search finds the changes; graphs and vectors follow.

        Returns the number of files that were read; files whose text another branch had do not count.

        Raises:
            NotFoundError: the only root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        texts = self._reconciler.run(roots, Options(report=False))
        return sum(len(texts[root.id].changed) for root in roots)

    def update_paths(self, root_id: RootId, paths: Sequence[str]) -> None:
        """Bring files or folders (relative to the root, with ``/``) up to date; keyword search then finds them.

        Raises:
            NotFoundError: the root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        root = self._storage.roots.get(root_id)
        if self._reconciler.listing.leaves_offline(root):
            return
        with self._reconciler.listing.ages.updating(root.id):
            manifest = self._manifest_stage.part(root, paths)
        text = self._text_stage.run(root, manifest, self._control.begin(), report=False)
        if text.changed or concerns_graph(manifest.plan):
            self._scheduler.hurry(text.changed)
            self._reconciler.follow_up(root, manifest.plan, text, embedding=True)
        self._reconciler.notice_repositories(root, manifest.plan.write)

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
        with self._reconciler.forgetting(root.id), self._context.writing:
            mine = RowFilter((Condition("path_hash", Operator.IN, (root.id,)),))
            files = self._storage.files.matching(mine)
            self._storage.forget(root.id)
            NestedRoots(self._context).was_forgotten(root)
        self._context.progress.forget(root.id)
        self._context.listener.files_replaced([], [row.id for row in files], ())
        self._context.listener.graph_replaced(root.id)
        removed = tuple(row.path for row in files if row.state in READABLE)
        self._context.emit(FilesChanged((), removed, root.name))

    def pause(self, *, paused: bool) -> None:
        """Pause indexing before the next piece of work, or continue it."""
        self._control.pause(paused=paused)
        self._context.progress.resume()
        self._context.progress.report()

    def prefer(self, files: Sequence[FileId]) -> None:
        """Fill the missing vectors of these files before those of others."""
        self._scheduler.hurry(files)

    def set_speed(self, speed: Speed) -> None:
        """Change how much of the machine indexing uses, from the next piece of work on."""
        self._control.set_speed(speed)
        self._context.progress.report()

    def answering(self) -> AbstractContextManager[None]:
        """Return a context manager for the time of a query, in which embedding runs at half its speed at least."""
        return self._control.answering()

    def cancel(self) -> None:
        """End all runs before their next piece of work, and end a pause.

        The next run continues from there.
        """
        self._control.cancel()

    def stop(self) -> None:
        """Cancel all runs, including those that begin later; callers that wait return soon."""
        self._control.close()

    def close(self) -> None:
        """Cancel everything and end the thread."""
        self.stop()
        self._scheduler.close()

    def _report(self, texts: Sequence[TextResult], wanted: AbstractSet[RootId]) -> IndexReport:
        """Return the counts of roots and of this run; a root forgotten meanwhile is left out.

        Raises:
            NotFoundError: the only root was forgotten.
        """
        roots = [root for root in self._storage.roots.all() if root.id in wanted]
        if len(wanted) == 1 and not roots:
            raise NotFoundError("roots.unknown_id", root=min(wanted))
        counts = [self._storage.files.counts(scope) for scope in scope_filters(roots)]
        states = sum((each.states for each in counts), Counter[str]())
        graphs = self._storage.graph.counts_by_root()
        numbers = [graphs[root.id] for root in roots if root.id in graphs]
        failures = [failure for text in texts for failure in text.failures]
        return IndexReport(
            files=sum(states[state.value] for state in (*READABLE, FileState.OFFLINE)),
            chunks=sum(each.chunks.total() for each in counts),
            nodes=sum(nodes for nodes, _ in numbers),
            edges=sum(edges for _, edges in numbers),
            skipped=states[FileState.SKIPPED.value],
            failed=states[FileState.FAILED.value],
            seconds=0.0,
            changed=sum(len(text.changed) for text in texts),
            failures=tuple(failures[:MAX_FAILURES]),
        )

    def _maintain(self) -> None:
        """Compact the tables; delete facts of old content, rows of long gone files, and chunks without a file."""
        self._drop_obsolete_rows()
        done = self._storage.maintain()
        trim_heap()  # frees 0.15 GB after half a million chunks
        _log.info("upkeep", done=done)

    def _drop_obsolete_rows(self) -> None:
        long_ago = time.time() - GONE_SECONDS
        with self._context.writing:
            keys: list[str] = []
            long_gone: list[FileId] = []
            known: set[FileId] = set()
            for row in self._storage.files.summaries():
                if row.state is not FileState.GONE:
                    known.add(row.id)
                elif row.indexed_at < long_ago:
                    long_gone.append(row.id)
                if row.state in (*READABLE, FileState.OFFLINE):
                    keys.append(key_of(row))
            self._storage.facts.keep_only(keys)
            self._storage.files.remove(long_gone)
            without_file = self._storage.chunks.files() - known  # a loss of power can leave them
            self._storage.chunks.replace_files(sorted(without_file), [], {})


def _complete(texts: Mapping[RootId, TextResult]) -> AbstractSet[RootId]:
    return {root for root, text in texts.items() if text.is_complete}


def _rules_name(path: str) -> bool:
    return path.rpartition("/")[2] in {RULES_FILE, ".gitignore", ".dowseignore"}
