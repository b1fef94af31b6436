"""Nothing leaves the machine: no step reaches for another one, and every step works without a network."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from resources.locate import resource

WATCHED = """
import sys

def watch(event, values):
    if event in {"socket.getaddrinfo", "socket.gethostbyname"}:
        sys.stderr.write(f"REACHED {event} {values}\\n")
    if event in {"socket.connect", "socket.sendto"} and not isinstance(values[1], (str, bytes)):
        sys.stderr.write(f"REACHED {event} {values[1]}\\n")

sys.addaudithook(watch)
from app.cli.main import main
folder, *index = sys.argv[1:]
commands = ["index", folder], ["search", "tried again", "--weight", "1"], ["tree", "differences"]
sys.exit(max(main([*command, *index]) for command in commands))
"""
"""Indexes a folder with meaning, searches, and draws a tree; tells of every name that is looked up and every
address that is reached, but for sockets that are files."""


NO_NETWORK = ("unshare", "--net", "--map-root-user")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "worker"
    shutil.copytree(resource("sample") / "worker" / "roastery_worker", folder)
    return folder


def _run(tmp_path: Path, folder: Path, *before: str) -> subprocess.CompletedProcess[str]:
    own = {name: str(tmp_path) for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME")}
    command = [*before, sys.executable, "-c", WATCHED, str(folder), "--index", str(tmp_path / "index")]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **own})


def _may_unshare() -> bool:
    return (
        shutil.which("unshare") is not None and subprocess.run([*NO_NETWORK, "true"], check=False).returncode == 0
    )


def test_indexing_with_meaning_searching_and_a_tree_reach_for_no_network(tmp_path: Path, small: Path) -> None:
    done = _run(tmp_path, small)

    assert done.returncode == 0, done.stderr
    assert "REACHED" not in done.stderr


@pytest.mark.skipif(not _may_unshare(), reason="this system lets nobody make a network namespace")
def test_they_work_where_there_is_no_network(tmp_path: Path, small: Path) -> None:
    done = _run(tmp_path, small, *NO_NETWORK)

    assert done.returncode == 0, done.stderr
    assert ".py" in done.stdout
    assert "differences" in done.stdout


def test_the_telemetry_of_openvino_cannot_be_imported_once_models_are_asked_for() -> None:
    asked = (
        "from search.embedding.offline import enforce_offline; enforce_offline(); import openvino, sys;"
        "print(sys.modules['openvino_telemetry'])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "None"
