"""From a request to its answer: which method of the core it asks, and how a failure travels."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog

from app.engine import requests as ask
from app.engine import wire
from app.engine.lifetime import Lifetime
from app.engine.messages import PingCall, Request, SearchCall
from app.engine.requests import AnyRequest, EngineState, FoundPath
from app.installation.version import VERSION
from search.errors import EngineError, IndexDamagedError, KnownError
from search.ports import SearchCore
from search.types.filters import OWNER

QUESTIONS_AT_ONCE = 4
"""Threads that answer; a search releases the interpreter lock in the database and the encoder."""

_log = structlog.get_logger(__name__)


class Dispatcher:
    """Runs requests on the core: questions side by side, changes one after the other, pings at once.

    A folder is forgotten while another, or the same, is still indexed: that can take an hour.
    """

    def __init__(
        self, core: SearchCore, lifetime: Lifetime, index: str, on_damage: Callable[[], None] = lambda: None
    ) -> None:
        self._core = core
        self._lifetime = lifetime
        self._index = index
        self._on_damage = on_damage
        self._questions = ThreadPoolExecutor(QUESTIONS_AT_ONCE, "question")
        self._changes = ThreadPoolExecutor(1, "change")
        self._forgetting = ThreadPoolExecutor(1, "forgetting")
        self._under_way = 0
        self._counting = threading.Lock()

    @property
    def under_way(self) -> int:
        """Return how many requests wait or run."""
        return self._under_way

    def submit(self, request: AnyRequest, reply: Callable[[bytes], None]) -> None:
        """Answer the request soon, by calling ``reply`` with the bytes of the answer from some thread."""
        if isinstance(request, PingCall | ask.StopCall):
            reply(self._answer(request))
            return
        self._count(1)
        try:
            self._pool_of(request).submit(self._run, request, reply)
        except RuntimeError:
            self._count(-1)
            reply(wire.failure(request.id, EngineError("the engine is ending", remedy="Try again.")))

    def close(self) -> None:
        """Take no more requests; those that wait are dropped."""
        for pool in (self._questions, self._changes, self._forgetting):
            pool.shutdown(wait=False, cancel_futures=True)

    def _pool_of(self, request: AnyRequest) -> ThreadPoolExecutor:
        if isinstance(request, ask.ForgetCall):
            return self._forgetting
        return self._changes if isinstance(request, ask.IndexCall | ask.RulesCall) else self._questions

    def _run(self, request: AnyRequest, reply: Callable[[bytes], None]) -> None:
        try:
            reply(self._answer(request))
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._counting:
            self._under_way += change

    def _answer(self, request: AnyRequest) -> bytes:
        try:
            return wire.answer(request.id, self._ask(request))
        except KnownError as error:
            if isinstance(error, IndexDamagedError):
                threading.Thread(target=self._on_damage, name="damage", daemon=True).start()
            return wire.failure(request.id, error)
        except Exception as error:  # noqa: BLE001 - one request must not end the engine that others use
            _log.exception("request failed", request=type(request).__name__)
            told = EngineError(
                f"internal error: {type(error).__name__}: {error}", remedy="The log has the details."
            )
            return wire.failure(request.id, told)

    def _ask(self, request: AnyRequest) -> object:
        if isinstance(request, ask.StopCall):
            self._lifetime.stop()
            return None
        if isinstance(request, ask.EngineStateCall):
            return self._state()
        call = _CALLS.get(type(request))
        return None if call is None else call(self._core, request)

    def _state(self) -> EngineState:
        import psutil

        return EngineState(
            pid=os.getpid(),
            index=self._index,
            clients=self._lifetime.clients,
            memory_mb=round(psutil.Process().memory_info().rss / 2**20, 1),
            ready=self._core.status(OWNER).ready,
            keeps_running=self._lifetime.keeps_running,
            program=VERSION,
        )


def _pause(core: SearchCore, request: ask.PauseCall) -> None:
    core.pause(paused=request.paused)


_CALLS: dict[type[Request], Callable[[SearchCore, Any], object]] = {
    SearchCall: lambda core, asked: core.search(asked.query),
    ask.TreeCall: lambda core, asked: core.tree(asked.request, asked.access),
    ask.PathCall: lambda core, asked: FoundPath(core.path(asked.source, asked.target, asked.access)),
    ask.ImpactCall: lambda core, asked: core.impact(asked.request, asked.access),
    ask.TableCall: lambda core, asked: core.table(asked.request, asked.access),
    ask.CyclesCall: lambda core, asked: core.cycles(asked.repository, asked.of, asked.access),
    ask.UnusedCall: lambda core, asked: core.unused(asked.repository, asked.access),
    ask.UnreadableCall: lambda core, asked: core.unreadable(asked.repository, asked.access),
    ask.ContextCall: lambda core, asked: core.context(asked.request),
    ask.TextsCall: lambda core, asked: core.texts(asked.ids, asked.access),
    ask.FileTextCall: lambda core, asked: core.file_text(asked.file, asked.access),
    ask.WhyCall: lambda core, asked: core.why(asked.path, asked.access),
    ask.StatusCall: lambda core, asked: core.status(asked.access),
    ask.RootsCall: lambda core, asked: core.roots(asked.access),
    ask.IndexCall: lambda core, asked: core.index(asked.paths, semantic=asked.semantic, branches=asked.branches),
    ask.ForgetCall: lambda core, asked: core.forget(asked.root),
    ask.PauseCall: _pause,
    ask.RulesCall: lambda core, asked: core.turn_rules_off(asked.groups),
    ask.SpeedCall: lambda core, asked: core.set_speed(asked.speed),
    ask.VisibleCall: lambda core, asked: core.visible(asked.access, asked.limit),
}
"""The method of the core for each kind of request."""
