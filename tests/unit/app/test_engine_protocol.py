"""Requests travel to the engine and back with equal results and equal errors."""

import contextlib
import os
import queue
import shutil
import socket
import sys
import threading
from multiprocessing.connection import Client, Connection, Listener, Pipe
from pathlib import Path

import pytest

from app.engine import wire
from app.engine.address import KEY_FILE
from app.engine.channel import connect, hang_up, proves_key, receive
from app.engine.client import RemoteCore
from app.engine.dispatcher import QUESTION_THREADS
from app.engine.link import Link
from app.engine.lock import WriterLock, owner_of
from app.engine.messages import MAX_MESSAGE_BYTES, PROTOCOL, Refused, Welcome
from app.engine.operations import OPERATIONS, CoreOperations
from app.engine.server import MAX_CHANGES, MAX_QUESTIONS, MAX_UNREAD
from search.errors import AmbiguousNameError, BadInputError, EngineError, NotFoundError, QueryError
from search.events import FilesChanged, Notice, Progress
from search.messages import Message
from search.types.filters import OWNER, Access
from search.types.graph import Direction, EdgeType, TreeRequest
from search.types.query import Fusion, Mode, RankSettings, SearchQuery
from search.types.results import Ready
from search.types.status import Activity
from tests.unit.app.conftest import Running, eventually


def test_every_question_gives_what_the_core_in_this_process_gives(running: Running, client: RemoteCore) -> None:
    core = running.core
    settings = RankSettings(mode=Mode.SEMANTIC, weight=0.25, fusion=Fusion.RRF)
    query = SearchQuery("lease renewal", settings, top=1, access=Access(tenant="t", groups=("a",)))
    tree = TreeRequest("a.py", Direction.USED_BY, edges=(EdgeType.CALLS,))
    assert client.search(query) == core.search(query)
    assert client.tree(tree, OWNER) == core.tree(tree, OWNER)
    assert client.path("a", "b", OWNER) == core.path("a", "b", OWNER)
    assert client.path("b", "a", OWNER) is None
    assert client.texts(["a", "b"], OWNER) == core.texts(["a", "b"], OWNER)
    assert client.file_text("f", OWNER) == core.file_text("f", OWNER)
    assert client.why("/x/y", OWNER) == core.why("/x/y", OWNER)
    assert client.status(OWNER) == core.status(OWNER)


def test_changes_reach_the_core(running: Running, client: RemoteCore) -> None:
    folder = str(Path("/docs").absolute())
    assert client.index(["/docs"], semantic=False).embedded == 0
    assert [status.root.path for status in client.roots(OWNER)] == [folder]
    assert client.forget(folder).root.path == folder
    client.pause(paused=True)
    assert running.core.paused
    assert running.core.indexed == []


