"""Colour and bars for people at a terminal, plain lines into a pipe, and no colour where NO_COLOR is set."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo terminals", allow_module_level=True)

import pty

COLOUR = "\x1b[1;36m"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("terminal")
    (folder / "docs").mkdir()
    for number in range(30):
        (folder / "docs" / f"lease{number}.md").write_text(f"# Lease {number}\n\nIt is renewed.\n")
    return folder


def _command(folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "app", *arguments, "--index", str(folder / "index")]


def _environment(folder: Path, **more: str) -> dict[str, str]:
    retained = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**retained, "TERM": "xterm-256color", "XDG_RUNTIME_DIR": str(folder), "COLUMNS": "100", **more}


def _at_terminal(folder: Path, *arguments: str, **more: str) -> str:
    """Run a command with a terminal as its output and return what came to it."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        _command(folder, *arguments), stdout=theirs, stderr=theirs, env=_environment(folder, **more)
    ) as process:
        os.close(theirs)
        message = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while part := os.read(ours, 65_536):
                message += part
        assert process.wait(60) == 0
    os.close(ours)
    return message.decode("utf-8", "replace")


def test_a_pipe_gets_plain_lines_and_a_terminal_a_bar_and_colour(folder: Path) -> None:
    piped = subprocess.run(
        _command(folder, "index", str(folder / "docs"), "--no-semantic"),
        capture_output=True,
        text=True,
        env=_environment(folder),
        timeout=100,
        check=True,
    )
    assert "\x1b" not in piped.stdout + piped.stderr
    assert piped.stderr.splitlines()[0].startswith("docs: ")
    assert piped.stderr.splitlines()[-1] == "Up to date"
    assert piped.stdout.startswith("30 files, ")
    shown = _at_terminal(folder, "index", str(folder / "docs"), "--no-semantic")
    assert "\x1b[?25l" in shown  # the bar hides the cursor while it moves
    assert "30 files, " in shown
    assert COLOUR in _at_terminal(folder, "search", "renewed", "--mode", "keyword")
    plain = _at_terminal(folder, "search", "renewed", "--mode", "keyword", NO_COLOR="1")
    assert "\x1b[" not in plain
    assert "lease0.md" in plain
