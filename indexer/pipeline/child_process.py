"""Processes that work for the engine: started fresh, giving way to others, and never outliving it."""

import contextlib
import ctypes
import logging
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor

import structlog

NICENESS = 12
"""Indexing gives way to whatever a person is doing: at 5 the slowest questions meanwhile took a quarter longer."""


_PR_SET_PDEATHSIG = 1
"""``prctl`` of Linux: which signal this process gets when the thread that started it ends."""


def started(processes: int) -> ProcessPoolExecutor:
    """Return processes that wait for tasks; they are spawned, since a fork of a process with threads is unsafe."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=begin_child)


def begin_child(niceness: int = NICENESS) -> None:
    """Prepare a process: it gives way to others, logs nothing, and ends when the engine does, however that ends.

    What it writes to its output would stand among a command's answers; what became of its work it gives back.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    if hasattr(os, "nice"):
        os.nice(niceness)
    parent = multiprocessing.parent_process()
    if parent is not None:
        _be_killed_with_parent()
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _be_killed_with_parent() -> None:
    """Have Linux end this process with its parent: a parser that hangs in C lets no thread of ours look."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
