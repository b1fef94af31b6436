"""Child processes and threads of low priority. A child process never outlives the engine."""

import contextlib
import ctypes
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from types import ModuleType
from typing import TypeVar

import structlog

from indexer.pipeline.windows_jobs import end_with_this_process

NICENESS = 12
"""Niceness of indexing. At 5 the slowest queries during indexing took a quarter longer."""


_PR_SET_PDEATHSIG = 1
"""``prctl`` option of Linux: the signal this process gets when the thread that started it ends."""


class _ChildProcess(SpawnProcess):
    """A process that does not run the main module of its parent again."""

    def start(self) -> None:
        """Start the process."""
        with _main_module_hidden(), _interruptions_held_back():
            super().start()
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                end_with_this_process(self.sentinel)


class ChildContext(SpawnContext):
    """Starts child processes that import what they need, and never the script that uses Dowse as a library.

    The spawn method runs the main module of the parent in each child. A script that calls the core outside of
    ``if __name__ == "__main__"`` would call it again in each of them. Processes are spawned because forking a
    process that has threads is unsafe.
    """

    Process = _ChildProcess


@contextmanager
def _interruptions_held_back() -> Iterator[None]:
    """Block Ctrl-C in this thread and in the process that it starts, which its parent ends.

    With its first process `multiprocessing` starts its resource tracker, which allows Ctrl-C again. So the tracker
    is started before.
    """
    if sys.platform == "win32":
        yield
        return
    ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_hiding = threading.Lock()


@contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Give `multiprocessing` a main module without a file or a name, which a child does not import."""
    with _hiding:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def started(
    processes: int, initializer: Callable[..., None] | None = None, *arguments: object
) -> ProcessPoolExecutor:
    """Return a pool of processes of low priority; each calls ``initializer`` first."""
    return ProcessPoolExecutor(
        processes, mp_context=ChildContext(), initializer=_begin, initargs=(initializer, arguments)
    )


def _begin(initializer: Callable[..., None] | None, arguments: Sequence[object]) -> None:
    begin_child()
    if initializer is not None:
        initializer(*arguments)


def begin_child(niceness: int = NICENESS) -> None:
    """Prepare a child process: low priority, no logging, and it ends when the engine does, however that ends.

    Log lines would mix with the output of a command; results and errors are returned instead.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    lower_priority(niceness)
    parent = multiprocessing.parent_process()
    if parent is not None:
        _be_killed_with_parent()
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process; Windows has one step for every niceness above 0."""
    if sys.platform != "win32":
        os.nice(niceness)
    elif niceness > 0:
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)


def _be_killed_with_parent() -> None:
    """Have Linux kill this process with its parent: while a parser hangs in C, no thread of ours runs."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


_Result = TypeVar("_Result")

LOWEST = 19
"""Highest niceness on any system."""


class LowPriorityThread:
    """Runs calls one at a time on a thread of a given niceness.

    Niceness can be raised but not lowered, so a change starts another thread. Only Linux has a niceness per
    thread; elsewhere the calls just run. A library that computes with threads of its own is slowed as a whole,
    because they wait for the calling thread.
    """

    def __init__(self) -> None:
        self._niceness = 0
        self._thread: ThreadPoolExecutor | None = None

    def call(self, action: Callable[[], _Result], niceness: int) -> _Result:
        """Return the result of ``action``; an exception it raises is raised here."""
        if self._thread is None or niceness != self._niceness:
            self.close()
            self._niceness = niceness
            self._thread = ThreadPoolExecutor(1, "giving-way", _be_nice, (niceness,))
        return self._thread.submit(action).result()

    def close(self) -> None:
        """End the thread after the current call."""
        if self._thread is not None:
            self._thread.shutdown()
            self._thread = None


def _be_nice(niceness: int) -> None:
    if sys.platform == "linux":
        this = threading.get_native_id()
        wanted = min(LOWEST, os.getpriority(os.PRIO_PROCESS, this) + niceness)
        os.setpriority(os.PRIO_PROCESS, this, wanted)
