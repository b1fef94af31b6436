"""Waits with an agent until the index is up to date, and tells how far it is meanwhile."""

import queue
import time
from collections.abc import Callable

from search.events import Event, Progress
from search.ports import SearchCore
from search.progress import progress_line
from search.types.filters import Access
from search.types.status import IndexStatus

LOOK_AGAIN_S = 1.0
"""Seconds without an event after which the status is read again: not everyone hears that work has ended."""

Tell = Callable[[float, str], None]
"""Takes the share that is done, 0..1, never less than before, and what is done now."""


def wait_until_ready(core: SearchCore, access: Access, seconds: float, tell: Tell) -> None:
    """Return when words and dependencies cover every file and nothing is under way, or when the time is over."""
    progress_events: queue.SimpleQueue[Progress] = queue.SimpleQueue()

    def hear(event: Event) -> None:
        if isinstance(event, Progress):
            progress_events.put(event)

    stop = core.subscribe(hear, access)
    give_up = time.monotonic() + seconds
    most = 0.0
    try:
        while not _is_ready(core.status(access)) and (left := give_up - time.monotonic()) > 0:
            try:
                event = progress_events.get(timeout=min(left, LOOK_AGAIN_S))
            except queue.Empty:
                continue
            most = max(most, _share(event))
            tell(most, _in_words(event))
    finally:
        stop()


def _is_ready(status: IndexStatus) -> bool:
    covered = status.ready.keyword >= 1 and status.ready.graph >= 1
    return not status.activity.step and (covered or status.files == 0)


def _share(event: Progress) -> float:
    return (event.ready.keyword + event.ready.graph + event.ready.semantic) / 3


def _in_words(event: Progress) -> str:
    ready = event.ready
    if event.activity.step:
        return str(progress_line(event.activity))
    return f"words {ready.keyword:.0%}, dependencies {ready.graph:.0%}, meaning {ready.semantic:.0%}"
