"""The slider between words and meaning."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.widgets.blend_slider import BlendSlider

LEFT = Qt.MouseButton.LeftButton
PRESETS = (0.2, 0.5, 0.8, 1.0)


@pytest.fixture
def slider(qtbot: QtBot, themed: QApplication) -> BlendSlider:
    made = BlendSlider(PRESETS, "Weight of meaning")
    qtbot.addWidget(made)
    made.show()
    return made


def at(slider: BlendSlider, share: float) -> QPoint:
    left = 9
    return QPoint(round(left + (slider.width() - 2 * left) * share), slider.height() // 2)


def test_a_click_moves_the_handle_there(slider: BlendSlider, qtbot: QtBot):
    qtbot.mouseClick(slider, LEFT, pos=at(slider, 0.33))
    assert slider.weight == pytest.approx(0.33, abs=0.011)


def test_the_handle_snaps_to_a_preset_nearby(slider: BlendSlider, qtbot: QtBot):
    qtbot.mouseClick(slider, LEFT, pos=at(slider, 0.507))
    assert slider.weight == 0.5


def test_a_drag_tells_every_weight_and_its_ends(slider: BlendSlider, qtbot: QtBot):
    messages: list[object] = []
    slider.grabbed.connect(lambda: messages.append("grabbed"))
    slider.weightMoved.connect(messages.append)
    slider.released.connect(lambda: messages.append("released"))
    qtbot.mousePress(slider, LEFT, pos=at(slider, 0.3))
    qtbot.mouseMove(slider, at(slider, 0.9))
    qtbot.mouseRelease(slider, LEFT, pos=at(slider, 0.9))
    assert messages[0] == "grabbed"
    assert messages[-1] == "released"
    assert messages[1:-1] == pytest.approx([0.3, 0.9], abs=0.011)


@pytest.mark.parametrize(
    ("key", "weight"),
    [
        (Qt.Key.Key_Right, 0.41),
        (Qt.Key.Key_Left, 0.39),
        (Qt.Key.Key_PageUp, 0.5),
        (Qt.Key.Key_PageDown, 0.3),
        (Qt.Key.Key_Home, 0.0),
        (Qt.Key.Key_End, 1.0),
    ],
)
def test_keys_move_it(slider: BlendSlider, qtbot: QtBot, key: Qt.Key, weight: float):
    slider.set_weight(0.4)
    qtbot.keyClick(slider, key)
    assert slider.weight == weight


def test_a_double_click_goes_to_the_middle(slider: BlendSlider, qtbot: QtBot):
    slider.set_weight(0.9)
    qtbot.mouseDClick(slider, LEFT, pos=at(slider, 0.9))
    assert slider.weight == 0.5


def test_a_weight_set_by_the_program_is_no_move(slider: BlendSlider, qtbot: QtBot):
    with qtbot.assertNotEmitted(slider.weightMoved):
        slider.set_weight(0.7)
    assert slider.weight == 0.7
