"""Names of files as the lists draw them."""

import pytest
from PySide6.QtGui import QImage, QPainter, Qt, QTextDocument
from pytestqt.qtbot import QtBot

from ui.painting.text import TextStyle, draw, width
from ui.widgets.text import ElidedText
from ui.widgets.tips import plain_tip

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


@pytest.mark.parametrize("text", ["<div>", "Box<A>.get", "a < b > c", "&lt;", "List<String>", "two <b>\nlines"])
def test_a_tooltip_shows_the_words_of_a_file_as_they_are(text: str) -> None:
    """Of a past search for ``<div>`` an empty tooltip was shown."""
    tip, document = plain_tip(text), QTextDocument()
    if Qt.mightBeRichText(tip):
        document.setHtml(tip)
    else:
        document.setPlainText(tip)
    assert document.toPlainText() == text


def test_the_tooltip_of_an_elided_text_is_no_html(qtbot: QtBot) -> None:
    label = ElidedText("<div>")
    qtbot.addWidget(label)
    label.setText("<div>")
    assert label.toolTip() == plain_tip("<div>") != "<div>"
