"""The judging of replayed answers."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[2]))

from benchmarks.answers import replay
from benchmarks.answers.confidence import calibration_error
from benchmarks.answers.judging import Blend, as_answered, blended, comparison, interval, judged, mean
from benchmarks.answers.questions import Question
from benchmarks.answers.replay import RankedFile, Replayed


def _file(path: str, score: float, *, pinned: bool = False) -> RankedFile:
    return RankedFile(path, score, pinned, {"words": score}, (f"{path}\n\ntext",))


def _replayed(repository: str, target: str, files: tuple[RankedFile, ...]) -> Replayed:
    return Replayed(repository, "python", Question("how is it read", "concept", (target,), whole_path=True), files)


@pytest.fixture
def replays() -> list[Replayed]:
    files = tuple(_file(f"{letter}.py", 0.9 - 0.1 * rank) for rank, letter in enumerate("abcde"))
    return [_replayed("one", "d.py", files), _replayed("two", "a.py", files)]


READS = {0: [0.0, 0.0, 0.0, 1.0], 1: [0.0, 0.0, 0.0, 1.0]}


def test_weight_zero_leaves_the_order_alone(replays: list[Replayed]) -> None:
    assert judged(replays, blended(READS, Blend(0.0, 4))) == judged(replays, as_answered)


def test_weight_one_gives_the_readers_order_of_the_first_files(replays: list[Replayed]) -> None:
    assert blended(READS, Blend(1.0, 4))(0, replays[0]) == ["d.py", "a.py", "b.py", "c.py", "e.py"]


def test_a_small_weight_moves_a_file_past_close_ones_only(replays: list[Replayed]) -> None:
    assert blended(READS, Blend(0.15, 4))(0, replays[0]) == ["a.py", "b.py", "d.py", "c.py", "e.py"]


def test_an_answer_with_a_pinned_file_is_not_read() -> None:
    answer = _replayed("one", "b.py", (_file("a.py", 0.5, pinned=True), _file("b.py", 0.4)))
    assert blended({0: [0.0, 1.0]}, Blend(1.0, 2))(0, answer) == ["a.py", "b.py"]


def test_an_identifier_is_not_read(replays: list[Replayed]) -> None:
    named = replace(replays[0], question=replace(replays[0].question, text="renewLease"))
    assert blended(READS, Blend(1.0, 4))(0, named) == as_answered(0, named)


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("how leases are renewed", False),
        ("renewal of leases", False),
        ("how are leases renewed", True),
        ("fix the parser", True),
    ],
)
def test_a_heading_is_not_read_but_for_requests(replays: list[Replayed], text: str, is_read: bool) -> None:
    answer = replace(replays[0], question=replace(replays[0].question, text=text))
    assert (blended(READS, Blend(1.0, 4))(0, answer) != as_answered(0, answer)) is is_read


def test_the_mean_counts_each_repository_once(replays: list[Replayed]) -> None:
    results = judged([replays[0], replays[1], replays[1]], as_answered)
    assert mean(results, lambda result: float(result.first)) == 0.5


def test_the_interval_of_no_difference_is_empty(replays: list[Replayed]) -> None:
    results = judged(replays, as_answered)
    assert interval(results, results, lambda result: result.ndcg) == (0.0, 0.0)


def test_the_interval_contains_the_difference(replays: list[Replayed]) -> None:
    before, after = judged(replays, as_answered), judged(replays, blended(READS, Blend(1.0, 4)))
    low, high = interval(before, after, lambda result: result.ndcg)
    difference = mean(after, lambda result: result.ndcg) - mean(before, lambda result: result.ndcg)
    assert low < difference < high
    assert low < 0.0 < high


def test_the_table_has_the_figures_before_and_after(replays: list[Replayed]) -> None:
    before, after = judged(replays, as_answered), judged(replays, blended(READS, Blend(1.0, 4)))
    assert "| all | 2 | 0.715 | 0.815 | +0.100" in comparison("Own", before, after)


def test_a_replay_is_read_as_it_was_written(replays: list[Replayed], tmp_path: Path) -> None:
    replay.write(tmp_path / "set" / "one.jsonl", replays)
    assert replay.read(tmp_path / "set" / "one.jsonl") == replays


def test_the_calibration_error_is_how_far_confidence_and_observation_lie_apart() -> None:
    values, happened, equal_weights = (
        np.array([0.1, 0.1, 0.95, 0.95]),
        np.array([False, False, True, False]),
        np.ones(4),
    )
    assert calibration_error(values, happened, equal_weights) == pytest.approx((2 * 0.1 + 2 * 0.45) / 4)
    assert calibration_error(values, happened, np.array([1.0, 1.0, 0.0, 0.0])) == pytest.approx(0.1)
