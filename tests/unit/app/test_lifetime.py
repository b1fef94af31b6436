"""When an engine is over."""

import threading

import pytest

from app.engine.lifetime import Lifetime


class Clock:
    """Time that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_it_waits_the_grace_period_for_its_first_client(clock: Clock) -> None:
    life = Lifetime(lambda: False, grace_s=5, clock=clock)
    assert life.seconds_left() == 5
    clock.now += 4
    assert life.seconds_left() == 1
    clock.now += 2
    assert life.seconds_left() == 0


def test_it_does_not_end_while_a_client_is_there(clock: Clock) -> None:
    life = Lifetime(lambda: False, grace_s=5, clock=clock)
    life.joined()
    clock.now += 1000
    assert life.seconds_left() is None


def test_the_grace_period_begins_when_the_last_client_leaves(clock: Clock) -> None:
    life = Lifetime(lambda: False, grace_s=5, clock=clock)
    life.joined()
    life.joined()
    life.left()
    assert life.seconds_left() is None
    clock.now += 50
    life.left()
    assert life.seconds_left() == 5


def test_work_under_way_postpones_the_end(clock: Clock) -> None:
    busy = [True]
    life = Lifetime(lambda: busy[0], grace_s=5, clock=clock)
    clock.now += 50
    assert life.seconds_left() == 5
    busy[0] = False
    clock.now += 5
    assert life.seconds_left() == 0


def test_one_that_is_kept_ends_only_when_asked(clock: Clock) -> None:
    life = Lifetime(lambda: False, keep=True, grace_s=5, clock=clock)
    clock.now += 1000
    assert life.seconds_left() is None
    life.stop()
    assert life.seconds_left() == 0


def test_one_that_is_to_stay_after_it_began_ends_only_when_asked(clock: Clock) -> None:
    life = Lifetime(lambda: False, grace_s=5, clock=clock)
    life.keep()
    clock.now += 1000
    assert life.seconds_left() is None
    assert life.keeps_running


def test_stopping_wakes_who_waits_even_with_clients_connected() -> None:
    life = Lifetime(lambda: False)
    life.joined()
    over = threading.Event()

    def wait() -> None:
        life.wait()
        over.set()

    threading.Thread(target=wait, daemon=True).start()
    life.stop()
    assert over.wait(10)


def test_a_client_comes_in_while_it_is_asked_whether_there_is_work() -> None:
    request, answer, came = threading.Event(), threading.Event(), threading.Event()

    def is_busy() -> bool:
        request.set()
        answer.wait(30)  # as for a folder on a server that is away
        return False

    life = Lifetime(is_busy, grace_s=0)
    waiting = threading.Thread(target=life.wait)
    waiting.start()
    assert request.wait(30)
    coming = threading.Thread(target=lambda: (life.joined(), came.set()))
    coming.start()
    came_in_time = came.wait(5)
    answer.set()
    coming.join(30)
    assert came_in_time
    waiting.join(0.2)
    assert waiting.is_alive()  # it does not end while a client is there
    life.stop()
    waiting.join(30)
    assert not waiting.is_alive()
