"""Tracks active reads, so that upkeep keeps every table version that one of them may use."""

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class ActiveReads:
    """Active reads of all threads. Each sees the version that was the newest when it began."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._lock = Lock()
        self._begun: dict[int, float] = {}

    @contextmanager
    def track(self) -> Iterator[None]:
        """Count the block as an active read."""
        number = next(self._numbers)
        with self._lock:
            self._begun[number] = time.time()
        try:
            yield
        finally:
            with self._lock:
                del self._begun[number]

    def oldest(self) -> float | None:
        """Return when the oldest active read began (Unix time), or None."""
        with self._lock:
            return min(self._begun.values(), default=None)
