"""The film on the first page: ``make film`` writes docs/pictures/film.png, an animated PNG of about ten seconds.

The window is the real one, drawn offscreen, and a real engine answers from an index of the sample corpus. A
question is typed, the slider goes to the words and back, and the dependencies of the first file are shown. For how
long a picture is shown is set here: the film is no measurement. On a machine so busy that reading rests, the
window says so; ``DOWSE_READER=off make film`` leaves reading out.
"""

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.desktop.window_program import WindowProgram
from search.embedding.tokens import PackagedTokenCounter
from tests.ui.animated_png import Frame, animated_png
from tests.ui.shot_states import CALM_MS, SMALL, rest, wait
from tests.ui.shots import TARGET, answering
from tests.ui.spoken import APP
from ui.application.builder import Builder
from ui.services import Services
from ui.theme.scheme import ThemeChoice
from ui.user_data.window_state import WindowState, save_state
from ui.window.main_window import MainWindow

QUESTION = "how is a delivery tried again"
LETTER_MS, STEP_MS, LOOK_MS, LAST_MS = 55, 80, 1_100, 2_200
WORDS, MEANING, STEPS = 0.1, 0.8, 14
TRIES = 30
"""How often an answer is asked for again that took long because the machine was busy."""

ARROW = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
"""The outline of the pointer; its tip is the first point."""


class Camera:
    """Collects pictures of a window; the pointer is drawn into them, because a window does not hold it."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.frames: list[Frame] = []
        self.pointer: QPoint | None = None

    def shoot(self, milliseconds: int) -> None:
        """Add a picture of the window as it is now."""
        picture = self.window.grab().toImage()
        if self.pointer is not None:
            _draw_pointer(picture, self.pointer)
        self.frames.append(Frame(picture, milliseconds))

    def point_at(self, widget: QWidget, position: QPoint) -> None:
        """Move the pointer to a position of a widget."""
        self.pointer = widget.mapTo(self.window, position)


def _draw_pointer(picture: QImage, tip: QPoint) -> None:
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(tip)
    painter.setPen(QPen(QColor("white"), 1.2))
    painter.setBrush(QColor("black"))
    painter.drawPolygon(QPolygonF([QPointF(*point) for point in ARROW]))
    painter.end()


def type_question(window: MainWindow, camera: Camera) -> None:
    """Type letter by letter, and look at the answer."""
    camera.shoot(600)
    edit = window.front.top.field.edit
    for letter in QUESTION:
        QTest.keyClicks(edit, letter)
        rest(20)
        camera.shoot(LETTER_MS)
    wait(window, lambda: window.workbench.answers.shown is not None)
    for _ in range(TRIES):
        answer = window.workbench.answers.shown
        if answer is not None and answer.query == QUESTION and answer.took_ms <= CALM_MS:
            break
        window.workbench.search.search_now()
        rest(800)
        wait(window, lambda: True)
    camera.shoot(LOOK_MS)


def drag_slider(window: MainWindow, camera: Camera) -> None:
    """Drag from meaning to the words and back; the results are ranked again at each step."""
    slider = window.workbench.layout.tuning.slider
    step = (MEANING - WORDS) / STEPS
    there = [MEANING - step * number for number in range(STEPS + 1)]
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, _on(slider, MEANING))
    for shares, look_ms in ((there, LOOK_MS), (there[::-1], LOOK_MS // 2)):
        for share in shares:
            QTest.mouseMove(slider, _on(slider, share))
            camera.point_at(slider, _on(slider, share))
            rest(30)
            camera.shoot(STEP_MS)
        camera.shoot(look_ms)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, _on(slider, MEANING))


def _on(slider: QWidget, share: float) -> QPoint:
    return QPoint(round(slider.width() * share), slider.height() // 2)


def show_dependencies(window: MainWindow, camera: Camera) -> None:
    """Choose the first file and show what depends on it."""
    camera.pointer = None
    window.workbench.results.widget.select_first()
    wait(window, lambda: True)
    camera.shoot(STEP_MS * 4)
    window.workbench.show_panel("dependencies")
    rest(600)
    wait(window, lambda: True)
    camera.shoot(LAST_MS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=TARGET / "film.png")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        home = Path(folder)
        core = stack.enter_context(answering(home, semantic=True))
        stack.enter_context(mock.patch.object(Path, "home", return_value=home))
        save_state(WindowState(theme=ThemeChoice.LIGHT.value, reduced_motion=True), home / "window.json")
        program = WindowProgram(home, home / "config.toml", lambda: core)
        builder = Builder(APP, Services(home, home, PackagedTokenCounter().count, program))
        window = builder.front()
        window.resize(*SMALL)
        builder.fill(window)
        window.show()
        window.workbench.attach(core)
        wait(window, lambda: window.workbench.index.status is not None)
        camera = Camera(window)
        for scene in (type_question, drag_slider, show_dependencies):
            scene(window, camera)
        window.close()
    data = animated_png(camera.frames)
    options.to.write_bytes(data)
    seconds = sum(frame.milliseconds for frame in camera.frames) / 1_000
    sys.stdout.write(f"{options.to}: {seconds:.1f} s, {len(camera.frames)} pictures, {len(data) / 1e6:.2f} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
