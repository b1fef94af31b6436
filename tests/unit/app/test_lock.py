"""One writer for each index, whatever happened to the last one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.engine import lock as lock_module
from app.engine.lock import LOCK_FILE, OWNER_FILE, Owner, WriterLock, owner_of
from search.errors import IndexLockedError, IndexWriteError

HOLD = """
import sys
from pathlib import Path
from app.engine.lock import WriterLock
WriterLock(Path(sys.argv[1]), program="test").acquire()
print("held", flush=True)
sys.stdin.read()
"""


def _holder(index: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", HOLD, str(index)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().split() == [b"held"]
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def test_the_second_writer_is_refused_and_told_who_the_first_is(tmp_path: Path) -> None:
    process = _holder(tmp_path)
    try:
        with pytest.raises(IndexLockedError, match=f"process {process.pid}") as caught:
            WriterLock(tmp_path, program="test").acquire()
        assert str(caught.value.remedy)
    finally:
        _end(process)


def test_a_killed_holder_blocks_nobody(tmp_path: Path) -> None:
    process = _holder(tmp_path)
    _end(process)
    assert owner_of(tmp_path) is not None, "it had no chance to clean up"
    with WriterLock(tmp_path, program="test"):
        owner = owner_of(tmp_path)
        assert owner is not None
        assert owner.pid == os.getpid()


def test_a_pid_that_another_process_has_now_blocks_nobody(tmp_path: Path) -> None:
    tmp_path.joinpath(OWNER_FILE).write_text(json.dumps({"pid": 1, "started": 5.0, "program": "", "address": ""}))
    with WriterLock(tmp_path, program="test"):
        assert owner_of(tmp_path) is not None


@pytest.mark.parametrize("alive", [True, False])
def test_without_locks_of_the_file_system_pid_and_start_time_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, alive: bool
) -> None:
    monkeypatch.setattr(lock_module, "_try_lock", lambda _handle: None)
    process = _holder(tmp_path)
    try:
        if alive:
            with pytest.raises(IndexLockedError, match=f"process {process.pid}"):
                WriterLock(tmp_path, program="test").acquire()
        else:
            _end(process)
            WriterLock(tmp_path, program="test").acquire()
    finally:
        _end(process)


@pytest.mark.parametrize("left", [b"", b"{", b"[1]", b'{"pid": "x"}', b"\xff\xfe"])
def test_an_unreadable_owner_file_is_no_owner(tmp_path: Path, left: bytes) -> None:
    tmp_path.joinpath(OWNER_FILE).write_bytes(left)
    assert owner_of(tmp_path) is None
    with WriterLock(tmp_path, program="test"):
        assert owner_of(tmp_path) is not None


def test_the_address_can_be_announced_and_is_gone_with_the_lock(tmp_path: Path) -> None:
    with WriterLock(tmp_path, program="1.2") as lock:
        lock.announce("somewhere")
        owner = owner_of(tmp_path)
        assert owner == Owner(os.getpid(), owner.started if owner else 0.0, "1.2", "somewhere")
    assert owner_of(tmp_path) is None


def test_an_index_folder_that_cannot_be_made_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    tmp_path.joinpath("file").write_text("in the way")
    with pytest.raises(IndexWriteError, match="cannot be written") as caught:
        WriterLock(tmp_path / "file" / "index", program="test").acquire()
    assert "--index" in str(caught.value.remedy)


def test_one_that_only_asks_has_the_lock_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with WriterLock(tmp_path, program="test"):
        pass
    in_the_way = tmp_path / "engine.json.draft"
    in_the_way.mkdir()
    monkeypatch.setattr("search.atomic_write.draft_beside", lambda _path: in_the_way)
    with pytest.raises(IndexWriteError, match="cannot be written"):
        WriterLock(tmp_path, program="test").acquire()
    with WriterLock(tmp_path, program="test", only_asks=True) as lock:
        assert lock.holds()
        with pytest.raises(IndexLockedError):
            WriterLock(tmp_path, program="test", only_asks=True).acquire()


def test_the_lock_file_stays_so_that_two_processes_never_lock_two_files(tmp_path: Path) -> None:
    with WriterLock(tmp_path, program="test"):
        pass
    assert tmp_path.joinpath(LOCK_FILE).exists()
