"""What counts as a crash: a process that ended in the middle of its work, and nothing else."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from search.embedding.crashes import COUNTED_S, FOLDER, Crashes

WORK = "loading a model"

PROCESS = f"""
import os, sys
from pathlib import Path
from search.embedding.crashes import Crashes
with Crashes(Path(sys.argv[1]), {WORK!r}).watched():
    print("begun", flush=True)
    if sys.stdin.readline() == "crash":
        os._exit(9)
"""


@pytest.fixture
def crashes(tmp_path: Path) -> Crashes:
    return Crashes(tmp_path, WORK)


def begun(cache: Path) -> subprocess.Popen[str]:
    """Start a process that has begun its work, and crashes or ends in order as its input says."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROCESS, str(cache)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def test_processes_at_work_are_no_crashes_and_those_that_crash_are(tmp_path: Path, crashes: Crashes) -> None:
    with ExitStack() as running:
        processes = [running.enter_context(begun(tmp_path)) for _ in range(3)]
        assert crashes.count() == 0
        for process, ends in zip(processes, ("crash", "crash", "in order"), strict=True):
            process.communicate(ends)
    assert crashes.count() == 2
    assert Crashes(tmp_path, "loading another model").count() == 0
    crashes.forget()
    assert crashes.count() == 0


def test_neither_an_end_nor_an_exception_is_a_crash(tmp_path: Path, crashes: Crashes) -> None:
    with crashes.watched():
        pass
    with pytest.raises(ValueError, match="no crash"), crashes.watched():
        raise ValueError("no crash")
    assert crashes.count() == 0
    assert list((tmp_path / FOLDER).iterdir()) == []


def test_a_crash_no_longer_counts_after_a_week(tmp_path: Path, crashes: Crashes) -> None:
    with begun(tmp_path) as process:
        process.communicate("crash")
    (left,) = (tmp_path / FOLDER).iterdir()
    now = left.stat().st_mtime
    for age, count in ((COUNTED_S - 60.0, 1), (COUNTED_S + 60.0, 0)):
        os.utime(left, (now - age, now - age))
        assert crashes.count() == count
    assert not left.exists()


def test_what_is_no_record_of_a_process_does_not_count(tmp_path: Path, crashes: Crashes) -> None:
    with crashes.watched():
        (record,) = (tmp_path / FOLDER).iterdir()
        digest = record.name.split("-")[0]
    (tmp_path / FOLDER / f"{digest}-x-y-z").touch()
    assert crashes.count() == 0


def test_where_nothing_can_be_written_nothing_is_counted(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    crashes = Crashes(tmp_path / "cache", WORK)
    with crashes.watched():
        assert crashes.count() == 0
    crashes.forget()
