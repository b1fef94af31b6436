"""A lock that is granted in the order of the requests."""

from collections import deque
from threading import Condition


class Turns:
    """Lets one caller at a time go on, first come, first served."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: deque[object] = deque()

    def __enter__(self) -> None:
        """Wait for the turn."""
        self.take(None)

    def __exit__(self, *_error: object) -> None:
        """Let the next caller go on."""
        self.pass_on()

    def take(self, timeout_s: float | None) -> bool:
        """Wait for the turn; return False if it did not come within ``timeout_s`` seconds (None: no limit)."""
        ticket = object()
        with self._changed:
            self._waiting.append(ticket)
            if self._changed.wait_for(lambda: self._waiting[0] is ticket, timeout_s):
                return True
            self._waiting.remove(ticket)
            return False

    def give_way(self) -> None:
        """Let all waiting threads go first, and wait for the next turn; return immediately if no thread waits."""
        with self._changed:
            if len(self._waiting) == 1:
                return
        self.pass_on()
        self.take(None)

    def pass_on(self) -> None:
        """Let the next caller go on."""
        with self._changed:
            self._waiting.popleft()
            self._changed.notify_all()
