"""Pictures of the window's states, drawn offscreen: ``make shots`` writes docs/pictures.

``make shots ARGS="--every"`` draws every state in both themes and two sizes under build/pictures; with
``QT_SCALE_FACTOR=1.5`` before it at one and a half device pixels, with ``WINDOW_LANG=de`` in German.

A real index of the sample corpus answers; only what cannot be had on demand (a damaged index, a step of indexing
that takes minutes) is put into the window by hand.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.opening import Opening, opened_core
from app.window_program import WindowProgram
from resources.locate import resource
from search.embedding.tokens import PackagedTokenCounter
from search.errors import IndexDamagedError
from search.events import Notice
from search.ports import SearchCore
from search.types.query import Aggregate, Rerank
from search.types.status import Activity
from tests.ui.spoken import APP, LANGUAGE
from ui.application import make_window
from ui.language import ENGLISH
from ui.main_window import MainWindow
from ui.services import Services
from ui.shell.right_pane import CONTEXT, DEPENDENCIES
from ui.theme.icons import forget_icons
from ui.theme.scheme import ThemeChoice
from ui.window_popups import open_keys, open_palette
from ui.window_settings import open_settings

TARGET = Path(__file__).resolve().parents[2] / "docs" / "pictures"
EVERY = Path(__file__).resolve().parents[2] / "build" / "pictures"
SMALLEST = 0
"""Quality with which Qt packs a PNG most; it loses nothing."""
MOST_COLOURS, FREQUENT_COLOURS, NEAR = 256, 96, 14
"""Of a packed picture: how many there are, how many are kept whatever they are, and steps from one to the next."""
QUERY = 'where is the lease renewed "lease" -is:test'


def rest(milliseconds: int) -> None:
    """Let the window work; `QTest.qWait` would keep the interpreter lock from the threads that answer."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait(window: MainWindow, ready: Callable[[], bool]) -> None:
    """Let the window work until it is ready, and a moment longer for colours and texts."""
    for step in (ready, lambda: window.idle, lambda: window.idle):
        for _ in range(1_200):
            if step():
                break
            rest(50)
        else:
            message = "the window did not get ready"
            raise RuntimeError(message)
        rest(300)
    window.repaint()


def searched(window: MainWindow, text: str) -> None:
    window.run_query(text)
    wait(window, lambda: window.shown is not None and window.shown.query == text)


def packed(picture: QImage) -> QImage:
    """Return a picture in its own 256 colours, which takes a third of the room and looks the same.

    Every frequent colour stays as it is; of the rest, the edges of letters, near ones stand for each other.
    """
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    colours, counts = np.unique(np.frombuffer(plain.constBits(), np.uint32), return_counts=True)
    colours = colours[np.argsort(-counts)]
    parts = np.stack([(colours >> shift) & 255 for shift in (16, 8, 0)], axis=1).astype(int)
    kept: list[int] = []
    for place, part in enumerate(parts):
        if len(kept) < MOST_COLOURS and (
            place < FREQUENT_COLOURS or np.abs(parts[kept] - part).max(axis=1).min() >= NEAR
        ):
            kept.append(place)
    table = [int(colour) for colour in colours[kept]]
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither)


class Studio:
    """Opens a window for each picture, so that none depends on another."""

    def __init__(self, app: QApplication, target: Path, cores: tuple[SearchCore, SearchCore]) -> None:
        self.app, self.target = app, target
        self.filled, self.empty = cores
        self.count = PackagedTokenCounter().count
        target.mkdir(parents=True, exist_ok=True)

    def take(
        self,
        name: str,
        pose: Callable[[MainWindow], object],
        *,
        dark: bool = False,
        size: tuple[int, int] = (1440, 900),
        empty: bool = False,
    ) -> None:
        core = self.empty if empty else self.filled
        with tempfile.TemporaryDirectory() as folder:
            program = WindowProgram(Path(folder), Path(folder) / "config.toml", lambda: core)
            window = make_window(self.app, Services(Path(folder), Path(folder), self.count, program))
            window.choices.set_motion(reduced=True)  # a popup is pictured as it stays, not while it fades in
            window.choices.set_theme(ThemeChoice.DARK if dark else ThemeChoice.LIGHT)
            window.resize(*size)
            window.show()
            window.attach(core)
            wait(window, lambda: window.index.status is not None)
            pose(window)
            wait(window, lambda: True)
            self._save(name, window.grab())
            window.close()
            window.deleteLater()
            self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _save(self, name: str, picture: QPixmap) -> None:
        name = name if LANGUAGE == ENGLISH else f"{name}-{LANGUAGE}"
        packed(picture.toImage()).save(str(self.target / f"{name}.png"), "PNG", SMALLEST)
        sys.stdout.write(f"{self.target / name}.png\n")


def dragged(window: MainWindow) -> None:
    searched(window, QUERY)
    slider = window.parts.tuning.slider
    y = slider.height() // 2
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(120, y))
    QTest.mouseMove(slider, QPoint(30, y))


def advanced(window: MainWindow) -> None:
    searched(window, QUERY)
    window.set_advanced(opened=True)
    window.parts.advanced.aggregate.chosen.emit(Aggregate.SOFTMAX_ATTN.value)
    window.parts.advanced.rerank.chosen.emit(Rerank.KEYWORD.value)


def indexing(window: MainWindow) -> None:
    searched(window, QUERY)
    window.indexing.expect_folders()
    window.indexing.show_activity(Activity("meaning", 3_310, 12_418, 412.0, 240.0))


def semantic_off(window: MainWindow) -> None:
    searched(window, QUERY)
    window.indexing.show_notice(Notice("The model file is damaged", "Install Dowse again.", meaning_off=True))


