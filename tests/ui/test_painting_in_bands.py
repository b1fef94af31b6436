"""All of a window is never painted in one turn of the event loop when a popup comes or goes."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ui.theme.curtain import BANDS, Curtain
from ui.widgets.popup import Popup

SIZE = 400


class Page(QWidget):
    """Takes down what of it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: list[QRect] = []
        self.colour = QColor("white")
        self.resize(SIZE, SIZE)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted.append(event.rect())
        QPainter(self).fillRect(event.rect(), self.colour)

    def covered(self) -> int:
        return len({line for box in self.painted for line in range(box.top(), box.bottom() + 1)})


@pytest.fixture
def page(themed: QApplication, qtbot: QtBot):
    made = Page()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: made.covered() == SIZE)
    return made


def opened(page: Page) -> Popup:
    popup = Popup(page, "a popup")
    popup.resize(80, 60)
    focus = QPushButton(popup)
    popup.present(focus)
    return popup


def test_what_lies_under_a_popup_is_painted_in_bands_when_it_has_come(page: Page, qtbot: QtBot):
    page.painted.clear()
    opened(page)
    page.colour = QColor("blue")
    qtbot.waitUntil(lambda: page.covered() == SIZE)
    assert max(box.height() for box in page.painted) <= SIZE / BANDS
    seen = page.grab().toImage().pixelColor(5, SIZE - 5)
    assert seen.blue() > 10 * seen.red()


def test_a_window_is_painted_in_bands_when_its_popup_goes(page: Page, qtbot: QtBot):
    popup = opened(page)
    qtbot.waitUntil(lambda: page.covered() == SIZE)
    page.painted.clear()
    popup.dismiss()
    assert len(page.findChildren(Curtain)) == 1
    qtbot.waitUntil(lambda: page.findChildren(Curtain) == [])
    assert page.covered() == SIZE
    assert max(box.height() for box in page.painted) <= SIZE / BANDS


def test_the_window_around_is_not_painted_for_every_step_of_a_popup_that_takes_the_place_of_another(
    page: Page, qtbot: QtBot
):
    opened(page)
    qtbot.waitUntil(lambda: page.covered() == SIZE)
    page.painted.clear()
    second = opened(page)
    qtbot.waitUntil(lambda: second.graphicsEffect() is None)
    qtbot.waitUntil(lambda: page.findChildren(Curtain) == [])
    page.grab()
    corner = [box for box in page.painted if box.contains(2, SIZE - 2)]
    assert 1 <= len(corner) <= 3
