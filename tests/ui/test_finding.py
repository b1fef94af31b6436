"""Finding files like one, the note about a corrected word, and why a file is here or not."""

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from search.messages import Message
from search.types.query import RankSettings
from search.types.results import Correction, Duplicate, Parts, Signal, Why
from search.types.status import WhyAnswer
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.panels.results.reasons import Missing, missing_reasons, reasons_of
from ui.panels.results.sentences import badges, score_tip
from ui.popups.why import WhyPopup
from ui.widgets.popup import open_popup
from ui.window.answer_presenter import as_typed
from ui.window.main_window import MainWindow


def test_the_selection_becomes_the_example_and_words_come_back(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "renew lease")
    first = window.workbench.results.widget.current_file
    assert first is not None
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.actions.action("find-like").trigger()
    assert core.queries[-1].like == first.file_id
    assert core.queries[-1].text == ""
    assert "Files like lease.py" in window.workbench.banners.warning.accessibleName()
    search(qtbot, window, "backoff")
    assert core.queries[-1].like == ""


def test_a_long_text_from_the_clipboard_is_named_by_its_beginning_and_an_empty_clipboard_is_told(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    QGuiApplication.clipboard().setText("  where a lease\n is taken and given back again by workers ")
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.actions.action("find-like-text").trigger()
    assert (
        "Files like \u201cwhere a lease is taken and given back a\u2026\u201d"
        in window.workbench.banners.warning.accessibleName()
    )
    request = len(core.queries)
    QGuiApplication.clipboard().clear()
    window.workbench.actions.action("find-like-text").trigger()
    assert "The clipboard holds no text" in window.workbench.banners.warning.accessibleName()
    assert len(core.queries) == request


def test_an_example_ends_with_its_button(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "renew lease")
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.actions.action("find-like").trigger()
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.banners.act()
    assert window.workbench.search.example is None
    assert window.workbench.layout.top.field.edit.text() == "renew lease"


def test_words_that_are_typed_end_an_example_and_filters_narrow_it(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "renew lease")
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.actions.action("find-like").trigger()
    edit = window.workbench.layout.top.field.edit
    with qtbot.waitSignal(window.workbench.search.answered):
        qtbot.keyClicks(edit, "path:worker")
    assert core.queries[-1].like
    with qtbot.waitSignal(window.workbench.search.answered):
        qtbot.keyClicks(edit, " backoff")
    assert not core.queries[-1].like


@pytest.mark.parametrize(
    ("query", "words", "literal"),
    [
        ("fencing tokn", ["tokn"], 'fencing "tokn"'),
        ("tokn tokns lang:go", ["tokn"], '"tokn" tokns lang:go'),
        ('"tokn" tokn', ["tokn"], '"tokn" "tokn"'),
    ],
)
def test_a_corrected_word_goes_back_into_quotes(query: str, words: list[str], literal: str):
    assert as_typed(query, words) == literal


def test_a_corrected_word_is_told_with_the_way_back(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    assert window.workbench.answers.shown is not None
    message = replace(
        window.workbench.answers.shown,
        query="leese",
        corrections=(Correction("leese", "lease"),),
        notes=(Message("search.without_meaning"),),
    )
    window.workbench.answers.show_answer(message)
    assert "Searched for lease instead of leese" in window.workbench.banners.warning.accessibleName()
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.banners.act()
    assert window.workbench.layout.top.field.edit.text() == '"leese"'


def test_beside_a_corrected_word_it_is_said_that_nothing_answers(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    shown = window.workbench.answers.shown
    assert shown is not None
    notes = Message("search.nothing_here"), Message("search.corrected", pairs="lease instead of leese")
    corrected = replace(shown, query="leese", corrections=(Correction("leese", "lease"),), notes=notes)
    window.workbench.answers.show_answer(corrected)
    banner = window.workbench.banners.warning.accessibleName()
    assert "Nothing here seems to answer this" in banner
    assert banner.count("instead of") == 1


def test_no_nearest_files_are_announced_where_a_minimum_leaves_none(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    answers, banner = window.workbench.answers, window.workbench.banners.warning
    assert answers.shown is not None
    notes = (Message("search.nothing_here"),)
    answers.show_answer(replace(answers.shown, notes=notes))
    assert banner.accessibleName() == "Nothing here seems to answer this; the nearest are:"
    files, settings = answers.shown.files, answers.shown.ranking
    answers.show_order((), replace(settings, min_score=0.9), 0)
    assert banner.accessibleName() == "Nothing here seems to answer this."
    answers.show_order(files, settings, len(files))
    assert banner.accessibleName().endswith("the nearest are:")
    answers.show_answer(replace(answers.shown, files=(), total_files=0, notes=notes))
    assert banner.accessibleName() == "Nothing here seems to answer this."


def test_a_pasted_text_is_said_to_be_one_and_the_query_language_can_be_applied(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "lease lost\n-vv worker")
    assert window.workbench.answers.shown is not None
    notes = Message("search.nothing_here"), Message("search.pasted_with_frames", n=1, words=4)
    window.workbench.answers.show_answer(replace(window.workbench.answers.shown, notes=notes))
    banner = window.workbench.banners.warning.accessibleName()
    assert banner.index("1 place in code, 4 words") < banner.index("Nothing here seems to answer this")
    assert not core.queries[-1].typed
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.banners.act()
    assert core.queries[-1].typed
    search(qtbot, window, "lease")
    assert not core.queries[-1].typed


def test_a_key_switches_between_pasted_text_and_the_query_language(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "lease lost\n-vv worker")
    for typed in (True, False):
        with qtbot.waitSignal(window.workbench.search.answered):
            window.workbench.actions.action("query-language").trigger()
        assert core.queries[-1].typed is typed


def test_copies_that_stand_behind_a_file_are_counted(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    assert window.workbench.answers.shown is not None
    copy = Duplicate(window.workbench.answers.shown.files[1].file_id, "vendor/lease.py", "relay", "main")
    file = structs.replace(window.workbench.answers.shown.files[0], duplicates=(copy,))
    assert "+1 copy" in badges(file)
    assert "relay/vendor/lease.py" in score_tip(file, 0.5)
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.results.widget.copiesToggled.emit(True)
    assert not window.workbench.search.settings.collapse


def test_reasons_name_score_words_and_structure(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    assert window.workbench.answers.shown is not None
    why = Why(("leas",), 0.61, 4.2, (Signal("exact_definition", 1.0, 0.2, "Lease"),))
    file = structs.replace(window.workbench.answers.shown.files[0], why=why, keyword=0.5, semantic=0.25)
    file = structs.replace(file, rank_score=0.6, parts=Parts(0.2, 0.25, 0.15), scale=0.5, relevance=0.35)
    listed = dict(reasons_of(file, RankSettings(weight=0.6), "a Lease -is:test"))
    assert listed["Score"][0] == "0.60, rank 1"
    assert listed["Score"][1:4] == ("0.20 words", "0.25 meaning", "0.15 structure")
    assert "Relevance 0.35: 60% of semantic 0.25, 40% of keyword 0.50" in listed["Score"]
    assert listed["Words it contains"] == ("lease",)
    assert listed["Structure"] == ("+0.10 Exact definition: Lease", "+0.05 Placed by a rule")
    line = structs.replace(file.chunks[0], start_line=7, end_line=7)
    listed = dict(reasons_of(structs.replace(file, chunks=(line,)), RankSettings(), "Lease"))
    assert ", line 7" in listed["Best chunks"][0]


def test_a_file_that_is_not_shown_is_told_why(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    shown = window.workbench.answers.shown
    assert shown is not None
    first, other = (
        shown.files[0],
        structs.replace(shown.files[1], file_id="x@main:file:y", rank=312, rank_score=0.2, confidence=0.2),
    )
    low = replace(shown, ranking=replace(shown.ranking, min_score=0.5))
    assert missing_reasons(Missing("a", first), shown, 50)[0][1] == ("It is shown, at rank 1",)
    assert missing_reasons(Missing("y", other), shown, 50)[0][1] == ("It is number 312; the list ends at 50",)
    assert "below the minimum of 0.50" in missing_reasons(Missing("y", other), low, 50)[0][1][0]
    left_out = missing_reasons(Missing("y", None, other, ("lang:go",)), shown, 50)[0][1][0]
    assert left_out == "Excluded by lang:go; without that it would be number 312"
    assert "none of the words" in missing_reasons(Missing("y", None), shown, 50)[0][1][0]


def test_why_is_this_here_shows_the_score_and_the_index(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.workbench.actions.action("why-here").trigger()
    popup = open_popup(window.workbench.layout)
    assert isinstance(popup, WhyPopup)
    qtbot.waitUntil(lambda: "is indexed" in popup.text)
    assert "Score" in popup.text


def test_why_not_asks_for_a_path_and_finds_the_filter_that_hides_it(
    window: MainWindow, core: WindowCore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        core, "why", lambda path, _access: WhyAnswer(path, "indexed", ("Indexed: it can be found",))
    )
    search(qtbot, window, "lease lang:rust")
    window.workbench.actions.action("why-not").trigger()
    popup = open_popup(window.workbench.layout)
    assert isinstance(popup, WhyPopup)
    QTest.keyClicks(popup.field, "lease.sql")
    popup.field.returnPressed.emit()
    qtbot.waitUntil(lambda: "Excluded by lang:rust" in popup.text)
    assert "Indexed: it can be found" in popup.text


@pytest.mark.parametrize("state", ["unknown", "skipped"])
def test_of_a_file_that_is_not_in_the_index_only_the_index_is_told(
    state: str, window: MainWindow, core: WindowCore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(core, "why", lambda path, _access: WhyAnswer(path, state, ("Skipped: unreadable",)))
    search(qtbot, window, "lease")
    popup = window.workbench.results.ask_why_not()
    popup.pathEntered.emit("locked/plan.md")
    qtbot.waitUntil(lambda: "Skipped: unreadable" in popup.text)
    assert "none of the words" not in popup.text


def test_an_answer_that_comes_after_its_popup_was_closed_is_dropped(empty_window: MainWindow, qtbot: QtBot):
    popup = empty_window.workbench.results.ask_why_not()
    popup.dismiss()
    qtbot.waitUntil(lambda: not isValid(popup))
    popup.show_sections((("Index", ("It is indexed.",)),), "Index")


def test_a_popup_closes_also_when_what_had_the_focus_before_it_is_gone(empty_window: MainWindow, qtbot: QtBot):
    before = QLineEdit(empty_window)
    before.show()
    before.setFocus()
    popup = empty_window.workbench.results.ask_why_not()
    before.deleteLater()
    qtbot.waitUntil(lambda: not isValid(before))
    popup.dismiss()
    assert open_popup(empty_window.workbench.layout) is None
