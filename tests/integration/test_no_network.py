"""Nothing leaves the machine: no step reaches for another one, and every step works without a network."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import StdioServerParameters

from resources.locate import resource
from tests.integration.mcp_parts import called, command, make_index, stop_engine, with_client, write_shop

AUDIT = """
import sys

def watch(event, values):
    if event in {"socket.getaddrinfo", "socket.gethostbyname"}:
        sys.stderr.write(f"REACHED {event} {values}\\n")
    if event in {"socket.connect", "socket.sendto"} and not isinstance(values[1], (str, bytes)):
        sys.stderr.write(f"REACHED {event} {values[1]}\\n")

sys.addaudithook(watch)
"""
"""Tells of every name that is looked up and every address that is reached, but for sockets that are files."""

COMMANDS = """
from app.cli.main import main
folder, *index = sys.argv[1:]
commands = ["index", folder], ["search", "tried again", "--weight", "1"], ["tree", "differences"]
sys.exit(max(main([*command, *index]) for command in commands))
"""
"""Indexes a folder with meaning, searches, and draws a tree."""

WINDOW = """
import ui.application.start
from PySide6.QtCore import QTimer
from app.cli.main import main
from ui.application.windows import Windows

begin = ui.application.start.begin

def watched(*given):
    app = begin(*given)
    timer = QTimer(app)
    timer.timeout.connect(lambda: work(app.findChild(Windows)))
    timer.start(50)
    return app

def work(windows):
    window = windows and windows.last
    if not window or not window.filled or window.workbench.index.status is None:
        return
    workbench = window.workbench
    if not workbench.search.text:
        workbench.query.run("checkout")
    elif workbench.answers.shown is not None and workbench.answers.shown.files:
        print(workbench.answers.shown.files[0].path, flush=True)
        window.close()

ui.application.start.begin = watched
sys.exit(main(sys.argv[1:]))
"""
"""Opens the window, asks something in it, prints the first file and closes it."""

STOP = """
sys.exit(main(["engine", "stop", *sys.argv[1:]]))
"""
"""Ends the engine: a trace goes on until the last process has ended."""

NO_NETWORK = ("unshare", "--net", "--map-root-user")
TRACED = ("strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=socket", "-o")
"""Writes down every socket that a process or one that it starts opens, in Python or in a library."""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "worker"
    shutil.copytree(resource("sample") / "worker" / "roastery_worker", folder)
    return folder


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The index of a small shop, without meaning; whatever engine a test starts on it is ended."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    write_shop(tmp_path / "shop")
    make_index(tmp_path / "index", tmp_path / "shop")
    yield tmp_path / "index"
    stop_engine(tmp_path / "index")


def _run(tmp_path: Path, folder: Path, *before: str) -> subprocess.CompletedProcess[str]:
    return _watched(tmp_path, COMMANDS, [str(folder), "--index", str(tmp_path / "index")], *before)


def _watched(tmp_path: Path, program: str, arguments: list[str], *before: str) -> subprocess.CompletedProcess[str]:
    own = {name: str(tmp_path) for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    environment = {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"}
    command = [*before, sys.executable, "-P", "-c", AUDIT + program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=110)


def _may_unshare() -> bool:
    return (
        shutil.which("unshare") is not None and subprocess.run([*NO_NETWORK, "true"], check=False).returncode == 0
    )


def test_indexing_with_meaning_searching_and_a_tree_reach_for_no_network(tmp_path: Path, small: Path) -> None:
    done = _run(tmp_path, small)

    assert done.returncode == 0, done.stderr
    assert "REACHED" not in done.stderr


needs_namespace = pytest.mark.skipif(not _may_unshare(), reason="this system lets nobody make a network namespace")


@needs_namespace
def test_they_work_where_there_is_no_network(tmp_path: Path, small: Path) -> None:
    done = _run(tmp_path, small, *NO_NETWORK)

    assert done.returncode == 0, done.stderr
    assert ".py" in done.stdout
    assert "differences" in done.stdout


@needs_namespace
def test_the_window_answers_where_there_is_no_network_and_reaches_for_none(tmp_path: Path, shop: Path) -> None:
    done = _watched(tmp_path, WINDOW, ["--index", str(shop)], *NO_NETWORK)

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "src/cart.py"
    assert "REACHED" not in done.stderr


@needs_namespace
def test_an_agent_is_answered_where_there_is_no_network(shop: Path) -> None:
    program, *arguments = [*NO_NETWORK, *command(shop)]
    server = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))

    result = with_client(server, lambda client: called(client, "search_code", query="checkout"))

    assert "src/cart.py" in str(result)


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace"


@pytest.fixture
def own_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have engines started as for a person."""
    monkeypatch.delenv("DOWSE_ENGINE")


def _kinds(trace: Path) -> set[str]:
    return set(re.findall(r"socket\((\w+)", trace.read_text()))


needs_trace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


@needs_trace
def test_a_trace_shows_sockets_of_the_internet(trace: Path) -> None:
    program = "import socket; socket.socket().close()"
    subprocess.run([*TRACED, str(trace), sys.executable, "-c", program], check=True)
    assert _kinds(trace) == {"AF_INET"}


@needs_trace
def test_no_process_of_indexing_with_meaning_and_searching_opens_one(
    tmp_path: Path, small: Path, trace: Path
) -> None:
    done = _run(tmp_path, small, *TRACED, str(trace))

    assert done.returncode == 0, done.stderr
    assert _kinds(trace) <= {"AF_UNIX"}


@needs_trace
@pytest.mark.usefixtures("own_engine")
def test_no_process_of_the_window_and_its_engine_opens_one(tmp_path: Path, shop: Path, trace: Path) -> None:
    program = WINDOW.replace("sys.exit(main(sys.argv[1:]))", "main(sys.argv[1:])") + STOP
    done = _watched(tmp_path, program, ["--index", str(shop)], *TRACED, str(trace))

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("src/cart.py\n")
    assert _kinds(trace) == {"AF_UNIX"}


@needs_trace
@pytest.mark.usefixtures("own_engine")
def test_no_process_of_an_agents_server_and_its_engine_opens_one(shop: Path, trace: Path) -> None:
    program, *arguments = [*TRACED, str(trace), "-D", *command(shop)]
    server = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))

    result = with_client(server, lambda client: called(client, "search_code", query="checkout"))

    assert "src/cart.py" in str(result)
    stop_engine(shop)
    assert _kinds(trace) == {"AF_UNIX"}


def test_the_telemetry_of_openvino_cannot_be_imported_once_models_are_asked_for() -> None:
    request = (
        "from search.embedding.offline import enforce_offline; enforce_offline(); import openvino, sys;"
        "print(sys.modules['openvino_telemetry'])"
    )
    done = subprocess.run([sys.executable, "-c", request], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "None"
