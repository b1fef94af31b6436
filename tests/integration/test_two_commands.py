"""Two ``dowse index`` on one index: whichever ends first, both index their folders."""

import queue
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import psutil
import pytest

from app.cli.engine import stopped_engine
from app.cli.index import INTERRUPTED
from app.composition import hosted_core
from app.engine.client import RemoteCore
from app.engine.lock import WriterLock
from app.engine.spawn import start_engine
from app.installation.locations import INDEX_VARIABLE
from search.errors import EngineError
from search.events import Event, FilesChanged
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    index = tmp_path / "index"
    monkeypatch.setenv(INDEX_VARIABLE, str(index))
    yield index
    for command in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):  # one that has ended is another test's, which nobody waits for
            if str(tmp_path) in " ".join(command.cmdline()):
                command.kill()
                command.wait(timeout=60)


def _indexing(folder: Path, *options: str) -> "subprocess.Popen[str]":
    folder.mkdir(exist_ok=True)
    (folder / "lease.md").write_text("The worker renews its lease.\n")
    command = [sys.executable, "-P", "-m", "app", "index", str(folder), "--no-semantic", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _seen(stream: Iterable[str] | None, text: str) -> bool:
    """Read lines until one has the text; return whether one has."""
    return any(text in line for line in stream or ())


@pytest.fixture
def _ignores_interruptions() -> Iterator[None]:
    """Let children ignore Ctrl-C, as a background job of a shell does."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


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


def test_what_is_saved_while_a_command_indexes_is_found_by_whoever_asks_it(tmp_path: Path, index: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "lease.md").write_text("The worker renews its lease.\n")
    changed: queue.SimpleQueue[FilesChanged] = queue.SimpleQueue()

    def hear(event: Event) -> None:
        if isinstance(event, FilesChanged):
            changed.put(event)

    with hosted_core(index, config=None, serves=True, follows=False) as host:
        host.index([str(docs)], semantic=False)
        client = RemoteCore.to(index)
        assert client is not None
        with closing(client):
            client.subscribe(hear, OWNER)
            (docs / "loan.md").write_text("A zebra borrows.\n")
            while "loan.md" not in changed.get(timeout=60).paths:
                pass
            files = client.search(SearchQuery("zebra", RankSettings(mode=Mode.KEYWORD))).files
    assert [file.path for file in files] == ["loan.md"]


def test_a_command_that_follows_changes_goes_on_by_itself_when_its_host_ends(tmp_path: Path, index: Path) -> None:
    with ExitStack() as host:
        host.enter_context(hosted_core(index, config=None, serves=True, follows=False))
        command = _indexing(tmp_path / "docs", "--watch")
        assert _seen(command.stderr, "Watching for changes")
        host.close()
        assert _seen(command.stderr, "Watching for changes")
    (tmp_path / "docs" / "new.md").write_text("A second lease.\n")
    assert _seen(command.stdout, "indexed")
    stopped_engine(index)
    command.communicate(timeout=60)


def test_a_command_that_follows_changes_says_that_the_engine_it_used_was_stopped(
    tmp_path: Path, index: Path
) -> None:
    engine = start_engine(index)
    command = _indexing(tmp_path / "docs", "--watch")
    assert _seen(command.stderr, "Watching for changes")
    assert stopped_engine(index) == engine
    _, failed = command.communicate(timeout=60)
    assert command.returncode == 1
    assert f"process {engine} has ended" in failed


def test_who_waits_for_an_engine_that_has_ended_already_learns_how_it_ended(index: Path) -> None:
    engine = start_engine(index)
    core = RemoteCore.to(index)
    assert core is not None
    with closing(core):
        core.status(OWNER)
        link = core._link
        assert stopped_engine(index) == engine
        assert link is not None
        assert link.ended.wait(60)
        with pytest.raises(EngineError, match=f"process {engine} has ended"):
            core.wait_for_end()


@pytest.mark.skipif(sys.platform == "win32", reason="a thread that waits is not interrupted there")
@pytest.mark.usefixtures("_ignores_interruptions")
def test_a_command_that_follows_changes_ends_in_order_where_its_engine_is_stopped(
    tmp_path: Path, index: Path
) -> None:
    command = _indexing(tmp_path / "docs", "--watch")
    assert _seen(command.stderr, "Watching for changes")
    _stop(index, command)


@pytest.mark.skipif(sys.platform == "win32", reason="a thread that waits is not interrupted there")
@pytest.mark.usefixtures("_ignores_interruptions")
def test_a_command_that_indexes_ends_in_order_where_its_engine_is_stopped(tmp_path: Path, index: Path) -> None:
    more = tmp_path / "docs" / "more"
    more.mkdir(parents=True)
    for number in range(400):
        more.joinpath(f"{number}.py").write_text(f"def lease_{number}():\n    return {number}\n" * 50)
    command = _indexing(tmp_path / "docs")
    assert _seen(command.stderr, "looking for files")
    core = RemoteCore.to(index)
    assert core is not None
    with closing(core):
        core.pause(paused=True)
    assert INTERRUPTED in _stop(index, command)


def _stop(index: Path, command: "subprocess.Popen[str]") -> str:
    """Stop the engine that a command hosts, and return what the command printed about it."""
    assert stopped_engine(index) == command.pid
    _, failed = command.communicate(timeout=60)
    assert command.returncode == 130
    assert "dowse engine stop" in failed
    assert "Traceback" not in failed
    with WriterLock(index, program="test") as lock:
        assert not lock.follows_a_crash
    return failed
