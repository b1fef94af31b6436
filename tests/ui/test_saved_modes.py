"""Saved searches keep which buttons of exact search were on; older ones leave them as they are."""

import json
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.i18n.mode_words import EXACT, MATCH_CASE, WHOLE_WORD
from ui.panels.filters.pane import Tab
from ui.panels.saved.rows import SearchRow
from ui.panels.saved.store import SavedSearch, SearchStore
from ui.window.main_window import MainWindow


def buttons_on(window: MainWindow) -> set[str]:
    states = window.workbench.frame.top.field.toggles.states()
    return {name for name, on in states.items() if on}


def saved_rows(window: MainWindow) -> list[SearchRow]:
    view = window.workbench.filters.widget.saved
    rows = [view.row_at(view.model().index(number, 0)) for number in range(view.model().rowCount())]
    return [row for row in rows if isinstance(row, SearchRow)]


def run_saved(window: MainWindow, qtbot: QtBot, number: int) -> None:
    view = window.workbench.filters.widget.saved
    view.setFocus()
    view.setCurrentIndex(view.model().index(number, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)


def test_a_saved_search_turns_its_buttons_on_again(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.workbench.trigger("save-search")
    toggles = window.workbench.frame.top.field.toggles
    for name in (WHOLE_WORD, MATCH_CASE):
        toggles.buttons[name].click()
    window.workbench.trigger("save-search")
    plain, exact = saved_rows(window)
    assert (plain.text, plain.detail) == ("lease", "")
    assert (exact.text, exact.detail) == ("lease", "Match case, Whole words")
    with qtbot.waitSignal(window.workbench.search.answered):
        run_saved(window, qtbot, 0)
    assert buttons_on(window) == set()
    lines = len(core.line_queries)
    with qtbot.waitSignal(window.workbench.search.lines.paged):
        run_saved(window, qtbot, 1)
    assert buttons_on(window) == {MATCH_CASE, WHOLE_WORD}
    assert core.line_queries[lines].options.whole_word
    assert core.line_queries[lines].options.match_case
    window.workbench.filters.widget.rename("lease", "Leases", exact.mode)
    assert [row.title for row in saved_rows(window)] == ["lease", "Leases"]
    view = window.workbench.filters.widget.saved
    view.setCurrentIndex(view.model().index(0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert [row.title for row in saved_rows(window)] == ["Leases"]


def test_a_search_that_was_saved_without_its_buttons_leaves_them(
    window: MainWindow, core: WindowCore, qtbot: QtBot, tmp_path: Path
):
    file = tmp_path / "person" / "searches.json"
    file.parent.mkdir(exist_ok=True)
    old = {"version": 1, "saved": [{"name": "Leases", "text": "lease", "known": ["f"]}], "history": []}
    file.write_text(json.dumps(old), "utf-8")
    pane = window.workbench.filters.widget
    pane.load()
    pane.show_tab(Tab.SAVED)
    assert pane.saved_searches() == (SavedSearch("Leases", "lease", ("f",)),)
    window.workbench.frame.top.field.toggles.buttons[EXACT].click()
    with qtbot.waitSignal(window.workbench.search.lines.paged):
        run_saved(window, qtbot, 0)
    assert buttons_on(window) == {EXACT}
    assert pane.saved_texts() == ("lease",)


def test_what_was_saved_is_read_again(tmp_path: Path):
    store = SearchStore(tmp_path / "searches.json")
    store.save("a", "a", ())
    store.save("exact", " a ", ("exact",))
    store.save("old", "b")
    store.save("new name", " a ", ("exact",))
    assert store.load().saved == (
        SavedSearch("a", "a", mode=()),
        SavedSearch("new name", " a ", mode=("exact",)),
        SavedSearch("old", "b"),
    )
    store.save("old", "b", ())
    store.unsave(" a ")
    store.unsave(" a ", ("exact",))
    assert store.load().saved == (SavedSearch("a", "a", mode=()), SavedSearch("old", "b", mode=()))
