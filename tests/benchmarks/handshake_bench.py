"""How long an agent waits for ``dowse mcp``, from the start of the process, against the bare protocol package.

Run: ``python tests/benchmarks/handshake_bench.py``. Each is started by turns; the least of the runs counts.
Processor time is read beside wall time, for other programs on the machine count in the latter only.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
RUNS = 3 if os.environ.get("QUICK") else 10
GOAL_S = 0.5


@dataclass(frozen=True)
class Taken:
    """Seconds, by the clock and of the processor."""

    wall: float
    processor: float


def _message(number: int | None, method: str, **params: object) -> bytes:
    message: dict[str, object] = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(message if number is None else {**message, "id": number}).encode() + b"\n"


HELLO = _message(
    1,
    "initialize",
    protocolVersion="2025-06-18",
    capabilities={},
    clientInfo={"name": "bench", "version": "1"},
)
LIST = _message(None, "notifications/initialized") + _message(2, "tools/list")


def _server(index: Path) -> tuple[Taken, Taken]:
    """Return when the server had answered the handshake, and when it had listed its tools."""
    command = [sys.executable, "-P", "-m", "app", "mcp", "--read-only", "--index", str(index)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        seconds = []
        for request, known in ((HELLO, b"serverInfo"), (LIST, b"search_code")):
            server.stdin.write(request)
            server.stdin.flush()
            answer = server.stdout.readline()
            assert known in answer, answer
            spent = psutil.Process(server.pid).cpu_times()
            seconds.append(Taken(time.perf_counter() - began, spent.user + spent.system))
        server.stdin.close()
    return seconds[0], seconds[1]


def _python(statement: str) -> Taken:
    began, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-P", "-c", statement], check=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return Taken(time.perf_counter() - began, spent)


def _least(runs: list[Taken]) -> Taken:
    return Taken(min(run.wall for run in runs), min(run.processor for run in runs))


def main() -> None:
    """Print the times and their ratios."""
    bare, package, handshake, listed = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(RUNS):
            bare.append(_python("pass"))
            package.append(_python("import mcp"))
            hello, tools = _server(Path(folder) / "index")
            handshake.append(hello)
            listed.append(tools)
    rows = {
        "Python alone": _least(bare),
        "import mcp": _least(package),
        "dowse mcp: handshake": _least(handshake),
        "dowse mcp: tools listed": _least(listed),
    }
    for name, row in rows.items():
        print(f"{name:24} {row.wall:6.2f} s by the clock  {row.processor:6.2f} s of the processor")
    ratio = rows["dowse mcp: handshake"].processor / rows["import mcp"].processor
    print(f"handshake against the bare import, processor time: {ratio:.2f}; goal on a quiet core {GOAL_S} s")


if __name__ == "__main__":
    main()
