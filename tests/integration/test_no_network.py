"""Nothing leaves the machine: no step reaches for another one, and every step works without a network."""

import os
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

NO_NETWORK = ("unshare", "--net", "--map-root-user")


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


def test_the_telemetry_of_openvino_cannot_be_imported_once_models_are_asked_for() -> None:
    request = (
        "from search.embedding.offline import enforce_offline; enforce_offline(); import openvino, sys;"
        "print(sys.modules['openvino_telemetry'])"
    )
    done = subprocess.run([sys.executable, "-c", request], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "None"
