"""What a screen reader is told without being asked: what came of a search, and messages above the results."""

import pytest
from pytestqt.qtbot import QtBot

from search.errors import EngineError
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.window.announcer import Announcer
from ui.window.main_window import MainWindow


@pytest.fixture
def announcer(window: MainWindow) -> Announcer:
    """The announcer of a window, which waits for nobody to stop typing."""
    announcer = window.workbench.findChild(Announcer)
    assert announcer is not None
    announcer.rest.setInterval(0)
    return announcer


def test_how_much_a_search_finds_is_announced(window: MainWindow, announcer: Announcer, qtbot: QtBot):
    with qtbot.waitSignal(announcer.announced) as blocker:
        search(qtbot, window, "lease")
    header = window.workbench.results.widget.header
    assert blocker.args == [header.spoken]
    assert header.spoken.startswith("4 files, ")


def test_a_search_without_results_is_announced_too(window: MainWindow, announcer: Announcer, qtbot: QtBot):
    with qtbot.waitSignal(announcer.announced) as blocker:
        search(qtbot, window, "zeppelin")
    assert blocker.args[0].startswith("No files")


def test_the_same_answer_to_the_same_query_is_announced_once(
    window: MainWindow, announcer: Announcer, qtbot: QtBot
):
    with qtbot.waitSignal(announcer.announced):
        search(qtbot, window, "lease")
    with qtbot.assertNotEmitted(announcer.announced), qtbot.waitSignal(announcer.rest.timeout):
        search(qtbot, window, "lease")
    with qtbot.waitSignal(announcer.announced):
        search(qtbot, window, "retry")


def test_only_the_answer_at_which_typing_rests_is_announced(
    window: MainWindow, announcer: Announcer, qtbot: QtBot
):
    announcer.rest.setInterval(600_000)
    with qtbot.assertNotEmitted(announcer.announced):
        search(qtbot, window, "lease")
    announcer.rest.setInterval(0)
    with qtbot.waitSignal(announcer.announced) as blocker:
        search(qtbot, window, "retry")
    assert blocker.args == [window.workbench.results.widget.header.spoken]


def test_an_error_above_the_results_is_announced_with_its_remedy(
    window: MainWindow, announcer: Announcer, core: WindowCore, qtbot: QtBot
):
    core.failing["lease"] = EngineError("The engine ended", remedy="It is started again.")
    with qtbot.waitSignal(announcer.announced) as blocker:
        window.workbench.query.run("lease")
    assert blocker.args == ["The engine ended. It is started again"]
