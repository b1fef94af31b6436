"""The engine as a process of its own: found, shared, killed, replaced, and never left behind."""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.cli.main import main
from app.engine import channel, lock, spawn
from app.engine.client import RemoteCore
from app.engine.lock import end_older_engine, owner_of
from app.engine.spawn import replace_older_engine, start_engine
from app.installation import version
from search.errors import EngineError, IndexLockedError, NotFoundError
from search.events import Event, Notice
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery

WORDS = RankSettings(mode=Mode.KEYWORD)

CLIENT = """
import sys
from pathlib import Path
from typing import Any
from app.engine.client import RemoteCore
core = RemoteCore.to(Path(sys.argv[1]))
core.ping()
print("connected", flush=True)
sys.stdin.read()
"""


FULL_COLLECTION = """
import gc, sys
from pathlib import Path
from typing import Any
from app.composition import run_engine
from app.engine.process import Engine
Engine.wait = lambda self: print(gc.get_freeze_count(), len(gc.get_objects()))
run_engine(Path(sys.argv[1]), config=None, keep=True, grace_s=None)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    folder.joinpath("lease.md").write_text("# Lease\n\nThe worker renews its lease every ten seconds.\n")
    folder.joinpath("store.py").write_text("def open_store(path):\n    return path\n")
    return folder


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    index = tmp_path / "index"
    yield index
    _end_all(index)


def _end_all(index: Path) -> None:
    """End engines of this test that are still there: only those that this process started."""
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it may end by itself meanwhile
            if str(index) in " ".join(child.cmdline()):
                child.kill()
                child.wait(10)


def _connected(index: Path) -> RemoteCore:
    core = RemoteCore.to(index)
    assert core is not None
    return core


def _wait_until_ended(pid: int) -> None:
    """Return when a process has ended; it is our child, or a grandchild that was given to us."""
    psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=30)
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_what_one_client_indexes_another_finds(index: Path, folder: Path) -> None:
    start_engine(index)
    first, second = _connected(index), _connected(index)
    report = first.index([str(folder)], semantic=False)
    assert (report.files, report.failed) == (2, 0)
    result = second.search(SearchQuery("renews lease", WORDS))
    assert result.files[0].path == "lease.md"
    assert second.file_text(result.files[0].file_id, OWNER).text.startswith("# Lease")
    assert second.why(str(folder / "lease.md"), OWNER).state == "indexed"
    first.close()
    second.close()


def test_two_engines_started_at_once_become_one(index: Path) -> None:
    pids: list[int] = []
    threads = [threading.Thread(target=lambda: pids.append(start_engine(index))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(pids) == 2
    assert pids[0] == pids[1]


def test_a_killed_client_leaves_the_engine_answering(index: Path) -> None:
    start_engine(index)
    with subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(index)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"connected\n"
        client.kill()
    core = _connected(index)
    core.ping()
    core.close()


def test_an_engine_ends_after_its_last_client_even_when_that_was_killed(index: Path) -> None:
    pid = start_engine(index, grace_s=5.0)
    with subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(index)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"connected\n"
        client.kill()
    _wait_until_ended(pid)
    assert owner_of(index) is None
    assert RemoteCore.to(index) is None


def test_a_killed_engine_is_noticed_and_the_next_call_starts_another(index: Path, folder: Path) -> None:
    core = RemoteCore.starting(index, lambda: start_engine(index))
    core.index([str(folder)], semantic=False)
    killed = core.engine_pid
    os.kill(killed, signal.SIGKILL)
    _wait_until_ended(killed)
    assert core.search(SearchQuery("lease", WORDS)).files[0].path == "lease.md"
    assert core.engine_pid != killed
    core.close()


def test_a_pause_outlives_an_engine_that_is_killed_and_ends_where_a_person_ends_it(
    index: Path, folder: Path
) -> None:
    core = RemoteCore.starting(index, lambda: start_engine(index))
    core.index([str(folder)], semantic=False)
    core.pause(paused=True)
    folder.joinpath("late.md").write_text("# Late\n\nWritten while nobody looked: zebra.\n")
    killed = core.engine_pid
    os.kill(killed, signal.SIGKILL)
    _wait_until_ended(killed)
    assert core.status(OWNER).activity.paused
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    stop = core.subscribe(events.put)
    indexing = threading.Thread(target=lambda: core.index([str(folder)], semantic=False))
    indexing.start()
    while not isinstance(notice := events.get(timeout=20), Notice):
        pass
    assert "paused" in str(notice.message)
    assert core.search(SearchQuery("zebra", WORDS)).files == ()
    core.pause(paused=False)
    indexing.join(60)
    stop()
    assert [file.path for file in core.search(SearchQuery("zebra", WORDS)).files] == ["late.md"]
    os.kill(core.engine_pid, signal.SIGKILL)
    _wait_until_ended(core.engine_pid)
    assert not core.status(OWNER).activity.paused
    core.close()


def test_without_leave_to_start_one_a_killed_engine_is_an_error_with_a_remedy(index: Path) -> None:
    pid = start_engine(index)
    core = _connected(index)
    os.kill(pid, signal.SIGKILL)
    _wait_until_ended(pid)
    with pytest.raises(EngineError) as caught:
        core.status(OWNER)
    assert str(caught.value.remedy)
    core.close()


def test_an_engine_told_to_stop_is_gone_and_gives_the_lock_back(index: Path) -> None:
    pid = start_engine(index, keep=True)
    core = _connected(index)
    core.stop_engine()
    core.close()
    _wait_until_ended(pid)
    assert owner_of(index) is None


def test_the_terminate_signal_ends_an_engine_in_order(index: Path) -> None:
    pid = start_engine(index, keep=True)
    os.kill(pid, signal.SIGTERM)
    _wait_until_ended(pid)
    assert owner_of(index) is None


def test_an_error_in_the_engine_arrives_as_what_it_is(index: Path) -> None:
    start_engine(index)
    core = _connected(index)
    with pytest.raises(NotFoundError, match="not-there"):
        core.index([str(index / "not-there")])
    core.close()


def test_an_engine_that_cannot_start_says_why_in_one_line(index: Path) -> None:
    index.mkdir()
    index.joinpath("index.json").write_text('{"schema": 99, "program": "9.0"}')
    with pytest.raises(EngineError, match=r"9\.0") as caught:
        start_engine(index)
    assert "\n" not in caught.value.one_line()


def test_a_damaged_index_is_set_aside_and_made_anew_with_its_roots(index: Path, folder: Path) -> None:
    first = RemoteCore.starting(index, lambda: start_engine(index))
    first.index([str(folder)], semantic=False)
    pid = first.engine_pid
    first.stop_engine()
    first.close()
    _wait_until_ended(pid)
    index.joinpath("index.json").write_text("{broken")
    core = RemoteCore.starting(index, lambda: start_engine(index))
    core.index([str(folder)], semantic=False)
    assert core.search(SearchQuery("renews lease", WORDS)).files[0].path == "lease.md"
    assert "was damaged" in str(core.status(OWNER).notices[0])
    assert index.with_name("index.damaged-1").joinpath("index.json").read_text() == "{broken"
    core.close()


def test_an_index_that_a_command_keeps_is_locked_for_others(index: Path, folder: Path) -> None:
    from app.engine.lock import WriterLock

    start_engine(index)
    with pytest.raises(IndexLockedError):
        WriterLock(index, program="test").acquire()


def test_an_engine_of_another_version_is_told_of_and_ended_by_the_command(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pid = start_engine(index, keep=True)
    monkeypatch.setattr(channel, "PROTOCOL", channel.PROTOCOL + 1)
    assert main(["status", "--index", str(index)]) == 1
    assert "to another version of Dowse" in (err := capsys.readouterr().err)
    assert "dowse engine stop" in err
    assert main(["engine", "stop", "--index", str(index)]) == 0
    assert f"process {pid}" in capsys.readouterr().out
    _wait_until_ended(pid)
    assert main(["engine", "stop", "--index", str(index)]) == 0
    assert "No engine runs" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be suspended there")
def test_an_engine_that_is_too_busy_to_answer_is_told_of_and_can_be_stopped(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pid = start_engine(index, keep=True)
    monkeypatch.setattr(channel, "HANDSHAKE_S", 0.5)
    monkeypatch.setattr(lock, "END_S", 0.5)
    psutil.Process(pid).suspend()
    assert main(["status", "--index", str(index)]) == 1
    assert f"the engine (process {pid}) is busy" in (err := capsys.readouterr().err)
    assert "refused" not in err
    assert "dowse engine stop" in err
    assert main(["engine", "stop", "--index", str(index)]) == 0
    assert f"process {pid}" in capsys.readouterr().out
    _wait_until_ended(pid)


def test_a_client_that_starts_engines_replaces_one_of_an_older_version(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = start_engine(index, keep=True)
    with contextlib.closing(RemoteCore.starting(index, lambda: start_engine(index))) as same:
        assert same.engine_pid == pid
    monkeypatch.setattr(spawn, "VERSION", "99.0.0")
    with contextlib.closing(RemoteCore.starting(index, lambda: start_engine(index))) as newer:
        assert newer.engine_pid != pid
        _wait_until_ended(pid)


@pytest.mark.parametrize("command", [["search", "lease"], ["roots"], ["engine", "start"]])
def test_a_command_of_a_newer_version_replaces_the_engine_by_one_that_stays_as_well(
    folder: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.delenv("DOWSE_ENGINE", raising=False)
    settings = tmp_path / "own.toml"
    settings.write_text("")
    assert main(["-q", "index", str(folder), "--index", str(index)]) == 0
    pid = start_engine(index, keep=True, config=settings)
    assert main([*command, "--index", str(index)]) == 0
    assert _connected(index).engine_pid == pid
    monkeypatch.setattr(version, "VERSION", "99.0.0")
    monkeypatch.setattr(spawn, "VERSION", "99.0.0")
    assert main([*command, "--index", str(index)]) == 0
    _wait_until_ended(pid)
    successor = _connected(index)
    assert successor.engine_state().keeps_running
    assert str(settings) in psutil.Process(successor.engine_pid).cmdline()


def test_an_engine_that_a_search_started_stays_once_a_person_wants_it_to(index: Path) -> None:
    pid = start_engine(index, grace_s=0.5)
    with contextlib.closing(_connected(index)) as core:
        assert not core.engine_state().keeps_running
        assert main(["engine", "start", "--keep", "--index", str(index)]) == 0
        assert core.engine_state().keeps_running
        assert core.engine_pid == pid


def test_an_engine_that_was_made_to_stay_later_is_replaced_by_one_that_stays_as_well(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = start_engine(index)
    assert main(["engine", "start", "--keep", "--index", str(index)]) == 0
    assert _connected(index).engine_pid == pid
    monkeypatch.setattr(spawn, "VERSION", "99.0.0")
    assert main(["engine", "start", "--index", str(index)]) == 0
    _wait_until_ended(pid)
    assert _connected(index).engine_state().keeps_running


def test_an_open_window_that_starts_the_next_engine_first_does_not_keep_it_from_staying(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = start_engine(index, keep=True)

    def end_and_start(*arguments: Any) -> tuple[str, ...]:
        command = end_older_engine(*arguments)
        start_engine(index)  # as a window does as soon as its engine has ended
        return command

    monkeypatch.setattr(spawn, "VERSION", "99.0.0")
    monkeypatch.setattr(spawn, "end_older_engine", end_and_start)
    replace_older_engine(index)
    _wait_until_ended(pid)
    assert _connected(index).engine_state().keeps_running


def test_a_window_whose_index_is_deleted_is_told_so_and_not_that_nothing_is_lost(index: Path) -> None:
    core = RemoteCore.starting(index, lambda: start_engine(index), revives=True)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    core.subscribe(events.put)
    core.ping()
    shutil.rmtree(index)
    while not isinstance(notice := events.get(timeout=60), Notice):
        pass
    assert "the index folder was deleted or moved" in str(notice.message)
    assert "Nothing" not in str(notice.remedy)
    core.stop_engine()
    core.close()


def test_a_collection_of_garbage_leaves_out_what_the_start_of_an_engine_made(index: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-P", "-c", FULL_COLLECTION, str(index)], check=True, capture_output=True, text=True
    )
    left_out, gone_through = map(int, process.stdout.split()[-2:])
    assert left_out > 10 * gone_through
