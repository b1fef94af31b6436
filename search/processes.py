"""Programs and processes of the operating system; these have a pid and a start time: a pid is used again."""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

WAIT_AT_ONCE_S = 0.2 if sys.platform == "win32" else None
"""Seconds for which a thread waits at once; None for any time. On Windows a thread that waits without a limit does
not notice Ctrl-C, and a command could not be ended while it waits."""

NO_WINDOW = 0x08000000 if sys.platform == "win32" else 0
"""``CREATE_NO_WINDOW`` of Windows, for ``creationflags``: a program for terminals would open one for a moment."""

_PACKAGES_OF_MACOS = ("/usr/local/bin", "/opt/homebrew/bin")
"""What a program that is started from the Dock does not have in its ``PATH``."""


def installed_program(name: str) -> str | None:
    """Return the path of a program in ``PATH``, or None.

    Windows looks into the working directory first, which may be a repository that somebody else wrote. A program
    there is none.
    """
    import shutil

    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if sys.platform == "darwin":
        folders += _PACKAGES_OF_MACOS
    if sys.platform == "win32":
        folders.append(os.curdir)  # `which` puts it first unless it is there
    program = shutil.which(name, path=os.pathsep.join(folders))
    return None if program is None or Path(program).parent == Path() else program


def start_time() -> float:
    """Return when this process started, in seconds since the epoch."""
    import psutil

    return float(psutil.Process(os.getpid()).create_time())


def is_running(pid: int, started: float) -> bool:
    """Return whether the process with this pid and start time, in seconds since the epoch, still runs."""
    import psutil

    try:
        return abs(float(psutil.Process(pid).create_time()) - started) < 1.0
    except psutil.Error:
        return False


def at_once(seconds: float | None) -> float | None:
    """Return for how long to wait at once, of the time that is left; None for any time."""
    return min((limit for limit in (seconds, WAIT_AT_ONCE_S) if limit is not None), default=None)


def wait_for(event: threading.Event, timeout_s: float | None = None) -> bool:
    """Wait until an event is set, and return whether it is, as its method ``wait`` does; Ctrl-C is noticed."""
    until = None if timeout_s is None else time.monotonic() + timeout_s
    while not event.is_set():
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            return False
        event.wait(at_once(left))
    return True


def wait_until(condition: threading.Condition, holds: Callable[[], bool]) -> None:
    """Wait, as the method ``wait_for`` of a condition does, until something holds; Ctrl-C is noticed."""
    while not condition.wait_for(holds, WAIT_AT_ONCE_S):
        pass
