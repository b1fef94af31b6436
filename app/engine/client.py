"""`RemoteCore`: the search core as the engine answers it."""

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from app.engine.link import Link
from app.engine.messages import (
    EngineState,
    EngineStateCall,
    FileTextCall,
    ForgetCall,
    IndexCall,
    PauseCall,
    PingCall,
    Request,
    RootsCall,
    SearchCall,
    StatusCall,
    StopCall,
    SubscribeCall,
    TextsCall,
    TreeCall,
    WhyCall,
)
from app.engine.wire import result_from
from search.errors import EngineError
from search.events import Event
from search.types.filters import Access
from search.types.graph import DependencyTree, TreeRequest
from search.types.query import SearchQuery
from search.types.results import SearchResult
from search.types.status import FileText, IndexReport, IndexStatus, RootStatus, WhyAnswer

T = TypeVar("T")
R = TypeVar("R", bound=Request)

PROMPT_S = 10.0
"""Seconds within which a living engine answers what needs no search; beyond, it hangs."""


class RemoteCore:
    """Asks the engine of an index; any thread may call, calls run side by side.

    When the engine ended, the next call opens a new connection with ``reopen`` and renews the subscription; a call
    that was under way when it ended raises `EngineError`.
    """

    def __init__(self, link: Link, reopen: Callable[[], Link | None]) -> None:
        self._link = link
        self._reopen = reopen
        self._guard = threading.Lock()
        self._listeners: list[Callable[[Event], None]] = []
        self._closed = False
        link.on_event = self._tell

    @classmethod
    def to(cls, index: Path, *, start: Callable[[], None] | None = None) -> "RemoteCore | None":
        """Return a core that asks the engine of this index, or None when none runs.

        Args:
            index: real path of the index folder.
            start: starts the engine; called when none answers, also when it ended later.

        Raises:
            EngineError: the engine refuses this client or cannot be started.
        """

        def reopen() -> Link | None:
            link = Link.to(index)
            if link is None and start is not None:
                start()
                link = Link.to(index)
            return link

        link = reopen()
        return None if link is None else cls(link, reopen)

    @property
    def engine_pid(self) -> int:
        """Return the process that answers."""
        return self._link.welcome.pid

    def ping(self) -> None:
        """Return when the engine answered.

        Raises:
            EngineError: it does not.
        """
        self._ask(PingCall, None, timeout_s=PROMPT_S)

    def search(self, query: SearchQuery, /) -> SearchResult:
        """Return ranked files; see `SearchCore.search`."""
        return self._ask(lambda number: SearchCall(number, query), SearchResult)

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        """Return a dependency tree; see `SearchCore.tree`."""
        return self._ask(lambda number: TreeCall(number, request, access), DependencyTree)

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        """Return texts of visible chunks and nodes; see `SearchCore.texts`."""
        return self._ask(lambda number: TextsCall(number, tuple(ids), access), dict[str, str])

    def file_text(self, file: str, access: Access, /) -> FileText:
        """Return a file for preview; see `SearchCore.file_text`."""
        return self._ask(lambda number: FileTextCall(number, file, access), FileText)

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        """Return why a path is or is not found; see `SearchCore.why`."""
        return self._ask(lambda number: WhyCall(number, path, access), WhyAnswer)

    def status(self, access: Access, /) -> IndexStatus:
        """Return counts and readiness; see `SearchCore.status`."""
        return self._ask(lambda number: StatusCall(number, access), IndexStatus)

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        """Return the watched folders; see `SearchCore.roots`."""
        return self._ask(lambda number: RootsCall(number, access), tuple[RootStatus, ...])

    def index(self, paths: Sequence[str], /, *, semantic: bool = True) -> IndexReport:
        """Index folders and return when that is done; see `SearchCore.index`."""
        absolute = tuple(map(_absolute, paths))
        return self._ask(lambda number: IndexCall(number, absolute, semantic), IndexReport)

    def forget(self, root: str, /) -> RootStatus:
        """Remove a root; see `SearchCore.forget`."""
        return self._ask(lambda number: ForgetCall(number, root), RootStatus)

    def pause(self, *, paused: bool) -> None:
        """Stop or continue background indexing."""
        self._ask(lambda number: PauseCall(number, paused), None)

    def subscribe(self, listener: Callable[[Event], None], /) -> Callable[[], None]:
        """Call ``listener`` for every event, from the reading thread, until the returned function is called."""
        with self._guard:
            first = not self._listeners
            self._listeners = [*self._listeners, listener]
        if first:
            self._ask(SubscribeCall, None, timeout_s=PROMPT_S)

        def stop() -> None:
            with self._guard:
                self._listeners = [kept for kept in self._listeners if kept is not listener]

        return stop

    def engine_state(self) -> EngineState:
        """Return what the engine says of itself."""
        return self._ask(EngineStateCall, EngineState, timeout_s=PROMPT_S)

    def stop_engine(self) -> None:
        """Ask the engine to end and return once the connection is gone.

        Raises:
            EngineError: it does not end.
        """
        self._ask(StopCall, None, timeout_s=PROMPT_S)
        if not self._link.ended.wait(PROMPT_S):
            raise EngineError(f"the engine (process {self.engine_pid}) does not end", remedy="End that process.")

    def close(self) -> None:
        """Leave; the engine ends by itself when nobody else is there."""
        with self._guard:
            self._closed = True
            self._link.close()

    def _ask(self, make: Callable[[int], Request], kind: type[T] | None, *, timeout_s: float | None = None) -> T:
        raw = self._living_link().ask(make, timeout_s)
        return result_from(raw, kind if kind is not None else type(None))  # type: ignore[return-value]  # None for None

    def _living_link(self) -> Link:
        with self._guard:
            if self._closed:
                raise EngineError("this connection was closed", remedy="Open it again.")
            if self._link.ended.is_set():
                self._link = self._renewed()
            return self._link

    def _renewed(self) -> Link:
        link = self._reopen()
        if link is None:
            raise EngineError("no engine runs for this index", remedy="Start it: dowse engine start.")
        link.on_event = self._tell
        if self._listeners:
            link.ask(SubscribeCall, PROMPT_S)
        return link

    def _tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _absolute(path: str) -> str:
    """Return the path as the engine, in another working directory, has to read it."""
    return os.path.abspath(path)  # noqa: PTH100 - resolve would follow links, which the engine decides about
