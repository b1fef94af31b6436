"""Waits with an agent until the index is up to date, and tells how far it is meanwhile."""

import queue
import time
from collections.abc import Callable

from search.events import Event, Progress
from search.ports import SearchCore
from search.progress import progress_line
from search.types.filters import Access
from search.types.status import IndexStatus, Step

LOOK_AGAIN_S = 1.0
"""Seconds without an event after which the status is read again: not everyone hears that work has ended."""

_BY_MEANING = frozenset({Step.HISTORY, Step.RECENT, Step.MEANING})
"""Steps after words and dependencies; together they take many times as long."""

Tell = Callable[[float, str], None]
"""Takes the share that is done, 0..1, never less than before, and what is done now."""


def wait_until_ready(core: SearchCore, access: Access, seconds: float, tell: Tell, *, meaning: bool) -> None:
    """Return when words and dependencies cover every file, or when the time is over.

    With ``meaning`` vectors are waited for too, until nothing is under way.
    """
    progress_events: queue.SimpleQueue[Progress] = queue.SimpleQueue()

    def hear(event: Event) -> None:
        if isinstance(event, Progress):
            progress_events.put(event)

    stop = core.subscribe(hear, access)
    give_up = time.monotonic() + seconds
    most = 0.0
    try:
        while not is_ready(core.status(access), meaning=meaning) and (left := give_up - time.monotonic()) > 0:
            try:
                event = progress_events.get(timeout=min(left, LOOK_AGAIN_S))
            except queue.Empty:
                continue
            most = max(most, _share(event, meaning=meaning))
            tell(most, _in_words(event))
    finally:
        stop()


def is_ready(status: IndexStatus, *, meaning: bool) -> bool:
    """Return whether words and dependencies cover every file; with ``meaning``, also that nothing is under way."""
    step, ready = status.activity.step, status.ready
    covered = status.files == 0 or (ready.keyword >= 1 and ready.graph >= 1)
    return covered and (not step or (not meaning and step in _BY_MEANING))


def _share(event: Progress, *, meaning: bool) -> float:
    ready = event.ready
    shares = (ready.keyword, ready.graph, ready.semantic) if meaning else (ready.keyword, ready.graph)
    return sum(shares) / len(shares)


def _in_words(event: Progress) -> str:
    ready = event.ready
    if event.activity.step:
        return str(progress_line(event.activity))
    return f"words {ready.keyword:.0%}, dependencies {ready.graph:.0%}, meaning {ready.semantic:.0%}"
