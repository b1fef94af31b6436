"""First paint and memory of the window, and memory of its engine: ``python tests/benchmarks/window_bench.py``.

Each start is a process of its own on the sample corpus, offscreen; seconds are from the start of the process to
the end of the first paint, when the search field takes keys, and to the paint of the filled window; the ratios are
to the first paint of a bare Qt window of the same size.
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

class Bare(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, lambda: (print("{}", flush=True), app.quit()))

app = QApplication(sys.argv)
window = Bare()
window.resize(1440, 900)
window.show()
app.exec()
"""

WINDOW = """
import sys
from PySide6.QtCore import QEvent, QObject, QTimer
import json
from functools import partial
from pathlib import Path
from ui.application.start import begin
index, state = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
app = begin(sys.argv, state)
from ui.application.builder import Builder
from ui.services import Services
from ui.application.windows import Windows

def opened():
    from app.engine.client import RemoteCore
    from app.engine.spawn import start_engine
    core = RemoteCore.starting(index, partial(start_engine, index))
    core.ping()
    global engine
    engine = core
    return core

class Painted(QObject):
    def __init__(self):
        super().__init__(app)
        app.installEventFilter(self)
    def eventFilter(self, widget, event):
        if event.type() == QEvent.Type.Paint:
            app.removeEventFilter(self)
            QTimer.singleShot(0, filled)
        return False

def filled():
    print("{}", flush=True)
    wait.start(3000)

def report_memory():
    import psutil
    memory = [psutil.Process(pid).memory_info().rss / 1e6 for pid in (None, engine.engine_pid)]
    print(json.dumps(memory), flush=True)
    engine.close()
    app.quit()

wait = QTimer(singleShot=True)
wait.timeout.connect(lambda: report_memory() if window.workbench.index.status is not None else wait.start(500))
windows = Windows(app, Builder(app, Services(state, state, len)), opened)
window = windows.open()
window.front.painted.connect(lambda: print("{}", flush=True))
window.when_filled(Painted)
app.exec()
"""


def started(source: str, *arguments: str) -> tuple[list[float], list[float]]:
    """Return seconds until each line that the process printed, and the numbers in the last of them."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(CHECKOUT)}
    began = time.perf_counter()
    command = [sys.executable, "-c", source, *arguments]
    seconds, last = [], "{}"
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        for line in process.stdout:
            seconds.append(time.perf_counter() - began)
            last = line
    return seconds, json.loads(last)


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
        bare, first, whole, memory = [], [], [], []
        for _ in range(ROUNDS):
            bare.append(started(BARE)[0][0])
            (painted, filled, _message), used = started(WINDOW, str(index), str(Path(scratch) / "state"))
            first.append(painted)
            whole.append(filled)
            memory.append(used)
        _stop_engines(index)
    base = statistics.median(bare)
    print(f"a bare window {base:.2f} s")
    for name, seconds in (("first paint", first), ("filled window", whole)):
        print(f"{name} {statistics.median(seconds):.2f} s: {statistics.median(seconds) / base:.2f} times")
    window, engine = (statistics.median(item[position] for item in memory) for position in (0, 1))
    print(f"memory: window {window:.0f} MB, engine {engine:.0f} MB")


def _stop_engines(index: Path) -> None:
    for process in psutil.process_iter(["cmdline"]):
        if str(index) in " ".join(process.info["cmdline"] or ()):
            process.terminate()
            process.wait(30)


if __name__ == "__main__":
    main()
