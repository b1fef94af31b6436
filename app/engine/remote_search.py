"""The client of an engine, as far as ``dowse search`` needs it; `app.engine.client` has the other operations.

That command waits for the import of this module, so it imports no more than a search takes.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

from app.engine.link import EndedInOrderError, Link, NotSentError
from app.engine.messages import ANSWER_S, ENDING
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
    under way when the engine ended in order is repeated once, if it may be; otherwise it raises `EngineError`.

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
        except NoEngineError:
            return False
        return True

    def start_next(self, start: Callable[[], object]) -> None:
        """Have ``start`` start an engine whenever none answers any more."""
        running = self._open_link

        def open_link() -> Link | None:
            link = running()
            if link is None:
                start()
                link = running()
            return link

        self._open_link = open_link

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
        self,
        operation: str,
        arguments: tuple[object, ...],
        result: type[T],
        timeout_s: float | None = None,
        *,
        repeatable: bool = True,
    ) -> T:
        """Return the result of an operation; see `app.engine.operations`.

        Args:
            operation: its name.
            arguments: in the order of the parameters of its method.
            result: its type.
            timeout_s: seconds until the engine counts as silent; None waits as long as it runs.
            repeatable: whether to send the request to the next engine if this one ends in order before it answers.

        Raises:
            KnownError: what the operation raised.
            EndedInOrderError: the engine ended in order, and none follows or the request must not be repeated.
            EngineError: no engine answers, or it ended meanwhile.
        """
        link = self._living_link()
        try:
            answer = link.call(operation, arguments, timeout_s)
        except EngineError as error:
            if not _may_ask_next(error, link, repeatable=repeatable):
                raise
            answer = self._next_link(link, error).call(operation, arguments, timeout_s)
        return value_from(answer, result)

    def _next_link(self, before: Link, because: EngineError) -> Link:
        try:
            return self._living_link()
        except NoEngineError:
            raise EndedInOrderError("engine.ended", pid=before.welcome.pid) from because

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
            raise NoEngineError("engine.none")
        return link


def _may_ask_next(error: EngineError, link: Link, *, repeatable: bool) -> bool:
    """Return whether a request that an engine did not answer before it ended may be sent to the next one."""
    if error.message.code == ENDING:  # it still finishes what it began before, and has not begun this
        return link.ended.wait(PROMPT_S)
    return isinstance(error, NotSentError) or (repeatable and isinstance(error, EndedInOrderError))


class NoEngineError(EngineError):
    """No engine answers, and `open_link` started none."""
