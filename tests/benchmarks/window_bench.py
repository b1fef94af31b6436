"""First paint and memory of the window, and memory of its engine: ``python tests/benchmarks/window_bench.py``.

Each start is a process of its own on the sample corpus, offscreen; seconds are from the start of the process to
the end of the first paint; the ratio is to a bare Qt window of the same size.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from source_chunks import quick

CHECKOUT = Path(__file__).resolve().parents[2]
ROUNDS = 3 if quick() else 7

BARE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication(sys.argv)
window = QWidget()
window.resize(1440, 900)
window.show()
QTimer.singleShot(0, lambda: (print("{}", flush=True), app.quit()))
app.exec()
"""

WINDOW = """
import json, sys, psutil
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from search.embedding.tokens import PackagedTokenCounter
from ui.application import make_window
from ui.services import Services
index, state = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
app = QApplication(sys.argv)
window = make_window(app, Services(state, state, PackagedTokenCounter().count))
window.show()

def painted():
    print("{}", flush=True)
    core = RemoteCore.starting(index, lambda: start_engine(index))
    core.ping()
    window.attach(core)
    QTimer.singleShot(3000, lambda: told(core))

def told(core):
    memory = [psutil.Process().memory_info().rss / 1e6, psutil.Process(core.engine_pid).memory_info().rss / 1e6]
    print(json.dumps(memory), flush=True)
    app.quit()

QTimer.singleShot(0, painted)
app.exec()
"""


def started(source: str, *arguments: str) -> tuple[float, list[float]]:
    """Return seconds until the first paint, and the numbers that the process printed afterwards."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(CHECKOUT)}
    began = time.perf_counter()
    command = [sys.executable, "-c", source, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        process.stdout.readline()
        painted = time.perf_counter() - began
        rest = process.stdout.read().strip()
    return painted, json.loads(rest) if rest else []


def main() -> None:
    """Start bare and whole windows in turn and print."""
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index"
        subprocess.run(
            [
                sys.executable,
                "-P",
                "-m",
                "app",
                "index",
                str(CHECKOUT / "resources/sample"),
                "--index",
                str(index),
            ],
            check=True,
            capture_output=True,
            cwd=CHECKOUT,
        )
        bare, whole, memory = [], [], []
        for _ in range(ROUNDS):
            bare.append(started(BARE)[0])
            painted, used = started(WINDOW, str(index), str(Path(scratch) / "state"))
            whole.append(painted)
            memory.append(used)
        _stop_engines(index)
    ratio = statistics.median(whole) / statistics.median(bare)
    seconds = f"{statistics.median(whole):.2f} s, a bare window {statistics.median(bare):.2f} s"
    print(f"first paint {seconds}: {ratio:.2f} times")
    window, engine = (statistics.median(one[place] for one in memory) for place in (0, 1))
    print(f"memory: window {window:.0f} MB, engine {engine:.0f} MB")


def _stop_engines(index: Path) -> None:
    for process in psutil.process_iter(["cmdline"]):
        if str(index) in " ".join(process.info["cmdline"] or ()):
            process.terminate()
            process.wait(30)


if __name__ == "__main__":
    main()
