"""Passes events of the indexer on to whoever listens."""

import threading
from collections.abc import Callable

from search.events import Event

Listener = Callable[[Event], None]


class EventHub:
    """Calls every listener, in the order they came, on the thread that emits."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()

    def subscribe(self, listener: Listener, /) -> Callable[[], None]:
        """Call ``listener`` for every event until the returned function is called."""

        def call(event: Event) -> None:
            listener(event)

        with self._guard:
            self._listeners = (*self._listeners, call)

        def stop() -> None:
            with self._guard:
                self._listeners = tuple(kept for kept in self._listeners if kept is not call)

        return stop

    def emit(self, event: Event) -> None:
        """Tell everyone."""
        for listener in self._listeners:
            listener(event)
