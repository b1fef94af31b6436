"""The most important faults, a few times each; ``make faults`` brings all of them about, many times."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import file_faults
from tests.faults.branch_kills import Switching
from tests.faults.engine_faults import Scene, file_damaged, folder_deleted
from tests.faults.engines import Engines
from tests.faults.folder_faults import events_lost
from tests.faults.killing import Killing
from tests.faults.outcome import Outcome
from tests.faults.points import point_outcomes
from tests.faults.trees import Tree

SEED = 11
KILLS = (
    "killed while indexing",
    "killed while updating",
    "killed while compacting",
    "killed while forgetting",
    "killed while changing the model",
    "killed while upgrading",
    "killed while starting",
    "killed while switching the branch",
)

pytestmark = pytest.mark.timeout(600)  # engines are started and killed; a busy machine takes minutes


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engines]:
    folder = tmp_path_factory.mktemp("engines")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        with Engines(folder / "engines.log") as made:
            yield made


def _counts(outcome: Outcome) -> tuple[int, int, tuple[str, ...]]:
    assert outcome.times > 0
    return outcome.lost, outcome.duplicated, outcome.wrong


@pytest.mark.heavy
def test_an_engine_killed_while_it_works_loses_and_doubles_nothing(tmp_path: Path, engines: Engines) -> None:
    outcomes = [
        *Killing(tmp_path / "one", SEED, engines, Tree(tmp_path / "one" / "tree", 20, SEED)).run(1),
        *Switching(tmp_path / "branches", SEED, engines, files=20).run(1),
    ]
    assert {outcome.fault: _counts(outcome) for outcome in outcomes} == dict.fromkeys(KILLS, (0, 0, ()))


@pytest.mark.heavy
@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="the shim needs Linux and a compiler"
)
def test_a_change_that_fails_or_is_torn_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for outcome in point_outcomes(tmp_path, SEED, 3):
        assert _counts(outcome) == (0, 0, ()), outcome


@pytest.mark.heavy
def test_a_data_file_that_is_damaged_loses_nothing_and_somebody_is_told(tmp_path: Path, engines: Engines) -> None:
    assert _counts(file_damaged(Scene(tmp_path, SEED, engines))) == (0, 0, ())


def test_an_engine_whose_index_was_deleted_ends_and_the_next_one_begins_anew(
    tmp_path: Path, engines: Engines
) -> None:
    assert _counts(folder_deleted(Scene(tmp_path, SEED, engines))) == (0, 0, ())


@pytest.mark.skipif(sys.platform != "linux", reason="the queue is inotify's")
def test_changes_that_overflow_the_queue_of_events_are_found(tmp_path: Path, engines: Engines) -> None:
    assert _counts(events_lost(Scene(tmp_path, SEED, engines))) == (0, 0, ())


def test_files_that_vanish_while_they_are_read_are_gone_and_no_other_is(tmp_path: Path) -> None:
    assert _counts(file_faults.vanishing(tmp_path, SEED)) == (0, 0, ())


def test_odd_names_are_indexed_renamed_and_deleted(tmp_path: Path) -> None:
    assert _counts(file_faults.odd_names(tmp_path)) == (0, 0, ())


def test_an_unmounted_drive_keeps_its_rows_and_comes_back(tmp_path: Path) -> None:
    assert _counts(file_faults.mount_vanishes(tmp_path, SEED)) == (0, 0, ())
