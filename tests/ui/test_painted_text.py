"""Names of files as the lists draw them."""

from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from ui.painting.text import TextStyle, draw, width

STYLE = TextStyle(13)


def _drawn(text: str) -> QImage:
    image = QImage(400, 30, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    draw(painter, STYLE, 5, 20, text)
    painter.end()
    return image


def test_a_name_that_would_turn_the_writing_direction_is_drawn_spelt(qtbot: QtBot) -> None:
    assert width(STYLE, "\u202egpj.exe") == width(STYLE, r"\u202egpj.exe")
    assert _drawn("\u202egpj.exe\n") == _drawn(r"\u202egpj.exe\n")
    assert _drawn("gpj.exe") != _drawn("exe.jpg")
