"""The main window as a person meets it: start, searching, ranking, states, keys."""

import threading
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QSize, Qt, QUrl
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from search.errors import EngineError
from search.events import FilesChanged, Notice, Pausing, Progress
from search.messages import Message
from search.types.filters import Access
from search.types.ids import RootId
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit, Ready, SearchResult
from search.types.status import Activity, IndexStatus, StepCounts
from tests.fakes.window_core import READY, WindowCore
from tests.ui.pane_samples import file_hit
from tests.ui.window_fixture import CONTEXT, DEPENDENCIES, PREVIEW, search, shown_paths
from ui.panels.context.panel import ContextPanel
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.results.header import Legend
from ui.panels.settings.appearance_page import AppearancePage
from ui.panels.settings.dialog import SettingsDialog
from ui.panels.settings.folders_page import FoldersPage
from ui.popups.confirm_prompt import ConfirmPrompt
from ui.popups.palette import CommandPalette
from ui.popups.progress import ProgressPopup
from ui.theme import sizes
from ui.theme.tokens import is_dark
from ui.user_data.window_state import load_state
from ui.widgets.segments import Segments
from ui.widgets.text import Text
from ui.window.go_anywhere import open_palette
from ui.window.main_window import MainWindow
from ui.window.screen_area import frame_of

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


def typed(window: MainWindow) -> str:
    return window.workbench.layout.top.field.edit.text()


def test_an_empty_query_offers_what_was_saved_a_moment_ago(window: MainWindow, core: WindowCore, qtbot: QtBot):
    page = window.workbench.layout.empty_query
    core.tell(FilesChanged(tuple(f"many/{n}.py" for n in range(500))))
    core.tell(FilesChanged(("worker/lease.py", "queue/backoff.py"), ("worker/gone.py",)))
    qtbot.waitUntil(lambda: bool(page.rows))
    assert [row.accessibleName() for row in page.rows] == ["backoff.py, queue", "lease.py, worker"]
    with qtbot.waitSignal(window.workbench.search.answered):
        page.rows[1].click()
    assert shown_paths(window) == ("worker/lease.py",)