def test_relative_paths_are_read_in_the_clients_working_directory(
    running: Running, client: RemoteCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(running.index)
    client.index(["docs"])
    assert running.core.indexed == [str(running.index / "docs")]


def test_an_error_arrives_as_the_class_that_was_raised_with_its_remedy(client: RemoteCore) -> None:
    with pytest.raises(QueryError, match="the query is empty") as caught:
        client.search(SearchQuery(" "))
    assert str(caught.value.remedy) == "Type a word."
    with pytest.raises(NotFoundError, match="gone is not in the index"):
        client.file_text("gone", OWNER)


def test_an_ambiguous_name_arrives_with_its_candidates(client: RemoteCore) -> None:
    with pytest.raises(AmbiguousNameError) as caught:
        client.tree(TreeRequest("twice"), OWNER)
    assert caught.value.candidates == ("r@-:py:a", "r@-:py:b")


def test_a_bug_in_one_request_leaves_the_engine_answering(client: RemoteCore) -> None:
    with pytest.raises(EngineError, match="ZeroDivisionError: a bug"):
        client.search(SearchQuery("crash"))
    assert client.search(SearchQuery("fine")).total_files == 1


def test_a_slow_search_blocks_neither_ping_nor_another_search(running: Running, client: RemoteCore) -> None:
    answers: queue.Queue[int] = queue.Queue()
    slow = threading.Thread(target=lambda: answers.put(client.search(SearchQuery("wait")).total_files))
    slow.start()
    assert running.core.waiting.wait(10)
    client.ping()
    assert client.search(SearchQuery("a b")).total_files == 2
    assert answers.empty()
    running.core.gate.set()
    slow.join(10)
    assert answers.get(timeout=1) == 1


def test_a_folder_is_forgotten_while_it_is_still_indexed(running: Running, client: RemoteCore) -> None:
    folder = str(Path("/wait").absolute())
    slow = threading.Thread(target=lambda: client.index([folder]))
    slow.start()
    assert running.core.waiting.wait(10)
    client.forget(folder)
    assert running.core.indexed == []
    running.core.gate.set()
    slow.join(10)


def test_many_threads_share_one_connection_and_each_gets_its_own_answer(client: RemoteCore) -> None:
    results: dict[int, str] = {}

    def ask(number: int) -> None:
        results[number] = client.search(SearchQuery(f"word{number}")).query

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert results == {number: f"word{number}" for number in range(24)}


def test_every_subscriber_hears_every_kind_of_event(running: Running, client: RemoteCore) -> None:
    other = running.client()
    received: list[queue.Queue[object]] = [queue.Queue(), queue.Queue()]
    stops = [item.subscribe(box.put) for item, box in zip((client, other), received, strict=True)]
    events = [
        Progress(Activity("reading", 1, 2), Ready(names=1.0)),
        FilesChanged(("a.py",), ("b.py",)),
        Notice(Message("polling"), Message("raise the limit")),
    ]
    for event in events:
        running.core.tell(event)
    for box in received:
        assert [box.get(timeout=10) for _ in events] == events
    for stop in stops:
        stop()
    other.close()


def test_a_path_with_broken_bytes_is_refused_where_it_was_typed(client: RemoteCore) -> None:
    with pytest.raises(BadInputError, match="not text"):
        client.index(["/docs/\udce9t\udce9"])


def test_a_client_with_the_wrong_key_is_refused_and_others_are_served(
    running: Running, client: RemoteCore
) -> None:
    key = running.index / KEY_FILE
    right = key.read_bytes()
    key.write_bytes(b"wrong" * 6)
    with pytest.raises(EngineError, match="refused"):
        connect(running.index)
    key.write_bytes(right)
    assert client.search(SearchQuery("still here")).total_files == 2


of_sockets = pytest.mark.skipif(sys.platform == "win32", reason="engines listen at named pipes there")


@of_sockets
def test_the_key_and_the_socket_are_for_this_user_alone(running: Running) -> None:
    owner = owner_of(running.index)
    assert owner is not None
    assert (running.index / KEY_FILE).stat().st_mode & 0o077 == 0
    assert Path(owner.address).stat().st_mode & 0o077 == 0
    assert Path(owner.address).parent.stat().st_mode & 0o077 == 0


def _read_until_closed(stranger: socket.socket) -> None:
    with contextlib.suppress(ConnectionResetError):
        while stranger.recv(4096):
            pass


@of_sockets
@pytest.mark.parametrize(
    "noise", [b"", b"\x00", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 64, b"\x00\x00\x00\x05hello", b"\x7f\xff\xff\xff"]
)
def test_noise_instead_of_the_key_harms_nobody(running: Running, client: RemoteCore, noise: bytes) -> None:
    owner = owner_of(running.index)
    assert owner is not None
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(owner.address)
        stranger.sendall(noise)
        stranger.shutdown(socket.SHUT_WR)
        _read_until_closed(stranger)
    assert client.search(SearchQuery("still here")).total_files == 2


@pytest.mark.parametrize(
    "message",
    [b"", b"\xc1", b"not a message", b"\x81\xa2do\xa4nope", b"\x81\xa2do\xa2\xff\xff", b"\x91" * 5000],
)
def test_a_malformed_message_closes_that_client_with_a_reason(
    running: Running, client: RemoteCore, message: bytes
) -> None:
    result = connect(running.index)
    assert result is not None
    with result[0] as connection:
        connection.send_bytes(message)
        last = wire.reply_from(receive(connection))
        assert isinstance(last, Refused)
        assert "cannot be read" in str(last.message)
        with pytest.raises((EOFError, OSError)):
            receive(connection)
    assert client.search(SearchQuery("still here")).total_files == 2


@of_sockets
def test_a_message_over_the_limit_closes_that_client_with_a_reason(running: Running, client: RemoteCore) -> None:
    result = connect(running.index)
    assert result is not None
    with result[0] as connection, socket.socket(fileno=socket.dup(connection.fileno())) as raw:
        raw.sendall((MAX_MESSAGE_BYTES + 1).to_bytes(4, "big"))
        last = wire.reply_from(receive(connection))
        assert isinstance(last, Refused)
        assert str(MAX_MESSAGE_BYTES) in str(last.message)
    assert client.search(SearchQuery("still here")).total_files == 2


def test_a_client_that_leaves_in_the_middle_of_a_question_is_forgotten(running: Running) -> None:
    leaver = running.client()
    leaver.subscribe(lambda _event: None)
    failed = threading.Event()

    def ask() -> None:
        with pytest.raises(EngineError):
            leaver.search(SearchQuery("wait"))
        failed.set()

    thread = threading.Thread(target=ask)
    thread.start()
    assert running.core.waiting.wait(10)
    leaver.close()
    thread.join(10)
    assert failed.is_set()
    running.core.gate.set()
    stayer = running.client()
    assert stayer.search(SearchQuery("still here")).total_files == 2
    stayer.close()


def flooded(running: Running, text: str, count: int) -> Connection:
    """Return a connection on which a client has sent so many searches; it reads no answer."""
    result = connect(running.index)
    assert result is not None
    arguments = CoreOperations.search.in_order(SearchQuery(text))
    requests = [wire.request(number, "search", arguments) for number in range(count)]

    def send() -> None:
        with contextlib.suppress(OSError):
            for request in requests:
                result[0].send_bytes(request)

    threading.Thread(target=send, daemon=True).start()
    return result[0]


def test_a_client_that_floods_is_read_no_further_and_others_are_answered(
    running: Running, client: RemoteCore
) -> None:
    dispatcher = running.engine._dispatcher
    flood = flooded(running, "wait", 10 * MAX_QUESTIONS)
    eventually(lambda: dispatcher.under_way == MAX_QUESTIONS)
    assert client.search(SearchQuery("a b")).total_files == 2
    eventually(lambda: dispatcher.under_way == MAX_QUESTIONS)
    hang_up(flood)
    eventually(lambda: client.engine_state().clients == 1)
    running.core.gate.set()
    assert client.search(SearchQuery("after it")).total_files == 2
    assert running.core.searches.count("wait") < QUESTION_THREADS


def test_a_client_that_reads_no_answer_is_answered_no_further_until_it_reads(
    running: Running, client: RemoteCore
) -> None:
    text = "long " * 100_000
    flood = flooded(running, text, 3 * MAX_QUESTIONS)
    eventually(lambda: running.core.searches.count(text) > MAX_UNREAD)
    for _ in range(20):
        assert client.search(SearchQuery("a b")).total_files == 2
    assert running.core.searches.count(text) < MAX_QUESTIONS // 2
    for _ in range(3 * MAX_QUESTIONS):
        receive(flood)
    assert running.core.searches.count(text) == 3 * MAX_QUESTIONS
    hang_up(flood)
    eventually(lambda: client.engine_state().clients == 1)


def test_changes_that_take_long_leave_room_for_questions(running: Running, client: RemoteCore) -> None:
    threads = [threading.Thread(target=lambda: client.index(["/wait"])) for _ in range(MAX_CHANGES)]
    for thread in threads:
        thread.start()
    eventually(lambda: running.engine._dispatcher.under_way == MAX_CHANGES)
    assert client.search(SearchQuery("a b")).total_files == 2
    running.core.gate.set()
    for thread in threads:
        thread.join(10)


def test_a_question_over_the_limit_fails_and_its_thread_is_replaced(running: Running, client: RemoteCore) -> None:
    running.engine._dispatcher._questions._limit_s = 0.05
    for _ in range(2 * QUESTION_THREADS):
        with pytest.raises(EngineError, match="took more than"):
            client.search(SearchQuery("wait"))
    running.engine._dispatcher._questions._limit_s = 60.0
    assert client.search(SearchQuery("a b")).total_files == 2


def test_a_question_that_no_engine_answers_ends_at_the_clients_limit(running: Running) -> None:
    ours, theirs = Pipe()
    link = Link(ours, Welcome(PROTOCOL, "test", 1))
    operation = CoreOperations.search
    with pytest.raises(EngineError, match="has not answered for"):
        link.call(operation.name, operation.in_order(SearchQuery("a")), 0.05)
    link.close()
    theirs.close()


def test_an_engine_that_reads_nothing_is_given_up(running: Running) -> None:
    ours, theirs = Pipe()
    link = Link(ours, Welcome(PROTOCOL, "test", 1), send_s=0.1)
    large = CoreOperations.search.in_order(SearchQuery("x" * 4_000_000))
    with pytest.raises(EngineError, match="has ended"):
        link.call("search", large)
    assert link.ended.wait(10)
    theirs.close()


def test_every_question_of_the_table_has_a_limit() -> None:
    limits = {name: entry._timeout_s for name, entry in OPERATIONS.items()}
    endless = {name for name, limit in limits.items() if limit is None}
    assert endless == {"index", "forget", "move", "turn_rules_off"}


def test_a_call_under_way_when_the_engine_ends_fails_with_a_remedy(running: Running, client: RemoteCore) -> None:
    failures: queue.Queue[EngineError] = queue.Queue()

    def ask() -> None:
        try:
            client.search(SearchQuery("wait"))
        except EngineError as error:
            failures.put(error)

    thread = threading.Thread(target=ask)
    thread.start()
    assert running.core.waiting.wait(10)
    running.engine.close()
    error = failures.get(timeout=10)
    thread.join(10)
    assert "has ended" in str(error)
    assert str(error.remedy)


def test_the_address_is_taken_back_when_the_engine_ends(running: Running, client: RemoteCore) -> None:
    running.engine.close()
    assert RemoteCore.to(running.index) is None


def answers(index: Path) -> bool:
    connected = connect(index)
    if connected is not None:
        connected[0].close()
    return connected is not None


@pytest.mark.skipif(os.name == "nt", reason="a named pipe has no file")
def test_an_engine_whose_socket_is_deleted_listens_again_and_keeps_its_clients(
    running: Running, client: RemoteCore
) -> None:
    owner = owner_of(running.index)
    assert owner is not None
    shutil.rmtree(Path(owner.address).parent)
    assert not answers(running.index)
    eventually(lambda: answers(running.index))
    with contextlib.closing(running.client()) as another:
        assert another.engine_pid == client.engine_pid
        another.ping()
    client.ping()


def test_the_proof_of_the_key_is_mutual(running: Running) -> None:
    owner = owner_of(running.index)
    assert owner is not None
    with Client(owner.address) as connection:
        assert not proves_key(connection, b"a stranger's guess")


def test_an_engine_that_dies_while_it_greets_is_none_and_refuses_nobody(running: Running) -> None:
    address = str(running.index / "dying.sock")
    with WriterLock(running.index / "other", program="1.0") as lock, Listener(address) as dying:
        lock.announce(address)
        (running.index / "other" / KEY_FILE).write_bytes((running.index / KEY_FILE).read_bytes())
        hanging_up = threading.Thread(target=lambda: dying.accept().close())
        hanging_up.start()
        assert connect(running.index / "other") is None
        hanging_up.join()
