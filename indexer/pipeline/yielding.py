"""A thread that gives way to what a person is doing, for work that has no process of its own."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_Result = TypeVar("_Result")

LOWEST = 19
"""Niceness beyond which no system goes."""


class GivingWay:
    """Runs calls on a thread of the niceness asked for, one at a time.

    A thread may become nicer but never less nice again, so that each change begins another one. Only Linux gives
    threads a niceness of their own; elsewhere the calls just run. What a library computes together with threads of
    its own gives way as a whole: they wait for the one that called it.
    """

    def __init__(self) -> None:
        self._niceness = 0
        self._thread: ThreadPoolExecutor | None = None

    def call(self, action: Callable[[], _Result], niceness: int) -> _Result:
        """Return what ``action`` gives; what it raises is raised here."""
        if self._thread is None or niceness != self._niceness:
            self.close()
            self._niceness = niceness
            self._thread = ThreadPoolExecutor(1, "giving-way", _be_nice, (niceness,))
        return self._thread.submit(action).result()

    def close(self) -> None:
        """End the thread after the call under way."""
        if self._thread is not None:
            self._thread.shutdown()
            self._thread = None


def _be_nice(niceness: int) -> None:
    if sys.platform == "linux":
        this = threading.get_native_id()
        wanted = min(LOWEST, os.getpriority(os.PRIO_PROCESS, this) + niceness)
        os.setpriority(os.PRIO_PROCESS, this, wanted)
