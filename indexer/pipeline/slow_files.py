"""Names a file that blocks this process, as on a disk that does not answer. Such a wait cannot be interrupted."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

SLOW_S = 60.0
"""Seconds after which a file is named; the largest one that is read here takes a few."""

LOOK_S = 5.0


class SlowFiles:
    """Calls `tell` once with the path of a file that takes too long to read.

    Checks from a separate thread while the context is open, which starts with the first file.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._under_way: dict[int, tuple[str, float]] = {}

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop to look."""
        self._ended.set()

    @contextmanager
    def reading(self, path: str) -> Iterator[None]:
        """Read a file within this context."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, name="slow-files", daemon=True)
            self._thread.start()
        this = threading.get_ident()
        self._under_way[this] = path, time.monotonic()
        try:
            yield
        finally:
            del self._under_way[this]

    def _look(self) -> None:
        named: set[tuple[str, float]] = set()
        while not self._ended.wait(LOOK_S):
            for path, since in set(self._under_way.copy().values()) - named:
                if time.monotonic() - since >= SLOW_S:
                    named.add((path, since))
                    self._tell(path)
