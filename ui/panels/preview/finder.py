"""Finds matches in a worker thread, because marking two million characters takes longer than a frame."""

from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal

from ui.panels.preview.matches import FileMatches, Match, find_matches
from ui.panels.results.snippet import Marker, Span

AT_ONCE_BELOW = 40_000
"""Shorter texts are marked in the window's thread: that takes about 4 ms."""


@dataclass(frozen=True, slots=True)
class MatchJob:
    """A text and the terms to mark in it; ``chunks`` are first and last lines from 1.

    If there are ``exact`` matches, these are marked in place of the terms.
    """

    text: str
    terms: tuple[str, ...]
    chunks: tuple[Span, ...]
    exact: tuple[Match, ...] = ()


class MatchFinder(QObject):
    """Finds the matches of the newest job; results of older jobs are dropped.

    Signals:
        matched: `FileMatches` of the newest job.
    """

    matched = Signal(object)
    _done = Signal(int, object)

    def __init__(self, marker: Marker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marker = marker
        self._generation = 0
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._done.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def start(self, job: MatchJob) -> None:
        """Find the matches of ``job``; for short texts the signal is emitted before this returns."""
        self._generation += 1
        self._pool.clear()
        if job.exact:
            self.matched.emit(FileMatches(job.exact, frozenset(match.line for match in job.exact)))
        elif len(job.text) < AT_ONCE_BELOW:
            self.matched.emit(find_matches(job.text, job.terms, job.chunks, self._marker))
        else:
            self._pool.start(_Run(self, self._generation, job, self._marker))

    def cancel(self) -> None:
        """Drop the job in progress."""
        self._generation += 1
        self._pool.clear()

    def shutdown(self) -> None:
        """Drop the job in progress and wait until the thread is idle."""
        self.cancel()
        self._pool.waitForDone()

    def _take(self, generation: int, matches: FileMatches) -> None:
        if generation == self._generation:
            self.matched.emit(matches)


class _Run(QRunnable):
    def __init__(self, finder: MatchFinder, generation: int, job: MatchJob, marker: Marker) -> None:
        super().__init__()
        self._finder, self._generation, self._job, self._marker = finder, generation, job, marker

    def run(self) -> None:
        job = self._job
        matches = find_matches(job.text, job.terms, job.chunks, self._marker)
        with suppress(RuntimeError):  # the window was closed meanwhile: Qt deleted the receiver
            self._finder._done.emit(self._generation, matches)  # noqa: SLF001 - same unit
