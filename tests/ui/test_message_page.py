"""A page with one message: all of it can be read however narrow the pane is."""

from pytestqt.qtbot import QtBot

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
