from datetime import UTC, datetime, timedelta

from roastery_worker.retry import MAX_ATTEMPTS, next_attempt

NOW = datetime(2025, 5, 1, tzinfo=UTC)


def always_one() -> float:
    return 1.0


def test_the_wait_doubles():
    waits = [next_attempt(attempts, NOW, always_one) - NOW for attempts in (1, 2, 3)]
    assert waits == [timedelta(seconds=30), timedelta(seconds=60), timedelta(seconds=120)]


def test_half_of_the_wait_is_drawn():
    assert next_attempt(1, NOW, lambda: 0.0) == NOW + timedelta(seconds=15)


def test_after_eight_attempts_it_gives_up():
    assert next_attempt(MAX_ATTEMPTS, NOW, always_one) is None
