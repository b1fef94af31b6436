"""Prints the reason for a wait, every ten seconds without a report."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.cli.output import remark
from search.events import Event, Progress
from search.ports import SearchCore
from search.progress import progress_line
from search.types.status import Activity

SILENCE_S = 10.0
"""Seconds without a report after which a line is printed."""


@contextmanager
def patient(sentence: Callable[[], str], *, write: Callable[[str], None] = remark) -> Iterator[Callable[[], None]]:
    """Print the reason for a wait after `SILENCE_S` without a report; yield a function to call at a report."""
    ended, reported = threading.Event(), threading.Event()

    def look() -> None:
        while not ended.wait(SILENCE_S):
            if not reported.is_set():
                write(sentence())
            reported.clear()

    threading.Thread(target=look, name="patience", daemon=True).start()
    try:
        yield reported.set
    finally:
        ended.set()


def until_opened(index: Path) -> str:
    """Print why a command waits before it has opened its index."""
    from app.engine.lock import owner_of

    owner = owner_of(index)
    if owner is None or owner.pid == os.getpid():
        return f"Waiting for the index {index} to open"
    return f"Waiting for process {owner.pid}, which has the index {index}"


@contextmanager
def patient_with(core: SearchCore, paths: Sequence[str], *, throughout: bool) -> Iterator[None]:
    """Print why the command waits until ``core`` reports progress; ``throughout`` also after that."""
    from app.engine.client import RemoteCore

    latest: list[Activity] = []
    who = f"the engine, process {core.engine_pid}," if isinstance(core, RemoteCore) else "the files"

    def sentence() -> str:
        if latest:
            return f"{progress_line(latest[-1])}; nothing new for {SILENCE_S:.0f} s"
        return f"Waiting for {who} to begin with {', '.join(paths)}"

    def write(text: str) -> None:
        if throughout or not latest:
            remark(text)

    with patient(sentence, write=write) as reported:

        def hear(event: Event) -> None:
            if isinstance(event, Progress):
                latest[:] = [event.activity]
                reported()

        stop = core.subscribe(hear)
        try:
            yield
        finally:
            stop()
