"""The progress bar of ``dowse index``; imported on a terminal only, for rich takes a while to load."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from search.events import Event
from search.events import Progress as Moved
from search.ports import SearchCore


@contextmanager
def progress_bar(core: SearchCore, others: Callable[[Event], None]) -> Iterator[None]:
    """Show each step of the indexer as one bar; give every other event to ``others``."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bars.add_task("starting", total=None)

    def show(event: Event) -> None:
        if not isinstance(event, Moved):
            others(event)
            return
        now = event.activity
        bars.update(task, description=now.step or "done", completed=now.done, total=now.total or None)

    stop = core.subscribe(show)
    try:
        with bars:
            yield
    finally:
        stop()
