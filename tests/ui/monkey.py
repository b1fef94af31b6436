"""Random keys, clicks, drags and sizes on a real window with a small real index: ``make monkey``.

Nothing may raise, Qt may warn of nothing, and the memory must stay level. The seed is printed, and with the same
seed the same things are tried: ``python tests/ui/monkey.py --seed 7 --seconds 60``.
"""

import argparse
import gc
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import psutil
from PySide6.QtCore import (
    QElapsedTimer,
    QEventLoop,
    QPoint,
    QPointF,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid

from ui.application.builder import make_window
from ui.services import Services
from ui.window.main_window import MainWindow

CHECKOUT = Path(__file__).resolve().parents[2]
STEP_MS = 15
"""Rest between two deeds; a person is slower."""
PREPARING_S = 120
"""How long the monkey waits for the sample's index. On a busy machine that may take for ever."""
MOST_IN_FRONT = 50
"""Menus and dialogs that are closed at the end; one that opens anew each time would never end."""
SIZES = ((1440, 900), (1100, 700), (960, 600), (1920, 1080), (1240, 800))
WORDS = (
    "lease ",
    "job ",
    "refund",
    "lang:sql ",
    '"',
    "-is:test ",
    "path:docs ",
    "renewed ",
    "worker ",
    "é🙂 ",
    "lang:",
)
PLAIN_KEYS = (
    Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Tab, Qt.Key.Key_Backtab,
    Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Escape, Qt.Key.Key_Escape,
    Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Minus, Qt.Key.Key_Slash,
    Qt.Key.Key_Return,
)  # fmt: skip
HARMLESS = "This plugin does not support"
"""Offscreen says so for every window that asks for something only a screen can do."""


class Witness:
    """Takes down what went wrong: exceptions of any thread and warnings of Qt."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Listen to everything until the block ends."""
        before = sys.excepthook, threading.excepthook
        sys.excepthook = self._raised
        threading.excepthook = lambda caught: self._raised(caught.exc_type, caught.exc_value, caught.exc_traceback)
        handler = qInstallMessageHandler(self._note_message)
        try:
            yield
        finally:
            qInstallMessageHandler(handler)
            sys.excepthook, threading.excepthook = before

    def _raised(self, kind: type[BaseException], error: BaseException | None, trace: object) -> None:
        self.faults.append("".join(traceback.format_exception(kind, error, trace)))

    def _note_message(self, kind: QtMsgType, _context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith(HARMLESS):
            self.faults.append(f"Qt: {text}")


class Monkey:
    """Does one random deed after the other while the event loop runs, also in the loops of menus and dialogs."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self.window = window
        self.random = random.Random(seed)
        self.deeds = 0
        self.last = ""
        self._commands = [
            name for name, _ in ((command.id, action) for command, action in window.workbench.actions.commands())
        ]

    def act(self) -> None:
        """Do one thing; what is in front gets it."""
        self.deeds += 1
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if front is not None and self.random.random() < 0.3:
            self._do("close", front.close)
            return
        deeds: list[tuple[int, str, Callable[[], object]]] = [
            (6, "words", self._type_words),
            (8, "key", self._press_key),
            (4, "command", self._command),
            (6, "click", self._click),
            (3, "drag", self._drag),
            (3, "wheel", self._wheel),
            (1, "resize", lambda: self.window.resize(*self.random.choice(SIZES))),
        ]
        _, name, deed = self.random.choices(deeds, [weight for weight, _, _ in deeds])[0]
        self._do(name, deed)

    def _do(self, name: str, deed: Callable[[], object]) -> None:
        self.last = name
        deed()

    def _target(self) -> QWidget:
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window
        inside = [child for child in front.findChildren(QWidget) if child.isVisible() and child.isEnabled()]
        return self.random.choice(inside) if inside else front

    def _focus(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.focusWidget() or self.window

    def _type_words(self) -> None:
        focus = self._focus()
        if not isinstance(focus, QPlainTextEdit | QLineEdit):
            self.window.focus_search()
            focus = self._focus()
        QTest.keyClicks(focus, self.random.choice(WORDS).encode("ascii", "ignore").decode())

    def _press_key(self) -> None:
        shift = self.random.choice((Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier))
        QTest.keyClick(self._focus(), self.random.choice(PLAIN_KEYS), shift)

    def _command(self) -> None:
        self.last = self.random.choice(self._commands)
        self.window.workbench.actions.action(self.last).trigger()

    def _point_in(self, widget: QWidget) -> QPoint:
        return QPoint(
            self.random.randrange(max(1, widget.width())), self.random.randrange(max(1, widget.height()))
        )

    def _click(self) -> None:
        target = self._target()
        self.last = f"click {type(target).__name__} {target.accessibleName()}"
        button = self.random.choice((Qt.MouseButton.LeftButton,) * 5 + (Qt.MouseButton.RightButton,))
        position = self._point_in(target)
        QTest.mousePress(target, button, Qt.KeyboardModifier.NoModifier, position)
        if isValid(target):  # what a press opens has a loop of its own, in which its target may go
            QTest.mouseRelease(target, button, Qt.KeyboardModifier.NoModifier, position)

    def _drag(self) -> None:
        slider = self.window.workbench.layout.tuning.slider
        target = slider if self.random.random() < 0.5 and slider.isVisible() else self._target()
        QTest.mousePress(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self._point_in(target))
        for _ in range(4):
            if isValid(target):
                QTest.mouseMove(target, self._point_in(target))
        if isValid(target):
            QTest.mouseRelease(
                target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self._point_in(target)
            )

    def _wheel(self) -> None:
        target = self._target()
        point = QPointF(self._point_in(target))
        turn = QPoint(0, self.random.choice((-240, 240)))
        none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        keys = Qt.KeyboardModifier.NoModifier
        turned = QWheelEvent(point, target.mapToGlobal(point), QPoint(), turn, none, keys, phase, False)
        QApplication.sendEvent(target, turned)


class Report:
    """Memory and gaps of the event loop while the monkey is at work.

    ``engine`` is the process of the core where that is another one: what it loads, such as the encoder at a click,
    would hide what the window keeps.
    """

    def __init__(self, engine: int | None = None) -> None:
        self.process = psutil.Process()
        self.engine = psutil.Process(engine) if engine is not None else None
        self.samples: list[tuple[float, float]] = []
        self.engine_mb: list[float] = []
        self.widgets: list[int] = []
        self.objects: list[int] = []
        self.gaps: list[float] = []

    def sample(self, seconds: float) -> None:
        self.samples.append((seconds, self.process.memory_info().rss / 1e6))
        if self.engine is not None and self.engine.is_running():
            self.engine_mb.append(self.engine.memory_info().rss / 1e6)
        self.widgets.append(len(QApplication.allWidgets()))
        self.objects.append(len(gc.get_objects()) + gc.get_freeze_count())

    def slope(self) -> float:
        """Return MB a minute in the second half, by least squares; the first half fills caches."""
        half = [pair for pair in self.samples if pair[0] >= self.samples[-1][0] / 2]
        if len(half) < 3:
            return 0.0
        seconds, sizes = np.array(half).T
        return float(np.polyfit(seconds, sizes, 1)[0] * 60)

    def words(self) -> str:
        gaps = np.array(self.gaps or [0.0])
        first, last = self.samples[0][1], self.samples[-1][1]
        return (
            f"memory {first:.0f} MB at first, {last:.0f} MB at last, {self.slope():+.2f} MB/min in the second half"
            "\n"
            f"every tenth of the time {_every_tenth([size for _, size in self.samples])}; "
            f"of the engine {_every_tenth(self.engine_mb)}"
            "\n"
            f"in the second and the last quarter at least: widgets {_quarters(self.widgets)}, "
            f"objects of Python {_quarters(self.objects)}"
            "\n"
            f"gaps of the event loop: p50 {np.percentile(gaps, 50):.0f}, p99 {np.percentile(gaps, 99):.0f}, "
            f"longest {gaps.max():.0f} ms"
        )


def _every_tenth(sizes: list[float]) -> str:
    return ", ".join(f"{size:.0f}" for size in sizes[:: max(1, len(sizes) // 10)]) or "unknown"


def _quarters(counts: list[int]) -> str:
    """Return the least of two quarters: what is open, and garbage that waits, comes and goes."""
    quarter = max(1, len(counts) // 4)
    return f"{min(counts[quarter : 2 * quarter] or counts):,} and {min(counts[-quarter:]):,}"


@contextmanager
def fenced() -> Iterator[None]:
    """Keep the monkey in the window: no other program is started and no dialog of the system opens."""
    with (
        mock.patch.object(QDesktopServices, "openUrl", return_value=True),
        mock.patch("ui.controllers.opening._start", return_value=True),
        mock.patch.object(QFileDialog, "getExistingDirectory", return_value=""),
        mock.patch.object(QFileDialog, "exec", return_value=0),
    ):
        yield


def leave_open_loops() -> Iterator[str]:
    """Close what is in front of the window; hide what does not close, and yield what that is."""
    for _ in range(MOST_IN_FRONT):
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if front is None:
            return
        if not front.close():
            front.hide()
            yield f"{type(front).__name__} {front.windowTitle()!r} does not close"
    yield f"something is always in front, at last {type(front).__name__}"


def let_loose(monkey: Monkey, seconds: float, report: Report, faults: list[str]) -> None:
    """Let the monkey act until the time is over or something went wrong."""
    loop, clock = QEventLoop(), QElapsedTimer()
    clock.start()
    state = {"beat": 0.0, "sampled": -10.0}
    beat, following = QTimer(), QTimer()
    following.setSingleShot(True)

    def measure() -> None:
        now = clock.elapsed()
        report.gaps.append(now - state["beat"])
        state["beat"] = now

    def tick() -> None:
        now = clock.elapsed() / 1000
        if now - state["sampled"] >= max(1.0, seconds / 60):
            state["sampled"] = now
            report.sample(now)
        following.start(STEP_MS)  # before the deed: a menu that it opens has a loop of its own
        if now < seconds and not faults:
            monkey.act()
            return
        faults.extend(leave_open_loops())  # at every tick: a dialog that closes may be followed by another
        loop.quit()

    beat.timeout.connect(measure)
    following.timeout.connect(tick)
    following.start(STEP_MS)
    beat.start(5)
    loop.exec()
    following.stop()
    beat.stop()


def run(
    app: QApplication, core: object, folder: Path, seed: int, seconds: float, engine: int | None = None
) -> tuple[Report, list[str], int]:
    """Run the monkey on a window of its own; return memory, faults and the number of deeds.

    ``engine`` is the process of the core, None where that is this one.
    """
    witness, report = Witness(), Report(engine)
    with witness.watching(), fenced():
        window = make_window(app, Services(folder, folder / "person", lambda text: len(text.split())))
        window.show()
        window.workbench.attach(core)
        monkey = Monkey(window, seed)
        let_loose(monkey, seconds, report, witness.faults)
        if witness.faults:
            witness.faults.append(f"after deed {monkey.deeds}: {monkey.last}")
        window.close()
        window.deleteLater()
        app.processEvents()
    return report, witness.faults, monkey.deeds


def ended_within(command: list[str], seconds: float) -> bool:
    """Run a command, stop it when the time is over, and return whether it ended by itself.

    Raises:
        CalledProcessError: it failed.
    """
    try:
        subprocess.run(command, check=True, capture_output=True, cwd=CHECKOUT, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


@contextmanager
def engine_on_the_sample(index: Path) -> Iterator[tuple[object, int]]:
    """Start an engine and index the sample corpus; yield the core that asks it and its process."""
    from app.engine.client import RemoteCore
    from app.engine.spawn import start_engine
    from resources.locate import resource

    command = [sys.executable, "-P", "-m", "app", "index", str(resource("sample")), "--index", str(index)]
    core = RemoteCore.starting(
        index, lambda: start_engine(index)
    )  # first: it goes on after the command is stopped
    if not ended_within(command, PREPARING_S):
        sys.stdout.write(f"the sample is not indexed after {PREPARING_S} s: the window gets what there is\n")
    try:
        yield core, start_engine(index)
    finally:
        core.stop_engine()
        core.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 100_000)
    options = parser.parse_args()
    sys.stdout.write(f"seed {options.seed}, {options.seconds:.0f} s\n")
    app = QApplication([])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # the engine may end a moment later
        path = Path(folder).resolve()
        with engine_on_the_sample(path / "index") as (core, engine):
            report, faults, deeds = run(app, core, path, options.seed, options.seconds, engine)
    sys.stdout.write(f"{deeds:,} deeds\n{report.words()}\n")
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
