"""One agent has a few calls at once, and those of others do not wait for it."""

import threading

import anyio
import pytest

from app.mcp.call_slots import CALLER, CallSlots


class Calls:
    """Calls that wait in their threads until the gate is open."""

    def __init__(self, at_once: int) -> None:
        self.slots = CallSlots(at_once)
        self.gate = threading.Event()
        self.begun: list[str] = []
        self.ended: list[str] = []

    async def make(self, caller: str, *, waits: bool = True) -> None:
        def call() -> None:
            self.begun.append(caller)
            if waits:
                self.gate.wait(30)

        CALLER.set(caller)
        await self.slots.run(call)
        self.ended.append(caller)

    async def until_begun(self, count: int) -> None:
        while len(self.begun) < count:  # noqa: ASYNC110 - threads change it
            await anyio.sleep(0.005)


def test_an_agent_that_floods_holds_up_no_other() -> None:
    async def scene() -> None:
        calls = Calls(2)
        async with anyio.create_task_group() as group:
            for _ in range(100):
                group.start_soon(calls.make, "flood")
            await calls.until_begun(2)
            async with anyio.create_task_group() as others:
                for number in range(3):
                    others.start_soon(lambda caller: calls.make(caller, waits=False), f"other{number}")
            assert calls.begun.count("flood") == 2
            calls.gate.set()
        assert calls.ended.count("flood") == 100
        assert not calls.slots._busy
        assert not calls.slots._waiting

    anyio.run(scene)


def test_a_cancelled_call_keeps_its_slot_until_its_thread_ends() -> None:
    async def scene() -> None:
        calls = Calls(2)
        while len(calls.begun) < 2:
            with anyio.move_on_after(0.02):
                await calls.make("a")
        for _ in range(20):
            with anyio.move_on_after(0.001):
                await calls.make("a")
        assert calls.begun == ["a", "a"]
        calls.gate.set()
        with anyio.fail_after(20):
            await calls.make("a")
        while calls.slots._busy:  # noqa: ASYNC110 - the loop empties it
            await anyio.sleep(0.005)
        assert not calls.slots._waiting

    anyio.run(scene)


@pytest.mark.parametrize("count", [1, 5])
def test_calls_that_fail_give_their_slot_back(count: int) -> None:
    async def scene() -> None:
        slots = CallSlots(1)
        for _ in range(count):
            with pytest.raises(ZeroDivisionError):
                await slots.run(lambda: 1 // 0)
        assert await slots.run(lambda: 7) == 7

    anyio.run(scene)
