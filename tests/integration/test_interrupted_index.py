"""Ctrl-C in ``dowse index``: one line and no traceback, whatever the command is doing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.index import INTERRUPTED

IMPORTED = ("app/cli/main.py", "app/cli/index.py", "app/composition.py", "search/storage/storage.py")
"""Files at whose import the command is interrupted, from its first to its last."""

INTERRUPT_AT_IMPORT = """
import os, signal, sys
file = sys.argv.pop(1)

def look(event, arguments):
    if event == "exec" and getattr(arguments[0], "co_filename", "").replace(os.sep, "/").endswith(file):
        signal.raise_signal(signal.SIGINT)

from app.__main__ import main
sys.addaudithook(look)
sys.exit(main())
"""


@pytest.fixture(autouse=True)
def _can_be_interrupted() -> Iterator[None]:
    """Children inherit that interruptions are ignored, as in a background job of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(400):
        folder.joinpath(f"{number}.py").write_text(f"def lease_{number}():\n    return {number}\n" * 50)
    return folder


def _command(folder: Path) -> list[str]:
    return ["index", str(folder), "--index", str(folder.parent / "index"), "--no-semantic"]


@pytest.mark.skipif(os.name == "nt", reason="a process group cannot be interrupted there")
def test_an_interrupted_run_says_that_the_next_one_goes_on(folder: Path) -> None:
    command = subprocess.Popen(
        [sys.executable, "-P", "-m", "app", *_command(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert command.stderr is not None
    assert "looking for files" in command.stderr.readline()
    os.killpg(command.pid, signal.SIGINT)  # as a terminal does: the processes that read files too
    printed, failed = command.communicate(timeout=120)
    assert command.returncode == 130
    assert failed.splitlines()[-1] == INTERRUPTED
    assert "Up to date" not in failed
    assert "Traceback" not in failed
    assert not printed
    goes_on = subprocess.run(
        [sys.executable, "-P", "-m", "app", *_command(folder)], capture_output=True, text=True, check=True
    )
    assert goes_on.stdout.startswith("400 files")


@pytest.mark.skipif(os.name == "nt", reason="a process group cannot be interrupted there")
def test_processes_that_read_files_know_nothing_of_the_interruption(folder: Path) -> None:
    """They inherit that it is blocked: it may come before they have begun."""
    script = """
import os, signal, sys
from indexer.pipeline.low_priority import ChildContext

if __name__ == "__main__":
    process = ChildContext().Process(target=os.getpid)
    process.start()
    os.killpg(0, signal.SIGINT)
    process.join()
    print(process.exitcode)
"""
    quiet = "import signal; signal.signal(signal.SIGINT, lambda *_: None)\n"
    ended = subprocess.run(
        [sys.executable, "-P", "-c", quiet + script],
        capture_output=True,
        text=True,
        start_new_session=True,
        check=True,
    )
    assert (ended.stdout, ended.stderr) == ("0\n", "")


@pytest.mark.parametrize("file", IMPORTED)
def test_an_interruption_of_an_import_is_one_line(folder: Path, file: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-P", "-c", INTERRUPT_AT_IMPORT, file, *_command(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr, ended.stdout) == (130, "interrupted\n", "")


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is another error there")
def test_a_reader_that_was_interrupted_as_well_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    script = """
import signal, sys
from app.cli.interruption import run_interruptibly

def run():
    sys.stdout.write("half of an answer")
    signal.raise_signal(signal.SIGINT)

run_interruptibly(run)
"""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        command = [sys.executable, "-c", script]
        ended = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writer)
    assert (ended.returncode, ended.stderr) == (130, "interrupted\n")
