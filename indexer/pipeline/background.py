"""What may come a little later runs here, on one thread: graphs, vectors, upkeep."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread

import structlog

from indexer.pipeline.context import IndexingContext
from indexer.pipeline.control import Control, Run
from indexer.pipeline.embedding_stage import EmbeddingStage
from indexer.pipeline.graph_stage import GraphStage
from indexer.pipeline.history_stage import HistoryStage
from search.errors import KnownError
from search.events import Notice
from search.types.files import Root
from search.types.ids import RootId

GRAPH_SHARE = 0.1
"""While files are being saved, resolving them again takes at most this share of the time."""

GRAPH_WAIT_SECONDS = 60.0
"""A tree is never older than this and one resolving: the first one of a large root takes minutes."""

UPKEEP_SECONDS = 30.0
"""After so long without work the tables are compacted and cleaned."""

UPKEEP_AGAIN_SECONDS = 90.0
"""So long after that, once more: what was kept for readers can go then."""

UPKEEP_COMMITS = 500
"""After so many commits there is upkeep even when work goes on: each leaves about 70 KB until then."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class PendingWork:
    """What still has to be done for a root in the background, and how many callers wait for it."""

    root: Root
    run: Run
    graph: bool = False
    history: bool = False
    meaning: bool = False
    awaited: int = 0
    asked: int = 0
    graph_not_before: float = 0.0
    error: Exception | None = None

    def lacks(self, *, meaning: bool) -> bool:
        """Return whether something is still to be done; ``meaning`` says whether vectors count."""
        return self.graph or self.history or (meaning and self.meaning)


