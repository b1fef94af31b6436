"""Progress of indexing: the current step, how far it is, and which parts of the index can be searched."""

import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from threading import Lock

from indexer.pipeline.ports import Emit
from search.events import Progress
from search.storage.files_table import FilesTable
from search.types.files import Root
from search.types.ids import RootId
from search.types.results import Ready
from search.types.status import Activity, Speed

LEAST_SECONDS = 0.25
"""Shortest time between two reports of one step; the end of a step is always reported."""


class Readiness:
    """Which parts of the index can be searched; read from the manifest, so it is correct after a crash.

    Args:
        graphed: roots whose graph is up to date.
        older: roots whose graph another version of the program built; it is used until there is a new one.
    """

    def __init__(
        self,
        files: FilesTable,
        graphed: AbstractSet[RootId],
        older: AbstractSet[RootId] = frozenset(),
        roots: Callable[[], Sequence[Root]] = tuple,
    ) -> None:
        self._files = files
        self._graphed = graphed
        self._older = older
        self._roots = roots
        self._lags: dict[RootId, int] = {}

    def graph_is_current(self, root: RootId) -> None:
        """Record that the graph of a root was built."""
        self._graphed, self._older = self._graphed | {root}, self._older - {root}
        self._lags = {other: files for other, files in self._lags.items() if other != root}

    def graph_lags(self, root: RootId, *, files: int) -> None:
        """Record that ``files`` files of a root changed since its graph was built; it covers the others."""
        if root in self._graphed or root in self._lags:
            self._lags = {**self._lags, root: self._lags.get(root, 0) + files}
        self._graphed = self._graphed - {root}

    def has_graph(self, root: RootId) -> bool:
        """Return whether the graph of a root is current."""
        return root in self._graphed

    def ready(self) -> Ready:
        """Return for each step its share of the files that are or will be indexed; 0.0 if there are none.

        The share of vectors counts only roots with semantic search.
        """
        by_word = {root.id for root in self._roots() if not root.semantic}
        total = with_text = to_embed = embedded = in_graph = 0
        for root, counts in self._files.step_counts().items():
            files = counts.waiting + counts.indexed
            total += files
            with_text += counts.indexed
            to_embed += files if root not in by_word else 0
            embedded += counts.embedded if root not in by_word else 0
            in_graph += self._in_graph(root, counts.indexed)
        if not total:
            return Ready()
        semantic = embedded / to_embed if to_embed else 0.0
        return Ready(names=1.0, keyword=with_text / total, graph=in_graph / total, semantic=semantic)

    def _in_graph(self, root: RootId, indexed: int) -> int:
        if root in self._graphed or root in self._older:
            return indexed
        return max(0, indexed - max(1, self._lags[root])) if root in self._lags else 0


class ProgressReporter:
    """Sends `Progress` events, at most four a second."""

    def __init__(
        self,
        emit: Emit,
        readiness: Readiness,
        is_paused: Callable[[], bool],
        speed: Callable[[], Speed] = lambda: Speed.NORMAL,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._emit = emit
        self._is_paused = is_paused
        self._speed = speed
        self._readiness = readiness
        self._clock = clock
        self._lock = Lock()
        self._activity = Activity()
        self._begun = self._reported = 0.0

    @property
    def activity(self) -> Activity:
        """Return the current activity."""
        return replace(self._activity, paused=self._is_paused(), speed=self._speed())

    def begin(self, step: str, total: int) -> None:
        """Report that a step with ``total`` items begins."""
        with self._lock:
            self._begun = self._reported = self._clock()
            self._activity = Activity(step=step, total=total)
        self.report()

    def advance(self, items: int) -> None:
        """Count finished items, and report them if the last report is long enough ago."""
        now = self._clock()
        with self._lock:
            known = self._activity
            done = known.done + items
            rate = done / max(now - self._begun, 1e-6)
            left = max(known.total - done, 0) / rate if rate > 0 else 0.0
            self._activity = Activity(known.step, done, known.total, rate, left)
            if now - self._reported < LEAST_SECONDS:
                return
            self._reported = now
        self.report()

    def end(self) -> None:
        """Report that the work is done."""
        with self._lock:
            self._activity = Activity()
        self.report()

    def report(self) -> None:
        """Report now."""
        self._emit(Progress(self.activity, self._readiness.ready()))
