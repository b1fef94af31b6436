"""Passes events of the indexer to listeners, and filters them by the access of each listener."""

import threading
import time
from collections import deque
from collections.abc import Callable

from search.events import Event, FileFailed, FilesChanged, Notice, Pausing, Progress
from search.storage.storage import Storage
from search.types.filters import OWNER, Access, Condition, Operator, RowFilter
from search.types.results import Ready
from search.types.status import Activity

Listener = Callable[[Event], None]

MAX_PENDING = 20
PENDING_S = 600.0
"""Notices that wait for a first listener, and for how long; they may be outdated by then."""


class EventHub:
    """Calls every listener, in the order of their subscriptions, on the thread that emits.

    A notice without a listener, as while an engine starts, waits for the first one. A notice of work that can be
    stopped does not wait, because the work may be over by then.

    Args:
        clock: a monotonic clock in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()
        self._notice_listeners: frozenset[Listener] = frozenset()
        self._pending: deque[tuple[float, Notice]] = deque(maxlen=MAX_PENDING)

    def subscribe(self, listener: Listener, /, *, notices: bool = True) -> Callable[[], None]:
        """Call ``listener`` for every event until the returned function is called.

        With ``notices``, the listener gets notices too, and the pending ones at once.
        """

        def call(event: Event) -> None:
            listener(event)

        with self._guard:
            self._listeners = (*self._listeners, call)
            pending: list[Notice] = []
            if notices:
                self._notice_listeners |= {call}
                pending = [notice for since, notice in self._pending if self._clock() - since <= PENDING_S]
                self._pending.clear()
        for notice in pending:
            call(notice)

        def stop() -> None:
            with self._guard:
                self._listeners = tuple(other for other in self._listeners if other is not call)
                self._notice_listeners -= {call}

        return stop

    def emit(self, event: Event) -> None:
        """Call every listener with the event."""
        with self._guard:
            listeners = self._listeners
            if isinstance(event, Notice) and not self._notice_listeners and event.pausing is not Pausing.STOPS:
                others = [entry for entry in self._pending if entry[1] != event]
                self._pending = deque((*others, (self._clock(), event)), MAX_PENDING)
        for listener in listeners:
            listener(event)


def filtered(
    storage: Storage, access: Access, listener: Listener, ready: Callable[[RowFilter], Ready]
) -> Listener:
    """Return a listener that passes on the events that an access allows; the owner gets all of them.

    Others get events of the files they may see, and which share of these is ready whenever it changes. Work under
    way and notices concern every file, as in `SearchCore.status`, and are left out.
    """
    if access == OWNER:
        return listener
    event_filter = _EventFilter(storage, access.row_filter(), ready)

    def call(event: Event) -> None:
        if (visible := event_filter.visible(event)) is not None:
            listener(visible)

    return call


class _EventFilter:
    def __init__(self, storage: Storage, rows: RowFilter, ready: Callable[[RowFilter], Ready]) -> None:
        self._storage = storage
        self._rows = rows
        self._ready = ready
        self._last: Ready | None = None

    def visible(self, event: Event) -> Event | None:
        match event:
            case Progress():
                last, self._last = self._last, self._ready(self._rows)
                return Progress(Activity(), self._last) if self._last != last else None
            case FilesChanged(paths=paths, removed=removed, root=root):
                visible = self._visible_paths({*paths, *removed}, root)
                changed = FilesChanged(
                    tuple(path for path in paths if path in visible),
                    tuple(path for path in removed if path in visible),
                    root,
                )
                return changed if changed.paths or changed.removed else None
            case FileFailed(path=path, root=root):
                return event if self._visible_paths({path}, root) else None
            case Notice():
                return None

    def _visible_paths(self, paths: set[str], root: str = "") -> set[str]:
        """Return the paths that name visible files only, of a root or, without its name, of any."""
        named = RowFilter((Condition("path", Operator.IN, tuple(sorted(paths))),))
        visible = {row.id for row in self._storage.files.matching(self._rows.and_(*named.conditions))}
        roots = {each.id for each in self._storage.roots.all() if root in {"", each.name}}
        rows = [row for row in self._storage.files.matching(named) if row.path_hash in roots]
        hidden = {row.path for row in rows if row.id not in visible}
        return {row.path for row in rows if row.id in visible} - hidden
