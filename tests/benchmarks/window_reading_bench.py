"""From the last key to the first list and to the read order: ``python tests/benchmarks/window_reading_bench.py``.

A person types questions into the real window, offscreen, with a real engine on this repository's own code; a time
ends when the rows are painted. Asked when nothing else goes on, and while the tests are indexed. The pause after
which the field takes a question for typed is part of both times. ``--strip FILE`` saves the results four times as
one picture, of the question whose rows move most: the first list, two moments while they move, and the read order.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from search.embedding.tokens import PackagedTokenCounter
from search.errors import EngineError
from search.types.results import SearchResult
from tests.benchmarks.source_chunks import quick
from ui.application.builder import make_window
from ui.controllers.search_controller import READ, READS_LATER
from ui.services import Services
from ui.window.main_window import MainWindow

CHECKOUT = Path(__file__).resolve().parents[2]
CORPUS = ("search", "docs") if quick() else ("search", "indexer", "app", "ui", "docs")
QUESTIONS = (
    "where is a damaged index set aside",
    "how are near identical files found",
    "which files does a commit change together",
    "what decides whether an engine ends",
    "how is a weight turned into a score",
    "who watches the folders for changes",
    "where are vectors written to the table",
    "how does the window draw the dependency tree",
    "what happens when a folder is not there",
    "how is a stack trace read",
    "where is the language of a file decided",
    "how are SQL strings in code found",
    "which part loads the reader and its weights",
    "what is left out of the index and why",
    "how are routes matched with clients",
    "where does a filter become a condition",
    "how are results exported",
    "what is shown while nothing is indexed",
    "how is a secret kept out of the index",
    "how long does an answer wait for the reader",
)
PATIENCE_MS = 5_000
ROWS = 6
"""Files that a window shows without scrolling."""

STRIP_AT_MS = (60, 150, 400)
"""Moments after the read order came at which the strip shows the results again."""


class Clock:
    """Notes when the first list and the read order of the newest question were painted.

    Attributes:
        first, order: seconds since `start`, 0.0 while they are awaited.
        ended: no other answer will come; reading may have been given up.
        lists: paths of the first files of each answer to the question.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.start()
        window.workbench.search.answered.connect(self._note)

    def start(self) -> None:
        """Begin with a question."""
        self.began, self.first, self.order, self.ended = time.perf_counter(), 0.0, 0.0, False
        self.lists: list[list[str]] = []

    @property
    def moved(self) -> int:
        """Return how many of the first rows show another file in the read order."""
        pairs = zip(self.lists[0], self.lists[-1], strict=False) if self.lists else ()
        return sum(before != after for before, after in pairs)

    def _note(self, result: SearchResult) -> None:
        self.lists.append([file.path for file in result.files[:ROWS]])
        QTimer.singleShot(0, lambda: self._painted(result.reading.code))

    def _painted(self, reading: str) -> None:
        self._window.workbench.results.widget.view.viewport().repaint()
        seconds = time.perf_counter() - self.began
        self.first = self.first or seconds
        self.order = seconds if reading == READ else 0.0
        self.ended = reading != READS_LATER


def rest(milliseconds: int) -> None:
    """Let the window work."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def index_until_ended(core: RemoteCore, folder: Path) -> None:
    """Index a folder, as long as the engine runs."""
    with suppress(EngineError):
        core.index([str(folder)])


def ask(window: MainWindow, clock: Clock, question: str) -> None:
    """Type a question, and return when its read order is painted."""
    field = window.workbench.layout.top.field
    window.focus_search()
    field.clear()
    QTest.keyClicks(field.edit, question[:-1])
    rest(20)
    clock.start()
    QTest.keyClicks(field.edit, question[-1])
    while not clock.ended and time.perf_counter() - clock.began < PATIENCE_MS / 1000.0:
        rest(5)


def percentiles(name: str, seconds: list[float]) -> float:
    """Print the times of one kind, and return their median."""
    if len(seconds) < 2:
        print(f"| {name} | {len(seconds)} | | |")
        return 0.0
    middle, late = statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1]
    print(f"| {name} | {len(seconds)} | {middle * 1000:.0f} | {late * 1000:.0f} |")
    return middle


def measure(window: MainWindow, clock: Clock, name: str) -> tuple[float, str]:
    """Print the times of all questions; return the median of the read order and the question that moved most."""
    firsts, orders, moved = [], [], {}
    for question in QUESTIONS:
        ask(window, clock, question)
        moved[question] = clock.moved
        firsts += [clock.first] if clock.first else []
        orders += [clock.order] if clock.order else []
    percentiles(f"first list, {name}", firsts)
    return percentiles(f"read order, {name}", orders), max(QUESTIONS, key=moved.__getitem__)


def strip(window: MainWindow, clock: Clock, question: str, path: Path) -> None:
    """Save the results of a question at four moments, beside each other."""
    results = window.workbench.results.widget
    images: list[QImage] = []

    def first_list(result: SearchResult) -> None:
        if result.reading.code == READS_LATER:
            rest(120)
            images.append(results.grab().toImage())

    window.workbench.search.answered.connect(first_list)
    ask(window, clock, question)
    begun = time.perf_counter()
    for moment in STRIP_AT_MS:
        rest(max(1, moment - round((time.perf_counter() - begun) * 1000)))
        images.append(results.grab().toImage())
    window.workbench.search.answered.disconnect(first_list)
    whole = QImage(sum(image.width() for image in images), images[0].height(), QImage.Format.Format_RGB32)
    painter, x = QPainter(whole), 0
    for image in images:
        painter.drawImage(x, 0, image)
        x += image.width()
    painter.end()
    whole.save(str(path))


def main() -> None:
    """Index, ask, index more and ask meanwhile."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strip", type=Path, help="save the results at four moments as one picture")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:  # the engine may end a moment later
        folder = Path(scratch).resolve()
        for part in CORPUS:
            shutil.copytree(CHECKOUT / part, folder / "code" / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(CHECKOUT / "tests", folder / "more", ignore=shutil.ignore_patterns("__pycache__"))
        app = QApplication(sys.argv[:1])
        window = make_window(app, Services(folder / "state", folder / "state", PackagedTokenCounter().count))
        window.resize(1440, 900)
        window.show()
        core = RemoteCore.starting(folder / "index", lambda: start_engine(folder / "index"))
        core.index([str(folder / "code")])
        window.workbench.attach(core)
        rest(2_000)
        clock = Clock(window)
        ask(window, clock, QUESTIONS[-1])  # loads the models
        try:
            print("| | questions | p50, ms | p95, ms |\n|---|---|---|---|")
            idle, question = measure(window, clock, "idle")
            if options.strip:
                strip(window, clock, question, options.strip)
            Thread(target=index_until_ended, args=(core, folder / "more"), daemon=True).start()
            rest(2_000)
            busy, _ = measure(window, clock, "while indexing")
            if idle:
                print(f"read order while indexing over idle: {busy / idle:.2f}")
        finally:
            window.close()
            core.stop_engine()
            core.close()


if __name__ == "__main__":
    main()
