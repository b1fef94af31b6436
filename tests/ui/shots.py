"""Pictures of the window's states, drawn offscreen: ``make shots`` writes docs/pictures.

Each state is drawn once as it stands in docs/window.md, and then in both themes at 1440x900 and at 1100x700 in
folders named by the size, of which a sheet for each theme shows all; with ``QT_SCALE_FACTOR=1.5`` at one and a
half device pixels, with ``WINDOW_LANG=de`` in German.

A real engine answers from an index of the sample corpus, which it watches; only what cannot be had on demand (a
damaged index, a step of indexing that takes minutes) is put into the window by hand. While the machine is busy, an
answer that took long is asked for again, so that no picture tells of that.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from app.cli.open_core import Opening, opened_core
from app.desktop.window_program import WindowProgram
from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from resources.locate import resource
from search.embedding.tokens import PackagedTokenCounter
from search.ports import SearchCore
from tests.ui.picture_packing import packed
from tests.ui.picture_sheets import write_sheets
from tests.ui.shot_states import LARGE, SMALL, STATES, State, from_left_to_right, rest, wait
from tests.ui.spoken import APP, LANGUAGE
from ui.application.builder import Builder
from ui.i18n.language import ENGLISH
from ui.services import Services
from ui.theme.curtain import Curtain
from ui.theme.scheme import ThemeChoice
from ui.user_data.window_state import WindowState, save_state
from ui.window.main_window import MainWindow

TARGET = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SMALLEST = 0
"""Quality with which Qt packs a PNG most; it loses nothing."""
SCALE = APP.devicePixelRatio()
THEMES = (ThemeChoice.LIGHT, ThemeChoice.DARK)
SIZES = (LARGE, SMALL) if SCALE == 1 else (LARGE,)


class Studio:
    """Opens a window for each state, so that none depends on another."""

    def __init__(self, app: QApplication, target: Path, cores: tuple[SearchCore, SearchCore]) -> None:
        self.app, self.target = app, target
        self.filled, self.empty = cores
        self.count = PackagedTokenCounter().count
        self.folders: set[Path] = set()

    def take(self, name: str, *, every: bool) -> None:
        """Take the picture of a state that stands in docs/pictures, and those in both themes and every size."""
        state = STATES[name]
        label = name if LANGUAGE == ENGLISH else f"{name}-{LANGUAGE}"
        with self._posed(state) as window:
            if state.alone and SCALE == 1:
                self._save(self.target / f"{label}.png", window.grab())
            for size, theme in product(SIZES, THEMES) if every and state.varies else ():
                folder = self.target / (f"{size[0]}x{size[1]}" if SCALE == 1 else f"scale-{SCALE:g}")
                self.folders.add(folder)
                self._dress(window, size, theme)
                self._save(folder / f"{name}-{theme.value}.png", window.grab())

    @staticmethod
    def _dress(window: MainWindow, size: tuple[int, int], theme: ThemeChoice) -> None:
        if (window.width(), window.height()) != size:
            window.resize(*size)
        if window.filled:
            window.workbench.settings.choices.set_theme(theme)
        else:
            window.appearance.set_theme(theme)
        rest(400)
        while window.findChildren(Curtain):  # the theme is painted in bands
            rest(50)
        if window.filled:
            wait(window, lambda: True)

    @contextmanager
    def _posed(self, state: State) -> Iterator[MainWindow]:
        core, theme = self.empty if state.empty else self.filled, THEMES[state.dark]
        with tempfile.TemporaryDirectory() as folder:
            # a popup is pictured as it stays, not while it fades in
            save_state(WindowState(theme=theme.value, reduced_motion=True), Path(folder) / "window.json")
            program = WindowProgram(Path(folder), Path(folder) / "config.toml", lambda: core)
            builder = Builder(self.app, Services(Path(folder), Path(folder), self.count, program))
            window = builder.front()
            window.resize(*state.size)
            if state.front:
                window.show()
                rest(300)
            else:
                builder.fill(window)
                window.show()
                window.workbench.attach(core)
                wait(window, lambda: window.workbench.index.status is not None)
                state.pose(window)
                wait(window, lambda: True)
            yield window
            window.close()
            window.deleteLater()
            self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            from_left_to_right()

    def _save(self, path: Path, picture: QPixmap) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        packed(picture.toImage()).save(str(path), "PNG", SMALLEST)
        sys.stdout.write(f"{path}\n")


@contextmanager
def answering(folder: Path, *, semantic: bool) -> Iterator[SearchCore]:
    """Start an engine that indexes the sample corpus and watches it; it ends with the pictures."""
    corpus, index, settings = folder / "roastery", folder.resolve() / "index", folder / "config.toml"
    shutil.copytree(resource("sample"), corpus)
    settings.touch()
    core = RemoteCore.starting(index, lambda: start_engine(index, config=settings))
    try:
        core.index([str(corpus)], semantic=semantic)
        yield core
    finally:
        core.stop_engine()
        core.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"states to take, else all: {', '.join(STATES)}")
    parser.add_argument("--to", type=Path, default=TARGET, help="folder of the pictures")
    parser.add_argument("--every", action="store_true", help="the named states in both themes and all sizes too")
    parser.add_argument("--words", action="store_true", help="index words only: quick, but without violet")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        empty = stack.enter_context(opened_core(Path(folder) / "empty", Opening(make=True)))
        filled = stack.enter_context(answering(Path(folder), semantic=not options.words))
        stack.enter_context(mock.patch.object(Path, "home", return_value=Path(folder)))  # paths say ~
        studio = Studio(APP, options.to, (filled, empty))
        for name in options.names or STATES:
            if SCALE == 1 or STATES[name].varies:
                studio.take(name, every=(options.every or not options.names) and LANGUAGE == ENGLISH)
    for folder in sorted(studio.folders):
        write_sheets(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
