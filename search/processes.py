"""Processes of the operating system, identified by pid and start time, since a pid is used again."""

import os


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
