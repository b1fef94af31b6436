"""How often the program crashed in the middle of work that a processor or its drivers may not survive."""

import contextlib
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from search.atomic_write import atomic_write
from search.processes import is_running, start_time

FOLDER = "unfinished"

COUNTED_S = 7 * 86_400.0
"""Age from which a crash no longer counts, so that a few power failures switch nothing off for good."""


class Crashes:
    """Counts the processes that ended in the middle of some work, in a folder that all processes share.

    Each process has a file of its own while it works. What is left by a process that no longer runs is a crash, so
    processes that do the same work at the same time do not count. No failure to keep the files is an error.

    Args:
        cache: the cache folder.
        work: name of the work.
    """

    def __init__(self, cache: Path, work: str) -> None:
        self._folder = cache / FOLDER
        self._work = work
        self._digest = hashlib.sha256(work.encode()).hexdigest()[:16]

    def count(self) -> int:
        """Return how many processes crashed during the last seven days."""
        return len(self._crashed())

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count this process as crashed if it ends before the block does. An exception is no crash."""
        name = f"{self._digest}-{os.getpid()}-{round(start_time() * 1000)}-{os.urandom(4).hex()}"
        path = self._folder / name
        with contextlib.suppress(OSError):
            atomic_write(path, self._work.encode(), fsync=False)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                path.unlink()

    def forget(self) -> None:
        """Forget the crashes, once the work was done in the way that crashed."""
        for path in self._crashed():
            with contextlib.suppress(OSError):
                path.unlink()

    def _crashed(self) -> list[Path]:
        oldest = time.time() - COUNTED_S
        crashed = []
        for path in self._folder.glob(f"{self._digest}-*-*-*"):
            _, pid, started, *_ = path.name.split("-")
            with contextlib.suppress(OSError, ValueError):
                if path.stat().st_mtime < oldest:
                    path.unlink()
                elif not is_running(int(pid), int(started) / 1000):
                    crashed.append(path)
        return crashed
