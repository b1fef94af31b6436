"""Passes events of the indexer on to whoever listens."""

import threading
import time
from collections import deque
from collections.abc import Callable

from search.events import Event, Notice, Pausing

Listener = Callable[[Event], None]

MOST_UNHEARD = 20
KEPT_S = 600.0
"""Notices that are kept for the first who listens, and for how long; what they tell may be over then."""


class EventHub:
    """Calls every listener, in the order they came, on the thread that emits.

    A notice that nobody may hear yet, as while an engine starts, is kept for the first who does; not one of work
    that can be stopped, which may be over by then.

    Args:
        clock: seconds that only rise.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()
        self._hearers: frozenset[Listener] = frozenset()
        self._unheard: deque[tuple[float, Notice]] = deque(maxlen=MOST_UNHEARD)

    def subscribe(self, listener: Listener, /, *, hears_notices: bool = True) -> Callable[[], None]:
        """Call ``listener`` for every event until the returned function is called.

        ``hears_notices``: it may hear them, and is told at once what nobody has heard.
        """

        def call(event: Event) -> None:
            listener(event)

        with self._guard:
            self._listeners = (*self._listeners, call)
            unheard: list[Notice] = []
            if hears_notices:
                self._hearers |= {call}
                unheard = [notice for since, notice in self._unheard if self._clock() - since <= KEPT_S]
                self._unheard.clear()
        for notice in unheard:
            call(notice)

        def stop() -> None:
            with self._guard:
                self._listeners = tuple(kept for kept in self._listeners if kept is not call)
                self._hearers -= {call}

        return stop

    def emit(self, event: Event) -> None:
        """Tell everyone."""
        with self._guard:
            listeners = self._listeners
            if isinstance(event, Notice) and not self._hearers and event.pausing is not Pausing.STOPS:
                others = [kept for kept in self._unheard if kept[1] != event]
                self._unheard = deque((*others, (self._clock(), event)), MOST_UNHEARD)
        for listener in listeners:
            listener(event)
