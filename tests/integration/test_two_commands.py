"""Two ``dowse index`` on one index: whichever ends first, both index their folders."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.composition import hosted_core
from app.installation.locations import INDEX_VARIABLE
from search.types.filters import OWNER


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    index = tmp_path / "index"
    monkeypatch.setenv(INDEX_VARIABLE, str(index))
    return index


def _indexing(folder: Path) -> "subprocess.Popen[str]":
    folder.mkdir()
    (folder / "lease.md").write_text("The worker renews its lease.\n")
    command = [sys.executable, "-P", "-m", "app", "index", str(folder), "--no-semantic"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_command_whose_host_ends_goes_on_by_itself(tmp_path: Path, index: Path) -> None:
    with hosted_core(index, config=None, serves=True, follows=False) as host:
        host.pause(paused=True)  # the other command waits until this one ends
        command = _indexing(tmp_path / "docs")
        assert command.stderr is not None
        assert any("aused" in line for line in command.stderr)
    printed, failed = command.communicate(timeout=120)
    assert command.returncode == 0, failed
    assert printed.startswith("1 file"), printed
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        assert core.why(str(tmp_path / "docs" / "lease.md"), OWNER).state == "indexed"


def test_commands_at_the_same_time_all_end_well(tmp_path: Path, index: Path) -> None:
    commands = [_indexing(tmp_path / name) for name in ("a", "b", "c")]
    for command in commands:
        _, failed = command.communicate(timeout=300)
        assert command.returncode == 0, failed
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        assert core.status(OWNER).files == len(commands)
