"""Pausing and cancelling runs from another thread."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition

from search.types.status import Speed

LATELY_S = 5.0
"""So long after a question another one is expected: a person types, an agent works."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What a speed means.

    Attributes:
        processes: at most so many read files; each takes about 150 MB.
        niceness: of processes that read and of the thread that embeds; larger gives way more.
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
    """Asked by a run before each piece of work; any thread may pause, continue, cancel or change the speed."""

    def __init__(self) -> None:
        self._condition = Condition()
        self._paused = False
        self._closed = False
        self._cancelled = 0
        self._asked = 0
        self._asked_at = -LATELY_S
        self._speed = Speed.NORMAL

    @property
    def speed(self) -> Speed:
        """Return how much of the machine runs take."""
        return self._speed

    @property
    def pace(self) -> Pace:
        """Return what the present speed means."""
        return PACES[self._speed]

    def set_speed(self, speed: Speed) -> None:
        """Change the speed of all runs; a rest under way ends."""
        with self._condition:
            self._speed = speed
            self._condition.notify_all()

    @property
    def paused(self) -> bool:
        """Return whether runs wait."""
        return self._paused

    def pause(self, *, paused: bool) -> None:
        """Let all runs wait before their next piece of work, or go on."""
        with self._condition:
            self._paused = paused
            self._condition.notify_all()

    def cancel(self) -> None:
        """Let all runs that began before end before their next piece of work; a pause ends too."""
        with self._condition:
            self._cancelled += 1
            self._paused = False
            self._condition.notify_all()

    def close(self) -> None:
        """Cancel all runs, also those that begin from now on."""
        with self._condition:
            self._closed = True
            self.cancel()

    def begin(self) -> "Run":
        """Return the control of a run that begins now."""
        return Run(self, self._cancelled)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Be in here while a question is answered: work in small pieces gives way to it."""
        with self._condition:
            self._asked += 1
        try:
            yield
        finally:
            with self._condition:
                self._asked -= 1
                self._asked_at = time.monotonic()
                self._condition.notify_all()

    def is_asked(self) -> bool:
        """Return whether a question is answered, or was lately."""
        return bool(self._asked) or time.monotonic() - self._asked_at < LATELY_S

    def give_way_after(self, seconds: float, since: int) -> None:
        """Wait while questions are answered, until a cancel, but no longer than a piece of work took.

        So it goes on at half of its speed where questions never end.
        """
        with self._condition:
            self._condition.wait_for(lambda: not self._asked or self.is_cancelled(since), seconds)

    def rest_after(self, seconds: float, since: int) -> None:
        """Rest as the speed asks for after so much work, until a cancel or a change of speed."""
        speed = self._speed
        with self._condition:
            self._condition.wait_for(
                lambda: self.is_cancelled(since) or self._speed is not speed, seconds * PACES[speed].rest
            )

    def goes_on(self, since: int) -> bool:
        """Wait while paused; return False when there was a cancel after number ``since``."""
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
        """Wait while paused; return False when the run was cancelled."""
        return self._control.goes_on(self._since)

    def is_cancelled(self) -> bool:
        """Return whether the run was cancelled, without waiting while paused."""
        return self._control.is_cancelled(self._since)

    @property
    def pace(self) -> Pace:
        """Return what the present speed means."""
        return self._control.pace

    def rest_after(self, seconds: float) -> None:
        """Rest as the speed asks for after so much work."""
        self._control.rest_after(seconds, self._since)

    def is_asked(self) -> bool:
        """Return whether a question is answered, or was lately."""
        return self._control.is_asked()

    def give_way_after(self, seconds: float) -> None:
        """Wait while questions are answered, for no longer than so much work took."""
        self._control.give_way_after(seconds, self._since)
