"""The client of an engine, as far as ``dowse search`` needs it; `app.engine.client` has the other operations.

That command waits for the import of this module, so it imports no more than a search takes.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

from app.engine.link import Link, NotSentError
from app.engine.messages import ANSWER_S
from app.engine.wire import value_from
from search.errors import EngineError
from search.types.query import SearchQuery
from search.types.results import SearchResult

T = TypeVar("T")

PROMPT_S = 10.0
"""Seconds within which a living engine answers what needs no search; an engine that takes longer hangs."""


class RemoteSearch:
    """Calls operations of the engine of an index. Any thread may call; calls run side by side.

    The first call that needs the connection opens it, and opens it again after the engine ended. A call that was
    under way when the engine ended raises `EngineError`.

    Args:
        open_link: returns a link to a running engine, or None; it may start the engine.
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

    def search(self, query: SearchQuery, /) -> SearchResult:
        """Return ranked files; see `SearchCore.search`."""
        return self.call("search", (query,), SearchResult, ANSWER_S)

    def close(self) -> None:
        """Disconnect; the engine ends some time after its last client left."""
        self._closed = True
        if self._link is not None:
            self._link.close()

    def call(
        self, operation: str, arguments: tuple[object, ...], result: type[T], timeout_s: float | None = None
    ) -> T:
        """Return the result of an operation; see `app.engine.operations`.

        Raises:
            KnownError: what the operation raised.
            EngineError: no engine answers, or it ended meanwhile.
        """
        try:
            return value_from(self._living_link().call(operation, arguments, timeout_s), result)
        except NotSentError:
            return value_from(self._living_link().call(operation, arguments, timeout_s), result)

    def _living_link(self) -> Link:
        with self._opening:
            if self._closed:
                raise EngineError("engine.connection_closed")
            if self._link is None or self._link.ended.is_set():
                self._link = self._opened()
            return self._link

    def _opened(self) -> Link:
        link = self._open_link()
        if link is None:
            raise _NoEngineError("engine.none")
        return link


class _NoEngineError(EngineError):
    """No engine answers, and `open_link` started none."""
