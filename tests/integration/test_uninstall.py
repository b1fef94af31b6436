"""What Dowse keeps on a machine is listed, and taken away after a yes."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.main import main
from app.desktop.window_calls import window_process
from app.engine.client import RemoteCore
from app.engine.lock import is_written
from app.engine.spawn import start_engine
from app.installation.locations import INDEX_VARIABLE

Capture = pytest.CaptureFixture[str]

if sys.platform != "linux":
    pytest.skip("the folders are those of Linux", allow_module_level=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """Return a home with an index of one folder, settings, a cache, a window's state and an entry at login."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv(INDEX_VARIABLE, raising=False)
    for path in ("config/dowse/config.toml", "cache/dowse/models/a.bin", "state/dowse/window.json"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "lease.md").write_text("# The lease\n")
    assert main(["index", str(tmp_path / "shop"), "--no-semantic"]) == 0
    assert main(["engine", "autostart", "on"]) == 0
    capsys.readouterr()
    return tmp_path


def kinds(capsys: Capture, *arguments: str) -> list[tuple[str, bool]]:
    assert main(["uninstall", "--json", *arguments]) == 0
    return [(item["kind"], item["removed"]) for item in json.loads(capsys.readouterr().out)]


def test_everything_is_listed_and_nothing_removed_without_a_yes(home: Path, capsys: Capture) -> None:
    assert main(["uninstall"]) == 2
    output = capsys.readouterr()
    assert str(home / "data" / "dowse" / "index") in output.out
    assert "Add --yes." in output.err
    assert kinds(capsys) == [
        ("index", False),
        ("settings", False),
        ("cache", False),
        ("window", False),
        ("login", False),
    ]


def test_a_yes_takes_everything_away_but_the_folders_of_the_person(home: Path, capsys: Capture) -> None:
    start_engine(home / "data" / "dowse" / "index")
    assert main(["uninstall", "--yes"]) == 0
    removal = capsys.readouterr().err.splitlines()[-1]
    assert removal.endswith(" dowse")
    assert sys.executable in removal
    assert RemoteCore.to(home / "data" / "dowse" / "index") is None
    assert list(home.glob("*/dowse")) == []
    assert not (home / "config" / "autostart").exists()
    assert (home / "shop" / "lease.md").read_text() == "# The lease\n"
    assert kinds(capsys) == []


def test_a_coding_agent_that_was_connected_is_disconnected(home: Path, capsys: Capture) -> None:
    configuration = home / ".claude.json"
    configuration.write_text('{"mine": 1}')
    assert main(["mcp", "install", "cursor"]) == 0
    assert main(["mcp", "install", "claude-code"]) == 0
    capsys.readouterr()
    assert ("agent", True) in kinds(capsys, "--yes")
    assert json.loads(configuration.read_text())["mine"] == 1
    assert "dowse" not in configuration.read_text()
    assert not (home / ".cursor").exists()
    assert kinds(capsys) == []


def test_a_file_of_somebody_else_in_the_folder_of_the_index_stays(home: Path) -> None:
    mine = home / "data" / "dowse" / "index" / "mine.txt"
    mine.write_text("mine")
    assert main(["uninstall", "--yes"]) == 0
    assert [path.name for path in mine.parent.iterdir()] == ["mine.txt"]


def test_a_folder_that_is_no_index_is_not_removed(home: Path, capsys: Capture) -> None:
    assert ("index", True) not in kinds(capsys, "--yes", "--index", str(home / "shop"))
    assert (home / "shop" / "lease.md").exists()


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.1)


def _started(home: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-P", "-m", "app", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd()), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, cwd=home)


@pytest.mark.parametrize("arguments", [["index", "shop", "--no-semantic", "--watch"], []])
def test_nothing_is_removed_while_another_program_uses_the_index(
    home: Path, capsys: Capture, arguments: list[str]
) -> None:
    index = home / "data" / "dowse" / "index"
    program = _started(home, *arguments)
    try:
        until(lambda: is_written(index) if arguments else window_process(index) is not None)
        assert main(["uninstall", "--yes"]) == 2
        assert f"process {program.pid} " in capsys.readouterr().err
    finally:
        program.terminate()
        program.communicate(timeout=60)
    assert {removed for _, removed in kinds(capsys)} == {False}
    assert ("index", True) in kinds(capsys, "--yes")
    assert list(home.glob("*/dowse")) == []
