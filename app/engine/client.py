"""`RemoteCore`: the search core as the engine answers it."""

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from app.engine.channel import EngineBusyError
from app.engine.link import EndedInOrderError, Link
from app.engine.operations import CoreOperations, EngineOperations
from app.engine.remote_search import PROMPT_S, NoEngineError, RemoteSearch
from app.engine.spawn import replace_older_engine
from search.errors import EngineError, KnownError
from search.events import Event, Notice
from search.messages import Message
from search.processes import wait_for
from search.types.filters import OWNER, Access
from search.types.status import IndexReport


class RemoteCore(CoreOperations, EngineOperations, RemoteSearch):
    """A `SearchCore` that the engine answers. Its subscription to events is renewed on each connection."""

    def __init__(self, open_link: Callable[[], Link | None]) -> None:
        super().__init__(open_link)
        self._guard = threading.Lock()
        self._listeners: tuple[Callable[[Event], None], ...] = ()
        self._event_access: Access = OWNER
        self._revives = False

    @classmethod
    def starting(
        cls, index: Path, start: Callable[[], object], *, revives: bool = False, renews: bool = True
    ) -> "RemoteCore":
        """Return a core at once that starts the engine of this index whenever none answers.

        Args:
            index: the folder of the index.
            start: starts an engine and returns once it answers.
            revives: restart an engine that ended while there are listeners, and send them a `Notice`.
                Otherwise the next call starts it.
            renews: replace an engine that an older version of the program runs; see `replace_older_engine`.
        """

        def open_link() -> Link | None:
            if renews:
                replace_older_engine(index)
            link = Link.to(index)
            if link is None:
                start()
                link = Link.to(index)
            return link

        core = cls(open_link)
        core._revives = revives
        return core

    def index(
        self,
        paths: Sequence[str],
        /,
        *,
        semantic: bool | None = None,
        branches: Sequence[str] = (),
        single: bool | None = None,
    ) -> IndexReport:
        """Index folders and return when that is done; see `SearchCore.index`."""
        return super().index(tuple(map(_absolute, paths)), semantic=semantic, branches=branches, single=single)

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        """Call ``listener`` for every event, from another thread, until the returned function is called.

        If no connection is open yet, it is opened in the background, and a failure to do so becomes a `Notice`,
        unless the engine just ended in order.

        Raises:
            EngineError: another listener of this client hears with another access.
        """
        with self._guard:
            if self._listeners and access != self._event_access:
                raise EngineError("engine.one_access")
            self._event_access = access
            self._listeners = (*self._listeners, listener)
        if self._link is not None and not self._link.ended.is_set():
            self._listen()
        else:
            threading.Thread(target=self._listen, name="engine-subscription", daemon=True).start()

        def stop() -> None:
            with self._guard:
                self._listeners = tuple(other for other in self._listeners if other is not listener)

        return stop

    def stop_engine(self) -> None:
        """End the engine and return once the connection has ended.

        Raises:
            EngineBusyError: it does not end.
        """
        try:
            link = self._living_link()
        except NoEngineError:
            return  # it has ended by itself meanwhile
        with contextlib.suppress(EngineError):  # it may be gone before its answer is sent
            link.call(EngineOperations.stop_engine.name, (), PROMPT_S)
        if not link.ended.wait(PROMPT_S):
            raise EngineBusyError("engine.does_not_end", pid=link.welcome.pid)

    def wait_for_end(self) -> NoReturn:
        """Wait for the end of the engine that answered last, which may have ended already.

        Raises:
            EndedInOrderError: it ended in order.
            EngineError: it was stopped, or ended in another way.
        """
        with self._opening:
            link = self._link
        link = link or self._living_link()
        wait_for(link.ended)
        raise link.ended_error()

    def _opened(self) -> Link:
        link = super()._opened()
        link.on_event = self._notify
        link.on_end = partial(self._lost, link)
        if self._listeners:
            self._request_events(link)
        return link

    def _lost(self, link: Link) -> None:
        """Start the engine again in the background, if there are listeners."""
        if self._revives and self._listeners and not self._closed:
            revive = partial(self._revive, link.last_words)
            threading.Thread(target=revive, name="engine-revival", daemon=True).start()

    def _revive(self, because: KnownError | None) -> None:
        try:
            self._living_link()
        except KnownError as error:
            if not self._closed:
                self._notify(Notice(error.message, error.remedy))
        else:
            if because is None or isinstance(because, EndedInOrderError):
                self._notify(Notice(Message("engine.restarted")))
            else:
                self._notify(Notice(Message("engine.restarted_because", reason=because)))

    def _listen(self) -> None:
        try:
            self._request_events(self._living_link())
        except (EndedInOrderError, NoEngineError):
            return  # the next call says so, or finds another engine
        except KnownError as error:
            if not self._closed:
                self._notify(Notice(error.message, error.remedy))

    def _request_events(self, link: Link) -> None:
        link.call(EngineOperations.send_events.name, (self._event_access,), PROMPT_S)

    def _notify(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _absolute(path: str) -> str:
    """Return an absolute path: the engine works in another folder. An empty one stays, and is refused."""
    return path and os.path.abspath(path)  # noqa: PTH100 - the engine decides about links
