"""Pictures of the window's states, drawn offscreen from the sample corpus: ``make shots`` writes docs/pictures."""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from resources.locate import resource
from search.errors import ModelError
from search.types.query import Aggregate, Mode, Rerank
from search.types.status import Activity
from tests.fakes.window_core import WindowCore
from ui.application import make_window
from ui.main_window import MainWindow
from ui.popups.open import open_keys, open_palette, open_settings
from ui.shell.right_pane import CONTEXT, DEPENDENCIES
from ui.theme.scheme import ThemeChoice

TARGET = Path(__file__).resolve().parents[2] / "docs" / "pictures"
QUERY = 'where is stock reserved for an order "reserve" -is:test'
TEXT_SUFFIXES = {".cs", ".sql", ".md", ".py", ".ts", ".yml", ".json", ".sln", ".csproj", ".txt"}


def sample_files() -> dict[str, str]:
    root = resource("sample")
    found = sorted(path for path in root.rglob("*") if path.is_file() and path.suffix in TEXT_SUFFIXES)
    return {f"roastery/{path.relative_to(root).as_posix()}": path.read_text("utf-8") for path in found}


def wait(window: MainWindow, ready: Callable[[], bool]) -> None:
    """Let the window work until it is ready, and a moment longer for colours and texts."""
    for _ in range(200):
        if ready():
            break
        QTest.qWait(50)
    else:
        message = "the window did not get ready"
        raise RuntimeError(message)
    QTest.qWait(500)
    window.repaint()


def searched(window: MainWindow, text: str) -> None:
    window.run_query(text)
    wait(window, lambda: window.shown is not None and window.shown.query == text)


class Studio:
    """Opens a window for each picture, so that none depends on another."""

    def __init__(self, app: QApplication, target: Path) -> None:
        self.app, self.target = app, target
        self.files = sample_files()
        target.mkdir(parents=True, exist_ok=True)

    def take(
        self,
        name: str,
        pose: Callable[[MainWindow, WindowCore], object],
        *,
        dark: bool = False,
        size: tuple[int, int] = (1440, 900),
        empty: bool = False,
    ) -> None:
        with tempfile.TemporaryDirectory() as folder:
            window = make_window(self.app, Path(folder), lambda text: len(text) // 4)
            window.choose_theme(ThemeChoice.DARK if dark else ThemeChoice.LIGHT)
            window.resize(*size)
            window.show()
            core = WindowCore({} if empty else self.files)
            window.attach(core)
            wait(window, lambda: window.index.status is not None)
            pose(window, core)
            QTest.qWait(300)
            self._save(name, window.grab())
            window.close()
            core.close()
            window.deleteLater()
            self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _save(self, name: str, picture: QPixmap) -> None:
        picture.save(str(self.target / f"{name}.png"))
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
    window.indexing.show_activity(Activity("embedding", 3_310, 12_418, 412.0, 240.0))


def semantic_off(window: MainWindow) -> None:
    searched(window, QUERY)
    window.set_mode(Mode.KEYWORD)
    window.parts.say(
        "Semantic search is off", "The model file is damaged. Keyword search still works.", "Try again"
    )


def damaged(window: MainWindow) -> None:
    error = ModelError("The index is damaged", remedy="The files themselves are safe. Rebuild the index to go on.")
    window.show_error(
        error, details="IndexDamagedError: chunks.lance: manifest 17 is missing", retry=window.focus_search
    )


def tab(place: int) -> Callable[[MainWindow, WindowCore], None]:
    def pose(window: MainWindow, _core: WindowCore) -> None:
        searched(window, QUERY)
        window.show_tab(place)
        QTest.qWait(600)

    return pose


def split(window: MainWindow) -> None:
    searched(window, QUERY)
    window.set_split(split=True)
    QTest.qWait(600)


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
    studio = Studio(app, target)
    studio.take("main-light", lambda w, _c: searched(w, QUERY))
    studio.take("main-dark", lambda w, _c: searched(w, QUERY), dark=True)
    studio.take("rerank", lambda w, _c: dragged(w))
    studio.take("advanced", lambda w, _c: advanced(w), dark=True)
    studio.take("indexing", lambda w, _c: indexing(w), dark=True)
    studio.take("semantic-off", lambda w, _c: semantic_off(w))
    studio.take("no-results", lambda w, _c: searched(w, "reserve lang:cobol"))
    studio.take("faulty-query", lambda w, _c: (searched(w, QUERY), w.run_query("reserve lng:python")))
    studio.take("error", lambda w, _c: damaged(w))
    studio.take("dependencies", tab(DEPENDENCIES))
    studio.take("context", tab(CONTEXT), dark=True)
    studio.take("split", lambda w, _c: split(w), size=(1440, 1040))
    studio.take("palette", lambda w, _c: palette(w), dark=True)
    studio.take("settings", lambda w, _c: (searched(w, QUERY), open_settings(w)))
    studio.take("keys", lambda w, _c: open_keys(w))
    studio.take("empty-query", lambda w, _c: None)
    studio.take("first-run", lambda w, _c: first_run(w), empty=True)
    studio.take("first-run-drop", lambda w, _c: drop(w), empty=True, dark=True)
    studio.take("small-1100x700", lambda w, _c: searched(w, QUERY), size=(1100, 700))
    studio.take("advanced-1100", lambda w, _c: advanced(w), size=(1100, 700))
    studio.take("small-960x600", lambda w, _c: searched(w, QUERY), size=(960, 600), dark=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET))
