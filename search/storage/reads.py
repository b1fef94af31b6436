"""Which reads are under way, so that upkeep keeps every version of a table that one of them may hold."""

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class ReadsUnderWay:
    """Counts reads from any thread; each sees the version that was the newest when it began."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._lock = Lock()
        self._begun: dict[int, float] = {}

    @contextmanager
    def one(self) -> Iterator[None]:
        """Be a read."""
        number = next(self._numbers)
        with self._lock:
            self._begun[number] = time.time()
        try:
            yield
        finally:
            with self._lock:
                del self._begun[number]

    def oldest(self) -> float | None:
        """Return when the oldest read under way began (Unix time), None when there is none."""
        with self._lock:
            return min(self._begun.values(), default=None)
