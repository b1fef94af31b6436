"""Which programs use an index, so that a person can close them before it is taken away."""

import contextlib
import os
from pathlib import Path

from app.desktop.window_calls import window_process
from app.engine.client import RemoteCore
from app.engine.lock import is_engine_of, is_written, owner_of
from search.errors import EngineError

_MOST_CHARS = 120
"""Shown of a command line."""


def users_of(index: Path) -> tuple[str, ...]:
    """Return a description of each program that uses an index, besides this one and the engine.

    Each of them would start an engine again, and that would create the index again.
    """
    window = window_process(index)
    processes = {window} if window else set[int]()
    owner = owner_of(index)
    if owner is not None and is_written(index) and not is_engine_of(index):
        processes.add(owner.pid)
    unnamed = 0
    with contextlib.suppress(EngineError):  # of another version, or too busy: it is ended without a question
        listed, unnamed = _clients(index)
        processes |= listed
    processes.discard(os.getpid())
    others = ["the window"] if window == 0 else []
    if unnamed > len(others):
        others.append("other programs")
    return (*map(_described, sorted(processes)), *others)


def _clients(index: Path) -> tuple[set[int], int]:
    """Return the processes of the engine's clients, and how many other clients the system does not name."""
    core = RemoteCore.to(index)
    if core is None:
        return set(), 0
    with contextlib.closing(core):
        state = core.engine_state()
    listed = set(state.processes)
    return listed, 0 if listed else state.clients - 1  # this one is a client as well


def _described(process: int) -> str:
    import psutil

    try:
        command = " ".join(psutil.Process(process).cmdline())
    except psutil.Error:
        command = ""
    return f"process {process}" + (f" ({command[:_MOST_CHARS]})" if command else "")
