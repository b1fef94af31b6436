"""Asking the engine of an index, and what ``dowse search`` asks; `client` has the rest.

Whoever waits for that command waits for the import of this module.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

from app.engine.link import Link, NotSentError
from app.engine.messages import PingCall, Request, SearchCall
from app.engine.wire import result_from
from search.errors import EngineError
from search.types.query import SearchQuery
from search.types.results import SearchResult

T = TypeVar("T")

PROMPT_S = 10.0
"""Seconds within which a living engine answers what needs no search; beyond, it hangs."""


class RemoteSearch:
    """Asks the engine of an index; any thread may call, calls run side by side.

    The connection is opened by the first call that needs it, and again when the engine ended. A call that was
    under way when the engine ended raises `EngineError`.

    Args:
        open_link: returns a link to a running engine, starting one where that is wanted; None when none runs.
    """

    def __init__(self, open_link: Callable[[], Link | None]) -> None:
        self._open_link = open_link
        self._link: Link | None = None
        self._opening = threading.Lock()
        self._closed = False

    @classmethod
    def to(cls, index: Path) -> Self | None:
        """Return a core that asks the running engine of this index (a real path), or None when none runs.

        Raises:
            EngineError: the engine refuses this client.
        """
        core = cls(lambda: Link.to(index))
        return core if core.connected() else None

    def connected(self) -> bool:
        """Connect where needed; return whether an engine answers."""
        try:
            self._living_link()
        except _NoEngineError:
            return False
        return True

    @property
    def engine_pid(self) -> int:
        """Return the process that answers."""
        return self._living_link().welcome.pid

    def ping(self) -> None:
        """Return when the engine answered.

        Raises:
            EngineError: it does not.
        """
        self._ask(PingCall, type(None), timeout_s=PROMPT_S)

    def search(self, query: SearchQuery, /) -> SearchResult:
        """Return ranked files; see `SearchCore.search`."""
        return self._ask(lambda number: SearchCall(number, query), SearchResult)

    def close(self) -> None:
        """Leave; the engine ends by itself when nobody else is there."""
        self._closed = True
        if self._link is not None:
            self._link.close()

    def _ask(self, make: Callable[[int], Request], kind: type[T], *, timeout_s: float | None = None) -> T:
        try:
            return result_from(self._living_link().ask(make, timeout_s), kind)
        except NotSentError:
            return result_from(self._living_link().ask(make, timeout_s), kind)

    def _living_link(self) -> Link:
        with self._opening:
            if self._closed:
                raise EngineError("this connection was closed", remedy="Open it again.")
            if self._link is None or self._link.ended.is_set():
                self._link = self._opened()
            return self._link

    def _opened(self) -> Link:
        link = self._open_link()
        if link is None:
            raise _NoEngineError("no engine runs for this index", remedy="Start it: dowse engine start.")
        return link


class _NoEngineError(EngineError):
    """No engine answers, and none was to be started."""
