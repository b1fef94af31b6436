"""When the engine ends: asked to, or idle for a while after its last client left."""

import threading
import time
from collections.abc import Callable

GRACE_S = 120.0
"""Seconds without a client and without work after which an engine ends; long enough to go from one command to the
next with a warm engine, short enough to give the memory back."""


class Lifetime:
    """Counts clients and says when the engine is over.

    Args:
        is_busy: whether something is under way that must not be interrupted by going idle.
        keep: stay until asked to stop.
    """

    def __init__(
        self,
        is_busy: Callable[[], bool],
        *,
        keep: bool = False,
        grace_s: float = GRACE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._is_busy = is_busy
        self._keep = keep
        self._grace_s = grace_s
        self._clock = clock
        self._changed = threading.Condition()
        self._changes = 0
        self._clients = 0
        self._stopping = False
        self._idle_since = clock()

    @property
    def clients(self) -> int:
        """Return how many clients are connected."""
        return self._clients

    @property
    def keeps_running(self) -> bool:
        """Return whether it stays without clients."""
        return self._keep

    def joined(self) -> None:
        """Count a client."""
        with self._changed:
            self._clients += 1
            self._changes += 1
            self._changed.notify_all()

    def left(self) -> None:
        """Count a client out; the grace period begins with the last one."""
        with self._changed:
            self._clients -= 1
            self._idle_since = self._clock()
            self._changes += 1
            self._changed.notify_all()

    def stop(self) -> None:
        """End now; called by the stop request and by signals."""
        with self._changed:
            self._stopping = True
            self._changes += 1
            self._changed.notify_all()

    def seconds_left(self) -> float | None:
        """Return the seconds until it is over as things stand: 0.0 for over, None for no end in sight."""
        if self._stopping:
            return 0.0
        if self._keep or self._clients > 0:
            return None
        if self._is_busy():
            self._idle_since = self._clock()
        return max(0.0, self._idle_since + self._grace_s - self._clock())

    def wait(self) -> None:
        """Return when it is over."""
        while True:
            seen = self._changes
            left = self.seconds_left()  # may take seconds, in which clients must be able to come
            with self._changed:
                if left == 0.0 and self._changes == seen:
                    return
                if self._changes == seen:
                    self._changed.wait(left)
