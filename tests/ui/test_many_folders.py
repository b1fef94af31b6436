"""The settings with many folders: what adds another one is in sight."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import FILES
from ui.panels.settings.folders_page import FoldersPage
from ui.theme.sizes import MIN_WINDOW
from ui.widgets.buttons import WordButton
from ui.widgets.card import Card
from ui.window.main_window import MainWindow


def is_in_sight(widget: QWidget) -> bool:
    """Return whether all of a widget is in view, inside every area that scrolls."""
    visible = QRect(widget.visibleRegion().boundingRect())
    return widget.isVisible() and visible == widget.rect()


@pytest.mark.parametrize("size", [MIN_WINDOW, (1440, 900)])
def test_a_folder_can_be_added_without_scrolling_past_ten_others(
    empty_window: MainWindow, core: WindowCore, qtbot: QtBot, size: tuple[int, int]
):
    core.files = {**FILES, **{f"service-{number}/main.py": "def run(): pass\n" for number in range(12)}}
    empty_window.resize(*size)
    with qtbot.waitSignal(empty_window.workbench.index.statusChanged):
        empty_window.workbench.attach(core)
    page = empty_window.workbench.settings.open("folders").page("folders")
    assert isinstance(page, FoldersPage)
    qtbot.waitUntil(lambda: len(page.findChildren(Card)) > 12)
    qtbot.wait(50)
    add = next(button for button in page.findChildren(WordButton) if button.text() == "Add folder")
    assert is_in_sight(add)
