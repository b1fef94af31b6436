"""The progress of ``dowse index``: one line that is rewritten on a terminal, else a plain line now and then."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.cli.interruption import is_interrupted
from app.cli.output import remark
from search.events import Event, Progress
from search.ports import SearchCore
from search.progress import progress_line
from search.types.status import Activity

EVERY_S = 10.0
"""Seconds between two plain lines of one step, so that a log stays short but shows progress."""


@contextmanager
def progress_shown(core: SearchCore, others: Callable[[Event], None]) -> Iterator[None]:
    """Show on standard error how far ``core`` is; give every other event to ``others``."""
    with _rewritten_line() if sys.stderr.isatty() else _plain_lines() as show:

        def take(event: Event) -> None:
            if isinstance(event, Progress):
                if not is_interrupted():  # what ends now reports that nothing is left to do
                    show(event.activity)
            else:
                others(event)

        stop = core.subscribe(take)
        try:
            yield
        finally:
            stop()


@contextmanager
def _rewritten_line() -> Iterator[Callable[[Activity], None]]:
    from rich.console import Console  # takes a while to load
    from rich.text import Text

    console = Console(stderr=True, highlight=False)
    with console.status("") as status:

        def show(activity: Activity) -> None:
            status.update(Text(str(progress_line(activity)), no_wrap=True, overflow="ellipsis"))

        yield show


@contextmanager
def _plain_lines() -> Iterator[Callable[[Activity], None]]:
    lines = PlainLines(remark)
    ended = threading.Event()

    def repeat() -> None:
        while not ended.wait(EVERY_S):
            lines.repeat()

    threading.Thread(target=repeat, name="progress", daemon=True).start()
    try:
        yield lines.show
    finally:
        ended.set()


class PlainLines:
    """Writes a line when a step of a folder begins, and on `repeat`."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._activity: Activity | None = None
        self._written = ""
        self._just_written = False
        self._lock = threading.Lock()

    def show(self, activity: Activity) -> None:
        """Take the newest activity, and write it if another step or folder than before is worked on."""
        with self._lock:
            before, self._activity = self._activity, activity
            if before is None or _subject(before) != _subject(activity):
                self._say(str(progress_line(activity)), again=False)
                self._just_written = True

    def repeat(self) -> None:
        """Write the newest activity, unless just that was written since the last call."""
        with self._lock:
            if self._activity is not None:
                self._say(str(progress_line(self._activity)), again=not self._just_written)
            self._just_written = False

    def _say(self, text: str, *, again: bool) -> None:
        if again or text != self._written:
            self._written = text
            self._write(text)


def _subject(activity: Activity) -> tuple[object, ...]:
    return activity.step, activity.folder, activity.folders, activity.paused, bool(activity.total)
