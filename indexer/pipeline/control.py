"""Pausing and cancelling runs from another thread."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition

from search.types.status import Speed

RECENT_S = 5.0
"""Time after a query in which another one is expected: a person types, an agent works."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The settings of one indexing speed.

    Attributes:
        processes: largest number of processes that read files; each takes about 150 MB.
        niceness: of reading processes and the embedding thread; a higher value is a lower priority.
        rest: seconds of rest after each second of embedding.
    """

    processes: int
    niceness: int
    rest: float = 0.0


PACES = {
    Speed.QUIET: Pace(processes=1, niceness=15, rest=2.0),
    Speed.NORMAL: Pace(processes=4, niceness=12),
    Speed.FAST: Pace(processes=8, niceness=0),
}


class Control:
    """Pause, cancel and speed of all runs. A run checks it before each piece of work; any thread may change it."""

    def __init__(self) -> None:
        self._condition = Condition()
        self._paused = False
        self._closed = False
        self._cancelled = 0
        self._answering = 0
        self._answered_at = -RECENT_S
        self._speed = Speed.NORMAL

    @property
    def speed(self) -> Speed:
        """Return the current speed."""
        return self._speed

    @property
    def pace(self) -> Pace:
        """Return the settings of the current speed."""
        return PACES[self._speed]

    def set_speed(self, speed: Speed) -> None:
        """Change the speed of all runs and end a current rest."""
        with self._condition:
            self._speed = speed
            self._condition.notify_all()

    @property
    def paused(self) -> bool:
        """Return whether indexing is paused."""
        return self._paused

    def pause(self, *, paused: bool) -> None:
        """Pause all runs before their next piece of work, or let them go on."""
        with self._condition:
            self._paused = paused
            self._condition.notify_all()

    def cancel(self) -> None:
        """End all current runs before their next piece of work, and end a pause."""
        with self._condition:
            self._cancelled += 1
            self._paused = False
            self._condition.notify_all()

    def close(self) -> None:
        """Cancel all runs, including those that begin later."""
        with self._condition:
            self._closed = True
            self.cancel()

    def begin(self) -> "Run":
        """Return the view of a run that begins now."""
        return Run(self, self._cancelled)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Mark the time in which a query is answered: embedding yields to it."""
        with self._condition:
            self._answering += 1
        try:
            yield
        finally:
            with self._condition:
                self._answering -= 1
                self._answered_at = time.monotonic()
                self._condition.notify_all()

    def is_answering(self) -> bool:
        """Return whether a query is being answered or was answered a few seconds ago."""
        return bool(self._answering) or time.monotonic() - self._answered_at < RECENT_S

    def give_way_after(self, seconds: float, since: int) -> None:
        """Wait while queries are answered or until a cancel, but at most for ``seconds``.

        With the duration of the last piece of work, indexing runs at half speed under a constant load of queries.
        """
        with self._condition:
            self._condition.wait_for(lambda: not self._answering or self.is_cancelled(since), seconds)

    def rest_after(self, seconds: float, since: int) -> None:
        """Rest as the speed demands after ``seconds`` of work, until a cancel or a change of speed."""
        speed = self._speed
        with self._condition:
            self._condition.wait_for(
                lambda: self.is_cancelled(since) or self._speed is not speed, seconds * PACES[speed].rest
            )

    def goes_on(self, since: int) -> bool:
        """Wait while paused; return False if there was a cancel after number ``since``."""
        with self._condition:
            self._condition.wait_for(lambda: not self._paused or self.is_cancelled(since))
            return not self.is_cancelled(since)

    def is_cancelled(self, since: int) -> bool:
        """Return whether there was a cancel after number ``since``, without waiting while paused."""
        return self._closed or self._cancelled != since


class Run:
    """One run's view of `Control`."""

    def __init__(self, control: Control, since: int) -> None:
        self._control = control
        self._since = since

    def goes_on(self) -> bool:
        """Wait while paused; return False if the run was cancelled."""
        return self._control.goes_on(self._since)

    def is_cancelled(self) -> bool:
        """Return whether the run was cancelled, without waiting while paused."""
        return self._control.is_cancelled(self._since)

    @property
    def pace(self) -> Pace:
        """Return the settings of the current speed."""
        return self._control.pace

    def rest_after(self, seconds: float) -> None:
        """Rest as the speed demands after ``seconds`` of work."""
        self._control.rest_after(seconds, self._since)

    def is_answering(self) -> bool:
        """Return whether a query is being answered or was answered a few seconds ago."""
        return self._control.is_answering()

    def give_way_after(self, seconds: float) -> None:
        """Wait while queries are answered, at most for ``seconds``, the duration of the last piece of work."""
        self._control.give_way_after(seconds, self._since)