def damaged(window: MainWindow) -> None:
    error = IndexDamagedError(
        "The index is damaged", remedy="The files themselves are safe. Rebuild the index to go on."
    )
    window.show_damaged(error, window.focus_search)


def tab(place: int) -> Callable[[MainWindow], None]:
    def pose(window: MainWindow) -> None:
        searched(window, QUERY)
        window.show_tab(place)
        rest(600)

    return pose


def split(window: MainWindow) -> None:
    searched(window, QUERY)
    window.set_split(split=True)
    rest(600)


def palette(window: MainWindow) -> None:
    searched(window, QUERY)
    popup = open_palette(window)
    QTest.keyClicks(popup.field, "rank")


def first_run(window: MainWindow) -> None:
    wait(window, lambda: window.parts.pages.currentWidget() is window.parts.first_run)
    from ui.git_folders import GitFolder

    home = Path.home()
    window.parts.first_run.offer(
        (GitFolder(str(home / "src/relay"), 1204), GitFolder(str(home / "src/gateway"), 866))
    )


def drop(window: MainWindow) -> None:
    first_run(window)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(Path.home()))])
    zone = window.parts.first_run.zone
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(zone, QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, data, buttons, keys))


def rendered(window: MainWindow) -> None:
    searched(window, "lost lease type:adr")
    rest(1_500)


def contrast(window: MainWindow) -> None:
    window.choices.set_theme(ThemeChoice.CONTRAST)
    searched(window, QUERY)


def from_right_to_left(window: MainWindow) -> None:
    QApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    forget_icons()
    window.choices.set_theme(ThemeChoice.DARK)
    window.choices.set_theme(ThemeChoice.LIGHT)
    searched(window, QUERY)


def searching(window: MainWindow) -> None:
    searched(window, QUERY)
    window.parts.top.set_busy(busy=True)


@dataclass(frozen=True)
class State:
    """A picture: how the window is posed, and how it stands in docs/pictures."""

    pose: Callable[[MainWindow], object]
    dark: bool = False
    size: tuple[int, int] = (1440, 900)
    empty: bool = False


SMALL, TALL, LEAST = (1100, 700), (1440, 1040), (960, 600)
STATES = {
    "main-light": State(lambda w: searched(w, QUERY)),
    "main-dark": State(lambda w: searched(w, QUERY), dark=True),
    "searching": State(searching),
    "rendered": State(rendered),
    "rerank": State(dragged),
    "advanced": State(advanced, dark=True),
    "indexing": State(indexing, dark=True),
    "semantic-off": State(semantic_off),
    "no-results": State(lambda w: (searched(w, QUERY), searched(w, "reserve lang:cobol"))),
    "faulty-query": State(lambda w: (searched(w, QUERY), w.run_query("reserve lng:python"))),
    "error": State(damaged),
    "dependencies": State(tab(DEPENDENCIES)),
    "context": State(tab(CONTEXT), dark=True),
    "split": State(split, size=TALL),
    "palette": State(palette, dark=True),
    "settings": State(lambda w: (searched(w, QUERY), open_settings(w))),
    "access": State(lambda w: (searched(w, QUERY), open_settings(w, "access"))),
    "keys": State(lambda w: open_keys(w).fill()),
    "empty-query": State(lambda w: None),
    "first-run": State(first_run, empty=True),
    "first-run-drop": State(drop, empty=True, dark=True),
    "high-contrast": State(contrast, dark=True),
    "right-to-left": State(from_right_to_left),
    "small-1100x700": State(lambda w: searched(w, QUERY), size=SMALL),
    "advanced-1100": State(advanced, size=SMALL),
    "small-960x600": State(lambda w: searched(w, QUERY), dark=True, size=LEAST),
}
"""Those of docs/pictures."""


def take_all(studio: Studio, names: Sequence[str]) -> None:
    """Take the pictures of docs/pictures."""
    for name in names:
        state = STATES[name]
        studio.take(name, state.pose, dark=state.dark, size=state.size, empty=state.empty)
        _from_left_to_right()


def take_every_size(studio: Studio, names: Sequence[str]) -> None:
    """Take every state in both themes, large and small."""
    for name in names:
        state = STATES[name]
        for theme, size in product(("light", "dark"), ((1440, 900), SMALL)):
            label = f"{name}-{theme}-{size[0]}x{size[1]}@{studio.app.devicePixelRatio():g}"
            studio.take(label, state.pose, dark=theme == "dark", size=size, empty=state.empty)
            _from_left_to_right()


def _from_left_to_right() -> None:
    QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    forget_icons()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"states to take, else all: {', '.join(STATES)}")
    parser.add_argument("--to", type=Path, help="folder of the pictures")
    parser.add_argument("--every", action="store_true", help="both themes, 1440x900 and 1100x700")
    parser.add_argument("--words", action="store_true", help="index words only: quick, but without violet")
    options = parser.parse_args()
    target = options.to or (EVERY if options.every else TARGET)
    take = take_every_size if options.every else take_all
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        corpus = Path(folder) / "roastery"
        shutil.copytree(resource("sample"), corpus)
        filled, empty = (
            stack.enter_context(opened_core(Path(folder) / name, Opening(make=True)))
            for name in ("index", "empty")
        )
        filled.index([str(corpus)], semantic=not options.words)
        stack.enter_context(mock.patch.object(Path, "home", return_value=Path(folder)))  # paths say ~
        take(Studio(APP, target, (filled, empty)), options.names or list(STATES))
    return 0


if __name__ == "__main__":
    sys.exit(main())
