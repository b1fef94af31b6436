"""Clients take turns, and no question runs or waits without a limit."""

import threading
from collections.abc import Callable, Iterator

import pytest

from app.engine import turns
from app.engine.turns import Question, Turns


class Bench:
    """Questions of clients, and what became of them."""

    def __init__(self, threads: int, limit_s: float = 60.0) -> None:
        self.turns = Turns(threads, limit_s)
        self.started: list[str] = []
        self.replies: list[str] = []
        self.ended: list[str] = []
        self.gate = threading.Event()
        self._changed = threading.Condition()

    def submit(self, client: str, name: str, *, waits: bool = False, gate: threading.Event | None = None) -> bool:
        def answer() -> bytes:
            self._note(self.started, name)
            if waits or gate is not None:
                (gate or self.gate).wait(30)
            return name.encode()

        question = Question(
            answer,
            expire=f"late {name}".encode,
            reply=lambda data: self._note(self.replies, data.decode()),
            done=lambda: self._note(self.ended, name),
        )
        return self.turns.submit(client, question)

    def wait_for(self, holds: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(holds, 20)

    def _note(self, where: list[str], what: str) -> None:
        with self._changed:
            where.append(what)
            self._changed.notify_all()


@pytest.fixture
def make() -> Iterator[Callable[..., Bench]]:
    benches: list[Bench] = []

    def made(threads: int, limit_s: float = 60.0) -> Bench:
        benches.append(Bench(threads, limit_s))
        return benches[-1]

    yield made
    for bench in benches:
        bench.gate.set()
        bench.turns.close()


def test_clients_take_turns_however_many_questions_one_of_them_has(make: Callable[..., Bench]) -> None:
    bench = make(1)
    bench.submit("x", "first", waits=True)
    bench.wait_for(lambda: bench.started == ["first"])
    for name in ("a1", "a2", "a3", "a4", "b1", "c1", "c2"):
        bench.submit(name[0], name)
    bench.gate.set()
    bench.wait_for(lambda: len(bench.replies) == 8)
    assert bench.started == ["first", "a1", "b1", "c1", "a2", "c2", "a3", "a4"]


def test_a_single_question_waits_for_no_queue_of_those_who_send_many(make: Callable[..., Bench]) -> None:
    bench = make(1)
    bench.submit("first", "blocker", waits=True)
    bench.wait_for(lambda: bench.started == ["blocker"])
    for client in range(20):
        for number in range(10):
            bench.submit(f"flood {client}", f"flood {client}.{number}")
    bench.submit("person", "single")
    bench.gate.set()
    bench.wait_for(lambda: len(bench.ended) == 202)
    assert bench.started.index("single") <= 2


@pytest.mark.parametrize(("others_s", "most"), [(600.0, 1), (0.0, 4)])
def test_those_who_flood_share_one_thread_while_others_ask(
    make: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch, others_s: float, most: int
) -> None:
    monkeypatch.setattr(turns, "OTHERS_S", others_s)
    bench = make(4)
    for number in range(4):
        bench.submit(f"person {number}", f"blocker {number}", waits=True)
    bench.wait_for(lambda: len(bench.started) == 4)
    second = threading.Event()
    for number in range(40):
        bench.submit(f"flood {number % 2}", f"flooding {number}", gate=second)
    bench.gate.set()
    bench.wait_for(lambda: len(bench.started) == 4 + most)
    threading.Event().wait(0.2)
    assert len(bench.started) == 4 + most
    second.set()
    bench.wait_for(lambda: len(bench.ended) == 44)


def test_a_client_with_many_questions_has_its_turn_among_single_ones(make: Callable[..., Bench]) -> None:
    bench = make(1)
    bench.submit("first", "blocker", waits=True)
    bench.wait_for(lambda: bench.started == ["blocker"])
    for number in range(30):
        bench.submit("many", f"many {number}")
    for client in range(40):
        bench.submit(f"person {client}", f"single {client}")
    bench.gate.set()
    bench.wait_for(lambda: len(bench.ended) == 71)
    assert bench.started.index("many 0") <= 4


def test_a_client_with_slow_questions_leaves_a_thread_to_others(make: Callable[..., Bench]) -> None:
    bench = make(3)
    for number in range(5):
        bench.submit("slow", f"slow{number}", waits=True)
    bench.submit("quick", "quick")
    bench.wait_for(lambda: bench.replies == ["quick"] and len(bench.started) == 3)
    assert set(bench.started) == {"slow0", "slow1", "quick"}


def test_questions_of_a_client_that_left_are_forgotten(make: Callable[..., Bench]) -> None:
    bench = make(1)
    bench.submit("leaver", "first", waits=True)
    bench.submit("leaver", "second")
    bench.submit("stayer", "other")
    bench.wait_for(lambda: bench.started == ["first"])
    bench.turns.drop("leaver")
    bench.gate.set()
    bench.wait_for(lambda: len(bench.ended) == 3)
    assert "second" not in bench.started
    assert "other" in bench.replies


def test_a_question_over_the_limit_is_answered_once_and_holds_up_nobody(make: Callable[..., Bench]) -> None:
    bench = make(1, limit_s=0.05)
    bench.submit("a", "slow", waits=True)
    bench.wait_for(lambda: bench.replies == ["late slow"])
    bench.turns._limit_s = 60.0
    bench.submit("b", "next")
    bench.wait_for(lambda: "next" in bench.replies)
    bench.gate.set()
    bench.wait_for(lambda: "slow" in bench.ended)
    assert bench.replies == ["late slow", "next"]


def test_a_client_whose_questions_are_all_overdue_is_answered_again(make: Callable[..., Bench]) -> None:
    bench = make(3, 0.05)
    for name in ("a1", "a2"):
        bench.submit("a", name, waits=True)
    bench.wait_for(lambda: len(bench.replies) == 2)
    bench.turns._limit_s = 60.0
    bench.submit("a", "a3")
    bench.wait_for(lambda: "a3" in bench.replies)
    assert bench.ended == ["a3"]


def test_a_question_that_waited_too_long_is_never_run(
    make: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.engine.turns.MAX_OVERDUE", 0)
    bench = make(1, limit_s=0.05)
    bench.submit("a", "slow", waits=True)
    bench.submit("b", "late")
    bench.wait_for(lambda: bench.replies == ["late slow", "late late"])
    bench.gate.set()
    bench.wait_for(lambda: sorted(bench.ended) == ["late", "slow"])
    assert bench.started == ["slow"]


def test_a_closed_queue_takes_nothing_and_forgets_what_waits(make: Callable[..., Bench]) -> None:
    bench = make(1)
    bench.submit("a", "first", waits=True)
    bench.wait_for(lambda: bench.started == ["first"])
    bench.submit("a", "second")
    bench.turns.close()
    assert not bench.submit("a", "third")
    bench.gate.set()
    bench.wait_for(lambda: sorted(bench.ended) == ["first", "second"])
    assert bench.started == ["first"]


def test_a_paused_client_waits_and_goes_on_where_it_was(make: Callable[..., Bench]) -> None:
    bench = make(1)
    bench.submit("slow", "first", waits=True)
    bench.wait_for(lambda: bench.started == ["first"])
    for name in ("second", "third"):
        bench.submit("slow", name)
    bench.turns.pause("slow")
    bench.gate.set()
    bench.submit("other", "single")
    bench.wait_for(lambda: bench.replies == ["first", "single"])
    bench.turns.resume("slow")
    bench.wait_for(lambda: bench.replies == ["first", "single", "second", "third"])


def test_a_client_that_has_left_cannot_be_paused(make: Callable[..., Bench]) -> None:
    bench = make(1)
    bench.turns.drop("gone")
    bench.turns.pause("gone")
    bench.submit("gone", "back again")
    bench.wait_for(lambda: bench.replies == ["back again"])


def test_a_client_is_paused_also_while_none_of_its_questions_waits(make: Callable[..., Bench]) -> None:
    bench = make(2)
    bench.submit("a", "a1", waits=True)
    bench.wait_for(lambda: bench.started == ["a1"])
    bench.turns.pause("a")
    bench.gate.set()
    bench.wait_for(lambda: bench.ended == ["a1"])
    bench.submit("a", "a2")
    bench.submit("b", "b1")
    bench.wait_for(lambda: bench.ended == ["a1", "b1"])
    assert bench.started == ["a1", "b1"]
    bench.turns.resume("a")
    bench.wait_for(lambda: bench.ended == ["a1", "b1", "a2"])


def test_one_that_has_left_is_not_paused_by_the_end_of_its_last_question(make: Callable[..., Bench]) -> None:
    bench = make(2)
    bench.submit("a", "a1", waits=True)
    bench.wait_for(lambda: bench.started == ["a1"])
    bench.turns.drop("a")
    bench.turns.pause("a")
    bench.gate.set()
    bench.wait_for(lambda: bench.ended == ["a1"])
    bench.submit("a", "a2")
    bench.wait_for(lambda: bench.ended == ["a1", "a2"])
