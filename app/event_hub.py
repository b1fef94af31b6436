"""Passes events of the indexer on to whoever listens."""

import threading
from collections import deque
from collections.abc import Callable

from search.events import Event, Notice

Listener = Callable[[Event], None]

MOST_UNHEARD = 20
"""Notices that are kept for the first who listens; older ones are of a state that is over."""


class EventHub:
    """Calls every listener, in the order they came, on the thread that emits.

    A notice that nobody may hear yet, as while an engine starts, is kept for the first who does.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()
        self._hearers: frozenset[Listener] = frozenset()
        self._unheard: deque[Notice] = deque(maxlen=MOST_UNHEARD)

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
                unheard = list(self._unheard)
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
            if isinstance(event, Notice) and not self._hearers and event not in self._unheard:
                self._unheard.append(event)
        for listener in listeners:
            listener(event)
