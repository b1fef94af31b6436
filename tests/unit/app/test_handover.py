"""An engine that ends in order answers what is under way, and its clients ask the next one for the rest."""

import queue
import threading
from collections.abc import Callable, Iterator

import pytest

from app.cli.open_core import Opening, opened_core
from app.engine.client import RemoteCore
from app.engine.process import Engine
from search.errors import EngineError
from search.types.query import SearchQuery
from search.types.results import SearchResult
from tests.fakes.core import EchoCore
from tests.unit.app.conftest import Running

Outcome = SearchResult | EngineError


@pytest.fixture
def start_next(running: Running) -> Iterator[Callable[[], None]]:
    """Start another engine in place of the first, which has ended."""
    engines: list[Engine] = []

    def start() -> None:
        core = EchoCore()
        core.gate.set()
        engine = Engine(core, running.index, running.engine._lock)
        engine.start()
        engines.append(engine)

    yield start
    for engine in engines:
        engine.close()


def _outcome_of(ask: Callable[[], SearchResult]) -> "queue.Queue[Outcome]":
    """Ask in another thread, and return where the outcome will be."""
    outcomes: queue.Queue[Outcome] = queue.Queue()

    def run() -> None:
        try:
            outcomes.put(ask())
        except EngineError as error:
            outcomes.put(error)

    threading.Thread(target=run, daemon=True).start()
    return outcomes


def test_a_question_under_way_is_answered_before_the_engine_ends(running: Running, client: RemoteCore) -> None:
    outcomes = _outcome_of(lambda: client.search(SearchQuery("wait")))
    assert running.core.waiting.wait(10)
    ending = threading.Thread(target=lambda: (running.engine.finish(), running.engine.close()))
    ending.start()
    running.core.gate.set()
    outcome = outcomes.get(timeout=10)
    assert isinstance(outcome, SearchResult)
    ending.join(10)


def test_a_question_that_was_cut_off_is_asked_of_the_next_engine(
    running: Running, client: RemoteCore, start_next: Callable[[], None]
) -> None:
    client.start_next(start_next)
    outcomes = _outcome_of(lambda: client.search(SearchQuery("wait")))
    assert running.core.waiting.wait(10)
    running.engine.close()
    assert isinstance(outcomes.get(timeout=10), SearchResult)


def test_a_change_that_was_cut_off_is_not_made_twice(
    running: Running, client: RemoteCore, start_next: Callable[[], None]
) -> None:
    client.start_next(start_next)
    outcomes = _outcome_of(lambda: client.call("search", (SearchQuery("wait"),), SearchResult, repeatable=False))
    assert running.core.waiting.wait(10)
    running.engine.close()
    assert "has ended" in str(outcomes.get(timeout=10))


def test_an_engine_that_a_person_stopped_is_not_started_by_what_it_cut_off(
    running: Running, client: RemoteCore, start_next: Callable[[], None]
) -> None:
    client.start_next(start_next)
    outcomes = _outcome_of(lambda: client.search(SearchQuery("wait")))
    assert running.core.waiting.wait(10)
    running.engine._dispatcher.stop_engine()
    running.engine.close()
    assert "has ended" in str(outcomes.get(timeout=10))
    assert RemoteCore.to(running.index) is None


def test_a_question_that_comes_while_the_engine_ends_is_asked_of_the_next_one(
    running: Running, client: RemoteCore, start_next: Callable[[], None]
) -> None:
    client.start_next(start_next)
    slow = _outcome_of(lambda: client.search(SearchQuery("wait")))
    assert running.core.waiting.wait(10)
    ending = threading.Thread(target=lambda: (running.engine.finish(), running.engine.close()))
    ending.start()
    late = _outcome_of(lambda: client.search(SearchQuery("a b")))
    running.core.gate.set()
    assert isinstance(slow.get(timeout=10), SearchResult)
    assert isinstance(late.get(timeout=10), SearchResult)
    ending.join(10)


def test_a_command_that_asks_starts_the_next_engine_by_itself(
    running: Running, start_next: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOWSE_ENGINE")
    monkeypatch.setattr("app.engine.spawn.start_engine", lambda *_, **__: start_next())
    with opened_core(running.index, Opening()) as core:
        running.engine.close()
        assert core.search(SearchQuery("a b")).total_files == 2
