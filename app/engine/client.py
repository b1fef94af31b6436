"""`RemoteCore`: the search core as the engine answers it."""

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from app.engine import requests as ask
from app.engine.link import Link
from app.engine.lock import end_older_engine
from app.engine.remote_search import PROMPT_S, RemoteSearch
from app.engine.requests import EngineState, FoundPath
from app.installation.version import VERSION
from search.errors import EngineError, KnownError
from search.events import Event, Notice
from search.types.context import ContextAnswer, ContextRequest
from search.types.filters import OWNER, Access
from search.types.graph import DependencyPath, DependencyTree, Node, TreeRequest
from search.types.graph_queries import (
    Cycle,
    CycleScope,
    Impact,
    ImpactRequest,
    TableRequest,
    TableUse,
    UnreadFile,
)
from search.types.status import AccessView, FileText, IndexReport, IndexStatus, RootStatus, Speed, WhyAnswer

ENGINE_BACK = "The engine ended and was started again"
"""What listeners are told when an engine that ended was brought back."""

FILES_ARE_SAFE = "Your files are not touched. A folder that is missing in the index has to be added again."


class RemoteCore(RemoteSearch):
    """The whole core: it hears events too, with its subscription renewed on each connection."""

    def __init__(self, open_link: Callable[[], Link | None]) -> None:
        super().__init__(open_link)
        self._guard = threading.Lock()
        self._listeners: tuple[Callable[[Event], None], ...] = ()
        self._hears: Access = OWNER
        self._revives = False

    @classmethod
    def starting(
        cls, index: Path, start: Callable[[], object], *, revives: bool = False, renews: bool = True
    ) -> "RemoteCore":
        """Return a core at once that starts the engine of this index whenever none answers.

        ``revives``: an engine that ends while somebody listens is started again at once, and that is told as a
        `Notice`; without it the next call does so.

        ``renews``: one that an older version of the program runs is ended before: it would go on until the next
        login after an update.
        """

        def open_link() -> Link | None:
            if renews:
                end_older_engine(index, VERSION)
            link = Link.to(index)
            if link is None:
                start()
                link = Link.to(index)
            return link

        core = cls(open_link)
        core._revives = revives
        return core

    def tree(self, request: TreeRequest, access: Access, /) -> DependencyTree:
        """Return a dependency tree; see `SearchCore.tree`."""
        return self._ask(lambda number: ask.TreeCall(number, request, access), DependencyTree)

    def path(self, source: str, target: str, access: Access, /) -> DependencyPath | None:
        """Return how one node depends on another; see `SearchCore.path`."""
        found = self._ask(lambda number: ask.PathCall(number, source, target, access), FoundPath)
        return found.path

    def impact(self, request: ImpactRequest, access: Access, /) -> Impact:
        """Return what depends on some things; see `SearchCore.impact`."""
        return self._ask(lambda number: ask.ImpactCall(number, request, access), Impact)

    def table(self, request: TableRequest, access: Access, /) -> TableUse:
        """Return who uses a table; see `SearchCore.table`."""
        return self._ask(lambda number: ask.TableCall(number, request, access), TableUse)

    def cycles(self, repository: str, of: CycleScope, access: Access, /) -> tuple[Cycle, ...]:
        """Return the rings of dependencies; see `SearchCore.cycles`."""
        return self._ask(lambda number: ask.CyclesCall(number, repository, of, access), tuple[Cycle, ...])

    def unused(self, repository: str, access: Access, /) -> tuple[Node, ...]:
        """Return definitions that nothing uses; see `SearchCore.unused`."""
        return self._ask(lambda number: ask.UnusedCall(number, repository, access), tuple[Node, ...])

    def unreadable(self, repository: str, access: Access, /) -> tuple[UnreadFile, ...]:
        """Return files that the graph does not know whole; see `SearchCore.unreadable`."""
        return self._ask(lambda number: ask.UnreadableCall(number, repository, access), tuple[UnreadFile, ...])

    def context(self, request: ContextRequest, /) -> ContextAnswer:
        """Return the evidence for a question; see `SearchCore.context`."""
        return self._ask(lambda number: ask.ContextCall(number, request), ContextAnswer)

    def texts(self, ids: Sequence[str], access: Access, /) -> dict[str, str]:
        """Return texts of visible chunks and nodes; see `SearchCore.texts`."""
        return self._ask(lambda number: ask.TextsCall(number, tuple(ids), access), dict[str, str])

    def file_text(self, file: str, access: Access, /) -> FileText:
        """Return a file for preview; see `SearchCore.file_text`."""
        return self._ask(lambda number: ask.FileTextCall(number, file, access), FileText)

    def why(self, path: str, access: Access, /) -> WhyAnswer:
        """Return why a path is or is not found; see `SearchCore.why`."""
        return self._ask(lambda number: ask.WhyCall(number, path, access), WhyAnswer)

    def status(self, access: Access, /) -> IndexStatus:
        """Return counts and readiness; see `SearchCore.status`."""
        return self._ask(lambda number: ask.StatusCall(number, access), IndexStatus)

    def roots(self, access: Access, /) -> tuple[RootStatus, ...]:
        """Return the watched folders; see `SearchCore.roots`."""
        return self._ask(lambda number: ask.RootsCall(number, access), tuple[RootStatus, ...])

    def index(
        self, paths: Sequence[str], /, *, semantic: bool | None = None, branches: Sequence[str] = ()
    ) -> IndexReport:
        """Index folders and return when that is done; see `SearchCore.index`."""
        absolute = tuple(map(_absolute, paths))
        return self._ask(lambda number: ask.IndexCall(number, absolute, semantic, tuple(branches)), IndexReport)

    def forget(self, root: str, /) -> RootStatus:
        """Remove a root; see `SearchCore.forget`."""
        return self._ask(lambda number: ask.ForgetCall(number, root), RootStatus)

    def turn_rules_off(self, groups: Sequence[str], /) -> int:
        """Mind all groups of ignore rules but these; see `SearchCore.turn_rules_off`."""
        return self._ask(lambda number: ask.RulesCall(number, tuple(groups)), int)

    def pause(self, *, paused: bool) -> None:
        """Stop or continue background indexing."""
        self._ask(lambda number: ask.PauseCall(number, paused), type(None))

    def visible(self, access: Access, limit: int, /) -> AccessView:
        """Return what an asker may see; see `SearchCore.visible`."""
        return self._ask(lambda number: ask.VisibleCall(number, access, limit), AccessView)

    def set_speed(self, speed: Speed) -> None:
        """Let background indexing take more or less of the machine."""
        self._ask(lambda number: ask.SpeedCall(number, speed), type(None))

    def subscribe(self, listener: Callable[[Event], None], access: Access = OWNER, /) -> Callable[[], None]:
        """Call ``listener`` for every event, from another thread, until the returned function is called.

        Where no connection is open yet, it is opened in the background; a failure of that is told as a `Notice`.

        Raises:
            EngineError: another listener of this client hears with another access.
        """
        with self._guard:
            if self._listeners and access != self._hears:
                raise EngineError("a connection hears with one access", remedy="Open another one.")
            self._hears = access
            self._listeners = (*self._listeners, listener)
        if self._link is not None and not self._link.ended.is_set():
            self._listen()
        else:
            threading.Thread(target=self._listen, name="engine-subscription", daemon=True).start()

        def stop() -> None:
            with self._guard:
                self._listeners = tuple(kept for kept in self._listeners if kept is not listener)

        return stop

    def engine_state(self) -> EngineState:
        """Return what the engine says of itself."""
        return self._ask(ask.EngineStateCall, EngineState, timeout_s=PROMPT_S)

    def stop_engine(self) -> None:
        """Ask the engine to end and return once the connection is gone.

        Raises:
            EngineError: it does not end.
        """
        link = self._living_link()
        with contextlib.suppress(EngineError):  # it may be gone before its answer is sent
            link.ask(ask.StopCall, PROMPT_S)
        if not link.ended.wait(PROMPT_S):
            raise EngineError(f"the engine (process {link.welcome.pid}) does not end", remedy="End that process.")

    def _opened(self) -> Link:
        link = super()._opened()
        link.on_event = self._tell
        link.on_end = partial(self._lost, link)
        if self._listeners:
            self._ask_to_hear(link)
        return link

    def _lost(self, link: Link) -> None:
        """The engine is gone: with listeners, bring it back in the background."""
        if self._revives and self._listeners and not self._closed:
            revive = partial(self._revive, link.last_words)
            threading.Thread(target=revive, name="engine-revival", daemon=True).start()

    def _revive(self, because: KnownError | None) -> None:
        try:
            self._living_link()
        except KnownError as error:
            if not self._closed:
                self._tell(Notice(str(error), error.remedy))
        else:
            told = Notice(ENGINE_BACK, "Nothing that was indexed is lost.")
            self._tell(told if because is None else Notice(f"{ENGINE_BACK}: {because}", FILES_ARE_SAFE))

    def _listen(self) -> None:
        try:
            self._ask_to_hear(self._living_link())
        except KnownError as error:
            if not self._closed:
                self._tell(Notice(str(error), error.remedy))

    def _ask_to_hear(self, link: Link) -> None:
        link.ask(lambda number: ask.SubscribeCall(number, self._hears), PROMPT_S)

    def _tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _absolute(path: str) -> str:
    """Return the path as the engine, in another working directory, has to read it."""
    return os.path.abspath(path)  # noqa: PTH100 - resolve would follow links, which the engine decides about