def test_files_that_a_long_reading_goes_through_have_not_changed(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    page, progress = window.workbench.layout.empty_query, window.workbench.banners.progress
    core.tell(Progress(Activity("words", 32, 1_034), READY))
    qtbot.waitUntil(lambda: not progress.isHidden())
    core.tell(FilesChanged(("package-lock.json", ".dockerignore")))
    core.tell(Progress(Activity(), READY))
    qtbot.waitUntil(progress.isHidden)
    core.tell(FilesChanged(("worker/lease.py",)))
    qtbot.waitUntil(lambda: bool(page.rows))
    assert [row.accessibleName() for row in page.rows] == ["lease.py, worker"]


def test_the_search_field_has_the_focus_at_start(empty_window: MainWindow, qtbot: QtBot):
    qtbot.waitUntil(empty_window.workbench.layout.top.field.edit.hasFocus, timeout=500)


def test_typing_searches_after_a_pause(window: MainWindow, qtbot: QtBot):
    with qtbot.waitSignal(window.workbench.search.answered):
        qtbot.keyClicks(window.workbench.layout.top.field.edit, "lease")
    assert "worker/lease.py" in shown_paths(window)
    assert window.workbench.layout.middle.currentWidget() is window.workbench.results.widget


def test_what_was_typed_before_the_core_came_is_searched_then(
    empty_window: MainWindow,
    core: WindowCore,
    qtbot: QtBot,
):
    empty_window.workbench.query.run("delay doubles")
    with qtbot.waitSignal(empty_window.workbench.search.answered):
        empty_window.workbench.attach(core)
    assert shown_paths(empty_window)[0] == "queue/backoff.py"


def test_an_answer_that_comes_late_never_shows(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.gates["slow lease"] = threading.Event()
    window.workbench.query.run("slow lease")
    qtbot.waitUntil(lambda: any(query.text == "slow lease" for query in core.queries))
    search(qtbot, window, "backoff")
    with qtbot.assertNotEmitted(window.workbench.search.answered, wait=150):
        core.gates["slow lease"].set()
    assert window.workbench.answers.shown is not None
    assert window.workbench.answers.shown.query == "backoff"


def test_a_long_wait_shows_the_busy_line_and_keeps_the_old_results(
    window: MainWindow,
    core: WindowCore,
    qtbot: QtBot,
):
    before = search(qtbot, window, "lease")
    core.gates["slow"] = threading.Event()
    window.workbench.query.run("slow")
    qtbot.waitUntil(lambda: window.workbench.layout.top.busy)
    assert shown_paths(window) == before
    with qtbot.waitSignal(window.workbench.search.answered):
        core.gates["slow"].set()
    assert not window.workbench.layout.top.busy


def test_dragging_the_slider_ranks_again_without_asking(window: MainWindow, core: WindowCore, qtbot: QtBot):
    before = search(qtbot, window, "lease retry worker")
    request = len(core.queries)
    results, slider = window.workbench.results.widget, window.workbench.layout.tuning.slider
    y, moved = slider.height() // 2, before.index("worker/heartbeat.py")
    results.view.setCurrentIndex(results.model.index_of(window.workbench.answers.shown.files[moved].file_id))
    qtbot.mousePress(slider, LEFT, pos=QPoint(100, y))
    qtbot.mouseMove(slider, QPoint(9, y))
    qtbot.waitUntil(lambda: shown_paths(window) != before)
    qtbot.mouseRelease(slider, LEFT, pos=QPoint(9, y))
    assert len(core.queries) == request
    assert window.workbench.layout.tuning.weight.value() == 0.0
    assert shown_paths(window).index("worker/heartbeat.py") != moved
    assert results.current_file is not None
    assert results.current_file.path == "worker/heartbeat.py"


def test_the_end_of_the_slider_is_the_semantic_order(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease retry worker")
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.layout.tuning.set_preset(1.0)
    assert window.workbench.answers.shown is not None
    semantic = [file.semantic for file in window.workbench.answers.shown.files]
    assert semantic == sorted(semantic, reverse=True)


def test_top_and_relevance_cut_the_list_without_asking(window: MainWindow, core: WindowCore, qtbot: QtBot):
    full = search(qtbot, window, "lease retry")
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.layout.tuning.top.setValue(2)
    assert shown_paths(window) == full[:2]
    assert f"{len(full)} files" in [
        text.text() for text in window.workbench.results.widget.header.findChildren(Text)
    ]
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.layout.tuning.relevance.setValue(0.99)
    assert len(shown_paths(window)) < 2
    assert len([query for query in core.queries if query.all_candidates]) == 1


def test_what_was_shown_comes_back_with_the_first_file_that_is_relevant_again(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease retry")
    window.workbench.show_panel("context")
    window.workbench.layout.tuning.relevance.setValue(1.0)
    qtbot.waitUntil(
        lambda: window.workbench.answers.shown is not None and not window.workbench.answers.shown.files
    )
    assert window.workbench.right.current == PREVIEW
    assert {value.count for value in window.workbench.filters.widget.facets._nodes[0].values} == {0}
    window.workbench.layout.tuning.relevance.setValue(0.0)
    qtbot.waitUntil(lambda: window.workbench.results.widget.current_file is not None)
    assert window.workbench.right.current == CONTEXT
    assert any(value.count for value in window.workbench.filters.widget.facets._nodes[0].values)


def test_a_group_with_a_choice_counts_what_else_could_be_chosen(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease retry")
    languages = next(
        node for node in window.workbench.filters.widget.facets._nodes if node.group.column == "language"
    )
    before = {value.value: value.count for value in languages.values}
    search(qtbot, window, "lease retry lang:sql")
    qtbot.waitUntil(lambda: {value.value: value.count for value in languages.values} == before)
    assert shown_paths(window) == ("src/lease.sql",)


def test_keyword_mode_locks_the_slider_and_hybrid_brings_its_weight_back(window: MainWindow, qtbot: QtBot):
    window.workbench.layout.tuning.set_preset(0.8)
    qtbot.mouseClick(window.workbench.layout.top.mode.button(Mode.KEYWORD.value), LEFT)
    assert not window.workbench.layout.tuning.slider.isEnabled()
    assert window.workbench.layout.tuning.slider.weight == 0.0
    qtbot.mouseClick(window.workbench.layout.top.mode.button(Mode.HYBRID.value), LEFT)
    assert window.workbench.layout.tuning.slider.isEnabled()
    assert window.workbench.layout.tuning.slider.weight == 0.8


def test_a_folded_knob_says_that_it_is_set(window: MainWindow, qtbot: QtBot):
    tuning = window.workbench.layout.tuning
    assert tuning.advanced.word == "Weighted sum \u00b7 Max \u00b7 Reader"
    window.workbench.set_advanced(opened=True)
    qtbot.waitUntil(lambda: window.workbench.layout.advanced.height() == sizes.scaled(sizes.TUNING_STRIP))
    qtbot.mouseClick(window.workbench.layout.advanced.fusion.button("rrf"), LEFT)
    window.workbench.set_advanced(opened=False)
    assert tuning.advanced.word == "RRF \u00b7 Max \u00b7 Reader"
    assert tuning.advanced.token == "accent"
    window.workbench.layout.advanced.reset.click()
    assert tuning.advanced.token == "text2"


def test_nothing_found_offers_what_would_find_something(window: MainWindow, qtbot: QtBot):
    assert search(qtbot, window, "lease lang:cobol") == ()
    qtbot.waitUntil(
        lambda: bool(window.workbench.results.widget.empty.findChildren(QPushButton)) or _cards(window) != []
    )
    card = _cards(window)[0]
    assert card.suggestion.text == "lease"
    with qtbot.waitSignal(window.workbench.search.answered):
        card.click()
    assert len(shown_paths(window)) == card.suggestion.files
    assert typed(window) == "lease"


def _cards(window: MainWindow) -> list:
    from ui.panels.results.empty import SuggestionCard

    return window.workbench.results.widget.empty.findChildren(SuggestionCard)


def test_a_faulty_filter_is_explained_and_the_old_results_stay(window: MainWindow, qtbot: QtBot):
    before = search(qtbot, window, "lease")
    with qtbot.waitSignal(window.workbench.search.failed):
        window.workbench.query.run("lease lng:python")
    assert "lng: is not a filter" in window.workbench.banners.warning.accessibleName()
    assert window.workbench.banners.warning.isVisible()
    assert shown_paths(window) == before
    search(qtbot, window, "lease")
    assert not window.workbench.banners.warning.isVisible()


def test_a_lost_engine_is_named_and_can_be_asked_again(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.failing["lease"] = EngineError("The engine ended", remedy="It is started again.")
    with qtbot.waitSignal(window.workbench.search.failed):
        window.workbench.query.run("lease")
    assert "The engine ended" in window.workbench.banners.warning.accessibleName()
    core.failing.clear()
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.banners.warning.acted.emit()
    assert shown_paths(window)


def test_without_folders_the_first_run_page_takes_dropped_folders(
    empty_window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
):
    none = WindowCore({})
    empty_window.workbench.attach(none)
    workbench = empty_window.workbench
    qtbot.waitUntil(lambda: workbench.layout.pages.currentWidget() is workbench.layout.first_run)
    assert not workbench.layout.tuning.isVisible()
    folder = tmp_path / "project"
    folder.mkdir()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    zone = workbench.layout.first_run.zone
    QApplication.sendEvent(zone, QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, NONE))
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(zone, drop)
    qtbot.waitUntil(lambda: none.added == [(str(folder),)])
    qtbot.waitUntil(lambda: workbench.layout.pages.currentWidget() is workbench.layout.splitter)
    qtbot.waitUntil(lambda: "Watching 1 folder" in workbench.layout.status.folders.text())


def test_a_query_without_folders_keeps_the_first_run_page(empty_window: MainWindow, qtbot: QtBot):
    empty_window.workbench.attach(WindowCore({}))
    workbench = empty_window.workbench
    qtbot.waitUntil(lambda: workbench.layout.pages.currentWidget() is workbench.layout.first_run)
    with qtbot.waitSignal(empty_window.workbench.search.answered):
        empty_window.workbench.query.run("lease")
    first_run = workbench.layout.first_run
    assert workbench.layout.pages.currentWidget() is first_run
    sentences = " ".join(text.text() for text in first_run.findChildren(Text))
    assert "Nothing can be found yet" in sentences
    empty_window.workbench.query.run("")
    assert "Nothing can be found yet" not in " ".join(text.text() for text in first_run.findChildren(Text))


def test_the_sample_corpus_is_one_click_away(empty_window: MainWindow, qtbot: QtBot):
    none = WindowCore({})
    empty_window.workbench.attach(none)
    workbench = empty_window.workbench
    qtbot.waitUntil(lambda: workbench.layout.pages.currentWidget() is workbench.layout.first_run)
    qtbot.mouseClick(workbench.layout.first_run.sample, LEFT)
    qtbot.waitUntil(lambda: bool(none.added))
    assert none.added[0][0].endswith("sample")


def test_an_index_of_words_only_is_not_called_up_to_date(window: MainWindow, core: WindowCore, qtbot: QtBot):
    status = window.workbench.index.status
    assert status is not None
    step = window.workbench.layout.status.step
    for share, words in ((0.5, "Up to date by word"), (1.0, "Up to date")):
        window.workbench.index.statusChanged.emit(replace(status, ready=replace(status.ready, semantic=share)))
        assert step.text() == words


def test_an_index_without_files_is_up_to_date(window: MainWindow):
    status = window.workbench.index.status
    assert status is not None
    window.workbench.index.statusChanged.emit(replace(status, files=0, ready=Ready()))
    assert window.workbench.layout.status.step.text() == "Up to date"


def test_the_history_tells_how_many_files_were_found_not_how_many_are_listed(window: MainWindow, qtbot: QtBot):
    window.workbench.search.set_top(2)
    assert len(search(qtbot, window, "lease")) == 2
    window.workbench.answers.note_search()
    [past] = window.workbench.filters.widget.recent(1)
    assert window.workbench.answers.shown is not None
    assert past.files == window.workbench.answers.shown.total_files > 2


def test_keys_go_to_the_tree_that_was_asked_for_before_it_is_there(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "lease")
    tree, core_is_free = window.workbench.panel(DependenciesPanel).widget, core.trees_grow
    core_is_free.clear()
    window.focus_search()
    window.workbench.actions.action("dependencies").trigger()
    qtbot.waitUntil(lambda: not tree.view.isVisible())
    assert tree.isAncestorOf(window.focusWidget())
    core_is_free.set()
    qtbot.waitUntil(tree.view.hasFocus)


def test_a_filter_is_not_called_faulty_while_its_values_are_offered(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    workbench = window.workbench
    window.focus_search()
    with qtbot.waitSignal(window.workbench.search.failed):
        qtbot.keyClicks(workbench.layout.top.field.edit, "retry lang:")
    assert workbench.layout.choices.isVisible()
    assert not workbench.banners.warning.isVisible()
    window.workbench.escape()
    assert not workbench.layout.choices.isVisible()
    with qtbot.waitSignal(window.workbench.search.failed):
        qtbot.keyClick(workbench.layout.top.field.edit, Qt.Key.Key_Return)
    assert "lang" in workbench.banners.warning.accessibleName()


def test_what_is_half_typed_does_not_get_into_the_history(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.focus_search()
    with qtbot.waitSignal(window.workbench.search.failed):
        qtbot.keyClicks(window.workbench.layout.top.field.edit, "retry lang:")
    window.workbench.answers.note_search()
    assert window.workbench.filters.widget.recent(1) == ()


def test_a_saved_search_is_offered_by_its_name(window: MainWindow, qtbot: QtBot):
    window.workbench.filters.widget.save("lease retry")
    window.workbench.filters.widget.rename("lease retry", "Leases")
    search(qtbot, window, "backoff")
    with qtbot.waitSignal(window.workbench.search.emptied):
        window.workbench.query.run("")
    assert "Leases" in [row.accessibleName().partition(",")[0] for row in window.workbench.layout.empty_query.rows]
    palette = open_palette(window.workbench)
    palette.field.setText("#lea")
    assert [(item.text, item.hint) for item in palette.rows.items] == [("Leases", "lease retry")]


def test_folders_by_word_only_are_searched_by_word_until_one_has_meaning(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    buttons = [window.workbench.layout.top.mode.button(mode.value) for mode in (Mode.HYBRID, Mode.SEMANTIC)]
    core.by_word = {"relay", "relay-docs", "gateway"}
    window.workbench.index.ask_status()
    qtbot.waitUntil(lambda: window.workbench.search.settings.mode is Mode.KEYWORD)
    assert window.workbench.layout.top.mode.current == Mode.KEYWORD.value
    assert [button.isEnabled() for button in buttons] == [False, False]
    assert "by word only" in buttons[0].toolTip()
    core.by_word = {"relay"}
    window.workbench.index.ask_status()
    qtbot.waitUntil(lambda: window.workbench.search.settings.mode is Mode.HYBRID)
    assert all(button.isEnabled() for button in buttons)


def test_a_mode_that_was_chosen_stays_when_a_folder_with_meaning_joins(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    window.workbench.query.set_mode(Mode.KEYWORD)
    core.by_word = {"relay", "relay-docs", "gateway"}
    hybrid = window.workbench.layout.top.mode.button(Mode.HYBRID.value)
    for by_word in ({"relay", "relay-docs", "gateway"}, {"relay"}):
        core.by_word = by_word
        window.workbench.index.ask_status()
        qtbot.waitUntil(lambda: hybrid.isEnabled() == (len(core.by_word) == 1))
    assert window.workbench.search.settings.mode is Mode.KEYWORD


def test_only_folders_with_something_left_to_do_are_counted_and_tell_how_far_they_are(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    core.activity, core.steps = Activity("words", 2, 900), {"relay": StepCounts(waiting=3, indexed=1)}
    window.workbench.context.names.rename("relay", "Night relay")
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        window.workbench.index.ask_status()
    assert window.workbench.banners.progress.accessibleName().startswith("Indexing 1 folder,")
    window.workbench.layout.status.step.click()
    popup = window.workbench.layout.findChild(ProgressPopup)
    assert popup is not None
    assert popup.states == ("2 files, up to date", "Words 1 of 4 files", "1 file, up to date")
    assert "Night relay" in [text.text() for text in popup.findChildren(Text)]


def test_progress_is_shown_while_indexing_and_gone_after(window: MainWindow, core: WindowCore, qtbot: QtBot):
    under_way = Activity("meaning", 300, 1_200, 40.0, 240.0, folder="relay", position=2, folders=4)
    line = "relay (2 of 4): meaning 300 of 1,200 files, about 4 min left"
    core.tell(Progress(under_way, Ready()))
    qtbot.waitUntil(lambda: window.workbench.layout.status.step.accessibleName() == line)
    assert window.workbench.banners.progress.isVisible()
    search(qtbot, window, "lease")
    assert window.workbench.banners.progress.isVisible()
    assert window.workbench.banners.progress.accessibleName().endswith(line)
    core.tell(Progress(Activity(), Ready()))
    qtbot.waitUntil(lambda: window.workbench.layout.status.step.text() == "Up to date")
    assert not window.workbench.banners.progress.isVisible()


def test_the_pause_button_stays_where_it_is_while_the_line_of_progress_changes(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    status = window.workbench.layout.status
    lefts = set[int]()
    for folder in ("a", "a-folder-with-a-long-name"):
        core.tell(Progress(Activity("words", 3, 10, 1.0, 60.0, folder=folder), Ready()))
        qtbot.waitUntil(lambda folder=folder: status.step.accessibleName().startswith(f"{folder}:"))
        status.layout().activate()
        lefts.add(status.pause.x())
    assert len(lefts) == 1


def test_indexing_can_be_paused_from_the_command_palette(window: MainWindow, core: WindowCore, qtbot: QtBot):
    palette = open_palette(window.workbench)
    qtbot.keyClicks(palette.field, "pause")
    assert palette.rows.items[0].text == "Pause or continue indexing"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: core.paused)


def test_indexing_can_be_paused_from_the_status_bar(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.activity = Activity("meaning", 1, 10)
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        window.workbench.index.ask_status()
    qtbot.mouseClick(window.workbench.layout.status.pause, LEFT)
    qtbot.waitUntil(lambda: core.paused)


def test_a_changed_file_is_searched_again(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "backoff")
    core.files["relay/queue/fresh.py"] = "def backoff(): pass\n"
    with qtbot.waitSignal(window.workbench.search.answered):
        core.tell(FilesChanged(("queue/fresh.py",)))
    assert "queue/fresh.py" in shown_paths(window)


def test_a_notice_of_the_index_is_shown(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.tell(Notice(Message("No watch is left"), Message("Raise fs.inotify.max_user_watches.")))
    qtbot.waitUntil(lambda: "No watch is left" in window.workbench.banners.warning.accessibleName())


def test_what_came_unexpectedly_stays_long_enough_to_be_read(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.tell(Notice(Message("engine.restarted")))
    qtbot.waitUntil(window.workbench.banners.warning.isVisible)
    search(qtbot, window, "lease")
    assert window.workbench.banners.warning.isVisible()
    window.workbench.banners.reading.setInterval(0)  # the time to read is over
    qtbot.waitUntil(window.workbench.banners.warning.isHidden)


def test_a_notice_of_what_is_under_way_goes_when_it_is_done(window: MainWindow, core: WindowCore, qtbot: QtBot):
    window.workbench.banners.reading.setInterval(0)  # the time to read is over at once
    core.notes = (Message("indexing.files_of_other_version", count=1_200),)
    core.tell(Notice(Message("indexing.files_of_other_version", count=1_300), standing=True))
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        qtbot.waitUntil(window.workbench.banners.warning.isVisible)
    assert window.workbench.banners.warning.isVisible()
    core.notes = ()
    core.tell(Progress(Activity(), READY))
    qtbot.waitUntil(window.workbench.banners.warning.isHidden)


def test_what_became_of_the_index_before_the_window_was_there_is_shown_once(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    core.notes = (Message("index.restored"),)
    core.tell(Progress(Activity(), READY))
    warning = window.workbench.banners.warning
    qtbot.waitUntil(warning.isVisible)
    assert "The computer stopped" in warning.accessibleName()
    window.workbench.banners.hide(persistent=True)
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        core.tell(Progress(Activity(), READY))
    assert warning.isHidden()


def test_the_note_of_an_answer_goes_when_what_it_tells_is_done(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.notes = (Message("indexing.files_of_other_version", count=3),)
    core.tell(Progress(Activity("words", 1, 3), READY))
    search(qtbot, window, "lease")
    assert "3 files" in window.workbench.banners.warning.accessibleName()
    before, core.notes = shown_paths(window), ()
    core.tell(Progress(Activity(), READY))
    qtbot.waitUntil(window.workbench.banners.warning.isHidden)
    assert shown_paths(window) == before


def test_an_index_that_was_deleted_and_is_made_anew_asks_for_folders(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    core.files.clear()
    core.tell(Notice(Message("engine.restarted_because", reason=Message("engine.index_moved"))))
    qtbot.waitUntil(lambda: window.workbench.layout.pages.currentWidget() is window.workbench.layout.first_run)


def test_an_index_that_was_deleted_while_it_was_filled_asks_for_folders(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    with qtbot.waitSignal(window.workbench.indexing.activityShown):
        core.tell(Progress(Activity("meaning", 300, 1_200), READY))
    core.files.clear()
    core.tell(Notice(Message("engine.restarted_because", reason=Message("engine.index_moved"))))
    qtbot.waitUntil(lambda: window.workbench.layout.pages.currentWidget() is window.workbench.layout.first_run)


def test_the_error_page_shows_all_of_a_long_title_with_a_path(window: MainWindow, qtbot: QtBot):
    path = "/home/someone" + "/a-folder-with-a-long-name" * 4
    window.workbench.show_error(EngineError(f"the index folder {path} cannot be written"))
    page = window.workbench.layout.error
    title = page.findChildren(Text)[0]
    assert title.text().startswith("The index folder")
    qtbot.waitUntil(lambda: title.heightForWidth(title.width()) <= title.height())
    assert title.minimumSizeHint().width() <= title.width()
    assert path in page.accessibleName()


def test_the_error_page_says_what_to_do_and_goes_away(window: MainWindow, qtbot: QtBot):
    retried: list[bool] = []
    error = EngineError("The engine cannot be reached", remedy="Start it again.")
    window.workbench.show_error(error, details="trace", retry=lambda: retried.append(True))
    assert window.workbench.layout.pages.currentWidget() is window.workbench.layout.error
    qtbot.mouseClick(window.workbench.layout.error.action, LEFT)
    assert retried == [True]
    assert window.workbench.layout.pages.currentWidget() is window.workbench.layout.splitter


def test_a_selected_file_is_previewed_and_its_tree_waits_until_it_is_looked_at(window: MainWindow, qtbot: QtBot):
    with qtbot.waitSignal(window.workbench.preview.widget.textShown):
        search(qtbot, window, "delay doubles")
    assert "delay doubles" in window.workbench.preview.widget.code.toPlainText()
    assert window.workbench.panel(DependenciesPanel).widget.target == ""
    window.workbench.show_panel("dependencies")
    qtbot.waitUntil(lambda: bool(window.workbench.panel(DependenciesPanel).widget.target))


def test_a_changed_file_is_shown_as_it_is_now(window: MainWindow, core: WindowCore, qtbot: QtBot):
    with qtbot.waitSignal(window.workbench.preview.widget.textShown):
        search(qtbot, window, "delay doubles")
    core.files["relay/queue/backoff.py"] = "def backoff(attempt):\n    delay doubles until a limit\n"
    with qtbot.waitSignal(window.workbench.preview.widget.textShown):
        core.tell(FilesChanged(("queue/backoff.py",)))
    assert "until a limit" in window.workbench.preview.widget.code.toPlainText()


def test_the_shown_tree_is_asked_for_again_when_changed_files_are_ready(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "delay doubles")
    window.workbench.show_panel("dependencies")
    pane = window.workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: pane.model.tree is not None)
    core.tell(FilesChanged(("queue/backoff.py",)))
    with qtbot.waitSignal(pane.treeRequested):
        core.tell(Progress(Activity(), Ready()))


def test_a_step_of_the_slider_does_not_draw_the_preview_again(window: MainWindow, core: WindowCore, qtbot: QtBot):
    with qtbot.waitSignal(window.workbench.preview.widget.textShown):
        search(qtbot, window, "lease retry worker")
    with qtbot.assertNotEmitted(window.workbench.preview.widget.textShown, wait=200):
        for weight in (0.1, 0.9, 0.4):
            window.workbench.layout.tuning.set_preset(weight)


def test_texts_that_a_pane_lacks_are_asked_for(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    assert window.workbench.answers.shown is not None
    chunk = window.workbench.answers.shown.files[0].chunks[0]
    durations: list[dict[str, str]] = []
    window.workbench.selection.ask_texts((chunk.id,), lambda texts: durations.append(dict(texts)))
    qtbot.waitUntil(lambda: bool(durations))
    assert durations == [{chunk.id: chunk.text}]
    window.workbench.results.widget.textsNeeded.emit((chunk.id,))
    qtbot.waitUntil(lambda: window.workbench.results.widget.model.text_of(chunk.id) == chunk.text)


def test_every_visible_control_has_a_name(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.workbench.set_advanced(opened=True)
    for panel in ("preview", "dependencies", "context"):
        window.workbench.show_panel(panel)
        nameless = [
            f"{type(widget).__name__} in {type(widget.parent()).__name__}"
            for widget in window.findChildren(QWidget)
            if widget.isVisible()
            and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        ]
        assert nameless == []


@pytest.mark.parametrize("percent", [100, 150])
def test_no_button_cuts_its_words(window: MainWindow, qtbot: QtBot, percent: int):
    window.workbench.settings.choices.set_scale(percent)
    search(qtbot, window, "lease")

    def cut() -> list[str]:
        return [
            button.text()
            for kind in (QToolButton, QPushButton, QRadioButton)
            for button in window.findChildren(kind)
            if button.isVisible() and button.width() < button.fontMetrics().horizontalAdvance(button.text())
        ]

    for width in (1440, 1240, 1100, 960):
        window.resize(width, 800)
        qtbot.waitUntil(lambda: cut() == [])  # a new scale is laid out when the event loop comes to it


def lying_over_each_other(window: MainWindow) -> list[tuple[str, str]]:
    """Return the words and controls of one part that share pixels, or leave what they stand in."""
    kinds = (QLabel, QAbstractButton, QAbstractSpinBox, Segments)
    shown = [item for item in window.findChildren(QWidget) if isinstance(item, kinds) and item.isVisible()]
    own = [item for item in shown if not isinstance(item.parentWidget(), kinds)]
    rect = {item: QRect(item.mapTo(window, QPoint()), item.size()) for item in own}
    over = [
        (item.accessibleName(), other.accessibleName())
        for item, other in combinations(own, 2)
        if item.parentWidget() is other.parentWidget() and (item.geometry() & other.geometry()).width() > 1
        and (item.geometry() & other.geometry()).height() > 1
    ]  # fmt: skip
    return over + [(item.accessibleName(), "the edge") for item in own if not window.rect().contains(rect[item])]


@pytest.mark.parametrize("percent", [80, 160])
def test_nothing_lies_over_anything_else_at_any_text_scale(window: MainWindow, qtbot: QtBot, percent: int):
    window.workbench.settings.choices.set_motion(reduced=True)
    window.workbench.settings.choices.set_scale(percent)
    search(qtbot, window, "lease")
    for width, opened in product((960, 1100, 1440), (False, True)):
        window.resize(width, 800)
        window.workbench.set_advanced(opened=opened)
        for tab in (PREVIEW, DEPENDENCIES, CONTEXT):
            window.workbench.right.show_tab(tab)
            qtbot.waitUntil(lambda: lying_over_each_other(window) == [])


def test_the_right_pane_stands_under_the_results_where_larger_text_leaves_no_room_beside_them(
    window: MainWindow,
):
    window.workbench.settings.choices.set_motion(reduced=True)
    workbench = window.workbench
    window.resize(960, 800)
    window.workbench.settings.choices.set_scale(160)
    assert workbench.layout.splitter.orientation() is Qt.Orientation.Vertical
    window.workbench.set_advanced(opened=True)
    assert not workbench.right.isVisible()
    window.workbench.show_panel("context")
    assert (workbench.right.isVisible(), workbench.layout.advanced.isVisible()) == (True, False)
    window.workbench.settings.choices.set_scale(100)
    assert workbench.layout.splitter.orientation() is Qt.Orientation.Horizontal


def test_relevance_and_top_move_into_the_advanced_row_of_a_narrow_window(window: MainWindow):
    workbench = window.workbench
    for width, strip in ((1440, True), (1039, False), (960, False), (1040, True)):
        window.resize(width, 800)
        assert workbench.layout.tuning.isAncestorOf(workbench.layout.tuning.relevance) is strip
        assert workbench.layout.advanced.isAncestorOf(workbench.layout.tuning.top) is not strip


def test_the_window_can_be_made_as_small_as_promised(window: MainWindow, qtbot: QtBot):
    window.resize(960, 600)
    assert (window.width(), window.height()) == (960, 600)
    assert not window.workbench.filters.widget.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_1, ALT)
    assert window.workbench.filters.widget.isVisible()
    window.workbench.escape()
    assert not window.workbench.filters.widget.isVisible()


def test_larger_text_asks_for_a_larger_window_as_far_as_the_screen_has_room(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
):
    class Screen:
        def availableSize(self) -> QSize:
            return QSize(1366, 1200)

    monkeypatch.setattr(window.workbench.layout, "screen", Screen)
    frame = frame_of(window)
    wide = 1366 - frame.left() - frame.right()
    for percent, least in ((160, (wide, 960)), (120, (1152, 720)), (80, (960, 600)), (100, (960, 600))):
        window.workbench.settings.choices.set_scale(percent)
        assert (window.workbench.layout.minimumWidth(), window.workbench.layout.minimumHeight()) == least


def test_the_status_bar_leaves_out_counts_where_larger_text_needs_their_room(window: MainWindow):
    window.resize(960, 600)
    for percent, counted in ((100, True), (160, False), (100, True)):
        window.workbench.settings.choices.set_scale(percent)
        assert window.workbench.layout.status.counts.isVisible() is counted


def test_the_word_of_the_reset_button_gives_way_where_its_line_is_too_short(window: MainWindow):
    row = window.workbench.layout.advanced
    window.workbench.set_advanced(opened=True)
    for width in (1440, 960):
        window.resize(width, 800)
        assert row.reset.text() == "Reset"
    row.resize(600, row.height())
    assert row.reset.text() == ""
    assert row.reset.accessibleName() == "Reset ranking to defaults"


def test_a_filter_alone_is_searched_and_counted(window: MainWindow, qtbot: QtBot):
    assert len(search(qtbot, window, "lang:python")) == 4
    counts = {node.group.column: len(node.values) for node in window.workbench.filters.widget.facets._shown}
    assert counts["repository"] == 1


def test_theme_and_scale_are_kept(window: MainWindow, tmp_path: Path):
    window.workbench.actions.action("theme").trigger()
    assert is_dark()
    window.workbench.settings.choices.set_scale(120)
    window.workbench.set_right(shown=False)
    window.workbench.layout.tuning.set_preset(0.8)
    window.close()
    retained = load_state(tmp_path / "window.json")
    assert (retained.theme, retained.scale_percent, retained.right_shown, retained.weight) == (
        "dark",
        120,
        False,
        0.8,
    )


def test_down_pressed_before_the_first_answer_goes_to_its_results(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "backoff")
    window.workbench.escape()
    qtbot.waitUntil(lambda: window.workbench.layout.middle.currentWidget() is window.workbench.layout.empty_query)
    edit = window.workbench.layout.top.field.edit
    qtbot.keyClicks(edit, "lease")
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    assert edit.hasFocus()
    qtbot.waitUntil(window.workbench.results.widget.view.hasFocus)
    assert window.workbench.answers.shown is not None
    assert window.workbench.answers.shown.query == "lease"


def test_escape_clears_the_query_and_then_only_focuses_it(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.focus_search()
    with qtbot.waitSignal(window.workbench.search.emptied):
        qtbot.keyClick(window.workbench.layout.top.field.edit, Qt.Key.Key_Escape)
    assert typed(window) == ""
    assert window.workbench.layout.middle.currentWidget() is window.workbench.layout.empty_query


def test_values_of_a_filter_are_offered_while_it_is_typed(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    edit = window.workbench.layout.top.field.edit
    edit.moveCursor(edit.textCursor().MoveOperation.End)
    qtbot.keyClicks(edit, " lang:py")
    assert [choice.text for choice in window.workbench.layout.choices.choices] == ["python"]
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert typed(window) == "lease lang:python "
    assert not window.workbench.layout.choices.isVisible()


def test_a_facet_and_its_chip_are_the_same_thing(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease")
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.filters.widget.queryEdited.emit("lease lang:sql")
    assert typed(window) == "lease lang:sql"
    assert shown_paths(window) == ("src/lease.sql",)


def test_a_slash_goes_from_every_list_and_tree_to_the_search_field(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "lease retry")
    workbench = window.workbench
    for view in (
        workbench.results.widget.view,
        workbench.filters.widget.view,
        workbench.filters.widget.saved,
        workbench.filters.widget.history,
        workbench.panel(DependenciesPanel).widget.view,
        workbench.panel(ContextPanel).widget.view,
    ):
        view.setFocus()
        qtbot.keyClick(view, Qt.Key.Key_Slash)
        assert workbench.layout.top.field.edit.hasFocus()
        assert workbench.layout.top.field.edit.textCursor().selectedText() == "lease retry"


def test_no_two_commands_share_a_key(window: MainWindow):
    keys = [key.toString() for _, action in window.workbench.actions.commands() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))


def test_a_palette_that_finds_nothing_says_so(window: MainWindow, qtbot: QtBot):
    window.workbench.actions.action("palette").trigger()
    palette = window.workbench.layout.findChild(CommandPalette)
    assert palette is not None
    qtbot.keyClicks(palette.field, "zzzz")
    picture = palette.rows.grab().toImage()
    across, down = range(picture.width()), range(picture.height() // 4)
    assert len({picture.pixel(x, y) for x in across for y in down}) > 2
    assert palette.rows.spoken() == "Nothing found"


def test_the_palette_finds_and_runs_a_command(window: MainWindow, qtbot: QtBot):
    palette = open_palette(window.workbench)
    qtbot.keyClicks(palette.field, "semantic-foc")
    assert palette.rows.items[0].text == "Ranking: Semantic-focused"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.workbench.search.settings.weight == 0.8
    assert not palette.isVisible()


@pytest.mark.parametrize("name", ["palette", "settings", "keys"])
def test_escape_closes_a_popup_and_keeps_the_query(window: MainWindow, qtbot: QtBot, name: str):
    from ui.widgets.popup import open_popup

    search(qtbot, window, "lease")
    window.workbench.actions.action(name).trigger()
    assert open_popup(window.workbench.layout) is not None
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert open_popup(window.workbench.layout) is None
    assert typed(window) == "lease"
    assert window.workbench.layout.top.field.edit.hasFocus()


def test_one_popup_replaces_the_other(window: MainWindow):
    from ui.popups.key_sheet import KeySheet
    from ui.widgets.popup import Popup

    window.workbench.actions.action("palette").trigger()
    window.workbench.actions.action("keys").trigger()
    shown = [popup for popup in window.workbench.layout.findChildren(Popup) if not popup.isHidden()]
    assert [type(popup) for popup in shown] == [KeySheet]


def test_without_meaning_the_window_goes_on_by_word(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.tell(Notice(Message("The model file is damaged"), Message("Install it again."), meaning_off=True))
    qtbot.waitUntil(lambda: window.workbench.search.settings.mode is Mode.KEYWORD)
    modes = window.workbench.layout.top.mode
    assert not window.workbench.layout.tuning.slider.isEnabled()
    assert not modes.button(Mode.HYBRID.value).isEnabled()
    assert modes.button(Mode.KEYWORD.value).isEnabled()
    search(qtbot, window, "lease")
    assert "Semantic search is off" in window.workbench.banners.warning.accessibleName()
    assert window.workbench.banners.warning.isVisible()
    window.workbench.banners.act()
    assert window.workbench.layout.findChild(SettingsDialog) is not None


def test_nothing_stands_for_meaning_where_words_alone_answered(window: MainWindow, core: WindowCore, qtbot: QtBot):
    legend, code = window.workbench.results.widget.findChild(Legend), window.workbench.preview.widget.code
    assert legend is not None
    for semantic in (1.0, 0.0):
        core.ready = replace(core.ready, semantic=semantic)
        search(qtbot, window, "retry lang:python")
        qtbot.waitUntil(lambda: code.toPlainText() != "")
        assert "words" in legend.accessibleName()
        assert ("meaning" in legend.accessibleName()) is bool(semantic)
        assert bool(code.chunks) is bool(semantic)


def test_meaning_alone_lists_the_results_by_word_until_there_is_meaning(
    window: MainWindow, core: WindowCore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    plain = core.search

    def by_word(query: SearchQuery) -> SearchResult:
        answer = plain(replace(query, ranking=query.ranking.without_meaning()))
        return replace(answer, files=tuple(map(_meaningless, answer.files)))

    paths = search(qtbot, window, "lease")
    assert paths
    monkeypatch.setattr(core, "search", by_word)
    core.ready = replace(core.ready, semantic=0.0)
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.search.set_settings(RankSettings(weight=1.0))
        window.workbench.search.search_now()
    assert set(shown_paths(window)) == set(paths)


def _meaningless(file: FileHit) -> FileHit:
    chunks = [structs.replace(chunk, semantic=0.0, meaning=0.0, semantic_rank=0) for chunk in file.chunks]
    return structs.replace(file, chunks=tuple(chunks))


def test_preparing_the_model_can_be_stopped_and_begun_again(window: MainWindow, core: WindowCore, qtbot: QtBot):
    warning = window.workbench.banners.warning
    core.tell(Notice(Message("Converting the model"), pausing=Pausing.STOPS))
    qtbot.waitUntil(lambda: "Converting the model" in warning.accessibleName())
    window.workbench.banners.act()
    qtbot.waitUntil(lambda: core.paused)
    core.tell(
        Notice(Message("It was stopped"), Message("Go on indexing."), meaning_off=True, pausing=Pausing.BEGINS)
    )
    qtbot.waitUntil(lambda: window.workbench.search.settings.mode is Mode.KEYWORD)
    window.workbench.banners.act()
    qtbot.waitUntil(lambda: not core.paused)
    assert window.workbench.search.settings.mode is Mode.HYBRID
    assert window.workbench.layout.top.mode.button(Mode.HYBRID.value).isEnabled()
    assert not warning.isVisible()


def test_what_changes_while_counts_are_asked_for_is_counted_too(
    window: MainWindow, core: WindowCore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    gate, counted, plain = threading.Event(), [], core.status

    def status(access: Access) -> IndexStatus:
        counted.append(plain(access))
        if len(counted) == 1:
            gate.wait(20)
        return counted[-1]

    monkeypatch.setattr(core, "status", status)
    window.workbench.index.ask_status()
    qtbot.waitUntil(lambda: len(counted) == 1)
    core.files["relay/new.py"] = "pass\n"
    window.workbench.index.ask_status()
    gate.set()
    qtbot.waitUntil(
        lambda: (
            window.workbench.index.status is not None and window.workbench.index.status.files == len(core.files)
        )
    )


def test_preparing_the_model_is_told_until_it_is_ready(window: MainWindow, core: WindowCore, qtbot: QtBot):
    step, warning = window.workbench.layout.status.step, window.workbench.banners.warning
    core.device = ""
    core.tell(Notice(Message("Converting the model"), pausing=Pausing.STOPS))
    qtbot.waitUntil(warning.isVisible)
    window.workbench.index.ask_status()
    qtbot.waitUntil(lambda: step.text() == "Preparing the model")
    assert window.workbench.layout.status.pause.isVisible()
    core.device = "CPU, 8 threads"
    window.workbench.index.ask_status()
    qtbot.waitUntil(lambda: not warning.isVisible() and step.text() == "Up to date")


def test_progress_leads_to_how_each_folder_stands_and_can_be_stopped_there(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    core.activity = Activity("meaning", 3, 10, 1.0, 7.0, folder="relay", position=1, folders=1)
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        window.workbench.index.ask_status()
    window.workbench.layout.status.step.click()
    popup = window.workbench.layout.findChild(ProgressPopup)
    assert popup is not None
    assert popup.step.text() == "relay: meaning 3 of 10 files, about 5 s left"
    popup.pause.click()
    qtbot.waitUntil(lambda: core.paused and popup.step.text().startswith("Paused: "))
    popup.pause.click()
    qtbot.waitUntil(lambda: not core.paused)
    core.activity = Activity()
    window.workbench.index.ask_status()
    qtbot.waitUntil(lambda: popup.step.text() == "Up to date")
    assert popup.states == ("2 files, up to date", "4 files, up to date", "1 file, up to date")
    assert not popup.pause.isVisible()


def test_a_pause_is_told_while_there_is_nothing_to_do_and_can_be_ended(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    status = window.workbench.layout.status
    window.workbench.index.pause(paused=True)
    qtbot.waitUntil(lambda: status.step.text() == "Indexing is paused")
    assert status.pause.isVisible()
    status.pause.click()
    qtbot.waitUntil(lambda: status.step.text() == "Up to date")
    assert not core.paused
    assert not status.pause.isVisible()


def test_branches_in_git_are_not_counted_as_folders(window: MainWindow, core: WindowCore, qtbot: QtBot):
    qtbot.waitUntil(lambda: window.workbench.index.status is not None)
    status = window.workbench.index.status
    assert status is not None
    first = status.roots[0]
    branch = replace(
        first, root=replace(first.root, id=RootId("b"), branch="next", from_git="next"), watching="off"
    )
    folders = window.workbench.layout.status.folders
    window.workbench.index.statusChanged.emit(replace(status, roots=(*status.roots, branch)))
    qtbot.waitUntil(lambda: folders.text() == f"Watching {len(status.roots)} folders")


def test_settings_apply_at_once(window: MainWindow, core: WindowCore, qtbot: QtBot):
    dialog = window.workbench.settings.open()
    appearance, folders = dialog.page("appearance"), dialog.page("folders")
    assert isinstance(appearance, AppearancePage)
    assert isinstance(folders, FoldersPage)
    qtbot.mouseClick(appearance.theme.button("dark"), LEFT)
    assert is_dark()
    folders.forgetRequested.emit("gateway")
    prompt = dialog.topmost()
    assert isinstance(prompt, ConfirmPrompt)
    qtbot.mouseClick(prompt.confirm, LEFT)
    qtbot.waitUntil(lambda: "Watching 2 folders" in window.workbench.layout.status.folders.text())
    dialog.dismiss()
    assert window.workbench.layout.top.field.edit.hasFocus()


def test_closing_while_an_answer_is_awaited_delivers_nothing(
    window: MainWindow,
    core: WindowCore,
    qtbot: QtBot,
):
    core.gates["slow"] = threading.Event()
    window.workbench.query.run("slow")
    qtbot.waitUntil(lambda: any(query.text == "slow" for query in core.queries))
    threading.Timer(0.05, core.gates["slow"].set).start()
    with qtbot.assertNotEmitted(window.workbench.search.answered, wait=200):
        window.close()


def test_inner_fields_of_number_boxes_are_named(window: MainWindow):
    inner = [field for field in window.findChildren(QLineEdit) if field.objectName() == "qt_spinbox_lineedit"]
    assert inner
    assert all(field.accessibleName() for field in inner)


def test_a_result_of_a_branch_that_is_not_checked_out_says_that_there_is_no_file(window: MainWindow):
    hit = file_hit(1, "worker/lease.py", root_path="", branch="next")
    for ask in (window.workbench.results.widget.openRequested, window.workbench.results.widget.revealRequested):
        window.workbench.banners.hide(persistent=True)
        ask.emit(*((hit, 3) if ask is window.workbench.results.widget.openRequested else (hit,)))
        assert window.workbench.banners.warning.isVisibleTo(window)
        assert "Branch next is not checked out" in window.workbench.banners.warning.accessibleName()
