"""Runs the operations that clients request, and turns their results and failures into bytes."""

import os
import threading
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog

from app.engine import wire
from app.engine.lifetime import Lifetime
from app.engine.messages import ENDING, QUESTION_S, Request
from app.engine.operations import CORE_OPERATIONS, EngineState, Lane, Operation, operation_named
from app.engine.turns import Question, Turns
from app.installation.version import VERSION
from search.errors import EngineError, IndexDamagedError, KnownError
from search.ports import SearchCore
from search.types.filters import OWNER

QUESTION_THREADS = 4
"""Threads that answer questions; a search releases the interpreter lock in the database and the encoder."""

INDEXING_THREADS = 64
"""Calls to index folders at the same time; nearly all of them wait."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """A request with its arguments decoded."""

    number: int
    operation: Operation[..., Any]
    arguments: tuple[object, ...]


def call_of(request: Request) -> Call:
    """Return the call for a request.

    Raises:
        EngineError: there is no such operation, or these are not its arguments.
    """
    operation = operation_named(request.operation)
    return Call(request.id, operation, wire.value_from(request.arguments, operation.arguments))


class Dispatcher:
    """Runs each call in the lane of its operation.

    Args:
        core: answers the operations of `SearchCore`; the dispatcher itself answers those of `EngineControl`.
        index: the folder that `engine_state` names.
        on_damage: called in a thread of its own after an operation could not read the index.
        limit_s: seconds after which a question is given up.
    """

    def __init__(
        self,
        core: SearchCore,
        lifetime: Lifetime,
        index: str,
        on_damage: Callable[[], None] = lambda: None,
        *,
        limit_s: float = QUESTION_S,
    ) -> None:
        self._core = core
        self._lifetime = lifetime
        self._index = index
        self._on_damage = on_damage
        self._questions = Turns(QUESTION_THREADS, limit_s)
        self._limit_s = limit_s
        self._pools = {
            Lane.INDEXING: ThreadPoolExecutor(INDEXING_THREADS, "indexing"),
            Lane.CHANGE: ThreadPoolExecutor(1, "change"),
            Lane.FORGETTING: ThreadPoolExecutor(1, "forgetting"),
        }
        self._under_way: Counter[Lane] = Counter()
        self._counting = threading.Condition()
        self._ending = False
        self.stop_requested = False
        """Whether a client asked to end the engine."""

    @property
    def under_way(self) -> int:
        """Return how many calls wait or run."""
        return self._under_way.total()

    def submit(self, client: Hashable, call: Call, reply: Callable[[bytes], None]) -> None:
        """Run a client's call in its lane, and call ``reply`` with the bytes of the answer from some thread."""
        target = self._core if call.operation.name in CORE_OPERATIONS else self
        if call.operation.lane is Lane.AT_ONCE:
            reply(self.answer(call, target))
            return
        self._count(call, 1)
        if self._ending or not self._queued(client, call, target, reply):
            self._count(call, -1)
            reply(wire.failure(call.number, EngineError(ENDING)))

    def drop(self, client: Hashable) -> None:
        """Forget the questions of a client that has left; its changes to the index are still made."""
        self._questions.drop(client)

    def pause(self, client: Hashable) -> None:
        """Answer no further questions of a client until `resume`, because it does not read the answers."""
        self._questions.pause(client)

    def resume(self, client: Hashable) -> None:
        """Answer the questions of a client again."""
        self._questions.resume(client)

    def _queued(self, client: Hashable, call: Call, target: object, reply: Callable[[bytes], None]) -> bool:
        """Return whether the call will run; it does not once the engine ends."""
        if call.operation.lane is Lane.QUESTION:
            question = Question(
                answer=partial(self.answer, call, target),
                expire=lambda: wire.failure(call.number, EngineError("engine.over_time", seconds=self._limit_s)),
                reply=reply,
                done=partial(self._count, call, -1),
            )
            return self._questions.submit(client, question)
        try:
            self._pools[call.operation.lane].submit(self._run, call, target, reply)
        except RuntimeError:
            return False
        return True

    def answer(self, call: Call, target: object) -> bytes:
        """Run the call on ``target`` and return the bytes of the answer or of the failure."""
        try:
            return wire.answer(call.number, call.operation.run(target, call.arguments))
        except KnownError as error:
            if isinstance(error, IndexDamagedError):
                threading.Thread(target=self._on_damage, name="damage", daemon=True).start()
            return wire.failure(call.number, error)
        except Exception as error:  # noqa: BLE001 - one request must not end the engine that others use
            _log.exception("request failed", operation=call.operation.name)
            failure = EngineError("engine.internal_error", kind=type(error).__name__, reason=error)
            return wire.failure(call.number, failure)

    def finish(self, limit_s: float) -> None:
        """Take no more calls, and return once all but those that index are answered, or after the limit.

        What was indexed is in the index, and the next engine goes on with the rest.
        """
        with self._counting:
            self._ending = True
            self._counting.wait_for(self._has_finished, limit_s)

    def close(self) -> None:
        """Take no more calls and drop those that wait."""
        self._questions.close()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    def ping(self) -> None:
        """Do nothing; the answer shows that the engine runs."""

    def keep_running(self) -> None:
        """Stay without clients; see `EngineControl.keep_running`."""
        self._lifetime.keep()

    def stop_engine(self) -> None:
        """End the engine; see `EngineControl.stop_engine`."""
        self.stop_requested = True
        self._lifetime.stop()

    def engine_state(self) -> EngineState:
        """Return the state of this process; see `EngineControl.engine_state`."""
        import psutil

        return EngineState(
            pid=os.getpid(),
            index=self._index,
            clients=self._lifetime.clients,
            memory_mb=round(psutil.Process().memory_info().rss / 2**20, 1),
            ready=self._core.status(OWNER).ready,
            keeps_running=self._lifetime.keeps_running,
            program=VERSION,
            processes=self._lifetime.processes,
        )

    def _run(self, call: Call, target: object, reply: Callable[[bytes], None]) -> None:
        try:
            reply(self.answer(call, target))
        finally:
            self._count(call, -1)

    def _count(self, call: Call, change: int) -> None:
        with self._counting:
            self._under_way[call.operation.lane] += change
            self._counting.notify_all()

    def _has_finished(self) -> bool:
        return self.under_way == self._under_way[Lane.INDEXING]
