"""What a client may not see changes nothing that it is shown: the same questions to two indexes, byte for byte.

One index has hidden files, the other one never had. Half of the questions are asked of new indexes, half after
visible and hidden files have changed, all through the sockets of two engines. `make test` asks about 500,
`make heavy` 10,000.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.engine import wire
from app.engine.client import RemoteCore
from app.engine.operations import OPERATIONS
from search.errors import KnownError
from search.events import FileFailed, FilesChanged, Notice, Progress
from search.messages import Message
from search.ports import SearchCore
from search.service.vector_search import VectorSearchService
from search.types.filters import OWNER, Access
from search.types.graph import TreeRequest
from search.types.graph_queries import ImpactRequest
from search.types.lines import LinePage
from search.types.locations import ChangeLocations
from search.types.results import Ready, SearchResult, Timings
from search.types.status import Activity
from tests.contracts.differential import ACCESSES, OWNER_ONLY, QUERIES, QUESTIONS, Question, questions
from tests.contracts.differential_command_line import COMMANDS, NOT_ASKED, command_lines, known_commands, printed
from tests.contracts.differential_surfaces import (
    AGENT_QUESTIONS,
    TOOLS,
    VECTOR_QUESTIONS,
    VECTOR_SEARCHES,
    Call,
    agent_calls,
    asked_agent,
    asked_retriever,
    in_memory,
    over_http,
    over_stdio,
    saved_searches,
    server_of,
    vector_search,
)
from tests.contracts.twin_worlds import HIDDEN, Twins, change, out_of_the_way, twins

CALLS = 320
"""Questions of all operations together in `make test`; tools of agents and other surfaces have more."""

HEAVY_S = 3_600
"""Seconds for one test of a long run: hundreds of questions on a machine that has other work."""

STATES = ("new", "changed")


@pytest.fixture(scope="module", params=STATES)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    with twins(tmp_path_factory.mktemp("twins")) as made:
        if request.param == "changed":
            change(made)
        yield made


@pytest.fixture(scope="module")
def clients(both: Twins) -> Iterator[tuple[RemoteCore, RemoteCore]]:
    """Clients of the engines of both indexes: with hidden files, and without."""
    connected = tuple(RemoteCore.to(index.resolve()) for index in both.indexes)
    yield connected
    for client in connected:
        client.close()


def answer(core: SearchCore, ask: Question) -> bytes:
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


def many(count: int):
    """Return the settings of a long run, with other questions each time unless pytest is given a seed."""
    return settings(calls(count), derandomize=False, database=None)


def same(cores: Sequence[SearchCore], ask: Question) -> None:
    """Hold both cores, the first beside hidden files, to one answer, byte for byte."""
    with_hidden, without = (answer(core, ask) for core in cores)
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
def test_no_operation_shows_a_trace_of_what_is_hidden(clients: Sequence[RemoteCore], operation: str) -> None:
    @calls(CALLS // len(QUESTIONS) // len(STATES))
    @given(questions(operation))
    def hold(ask: Question) -> None:
        same(clients, ask)

    hold()


@pytest.mark.parametrize("access", [Access(tenant="acme", groups=("staff",)), Access(tenant="nobody")])
def test_no_name_is_read_as_one_of_a_hidden_branch_or_folder(both: Twins, access: Access) -> None:
    hidden = ["ledger@audit:post", f"{both.home}/board/quokka_plan.py", f"{both.home}/board"]
    for name in [*hidden, "ledger@next:post", f"{both.shop}/pub/lease.py"]:
        cores = both.with_hidden, both.without
        same(cores, lambda core, name=name: core.tree(TreeRequest(name), access))
        same(cores, lambda core, name=name: core.impact(ImpactRequest((name,)), access))
        same(cores, lambda core, name=name: core.path(name, "post", access))


def _hold_without_the_files(both: Twins, operation: str, count: int, how) -> None:
    """Ask beside hidden files that are on the disk, and then without them, and hold both to one answer."""
    drawn: list[Question] = []

    @how(count)
    @given(questions(operation))
    def collect(ask: Question) -> None:
        drawn.append(ask)

    collect()
    beside = [answer(both.with_hidden, ask) for ask in drawn]
    with out_of_the_way(both.home):
        assert [answer(both.without, ask) for ask in drawn] == beside


@pytest.mark.parametrize("operation", QUESTIONS)
def test_no_operation_reads_a_hidden_file_from_the_disk(both: Twins, operation: str) -> None:
    _hold_without_the_files(both, operation, 2, calls)


@pytest.mark.heavy
@pytest.mark.timeout(HEAVY_S)
@pytest.mark.parametrize("operation", QUESTIONS)
def test_many_questions_read_no_hidden_file_from_the_disk(both: Twins, operation: str) -> None:
    _hold_without_the_files(both, operation, 50, many)


def test_every_command_of_the_command_line_is_asked_or_is_the_owners_alone() -> None:
    assert set(COMMANDS) | NOT_ASKED == known_commands()
    assert not set(COMMANDS) & NOT_ASKED


def hold_command(both: Twins, name: str, how: settings) -> None:
    """Hold a command to the same output, beside hidden files and without."""

    @how
    @given(ACCESSES, command_lines(name))
    def hold(access: Access, command: list[str]) -> None:
        with_hidden, without = (printed(index, access, command) for index in both.indexes)
        assert with_hidden == without, command

    hold()


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_shows_a_trace_of_what_is_hidden(both: Twins, name: str) -> None:
    hold_command(both, name, calls(2))


def test_every_tool_of_agents_is_asked(both: Twins) -> None:
    server = server_of(both.without, OWNER, both.home / "agent")
    assert {tool.name for tool in asyncio.run(server.list_tools())} == set(TOOLS)


@pytest.mark.parametrize("transport", [in_memory, over_http, over_stdio])
def test_no_tool_resource_or_prompt_shows_a_trace_of_what_is_hidden(both: Twins, transport) -> None:
    together = 24 if transport is in_memory else 12

    @calls(1)
    @given(ACCESSES, st.lists(agent_calls(), min_size=together, max_size=together))
    def hold(access: Access, made: list[Call]) -> None:
        cores = (both.with_hidden, both.without)
        answers = [transport(core, index, access, made) for core, index in zip(cores, both.indexes, strict=True)]
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


def test_the_retriever_of_langchain_gives_the_same_documents(both: Twins) -> None:
    @calls(6)
    @given(QUERIES, ACCESSES)
    def hold(query: str, access: Access) -> None:
        assert asked_retriever(both.with_hidden, query, access) == asked_retriever(both.without, query, access)

    hold()


def test_every_search_of_the_vector_search_service_is_asked() -> None:
    searches = {name for name, member in vars(VectorSearchService).items() if callable(member) and name[0] != "_"}
    assert searches == set(VECTOR_SEARCHES)


def test_vector_search_gives_the_same_documents(both: Twins) -> None:
    @calls(6)
    @given(VECTOR_QUESTIONS)
    def hold(question: tuple[Any, ...]) -> None:
        assert vector_search(both.with_hidden, *question) == vector_search(both.without, *question)

    hold()


@pytest.mark.usefixtures("qapp")
def test_saved_searches_find_the_same_files(both: Twins, tmp_path: Path) -> None:
    texts = [
        "lease",
        "quokka",
        "sym:ignite",
        "path:hidden",
        "is:skipped",
        "who uses lease?",
        '"broken',
        "branch:next",
    ]
    for access in (Access(tenant="acme", groups=("staff",)), Access(tenant="nobody")):
        cores = (both.with_hidden, both.without)
        matches = [saved_searches(core, texts, access, tmp_path / "searches.json") for core in cores]
        assert matches[0] == matches[1]
        assert bool(matches[0].get("lease")) == (access.tenant == "acme")


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
@pytest.mark.timeout(HEAVY_S)
@pytest.mark.parametrize("operation", QUESTIONS)
def test_ten_thousand_questions_show_no_trace_of_what_is_hidden(
    clients: Sequence[RemoteCore], operation: str
) -> None:
    @many(10_000 // len(QUESTIONS) // len(STATES))
    @given(questions(operation))
    def hold(ask: Question) -> None:
        same(clients, ask)

    hold()


@pytest.mark.heavy
@pytest.mark.timeout(HEAVY_S)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_thousand_commands_show_no_trace_of_what_is_hidden(both: Twins, name: str) -> None:
    hold_command(both, name, many(1_000 // len(COMMANDS) // len(STATES)))
