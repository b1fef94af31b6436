"""Calls to the core in a thread pool; answers arrive in the window's thread."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, Qt, QThreadPool, Signal

from search.errors import EngineError, KnownError

T = TypeVar("T")

CLOSE_WAIT_MS = 2_000
"""How long a closing window waits for calls that are under way; their answers are dropped."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A call under way, and who waits for it."""

    call: Callable[[], Any]
    done: Callable[[Any], None]
    failed: Callable[[KnownError], None]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of a call: its answer, or an error."""

    answer: object = None
    error: KnownError | None = None


class Jobs(QObject):
    """Runs calls side by side and delivers each answer once, in the thread this object lives in.

    After `shutdown` nothing is delivered any more, so receivers may be gone. What a call and its receivers hold is
    held and let go of in this thread: the last reference to a widget must not end in another.
    """

    _ended = Signal(int, object)

    def __init__(self, threads: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = True
        self._number = 0
        self._waiting: dict[int, _Waiting] = {}
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def idle(self) -> bool:
        """Whether no call is under way, and the answer of each has been delivered or dropped."""
        return not self._waiting

    def run(
        self, call: Callable[[], T], done: Callable[[T], None], failed: Callable[[KnownError], None] | None = None
    ) -> None:
        """Call ``call`` in a thread, then ``done`` with its answer or ``failed`` with its error in this one."""
        if self._open:
            self._number += 1
            self._waiting[self._number] = _Waiting(call, done, failed or _ignore)
            self._pool.start(_Job(self, self._number, call))

    def shutdown(self) -> None:
        """Deliver nothing more, and give running calls a moment; what runs on is left to the application."""
        self._open = False
        self._pool.clear()
        if not self._pool.waitForDone(CLOSE_WAIT_MS):
            self.setParent(QCoreApplication.instance())  # its window goes, and would wait for the call
        else:
            self._waiting.clear()

    def _deliver(self, number: int, outcome: _Outcome) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting is None or not self._open:
            return
        if outcome.error is not None:
            waiting.failed(outcome.error)
        else:
            waiting.done(outcome.answer)


class _Job(QRunnable):
    """One call. An exception that is no `KnownError` is a bug: it goes to the exception hook, the wait ends."""

    def __init__(self, jobs: Jobs, number: int, call: Callable[[], object]) -> None:
        super().__init__()
        self._jobs, self._number, self._call = jobs, number, call

    def run(self) -> None:
        outcome = _Outcome(error=EngineError("window.request_failed"))
        try:
            outcome = _Outcome(answer=self._call())
        except KnownError as error:
            outcome = _Outcome(error=error)
        finally:
            del self._call  # before its end is reported: the other thread releases it last
            with contextlib.suppress(RuntimeError):  # the window was closed meanwhile: Qt deleted the receiver
                self._jobs._ended.emit(self._number, outcome)  # noqa: SLF001 -- same unit


def _ignore(error: KnownError) -> None:
    """Handle an error of a call without a receiver."""
