"""Questions where nothing can be written: a full disk, and no engine."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.main import main

Dowse = Callable[..., "subprocess.CompletedProcess[str]"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no limit on what a process may write there")

NO_ROOM = (
    "import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
    "runpy.run_module('app', run_name='__main__')"
)
"""Runs the command in a process whose files may not grow: every write of one byte fails."""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    folder = tmp_path / "shop"
    folder.mkdir()
    folder.joinpath("lease.py").write_text("def renew_lease(holder):\n    return holder\n")
    index = tmp_path / "index"
    assert main(["index", str(folder), "--no-semantic", "--json", "--index", str(index)]) == 0
    return index


@pytest.fixture
def dowse(index: Path) -> Dowse:
    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-P", "-c", NO_ROOM, *arguments, "--index", str(index)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    return run


def test_a_question_is_answered_and_leaves_nothing_behind(index: Path, dowse: Dowse) -> None:
    before = {path.name for path in index.iterdir()}

    result = dowse("search", "renew_lease", "--mode", "keyword", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert [file["path"] for file in json.loads(result.stdout)["files"]] == ["lease.py"]

    assert {path.name for path in index.iterdir()} == before
