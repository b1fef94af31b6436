"""Background work on one thread, while no names or words are read: graphs, histories, vectors and upkeep."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Thread

import structlog

from indexer.pipeline.context import IndexingContext
from indexer.pipeline.control import Control
from indexer.pipeline.embedding_stage import EmbeddingStage
from indexer.pipeline.graph_stage import GraphStage
from indexer.pipeline.history_stage import HistoryStage
from indexer.pipeline.pending_work import PendingWork
from indexer.pipeline.upkeep import UPKEEP_SECONDS, Upkeep
from search.errors import IndexWriteError, KnownError
from search.events import Notice
from search.messages import NOTHING, Message
from search.processes import wait_until
from search.types.files import Root
from search.types.ids import FileId, RootId
from search.types.status import Step

GRAPH_SHARE = 0.1
"""Largest share of the time that rebuilding a graph may take while files are being saved."""

GRAPH_WAIT_SECONDS = 60.0
"""Longest wait between two builds of a graph. The first one of a large root takes minutes."""

URGENT_FILES = 200
"""Most files whose vectors come first; a checkout of more files is not urgent."""

_log = structlog.get_logger(__name__)


class Scheduler:
    """Builds graphs, reads histories and fills vectors of roots.

    The graphs of all roots come before their histories, and these before all vectors. Vectors of files that were
    just saved or shown in an answer come first, then those of the most recent files of each root, then the others.

    Args:
        upkeep: called when the thread has been idle for a while (also after a start), a second time when table
            versions kept for readers are old enough to delete, and between two pieces of work after many commits.
    """

    def __init__(
        self,
        context: IndexingContext,
        control: Control,
        upkeep: Callable[[], object],
        *,
        upkeep_seconds: float = UPKEEP_SECONDS,
    ) -> None:
        self.embedding_stage = EmbeddingStage(context)
        self._graph_stage = GraphStage(context)
        self._history_stage = HistoryStage(context)
        self._context = context
        self._control = control
        self._upkeep = Upkeep(upkeep, context.storage.database, upkeep_seconds)
        self._condition = Condition()
        self._pending: dict[RootId, PendingWork] = {}
        self._requests = self._reading = 0
        self._batches: dict[RootId, int] = {}
        self._urgent: dict[FileId, None] = {}
        self._closed = False
        self._thread: Thread | None = None

    def schedule(self, root: Root, *, graph: bool, embedding: bool, soon: bool = False) -> None:
        """Schedule work for a root. Its commit history is always checked.

        Args:
            root: the root.
            graph: rebuild its graph.
            embedding: fill its missing vectors.
            soon: rebuild the graph now, however long the last build took, as after a checkout.
        """
        with self._condition:
            work = self._pending.setdefault(root.id, PendingWork(root, self._control.begin()))
            if not work.embedding:
                work.newest_done = False
            work.root, work.run = root, self._control.begin()
            work.requests += 1
            work.error = None
            work.graph |= graph
            work.history = True
            work.graph_not_before *= not soon
            work.embedding |= embedding
            self._requests += 1
            if self._thread is None and not self._closed:
                self._thread = Thread(target=self._run, name="indexing", daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def embed(self, root: Root) -> None:
        """Fill the missing vectors of a root whose files did not change: a graph in progress stays valid."""
        with self._condition:
            work = self._pending.get(root.id)
            if work is not None:
                work.embedding, work.run = True, self._control.begin()
                self._condition.notify_all()
                return
        self.schedule(root, graph=False, embedding=True)

    def begin_batch(self, roots: Sequence[Root]) -> None:
        """Fill the vectors of these roots before those of earlier batches."""
        with self._condition:
            latest = max(self._batches.values(), default=0) + 1
            self._batches |= {root.id: latest for root in roots}

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let everything wait while names and words are read."""
        with self._condition:
            self._reading += 1
        try:
            yield
        finally:
            with self._condition:
                self._reading -= 1
                self._condition.notify_all()

    def obstacles(self) -> tuple[Message, ...]:
        """Return why background work could not be written and is tried again, each reason once."""
        return tuple(dict.fromkeys(work.obstacle for work in list(self._pending.values()) if work.obstacle.code))

    def hurry(self, files: Sequence[FileId]) -> None:
        """Fill the vectors of these files next; a file that has them is no error."""
        if not files:
            return
        with self._condition:
            latest = {**self._urgent, **dict.fromkeys(files)}
            self._urgent = dict.fromkeys(list(latest)[-URGENT_FILES:])

    def report_next(self) -> None:
        """Report the end of the work, or else the step that comes next."""
        progress = self._context.progress
        if not progress.activity.step or self._reading:
            return
        works = list(self._pending.values())
        if graph := next((work for work in works if work.graph), None):
            progress.turn_to(Step.GRAPH, graph.root)
        elif self.embedding_stage.encoder is not None and (to_embed := self._to_embed()):
            concerns = self._history_stage.concerns
            if history := next((work for work in works if work.history and concerns(work.root)), None):
                progress.turn_to(Step.HISTORY, history.root)
            elif progress.vectors_shown is None:
                progress.turn_to(Step.RECENT if len(to_embed) > 1 else Step.MEANING, to_embed[0].root)
        else:
            progress.end()

    def wait_for(self, root: RootId, *, embedding: bool) -> None:
        """Wait until a root has graph, history and, with ``embedding``, vectors, or was cancelled or forgotten.

        Raises:
            KnownError: what stopped the work; a bug is raised as it is.
        """
        with self._condition:
            work = self._pending.get(root)
            if work is None:
                return
            work.awaited += 1
            self._condition.notify_all()
            wait_until(self._condition, lambda: self._closed or not work.lacks(embedding=embedding))
            work.awaited -= 1
            error, work.error = work.error, None
        if error is not None:
            raise error

    def forget(self, root: RootId) -> None:
        """Drop the work scheduled for a root."""
        with self._condition:
            work = self._pending.pop(root, None)
            if work is not None:
                work.graph = work.history = work.embedding = False
                self._requests += 1
            self._condition.notify_all()

    def close(self) -> None:
        """End the thread after the current piece of work, which the caller has cancelled."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        if self._thread is not None:
            self._thread.join()
        self.embedding_stage.close()

    def _run(self) -> None:
        self._upkeep.plan()
        while True:
            with self._condition:
                work = self._next()
                if work is None and not self._closed:
                    self._condition.wait(self._wait_seconds())
                    work = self._next()
                if self._closed:
                    return
            if self._upkeep.is_urgent(reading=bool(self._reading)):
                self._upkeep.run()
            if work is not None:
                self._work(work)
                self._upkeep.plan()
            elif self._upkeep.is_due() and not self._reading and not self._is_awaiting_graph():
                self._upkeep.run_planned()

    def _is_awaiting_graph(self) -> bool:
        return any(work.graph for work in self._pending.values())

    def _next(self) -> PendingWork | None:
        if self._reading:
            return None
        now = time.monotonic()
        for work in self._pending.values():
            work.go_on(now)
        with_history = [work for work in self._pending.values() if work.history and not work.graph]
        return next(iter([*self._due_graphs(), *with_history, *self._to_embed()]), None)

    def _due_graphs(self) -> list[PendingWork]:
        now, works = time.monotonic(), list(self._pending.values())
        return [work for work in works if work.graph and (work.awaited or work.graph_not_before <= now)]

    def _to_embed(self) -> list[PendingWork]:
        """Return the roots that lack vectors: first those with the newest files, then those of later batches."""
        works = [work for work in self._pending.values() if work.embedding]
        if len(works) == 1:
            return works
        return sorted(works, key=lambda work: (work.newest_done, -self._batches.get(work.root.id, 0)))

    def _wait_seconds(self) -> float | None:
        if self._reading:
            return None
        times = [work.graph_not_before for work in self._pending.values() if work.graph]
        times = times or self._upkeep.next_at()
        times += [work.again_at for work in self._pending.values() if work.again_at]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _work(self, work: PendingWork) -> None:
        requests = work.requests
        try:
            if not work.run.goes_on():
                self._settle(work, graph=True, history=True, embedding=True)
            elif work.graph:
                self._build_graph(work)
            elif work.history:
                self._read_history(work, requests)
            else:
                self._embed(work, requests)
        except Exception as exc:  # noqa: BLE001 -- the thread's boundary: callers would wait for ever
            self._fail(work, exc)
        self.report_next()  # the root may have been forgotten meanwhile

    def _embed(self, work: PendingWork, requests: int) -> None:
        """Fill vectors of a root until all have them or something else comes first."""
        all_requests = self._requests

        def is_stale() -> bool:
            return self._requests != all_requests or bool(self._reading or self._urgent)

        stage, alone = self.embedding_stage, len(self._to_embed()) == 1
        if self._urgent:
            self._embed_urgent()
        elif not work.newest_done and not alone:
            self._embed_newest(work, is_stale)
        elif stage.run(work.root, work.run, is_stale) and work.requests == requests:
            self._settle(work, embedding=True)

    def _embed_newest(self, work: PendingWork, is_stale: Callable[[], bool]) -> None:
        """Fill vectors of the most recent files of a root, and of small ones whose turn comes after it."""
        others = (each for each in self._to_embed() if not each.newest_done and not each.run.is_cancelled())
        due = [work, *(each for each in others if each is not work)]
        works = due[: self.embedding_stage.first_together([each.root for each in due])]
        if self.embedding_stage.run_newest([each.root for each in works], work.run, is_stale):
            for each in works:
                each.newest_done = True

    def _embed_urgent(self) -> None:
        with self._condition:
            files, self._urgent = list(self._urgent), {}
        shown, roots = self._context.progress.urgent_vectors_shown, self.embedding_stage.roots_of(files)
        is_stale = self._is_overtaken
        for work in (each for each in self._to_embed() if each.root.id in roots):
            if not self.embedding_stage.run_files(work.root, files, work.run, shown, is_stale) and is_stale():
                with self._condition:
                    self._urgent = {**dict.fromkeys(files), **self._urgent}
                return

    def _is_overtaken(self) -> bool:
        """Return whether even urgent vectors wait: names or words are read, or a graph can be built."""
        return bool(self._reading or self._due_graphs())

    def _build_graph(self, work: PendingWork) -> None:
        """Build the graph of a root, or its graph and those of small new ones that are due after it."""
        others = [each for each in self._due_graphs() if each is not work and not each.run.is_cancelled()]
        due = [work, *others]
        works = due[: self._graph_stage.first_together([each.root for each in due])]
        try:
            self._build_graphs(works)
        except KnownError:
            raise
        except Exception as exc:  # noqa: BLE001 -- a graph that cannot be built must not prevent semantic search
            _log.warning("graph_failed", root=work.root.repository, error=str(exc), exc_info=True)
            if len(works) == 1:
                self._context.emit(_fault("indexing.graph_faulty", work, exc))
                self._settle(work, graph=True)

    def _build_graphs(self, works: Sequence[PendingWork]) -> None:
        begun, requests = time.monotonic(), [work.requests for work in works]
        if not self._graph_stage.run([work.root for work in works], works[0].run):
            return
        took = time.monotonic() - begun
        for work, number in zip(works, requests, strict=True):
            work.graph_not_before = time.monotonic() + min(took / GRAPH_SHARE, GRAPH_WAIT_SECONDS)
            if work.requests == number:
                self._context.readiness.graph_is_current(work.root.id)
                self._settle(work, graph=True)
        _log.info("graph_built", root=works[0].root.repository, roots=len(works), ms=round(took * 1_000))

    def _read_history(self, work: PendingWork, requests: int) -> None:
        begun = time.monotonic()
        with self._context.progress.going_on(Step.HISTORY, work.root):
            read = self._history_stage.run(work.root)
        if read:
            _log.info("history_read", root=work.root.repository, ms=round((time.monotonic() - begun) * 1_000))
        if work.requests == requests:
            self._settle(work, history=True)

    def _is_left(
        self, settled: PendingWork | None = None, *, graph: bool = False, embedding: bool = False
    ) -> bool:
        """Return whether any work is left other than the work that is being finished."""
        return bool(self._reading) or any(
            (work.graph and not (work is settled and graph))
            or (work.embedding and not (work is settled and embedding))
            for work in list(self._pending.values())
        )

    def _settle(
        self, work: PendingWork, *, graph: bool = False, history: bool = False, embedding: bool = False
    ) -> None:
        """Mark work as done; the end is reported before waiting callers go on."""
        if (graph or embedding) and not self._is_left(work, graph=graph, embedding=embedding):
            self._context.progress.end()
        with self._condition:
            work.graph &= not graph
            work.history &= not history
            work.embedding &= not embedding
            if not work.again_at and not work.lacks(embedding=True):
                work.obstacle = NOTHING
            self._condition.notify_all()

    def _fail(self, work: PendingWork, error: Exception) -> None:
        known = isinstance(error, KnownError)
        _log.warning("background_failed", root=work.root.repository, error=str(error), exc_info=not known)
        work.error = error
        fault = Notice(error.message, error.remedy) if isinstance(error, KnownError) else None
        if not work.awaited and (fault is None or fault.message not in self.obstacles()):
            self._context.emit(fault or _fault("indexing.faulty", work, error))
        if isinstance(error, IndexWriteError):
            with self._condition:
                work.stop(error.message, time.monotonic())
        self._settle(work, graph=True, history=True, embedding=True)


def _fault(code: str, work: PendingWork, error: Exception) -> Notice:
    return Notice(Message(code, repository=work.root.repository, reason=f"{type(error).__name__}: {error}"))
