"""A window with little height: the results have more of it than what stands above them."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from search.events import Progress
from search.messages import Message
from search.types.status import Activity
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.i18n.language import use_language
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.results.header import ResultsHeader
from ui.theme.sizes import MIN_WINDOW, scaled
from ui.window.main_window import MainWindow

NOTES = (Message("search.meaning_covers", share=0.25), Message("search.nothing_here"))
ONE_LINE = 40
"""Most height of a banner of one line, at a text scale of 100 %."""


@pytest.fixture
def with_banners(window: MainWindow, core: WindowCore, qtbot: QtBot) -> MainWindow:
    """A window that shows results under the progress of indexing and two notes."""
    core.notes = NOTES
    core.activity = Activity("meaning", 320, 900, rate=4.0, seconds_left=180, folder="relay")
    search(qtbot, window, "renew lease retry")
    core.tell(Progress(core.activity, core.ready))
    qtbot.waitUntil(window.workbench.banners.progress.isVisible)
    assert window.workbench.banners.warning.isVisible()
    return window


def banner_heights(window: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> tuple[int, int]:
    window.resize(*size)
    qtbot.waitUntil(lambda: window.height() == size[1])
    qtbot.wait(50)
    banners = window.workbench.banners
    return banners.progress.height(), banners.warning.height()


def test_the_banners_of_a_low_window_are_one_line_each(with_banners: MainWindow, qtbot: QtBot):
    for size in (MIN_WINDOW, (1000, 650)):
        assert max(banner_heights(with_banners, qtbot, size)) <= scaled(ONE_LINE)


def test_a_note_that_is_elided_has_all_its_words_in_its_tooltip(with_banners: MainWindow, qtbot: QtBot):
    banner_heights(with_banners, qtbot, MIN_WINDOW)
    banners = with_banners.workbench.banners
    assert "25%" in banners.warning.toolTip()
    assert "Nothing here seems to answer this" in banners.warning.toolTip()
    assert "You can search now" in banners.progress.toolTip()


def test_the_banners_of_a_high_window_say_everything(with_banners: MainWindow, qtbot: QtBot):
    banner_heights(with_banners, qtbot, MIN_WINDOW)
    assert min(banner_heights(with_banners, qtbot, (1440, 900))) > scaled(ONE_LINE)
    banners = with_banners.workbench.banners
    assert banners.warning.toolTip() == banners.progress.toolTip() == ""


def test_a_note_alone_says_everything_in_a_low_window(with_banners: MainWindow, core: WindowCore, qtbot: QtBot):
    banner_heights(with_banners, qtbot, MIN_WINDOW)
    core.activity = Activity()
    core.tell(Progress(core.activity, core.ready))
    banners = with_banners.workbench.banners
    qtbot.waitUntil(banners.progress.isHidden)
    qtbot.waitUntil(lambda: banners.warning.height() > scaled(ONE_LINE))
    assert banners.warning.toolTip() == ""
    core.activity = Activity("meaning", 320, 900, rate=4.0, seconds_left=180, folder="relay")
    core.tell(Progress(core.activity, core.ready))
    qtbot.waitUntil(lambda: 0 < banners.warning.height() <= scaled(ONE_LINE))


def test_a_warning_is_shown_in_full_in_a_low_window(window: MainWindow, qtbot: QtBot):
    window.workbench.query.run("lease")
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    body = "Its remedy is a whole sentence of several words, which takes a line of its own, if not two of them."
    window.workbench.banners.say("Something failed", body, "Try again")
    window.resize(*MIN_WINDOW)
    qtbot.waitUntil(lambda: window.workbench.banners.warning.height() > scaled(ONE_LINE) + scaled(10))


def test_the_controls_of_the_tree_are_not_cut_where_the_preview_is_above_it(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "renew lease retry")
    window.workbench.set_split(split=True)
    window.resize(*MIN_WINDOW)
    pane = window.workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: window.height() == MIN_WINDOW[1] and pane.isVisible())
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert pane.controls.geometry().bottom() < pane.root_bar.geometry().top()
    assert pane.controls.chips.button.geometry().bottom() < pane.controls.height()
    assert pane.height() >= pane.minimumSizeHint().height()


def test_a_narrow_window_gives_the_room_of_its_name_to_the_query(window: MainWindow, qtbot: QtBot):
    field, widths = window.workbench.layout.top.field, []
    for width in (1000, 960):
        window.resize(width, 700)
        qtbot.waitUntil(lambda width=width: window.width() == width)
        qtbot.wait(50)
        widths.append(field.width())
    assert widths[1] > widths[0]


def test_the_counts_of_the_results_are_not_cut_in_german(themed: QApplication, qtbot: QtBot):
    use_language(themed, "de")
    try:
        pane = QWidget()  # a window of its own would be as wide as the header asks for
        qtbot.addWidget(pane)
        header = ResultsHeader()
        header.setParent(pane)
        header.resize(420, header.height())
        pane.show()
        header.set_counts(31, 35, 1_017.0, exact=2)
        header.set_parts((0, 2, 3))
        assert header._files.text() == "2 genau, 29 weitere nach Bedeutung"
        for text in (header._files, header._detail):
            qtbot.waitUntil(lambda text=text: text.width() >= text.sizeHint().width())
    finally:
        use_language(themed, "en")
