"""Indexing in bulk on Ray gives what indexing here gives, also when a worker is killed in the middle.

Ray listens on all interfaces, so it runs in a network and among processes of its own, which end with it.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.cli.main import main

CHECKOUT = Path(__file__).resolve().parents[2]
APART = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
HEAD = [
    *(
        "start",
        "--head",
        "--node-ip-address=127.0.0.1",
        "--port=6379",
        "--num-cpus=2",
        "--include-dashboard=false",
        "--no-monitor",
        "--include-log-monitor=false",
    ),
    *("--dashboard-agent-grpc-port=6401", "--metrics-export-port=6402", "--runtime-env-agent-port=6403"),
    *("--dashboard-agent-listen-port=6404", "--object-store-memory=100000000", "--disable-usage-stats"),
]
"""Each part is a process that imports for seconds and is waited for fifteen: only those that tasks need."""

TRIES = 4
"""A busy machine needs more than one to start Ray: its parts wait fifteen seconds for each other."""

KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
"""What is compiled is kept: else each of Ray's processes compiles a thousand modules and comes too late."""

LIMIT_S = 500


def may_be_apart() -> bool:
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return False
    return (
        subprocess.run([*APART, "ip", "link", "set", "lo", "up"], capture_output=True, check=False).returncode == 0
    )


def shop(root: Path) -> None:
    for number in range(150):
        (root / "src").mkdir(parents=True, exist_ok=True)
        (root / "docs").mkdir(parents=True, exist_ok=True)
        later = f"renew_{number + 1}"
        (root / "src" / f"m{number}.py").write_text(
            f"from src.m{number + 1} import {later}\n\n\ndef renew_{number}(worker):\n"
            f'    """Renew the lease of worker {number}."""\n    return {later}(worker)\n'
        )
        (root / "docs" / f"g{number}.md").write_text(f"# Guide {number}\n\nWorker {number} renews its lease.\n")


@pytest.mark.heavy
@pytest.mark.timeout(LIMIT_S + 60)
@pytest.mark.skipif(find_spec("ray") is None, reason="the extra `cluster` is not installed")
def test_an_index_by_ray_equals_one_made_here_though_a_worker_is_killed(tmp_path: Path) -> None:
    if not may_be_apart():
        pytest.skip("no network of its own may be made here")
    shop(tmp_path / "shop")
    run = [sys.executable, "-P", str(CHECKOUT / "tests/integration/ray_run.py"), str(tmp_path)]
    ray = [sys.executable, "-m", "ray.scripts.scripts"]
    start, stop = shlex.join([*ray, *HEAD]), shlex.join([*ray, "stop", "--force"])
    begin = f"for n in $(seq {TRIES}); do {start} >&2 && break; {stop} >&2; done"
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp") as short:  # a socket's path holds 107 characters
        process = subprocess.run(
            [*APART, "sh", "-c", f"ip link set lo up; {begin} && {shlex.join(run)}"],
            env={**os.environ, **KEPT, "PYTHONPATH": str(CHECKOUT), "HOME": str(tmp_path), "RAY_TMPDIR": short},
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    assert process.returncode == 0, process.stderr[-4_000:]
    answer = [json.loads(line) for line in process.stdout.splitlines() if line.startswith("{")]
    assert answer[0]["loaded"] == 300
    assert answer[1] == {"changed": 0, "embedded_after": 0, "files": 300}
    assert [item["same"] for item in answer if "table" in item] == [True] * 6
    assert answer[-1] == {"killed": True, "index": True, "nearest": True}


def test_ray_is_not_started_unless_it_is_asked_for(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    shop(tmp_path / "shop")
    index = ["--index", str(tmp_path / "index")]
    assert main(["index", str(tmp_path / "shop" / "docs"), "--no-semantic", *index]) == 0
    assert main(["index", str(tmp_path / "shop"), "--address", "head:6379", *index]) == 2
    assert "--engine ray" in capsys.readouterr().err
    assert main(["index", str(tmp_path / "shop"), "--engine", "ray", "--address", "head:6379", *index]) == 1
    assert "dowse[cluster]" in capsys.readouterr().err
