"""An answer that lacks meaning is renewed by the window itself once meaning covers more of the files."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from search.events import Progress
from search.messages import Message
from search.types.query import SearchQuery
from search.types.results import Ready, SearchResult
from search.types.status import Activity
from tests.fakes.window_core import READY, WindowCore
from tests.ui.window_fixture import search
from ui.window import awaited_meaning
from ui.window.main_window import MainWindow

BY_WORD = "Meaning is not ready yet: these are the results by word."


class GrowingCore(WindowCore):
    """Says beside each answer how much of the files meaning covers, as the search service does."""

    def search(self, query: SearchQuery, /) -> SearchResult:
        covered = self.ready.semantic
        note = Message("search.meaning_covers", share=covered) if covered else Message("search.without_meaning")
        return replace(super().search(query), notes=() if covered >= 1.0 else (note,))


@pytest.fixture
def core(core: WindowCore) -> GrowingCore:
    core.__class__ = GrowingCore
    assert isinstance(core, GrowingCore)
    core.ready = without_model()
    return core


def without_model() -> Ready:
    return replace(READY, semantic=0.0)


def cover(core: WindowCore, share: float) -> None:
    """Have meaning cover so much of the files, and tell listeners that something has happened."""
    core.ready = replace(READY, semantic=share)
    core.tell(Progress(Activity(), core.ready))


def banner_words(window: MainWindow) -> str:
    warning = window.workbench.banners.warning
    return warning.accessibleName() if warning.isVisible() else ""


def test_the_answer_by_word_is_renewed_when_the_model_is_loaded(
    window: MainWindow, core: GrowingCore, qtbot: QtBot
):
    search(qtbot, window, "lease retry")
    assert BY_WORD in banner_words(window)
    cover(core, 1.0)
    qtbot.waitUntil(lambda: banner_words(window) == "")
    assert window.workbench.answers.shown is not None
    assert window.workbench.answers.shown.ready.semantic == 1.0
    assert len(core.queries) == 2


def test_the_answer_is_renewed_if_the_model_was_loaded_before_it_was_shown(
    window: MainWindow, core: GrowingCore, qtbot: QtBot
):
    def loaded_meanwhile(query: SearchQuery, /) -> SearchResult:
        answer = GrowingCore.search(core, query)
        core.ready = READY  # no event tells of it
        return answer

    core.search = loaded_meanwhile
    with qtbot.waitSignals([window.workbench.search.answered] * 2):
        window.workbench.query.run("lease retry")
    assert banner_words(window) == ""
    assert len(core.queries) == 2


def test_a_renewed_answer_leaves_the_choice_of_the_person_and_the_focus(
    window: MainWindow, core: GrowingCore, qtbot: QtBot
):
    search(qtbot, window, "lease retry")
    view = window.workbench.results.widget.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    chosen = view.current_file
    assert chosen is not None
    cover(core, 1.0)
    qtbot.waitUntil(lambda: banner_words(window) == "")
    assert view.current_file is not None
    assert view.current_file.file_id == chosen.file_id
    assert view.hasFocus()


def test_a_growing_share_is_followed_at_intervals(window: MainWindow, core: GrowingCore, qtbot: QtBot):
    core.ready = replace(READY, semantic=0.25)
    search(qtbot, window, "lease retry")
    assert "25%" in banner_words(window)
    for share in (0.3, 0.31, 0.32, 0.33):
        with qtbot.waitSignal(window.workbench.index.statusChanged):
            cover(core, share)
    qtbot.waitUntil(lambda: "25%" not in banner_words(window))
    assert len(core.queries) == 2
    with qtbot.waitSignal(window.workbench.search.answered, timeout=3 * awaited_meaning.PAUSE_MS):
        cover(core, 0.5)
    assert "50%" in banner_words(window)
    assert len(core.queries) == 3


def test_an_answer_that_stays_by_word_is_not_asked_for_for_ever(
    window: MainWindow, core: GrowingCore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(awaited_meaning, "PAUSE_MS", 0)
    core.ready = READY
    core.search = lambda query: replace(WindowCore.search(core, query), notes=(Message("search.without_meaning"),))
    search(qtbot, window, "lease retry")
    with qtbot.waitSignal(window.workbench.search.answered):
        cover(core, 1.0)
    with qtbot.assertNotEmitted(window.workbench.search.answered, wait=1_000):
        cover(core, 1.0)
    assert len(core.queries) == 2


def test_a_query_that_is_being_typed_is_not_disturbed(window: MainWindow, core: GrowingCore, qtbot: QtBot):
    search(qtbot, window, "lease retry")
    window.workbench.search._debounce.setInterval(60_000)
    window.workbench.search.set_text("lease retry back")
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        cover(core, 1.0)
    with qtbot.assertNotEmitted(window.workbench.search.answered, wait=1_000):
        cover(core, 1.0)
