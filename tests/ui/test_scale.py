"""The text scale, changed while the window is open: every part takes it, none keeps the font of before."""

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from ui.theme.fonts import font
from ui.window.main_window import MainWindow


@pytest.mark.parametrize("percent", [80, 150, 160])
def test_segments_numbers_and_boxes_take_a_new_scale_at_once(empty_window: MainWindow, qtbot: QtBot, percent: int):
    empty_window.workbench.set_advanced(opened=True)
    empty_window.workbench.settings.choices.set_scale(percent)
    workbench = empty_window.workbench
    mode, number = workbench.layout.top.mode.button("hybrid"), workbench.layout.tuning.relevance
    qtbot.waitUntil(lambda: mode.font() == font(13, 500))
    qtbot.waitUntil(lambda: number.lineEdit().font().pixelSize() == font(12, 500).pixelSize())
    qtbot.waitUntil(lambda: workbench.layout.advanced.structure.font() == font(12, 500))
    worded = [
        button for button in workbench.layout.findChildren(QAbstractButton) if button.isVisible() and button.text()
    ]
    assert worded
    qtbot.waitUntil(
        lambda: all(
            button.width() >= QFontMetricsF(button.font()).horizontalAdvance(button.text()) for button in worded
        )
    )


def test_a_smaller_text_gives_the_words_in_the_tuning_strip_their_room_again(window: MainWindow, qtbot: QtBot):
    window.resize(1440, 900)
    advanced = window.workbench.layout.tuning.advanced
    qtbot.waitUntil(lambda: "·" in advanced.word)
    for percent in (160, 100):
        window.workbench.settings.choices.set_scale(percent)
        qtbot.wait(1)
    qtbot.waitUntil(lambda: "·" in advanced.word)
