"""Commands whose standard streams are closed or full: one line and an exit status, never an error in Dowse."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.main import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="closed by a shell; only Linux has /dev/full")

Shell = Callable[..., tuple[int, str, str]]
"""Runs a command of Dowse with redirections of a shell; gives its exit status and what it wrote."""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("streams")
    (home / "shop").mkdir()
    (home / "shop" / "lock.py").write_text("def lock():\n    return 1\n")
    assert main(["index", str(home / "shop"), "--no-semantic", "--index", str(home / "index"), "--json"]) == 0
    return home / "index"


@pytest.fixture
def shell(index: Path, tmp_path: Path) -> Shell:
    def call(redirection: str, *arguments: str) -> tuple[int, str, str]:
        command = [sys.executable, "-P", "-m", "app", *arguments, "--index", str(index)]
        process = subprocess.run(
            ["/bin/sh", "-c", f'exec "$0" "$@" {redirection}', *command],
            capture_output=True,
            text=True,
            env=os.environ | {"XDG_STATE_HOME": str(tmp_path / "state")},
            check=False,
        )
        assert not list(tmp_path.rglob("crashes/*"))
        return process.returncode, process.stdout, process.stderr

    return call


LOCK = ("search", "lock", "--mode", "keyword", "--quiet")


@pytest.mark.parametrize("arguments", [LOCK, (*LOCK, "--json"), ("search", "/lock/"), ("--help",), ("--version",)])
@pytest.mark.parametrize("redirection", [">&-", ">/dev/full"])
def test_an_answer_that_cannot_be_written_is_told_in_one_line(
    shell: Shell, redirection: str, arguments: tuple[str, ...]
) -> None:
    status, _, err = shell(redirection, *arguments)
    last = err.splitlines()[-1]
    assert status == 1
    assert last.startswith("error: the answer cannot be written to standard output: ")
    assert "Traceback" not in err
    assert "Exception ignored" not in err


def test_closed_standard_input_is_empty(shell: Shell) -> None:
    status, out, err = shell("<&-", "search", "-")
    assert (status, out) == (2, "")
    assert err.startswith("error: standard input is empty")
    assert err.count("\n") == 1


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_an_answer_is_written_although_remarks_cannot_be(shell: Shell, redirection: str) -> None:
    status, out, _ = shell(redirection, "search", "lock", "--mode", "keyword")
    assert status == 0
    assert "lock.py" in out
    assert shell(f"{redirection} >/dev/null", "search", "nowhere_at_all", "--mode", "keyword")[0] == 1


def test_a_command_without_an_answer_ends_as_usual_without_any_stream(shell: Shell) -> None:
    assert shell("<&- 2>&- >&-", "search", "nowhere_at_all", "--mode", "keyword") == (1, "", "")
