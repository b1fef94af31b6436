"""A page with one message: all of it can be read however narrow the pane is."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from ui.panels.dependencies.root_bar import RootBar
from ui.widgets.message_page import MessagePage


def test_a_long_title_is_wrapped_in_a_narrow_pane(themed: object, qtbot: QtBot):
    page = MessagePage()
    qtbot.addWidget(page)
    page.resize(420, 300)
    page.say(
        "circle-alert", 'Nothing is called "relay@main:file:indexer/pipeline/reconciling.py" in this index', "No."
    )
    page.show()
    qtbot.waitUntil(page.isVisible)
    title = page._title
    assert title.width() <= page.width()
    assert title.height() >= 2 * title.fontMetrics().height()


def test_a_title_without_blanks_is_wrapped_after_the_parts_of_its_path(themed: object, qtbot: QtBot):
    page = MessagePage()
    qtbot.addWidget(page)
    page.resize(420, 300)
    page.say("circle-alert", "/".join(f"folder-number-{number}" for number in range(9)), "No.")
    page.show()
    qtbot.waitUntil(page.isVisible)
    assert page.minimumSizeHint().width() <= 420
    assert page._title.height() >= 3 * page._title.fontMetrics().height()


@pytest.mark.parametrize("height", [70, 100, 160, 400])
def test_the_words_of_a_message_are_whole_in_a_low_page(themed: object, qtbot: QtBot, height: int):
    """In the lower half of the right pane the second line of a sentence, and half of the icon, were cut."""
    pane = QWidget()
    qtbot.addWidget(pane)
    page = MessagePage()
    page.setParent(pane)
    page.say("git-fork", "No dependencies", "lease.txt depends on nothing that is indexed. " * 3)
    page.resize(632, height)
    pane.resize(632, height)
    pane.show()
    labels = page.findChildren(QLabel)

    def are_whole() -> bool:
        shown = [label for label in labels if label.isVisible()]
        inside = all(page.rect().contains(label.geometry()) for label in shown)
        return inside and all(label.height() >= label.heightForWidth(label.width()) for label in shown)

    qtbot.waitUntil(are_whole)
    assert [label.isVisible() for label in labels] == [height >= 160, True, True]


def test_a_sentence_that_begins_with_a_name_from_right_to_left_is_in_order(themed: object, qtbot: QtBot):
    """Its words were set from the right, and the end of the name stood at the beginning of the line."""
    page = MessagePage()
    qtbot.addWidget(page)
    page.say("git-fork", "No dependencies", "عربي.md depends on nothing that is indexed.")
    assert page._sentence.text().startswith("\N{LEFT-TO-RIGHT MARK}عربي")
    page.say("git-fork", "No dependencies", "lease.py depends on nothing that is indexed.")
    assert page._sentence.text().startswith("lease.")


def test_control_characters_of_a_name_are_escaped_in_messages_and_headings(themed: object, qtbot: QtBot):
    """A file name with a line end was cut in two, and one with a bidirectional mark read as another name."""
    page, bar = MessagePage(), RootBar()
    qtbot.addWidget(page)
    qtbot.addWidget(bar)
    page.say("git-fork", "Looking", "of new\nline.py")
    bar.show_root("gpj\u202egnp.py")
    assert page.accessibleName() == "Looking. of new\\nline.py"
    assert bar.words == "gpj\\u202egnp.py"
