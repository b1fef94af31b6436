"""Pausing and cancelling runs from another thread."""

from threading import Condition


class Control:
    """Asked by a run before each piece of work; any thread may pause, continue or cancel."""

    def __init__(self) -> None:
        self._condition = Condition()
        self._paused = False
        self._cancelled = 0

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

    def begin(self) -> "Run":
        """Return the control of a run that begins now."""
        return Run(self, self._cancelled)

    def goes_on(self, since: int) -> bool:
        """Wait while paused; return False when there was a cancel after number ``since``."""
        with self._condition:
            self._condition.wait_for(lambda: not self._paused or self._cancelled != since)
            return self._cancelled == since


class Run:
    """One run's view of `Control`."""

    def __init__(self, control: Control, since: int) -> None:
        self._control = control
        self._since = since

    def goes_on(self) -> bool:
        """Wait while paused; return False when the run was cancelled."""
        return self._control.goes_on(self._since)