class Background:
    """Builds graphs, reads histories and fills vectors of the roots that asked for it; what was asked last first.

    Graphs come before histories, and these before vectors.

    Args:
        upkeep: called after a while without work, also after a start, and once more when what it had to keep for
            readers is old enough; between two pieces of work after many commits.
    """

    def __init__(
        self,
        place: IndexingContext,
        control: Control,
        upkeep: Callable[[], object],
        *,
        upkeep_seconds: float = UPKEEP_SECONDS,
    ) -> None:
        self.meaning = EmbeddingStage(place)
        self._graph = GraphStage(place)
        self._history = HistoryStage(place)
        self._place = place
        self._control = control
        self._upkeep = upkeep
        self._upkeep_seconds = upkeep_seconds
        self._upkeeps: deque[float] = deque()
        self._commits = place.storage.database.commits
        self._condition = Condition()
        self._wishes: dict[RootId, PendingWork] = {}
        self._asked = 0
        self._closed = False
        self._thread: Thread | None = None

    def ask(self, root: Root, *, graph: bool, meaning: bool, soon: bool = False) -> None:
        """Have this done for a root when there is time, and its history looked at; files saved last come first.

        ``soon``: resolve at once, however long that took before, as after a checkout.
        """
        with self._condition:
            wish = self._wishes.pop(root.id, None) or PendingWork(root, self._control.begin())
            wish.root, wish.run = root, self._control.begin()
            wish.asked += 1
            wish.error = None
            wish.graph |= graph
            wish.history = True
            wish.graph_not_before *= not soon
            wish.meaning |= meaning
            self._wishes[root.id] = wish
            self._asked += 1
            if self._thread is None and not self._closed:
                self._thread = Thread(target=self._run, name="indexing", daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def finish(self, root: RootId, *, meaning: bool) -> None:
        """Wait until a root has graph, history and, if wanted, ``meaning``, or was cancelled or forgotten.

        Raises:
            KnownError: what stopped it; a fault of the program is raised as it is.
        """
        with self._condition:
            wish = self._wishes.get(root)
            if wish is None:
                return
            wish.awaited += 1
            self._condition.notify_all()
            self._condition.wait_for(lambda: self._closed or not wish.lacks(meaning=meaning))
            wish.awaited -= 1
            error, wish.error = wish.error, None
        if error is not None:
            raise error

    def forget(self, root: RootId) -> None:
        """Drop what a root has asked for."""
        with self._condition:
            wish = self._wishes.pop(root, None)
            if wish is not None:
                wish.graph = wish.history = wish.meaning = False
            self._condition.notify_all()

    def close(self) -> None:
        """End the thread after the piece of work under way; the caller has cancelled it."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        if self._thread is not None:
            self._thread.join()
        self.meaning.close()

    def _run(self) -> None:
        self._plan_upkeep()
        while True:
            with self._condition:
                wish = self._next()
                if wish is None and not self._closed:
                    self._condition.wait(self._wait_seconds())
                    wish = self._next()
                if self._closed:
                    return
            if self._is_crowded():
                self._keep_up()
            if wish is not None:
                self._work(wish)
                self._plan_upkeep()
            elif self._upkeep_is_due():
                self._upkeeps.popleft()
                self._keep_up()

    def _plan_upkeep(self) -> None:
        soon = time.monotonic() + self._upkeep_seconds
        self._upkeeps = deque((soon, soon + UPKEEP_AGAIN_SECONDS))

    def _upkeep_is_due(self) -> bool:
        return bool(self._upkeeps) and self._upkeeps[0] <= time.monotonic() and not self._is_awaiting_graph()

    def _is_crowded(self) -> bool:
        return self._place.storage.database.commits - self._commits >= UPKEEP_COMMITS

    def _is_awaiting_graph(self) -> bool:
        return any(wish.graph for wish in self._wishes.values())

    def _next(self) -> PendingWork | None:
        now = time.monotonic()
        wishes = list(self._wishes.values())
        due = [wish for wish in wishes if wish.graph and (wish.awaited or wish.graph_not_before <= now)]
        told = [wish for wish in wishes if wish.history and not wish.graph]
        meant = [wish for wish in reversed(wishes) if wish.meaning]
        return next(iter([*due, *told, *meant]), None)

    def _wait_seconds(self) -> float | None:
        times = [wish.graph_not_before for wish in self._wishes.values() if wish.graph]
        times = times or list(self._upkeeps)[:1]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _work(self, wish: PendingWork) -> None:
        asked, any_asked, graph = wish.asked, self._asked, wish.graph
        run = wish.run
        try:
            if not run.goes_on():
                self._settle(wish, graph=True, history=True, meaning=True)
            elif graph:
                self._build_graph(wish, asked)
            elif wish.history:
                self._read_history(wish, asked)
            elif self.meaning.run(wish.root, run, lambda: self._asked != any_asked) and wish.asked == asked:
                self._settle(wish, meaning=True)
        except Exception as exc:  # noqa: BLE001 -- the thread's boundary: those who wait would wait for ever
            self._fail(wish, exc)
        if self._place.progress.activity.step and not self._is_left():
            self._place.progress.end()  # of a root that was forgotten meanwhile

    def _build_graph(self, wish: PendingWork, asked: int) -> None:
        begun = time.monotonic()
        self._place.progress.begin("graph", 0)
        try:
            if not self._graph.run(wish.root, wish.run):
                return
        except KnownError:
            raise
        except Exception as exc:  # noqa: BLE001 -- a tree that cannot be made must not cost the search by meaning
            _log.warning("graph_failed", root=wish.root.repository, error=str(exc), exc_info=True)
            self._place.emit(_graph_fault(wish, exc))
            self._settle(wish, graph=True)
            return
        took = time.monotonic() - begun
        wish.graph_not_before = time.monotonic() + min(took / GRAPH_SHARE, GRAPH_WAIT_SECONDS)
        _log.info("graph_built", root=wish.root.repository, ms=round(took * 1_000))
        if wish.asked == asked:
            self._place.readiness.graph_is_current(wish.root.id)
            self._settle(wish, graph=True)

    def _read_history(self, wish: PendingWork, asked: int) -> None:
        begun = time.monotonic()
        if self._history.run(wish.root):
            _log.info("history_read", root=wish.root.repository, ms=round((time.monotonic() - begun) * 1_000))
        if wish.asked == asked:
            self._settle(wish, history=True)

    def _is_left(self, settled: PendingWork | None = None, *, graph: bool = False, meaning: bool = False) -> bool:
        """Tell whether anything is wished for, apart from what is about to be settled."""
        return any(
            (one.graph and not (one is settled and graph)) or (one.meaning and not (one is settled and meaning))
            for one in list(self._wishes.values())
        )

    def _settle(
        self, wish: PendingWork, *, graph: bool = False, history: bool = False, meaning: bool = False
    ) -> None:
        """Mark as done; who waits goes on only when the end was told. A history is read without being told of."""
        if (graph or meaning) and not self._is_left(wish, graph=graph, meaning=meaning):
            self._place.progress.end()
        with self._condition:
            wish.graph &= not graph
            wish.history &= not history
            wish.meaning &= not meaning
            self._condition.notify_all()

    def _fail(self, wish: PendingWork, error: Exception) -> None:
        known = isinstance(error, KnownError)
        _log.warning("background_failed", root=wish.root.repository, error=str(error), exc_info=not known)
        wish.error = error
        if not wish.awaited:
            self._place.emit(
                Notice(str(error), error.remedy) if isinstance(error, KnownError) else _fault(wish, error)
            )
        self._settle(wish, graph=True, history=True, meaning=True)

    def _keep_up(self) -> None:
        try:
            self._upkeep()
        except Exception as exc:  # noqa: BLE001 -- the thread's boundary
            _log.warning("upkeep_failed", error=str(exc), exc_info=not isinstance(exc, KnownError))
        self._commits = self._place.storage.database.commits


def _fault(wish: PendingWork, error: Exception) -> Notice:
    return Notice(
        f"{wish.root.repository} could not be indexed to the end; this is a fault of Dowse: {_named(error)}",
        "What is found by word stays. Report it with the log; `dowse index` tries again.",
    )


def _graph_fault(wish: PendingWork, error: Exception) -> Notice:
    repository = wish.root.repository
    return Notice(
        f"The dependency tree of {repository} could not be built; this is a fault of Dowse: {_named(error)}",
        "Search by word and by meaning is whole. Report it with the log; `dowse index` tries again.",
    )


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
