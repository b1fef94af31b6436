"""Pictures of the window's states, drawn offscreen: ``make shots`` writes docs/pictures.

A real index of the sample corpus answers; only what cannot be had on demand (a damaged index, a step of indexing
that takes minutes) is put into the window by hand.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.opening import Opening, opened_core
from resources.locate import resource
from search.embedding.tokens import PackagedTokenCounter
from search.errors import IndexDamagedError
from search.events import Notice
from search.ports import SearchCore
from search.types.query import Aggregate, Rerank
from search.types.status import Activity
from ui.application import make_window
from ui.main_window import MainWindow
from ui.services import Services
from ui.shell.right_pane import CONTEXT, DEPENDENCIES
from ui.theme.scheme import ThemeChoice
from ui.window_popups import open_keys, open_palette
from ui.window_settings import open_settings

TARGET = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SMALLEST = 0
"""Quality with which Qt packs a PNG most; it loses nothing."""
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
        with tempfile.TemporaryDirectory() as folder:
            window = make_window(self.app, Services(Path(folder), Path(folder), self.count))
            window.choose_theme(ThemeChoice.DARK if dark else ThemeChoice.LIGHT)
            window.resize(*size)
            window.show()
            window.attach(self.empty if empty else self.filled)
            wait(window, lambda: window.index.status is not None)
            pose(window)
            wait(window, lambda: True)
            self._save(name, window.grab())
            window.close()
            window.deleteLater()
            self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _save(self, name: str, picture: QPixmap) -> None:
        picture.save(str(self.target / f"{name}.png"), "PNG", SMALLEST)
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
    window.show_error(
        error, details="IndexDamagedError: chunks.lance: manifest 17 is missing", retry=window.focus_search
    )


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
    from ui.controllers.git_folders import GitFolder

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


def main(target: Path) -> int:
    app = QApplication([])
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        corpus = Path(folder) / "roastery"
        shutil.copytree(resource("sample"), corpus)
        filled, empty = (
            stack.enter_context(opened_core(Path(folder) / name, Opening(make=True)))
            for name in ("index", "empty")
        )
        filled.index([str(corpus)])
        take_all(Studio(app, target, (filled, empty)))
    return 0


def take_all(studio: Studio) -> None:
    studio.take("main-light", lambda w: searched(w, QUERY))
    studio.take("main-dark", lambda w: searched(w, QUERY), dark=True)
    studio.take("rerank", dragged)
    studio.take("advanced", advanced, dark=True)
    studio.take("indexing", indexing, dark=True)
    studio.take("semantic-off", semantic_off)
    studio.take("no-results", lambda w: searched(w, "reserve lang:cobol"))
    studio.take("faulty-query", lambda w: (searched(w, QUERY), w.run_query("reserve lng:python")))
    studio.take("error", damaged)
    studio.take("dependencies", tab(DEPENDENCIES))
    studio.take("context", tab(CONTEXT), dark=True)
    studio.take("split", split, size=(1440, 1040))
    studio.take("palette", palette, dark=True)
    studio.take("settings", lambda w: (searched(w, QUERY), open_settings(w)))
    studio.take("keys", open_keys)
    studio.take("empty-query", lambda w: None)
    studio.take("first-run", first_run, empty=True)
    studio.take("first-run-drop", drop, empty=True, dark=True)
    studio.take("small-1100x700", lambda w: searched(w, QUERY), size=(1100, 700))
    studio.take("advanced-1100", advanced, size=(1100, 700))
    studio.take("small-960x600", lambda w: searched(w, QUERY), size=(960, 600), dark=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET))
