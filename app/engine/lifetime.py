"""Decides when the engine ends: on request, or after an idle period without clients."""

import threading
import time
from collections import Counter
from collections.abc import Callable

from search.processes import at_once

GRACE_S = 120.0
"""Seconds without clients and work after which an engine ends: long enough that the next command finds it warm,
short enough to free its memory soon."""


class Lifetime:
    """Counts clients and decides when the engine ends.

    Args:
        is_busy: whether work is under way that must not be interrupted.
        keep: stay without clients until `stop` is called.
        on_keep: called when a client makes it stay.
    """

    def __init__(
        self,
        is_busy: Callable[[], bool],
        *,
        keep: bool = False,
        grace_s: float = GRACE_S,
        clock: Callable[[], float] = time.monotonic,
        on_keep: Callable[[], None] = lambda: None,
    ) -> None:
        self._is_busy = is_busy
        self._keep = keep
        self._grace_s = grace_s
        self._clock = clock
        self._on_keep = on_keep
        self._changed = threading.Condition()
        self._changes = 0
        self._clients: Counter[int | None] = Counter()
        self._stopping = False
        self._idle_since = clock()

    @property
    def clients(self) -> int:
        """Return how many clients are connected."""
        return self._clients.total()

    @property
    def processes(self) -> tuple[int, ...]:
        """Return the processes of the clients, as far as the system names them."""
        with self._changed:
            return tuple(sorted(process for process, count in self._clients.items() if process and count))

    @property
    def keeps_running(self) -> bool:
        """Return whether the engine stays without clients."""
        return self._keep

    def keep(self) -> None:
        """Stay without clients from now on, until `stop` is called."""
        with self._changed:
            self._keep = True
            self._changes += 1
            self._changed.notify_all()
        self._on_keep()

    def joined(self, process: int | None = None) -> None:
        """Count a client, of this process where that is known."""
        with self._changed:
            self._clients[process] += 1
            self._changes += 1
            self._changed.notify_all()

    def left(self, process: int | None = None) -> None:
        """Count a client that disconnected; the grace period begins when the last one does."""
        with self._changed:
            self._clients[process] -= 1
            self._clients += Counter()  # leaves out processes without a client
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
        """Return the seconds until the end if nothing changes: 0.0 for now, None for no limit."""
        if self._stopping:
            return 0.0
        if self._keep or self.clients > 0:
            return None
        if self._is_busy():
            self._idle_since = self._clock()
        return max(0.0, self._idle_since + self._grace_s - self._clock())

    def wait(self) -> None:
        """Return when the engine should end."""
        while True:
            seen = self._changes
            left = self.seconds_left()  # may take seconds, during which clients can connect
            with self._changed:
                if left == 0.0 and self._changes == seen:
                    return
                if self._changes == seen:
                    self._changed.wait(at_once(left))
