"""What a client may not see changes nothing that it is shown: the same questions to two indexes, byte for byte.

One index has hidden files, the other one never had. Half of the questions are asked of new indexes, half after
visible and hidden files have changed. `make test` asks about 500, `make heavy` 10,000.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.core.local_core import LocalCore
from app.engine import wire
from app.engine.operations import OPERATIONS
from search.errors import KnownError
from search.events import FileFailed, FilesChanged, Notice, Progress
from search.messages import Message
from search.types.filters import OWNER, Access
from search.types.lines import LinePage
from search.types.locations import ChangeLocations
from search.types.results import Ready, SearchResult, Timings
from search.types.status import Activity
from tests.contracts.differential import ACCESSES, OWNER_ONLY, QUESTIONS, questions
from tests.contracts.differential_surfaces import (
    AGENT_QUESTIONS,
    TOOLS,
    VECTOR_QUESTIONS,
    Call,
    agent_calls,
    asked_agent,
    in_memory,
    over_http,
    server_of,
    vector_search,
)
from tests.contracts.twin_worlds import HIDDEN, Twins, change, twins

CALLS = 320
"""Questions of all operations together in `make test`; tools of agents and other surfaces have more."""

STATES = ("new", "changed")


@pytest.fixture(scope="module", params=STATES)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    with twins(tmp_path_factory.mktemp("twins")) as made:
        if request.param == "changed":
            change(made)
        yield made


def answer(core: LocalCore, ask: Callable[[LocalCore], object]) -> bytes:
    """Return the bytes that a client of the engine would receive, without times; or those of the failure."""
    try:
        result = ask(core)
    except KnownError as error:
        return wire.failure(1, error)
    return wire.answer(1, without_times(result))


def without_times(result: object) -> object:
    """Return the answer without how long it took."""
    if isinstance(result, SearchResult):
        return replace(result, took_ms=0.0, timings=Timings())
    if isinstance(result, LinePage):
        return msgspec.structs.replace(result, took_ms=0.0)
    if isinstance(result, ChangeLocations):
        return replace(result, took_ms=0.0)
    return result


def calls(count: int):
    """Return the settings of a run of so many questions, always the same ones."""
    return settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


def same(both: Twins, ask: Callable[[LocalCore], object]) -> None:
    """Hold both indexes to one answer, byte for byte."""
    with_hidden, without = answer(both.with_hidden, ask), answer(both.without, ask)
    if with_hidden != without:
        differences = list(differing(msgspec.msgpack.decode(with_hidden), msgspec.msgpack.decode(without)))
        pytest.fail("\n".join(differences[:20]) or "the bytes differ in their order")


def differing(left: object, right: object, where: str = "") -> Iterator[str]:
    """Yield the fields in which two answers differ: one beside hidden files, one without."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in {**left, **right}:
            yield from differing(left.get(key), right.get(key), f"{where}.{key}")
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for number, pair in enumerate(zip(left, right, strict=True)):
            yield from differing(*pair, f"{where}[{number}]")
    elif left != right:
        yield f"{where}: {left!r} beside hidden files, {right!r} without"


def test_every_operation_of_the_table_is_asked_or_is_the_owners_alone() -> None:
    assert set(QUESTIONS) | OWNER_ONLY == set(OPERATIONS)
    assert not set(QUESTIONS) & OWNER_ONLY


@pytest.mark.parametrize("operation", QUESTIONS)
def test_no_operation_shows_a_trace_of_what_is_hidden(both: Twins, operation: str) -> None:
    @calls(CALLS // len(QUESTIONS) // len(STATES))
    @given(questions(operation))
    def hold(ask: Callable[[LocalCore], object]) -> None:
        same(both, ask)

    hold()


def test_every_tool_of_agents_is_asked(both: Twins) -> None:
    server = server_of(both.without, OWNER, both.home / "agent")
    assert {tool.name for tool in asyncio.run(server.list_tools())} == set(TOOLS)


@pytest.mark.parametrize("transport", [in_memory, over_http])
def test_no_tool_resource_or_prompt_shows_a_trace_of_what_is_hidden(both: Twins, transport) -> None:
    together = 24 if transport is in_memory else 8

    @calls(2)
    @given(ACCESSES, st.lists(agent_calls(), min_size=together, max_size=together))
    def hold(access: Access, made: list[Call]) -> None:
        answers = [
            transport(server_of(core, access, both.home / "agent"), made)
            for core in (both.with_hidden, both.without)
        ]
        for call, with_hidden, without in zip(made, *answers, strict=True):
            if differences := list(differing(with_hidden, without)):
                pytest.fail(f"{call}:\n" + "\n".join(differences[:20]))

    hold()


def test_the_agent_retrieves_the_same_contexts(both: Twins) -> None:
    @calls(12)
    @given(AGENT_QUESTIONS)
    def hold(question: tuple[Any, ...]) -> None:
        assert asked_agent(both.with_hidden, *question) == asked_agent(both.without, *question)

    hold()


def test_vector_search_gives_the_same_documents(both: Twins) -> None:
    @calls(6)
    @given(VECTOR_QUESTIONS)
    def hold(question: tuple[Any, ...]) -> None:
        assert vector_search(both.with_hidden, *question) == vector_search(both.without, *question)

    hold()


@pytest.mark.parametrize("access", [Access(tenant="acme", groups=()), Access(tenant="nobody")])
def test_events_of_hidden_files_reach_nobody_else(both: Twins, access: Access) -> None:
    received: dict[str, list[object]] = {"with": [], "without": []}
    cores = {"with": both.with_hidden, "without": both.without}
    stops = [core.subscribe(received[name].append, access) for name, core in cores.items()]
    visible = ("pub/lease.py", "pub/guide.md")
    for name, core in cores.items():
        hidden = tuple(HIDDEN) if name == "with" else ()
        emit = core._parts.events.emit
        if hidden:
            emit(FilesChanged(hidden, ()))
            emit(FileFailed(hidden[0], "broken"))
        emit(Progress(Activity("words", 1, 2), Ready(names=1.0, keyword=len(name) / 10)))
        emit(FilesChanged((*visible, *hidden), ()))
        emit(Notice(Message("polling")))
    for stop in stops:
        stop()
    assert received["with"] == received["without"]
    assert len(received["with"]) == (2 if access.tenant == "acme" else 1)


@pytest.mark.heavy
@pytest.mark.parametrize("operation", QUESTIONS)
def test_ten_thousand_questions_show_no_trace_of_what_is_hidden(both: Twins, operation: str) -> None:
    @settings(calls(10_000 // len(QUESTIONS) // len(STATES)), derandomize=False, database=None)
    @given(questions(operation))
    def hold(ask: Callable[[LocalCore], object]) -> None:
        same(both, ask)

    hold()
