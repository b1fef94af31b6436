"""Limits the concurrent calls of each agent, so that no agent over HTTP can block the others."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from anyio import to_thread

T = TypeVar("T")

CALLS_AT_ONCE = 8
"""Concurrent calls of one agent; agents seldom send more than a handful together."""

CALLER: ContextVar[str] = ContextVar("caller", default="")
"""The agent whose call is served: its session, or its connection where the protocol has no sessions."""


class CallSlots:
    """Runs calls in threads, at most `CALLS_AT_ONCE` of one agent; the others wait in order.

    A cancelled call keeps its slot until its thread has ended: otherwise calls that are cancelled again and again
    would fill the process with threads.
    """

    def __init__(self, at_once: int = CALLS_AT_ONCE) -> None:
        self._at_once = at_once
        self._busy: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(self, call: Callable[[], T]) -> T:
        """Return the result of a call, made in a thread once the agent has a free slot."""
        caller = CALLER.get()
        await self._acquire(caller)
        slot = _Slot(asyncio.get_running_loop(), lambda: self._release(caller))
        try:
            return await to_thread.run_sync(slot.around(call), abandon_on_cancel=True)
        except BaseException:
            slot.give_up()
            raise

    async def _acquire(self, caller: str) -> None:
        if self._busy.get(caller, 0) < self._at_once:
            self._busy[caller] = self._busy.get(caller, 0) + 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = self._waiting.setdefault(caller, deque())
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(caller)
            elif turn in waiting:
                waiting.remove(turn)
            raise

    def _release(self, caller: str) -> None:
        """Hand the slot to the next call of the agent that still waits."""
        waiting = self._waiting.get(caller, deque())
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._waiting.pop(caller, None)
        self._busy[caller] -= 1
        if not self._busy[caller]:
            del self._busy[caller]


class _Slot:
    """A slot that is released once: when its thread ends, or when the call is cancelled before it began."""

    def __init__(self, loop: asyncio.AbstractEventLoop, release: Callable[[], None]) -> None:
        self._loop = loop
        self._release = release
        self._begun = threading.Lock()

    def around(self, call: Callable[[], T]) -> Callable[[], T]:
        """Return the call that releases the slot from its thread when it ends."""

        def run() -> T:
            if not self._begun.acquire(blocking=False):
                raise asyncio.CancelledError
            try:
                return call()
            finally:
                self._release_soon()

        return run

    def give_up(self) -> None:
        """Release the slot unless a thread has begun the call."""
        if self._begun.acquire(blocking=False):
            self._release()

    def _release_soon(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._release)
        except RuntimeError:
            return  # the loop has ended, and with it all agents
