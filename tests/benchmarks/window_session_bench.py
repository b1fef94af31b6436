"""How long the window is deaf in a session: ``python tests/benchmarks/window_session_bench.py [SECONDS]``.

A person's session is played on the real window, offscreen, with a real engine on the sample corpus: typing, moving
through results, dragging the slider, trees, context, themes, settings, palette. A watchdog tells how often the
window's thread did not come back for 50 ms, how much of that it worked itself (the rest it waited, on a busy
machine for the processor), and where the longest blocks were. Then 10,000 results are scrolled frame by frame.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from msgspec import structs
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from search.embedding.tokens import PackagedTokenCounter
from search.types.ids import FileId
from search.types.query import RankSettings
from search.types.results import FileHit
from tests.benchmarks.source_chunks import quick
from tests.ui.watchdog import Watchdog
from ui.application.builder import make_window
from ui.services import Services
from ui.widgets.popup import open_popup
from ui.window.go_anywhere import open_palette
from ui.window.main_window import MainWindow

CHECKOUT = Path(__file__).resolve().parents[2]
LIMIT_MS = 50.0
FRAME_MS = 1000 / 60
SECONDS = 20 if quick() else 300
MANY = 10_000
FRAMES, STEP = 240, 56
"""Pictures while 10,000 results are scrolled, and pixels from one to the next: a row."""
QUERIES = (
    "where is the lease renewed",
    'lease "job" -is:test',
    "reserve lang:sql",
    "price of a roast",
    "sym:Job_Claim",
    "retry with backoff",
    "no such thing anywhere lang:cobol",
)
NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


def rest(milliseconds: int) -> None:
    """Let the window work."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def typing(window: MainWindow, text: str) -> None:
    window.focus_search()
    for letter in text:
        QTest.keyClick(window.workbench.layout.top.field.edit, letter)
        rest(60)
    rest(900)


def moving(window: MainWindow) -> None:
    view = window.workbench.results.widget.view
    for key in (Qt.Key.Key_Down,) * 6 + (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_PageDown):
        QTest.keyClick(view, key)
        rest(120)


def dragging(window: MainWindow) -> None:
    slider = window.workbench.layout.tuning.slider
    middle = slider.height() // 2
    QTest.mousePress(slider, LEFT, NONE, QPoint(10, middle))
    for x in (*range(10, 200, 6), *range(200, 60, -6)):
        QTest.mouseMove(slider, QPoint(x, middle))
        rest(16)
    QTest.mouseRelease(slider, LEFT, NONE, QPoint(60, middle))
    rest(300)


def looking(window: MainWindow) -> None:
    for panel in ("dependencies", "context", "preview"):
        window.workbench.show_panel(panel)
        rest(500)
    window.workbench.set_split(split=not window.workbench.right.split)
    rest(300)
    window.workbench.preview.widget.next_match()
    rest(100)


def dressing(window: MainWindow) -> None:
    window.workbench.settings.choices.toggle_theme()
    rest(300)
    window.workbench.settings.open()
    rest(500)
    popup = open_popup(window.workbench.layout)
    if popup is not None:
        popup.dismiss()
    palette = open_palette(window.workbench)
    QTest.keyClicks(palette.field, "rank")
    rest(200)
    palette.dismiss()
    window.resize(1440 - window.width() % 200, 900)
    rest(200)


def acts(window: MainWindow) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield one act after the other, for ever."""
    for query in cycle(QUERIES):
        window.workbench.layout.top.field.clear()
        yield "typing", lambda query=query: typing(window, query)
        yield "moving", lambda: moving(window)
        yield "dragging", lambda: dragging(window)
        yield "looking", lambda: looking(window)
        yield "dressing", lambda: dressing(window)


def session(window: MainWindow, seconds: float) -> None:
    """Play a session and print its longest blocks by act."""
    dog, until, blocks = Watchdog(LIMIT_MS), time.perf_counter() + seconds, []
    for name, act in acts(window):
        act()
        blocks += [(block, name) for block in dog.blocks]
        dog.blocks.clear()
        if time.perf_counter() > until:
            break
    dog.stop()
    busy = sum(block.cpu_ms > LIMIT_MS for block, _ in blocks)
    print(f"{seconds:.0f} s: {len(blocks)} blocks over {LIMIT_MS:.0f} ms, {busy} of them by work of its own")
    for block, name in sorted(blocks, key=lambda pair: -pair[0].cpu_ms)[:12]:
        print(f"  {block.cpu_ms:5.0f} of {block.milliseconds:5.0f} ms {name}: {block.in_our_code()}")


def scrolling(window: MainWindow) -> None:
    """Scroll 10,000 results and print the processor time of a frame beside the 16.7 ms that it may take."""
    shown = window.workbench.answers.shown
    if shown is None or not shown.files:
        return
    many = [_copy(shown.files[0], position) for position in range(1, MANY + 1)]
    view, bar = window.workbench.results.widget.view, window.workbench.results.widget.view.verticalScrollBar()
    view.show_files(many, RankSettings())
    while bar.maximum() < FRAMES * STEP:  # on a busy machine rows are laid out later
        rest(50)
    frames = []
    for _ in range(FRAMES):
        began = time.thread_time()
        bar.setValue(bar.value() + STEP)
        view.viewport().repaint()
        frames.append((time.thread_time() - began) * 1000.0)
    late = sum(frame > FRAME_MS for frame in frames)
    middle, slow = statistics.median(frames), sorted(frames)[int(len(frames) * 0.95)]
    print(f"{MANY:,} results scrolled: {middle:.1f} ms a frame, p95 {slow:.1f} ms, {late} of {len(frames)} late")
    print(f"ratio to a frame of 60 a second: {middle / FRAME_MS:.2f}")


def _copy(file: FileHit, position: int) -> FileHit:
    """Return another file that looks alike: none of the rows is known before it is scrolled to."""
    return structs.replace(
        file, rank=position, file_id=FileId(f"{file.file_id}{position}"), path=f"part{position}/{file.path}"
    )


def main(seconds: float) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:  # the engine may end a moment later
        index = (Path(scratch) / "index").resolve()
        command = [
            sys.executable,
            "-P",
            "-m",
            "app",
            "index",
            str(CHECKOUT / "resources/sample"),
            "--index",
            str(index),
        ]
        subprocess.run(command, check=True, capture_output=True, cwd=CHECKOUT)
        app = QApplication(sys.argv[:1])
        folder = Path(scratch) / "state"
        window = make_window(app, Services(folder, folder, PackagedTokenCounter().count))
        window.resize(1440, 900)
        window.show()
        core = RemoteCore.starting(index, lambda: start_engine(index))
        core.ping()
        window.workbench.attach(core)
        rest(2000)
        try:
            session(window, seconds)
            window.workbench.query.run(QUERIES[0])
            rest(2000)
            scrolling(window)
        finally:
            window.close()
            core.stop_engine()
            core.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
