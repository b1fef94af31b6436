"""Where to change in the window: rows that are selected, opened and walked as results are, and the way back."""

import threading
from collections.abc import Callable, Iterator

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from search.errors import QueryError
from search.types.locations import ChangeLocations, LocateRequest
from search.types.results import Signal, Why
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.i18n.language import ENGLISH, use_language
from ui.panels.results.where.rows import DefinitionRow, EvidenceRow, LocatedFileRow, TestRow
from ui.panels.results.where.view import WhereView
from ui.popups.why import WhyPopup
from ui.window.main_window import MainWindow

HEARTBEAT = "worker/heartbeat.py"


def locate(qtbot: QtBot, window: MainWindow, text: str) -> WhereView:
    """Search for a text, press the key, and return the list when it is filled."""
    search(qtbot, window, text)
    view = window.workbench.results.widget.where
    with qtbot.waitSignal(view.placeSelected):
        qtbot.keyClick(
            window.workbench.frame.top.field.edit,
            Qt.Key.Key_W,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )
    return view


def texts(view: WhereView) -> list[str]:
    model = view.located
    return [model.data(model.index(row, 0)) for row in range(model.rowCount())]


def _leads_to_a_commit(row: object) -> bool:
    return isinstance(row, EvidenceRow) and bool(row.evidence.commit)


def choose(view: WhereView, kind: type) -> int:
    """Select the first row of a kind that leads to a place in a file, and return its number."""
    model = view.located
    rows = [model.row_at(model.index(row, 0)) for row in range(model.rowCount())]
    row = next(at for at, each in enumerate(rows) if isinstance(each, kind) and not _leads_to_a_commit(each))
    view.setCurrentIndex(model.index(row, 0))
    return row


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    use_language(qapp, "de")
    yield
    use_language(qapp, ENGLISH)


def test_files_are_listed_with_definitions_evidence_and_tests(qtbot: QtBot, window: MainWindow) -> None:
    view = locate(qtbot, window, "heartbeat worker lives")
    QAbstractItemModelTester(view.located)
    assert texts(view)[:4] == [
        f"1. {HEARTBEAT}",
        "renew, line 1: Words",
        "Commit  1a2b3c4d Renew a lease  +0.10",
        "Dependencies  calls backoff, line 2",
    ]
    assert texts(view)[-2:] == [
        "Tests",
        "tests/test_lease.py  Dependencies  test_lease_is_renewed uses renew",
    ]
    assert view.hasFocus()
    assert "1 covering test" in window.workbench.results.widget.where_header.detail


def test_every_reason_is_in_the_language_of_the_window(
    qtbot: QtBot,
    window: MainWindow,
    german: None,
) -> None:
    view = locate(qtbot, window, "heartbeat worker lives")
    assert texts(view)[1:4] == [
        "renew, Zeile 1: Wörter",
        "Commit  1a2b3c4d Renew a lease  +0,10",
        "Abhängigkeiten  ruft backoff auf, Zeile 2",
    ]
    assert texts(view)[-1] == "tests/test_lease.py  Abhängigkeiten  test_lease_is_renewed benutzt renew"


@pytest.mark.parametrize(
    ("kind", "path", "line"),
    [
        (LocatedFileRow, HEARTBEAT, 1),
        (DefinitionRow, HEARTBEAT, 1),
        (EvidenceRow, HEARTBEAT, 2),
        (TestRow, "tests/test_lease.py", 2),
    ],
)
def test_enter_and_a_double_click_open_a_row_at_its_line(
    qtbot: QtBot,
    window: MainWindow,
    kind: type,
    path: str,
    line: int,
) -> None:
    view = locate(qtbot, window, "heartbeat worker lives")
    row = choose(view, kind)

    def double_click() -> None:
        centre: QPoint = view.visualRect(view.located.index(row, 0)).center()
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre)

    def press_enter() -> None:
        qtbot.keyClick(view, Qt.Key.Key_Return)

    acts: tuple[Callable[[], None], ...] = (press_enter, double_click)
    for act in acts:
        with qtbot.waitSignal(window.workbench.results.widget.openRequested) as opened:
            act()
        file, opened_line = opened.args
        assert (file.path, opened_line) == (path, line)
        assert file.root_path


def test_the_selected_row_is_shown_in_the_preview(qtbot: QtBot, window: MainWindow) -> None:
    view, preview = locate(qtbot, window, "heartbeat worker lives"), window.workbench.preview
    choose(view, TestRow)
    qtbot.waitUntil(lambda: preview.spot is not None and preview.spot.path == "tests/test_lease.py")
    assert preview.spot is not None
    assert preview.spot.line == 2
    assert preview.spot.chunks == ((2, 2),)


def test_next_and_previous_line_walk_the_places(qtbot: QtBot, window: MainWindow) -> None:
    view = locate(qtbot, window, "heartbeat worker lives")
    walked = []
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_F4)
        walked.append(type(view.current_row))
    assert walked == [DefinitionRow, EvidenceRow, DefinitionRow]
    view.setCurrentIndex(view.located.index(0, 0))
    qtbot.keyClick(view, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert isinstance(view.current_row, TestRow)


def test_end_goes_to_the_last_place(qtbot: QtBot, window: MainWindow) -> None:
    view = locate(qtbot, window, "heartbeat worker lives")
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert isinstance(view.current_row, TestRow)


@pytest.mark.parametrize("way", ["key", "escape", "button", "other query", "enter in the field"])
def test_the_results_come_back(qtbot: QtBot, window: MainWindow, way: str) -> None:
    view, pane = locate(qtbot, window, "lease"), window.workbench.results.widget
    choose(view, TestRow)
    edit = window.workbench.frame.top.field.edit
    ways: dict[str, Callable[[], object]] = {
        "key": lambda: window.workbench.trigger("where"),
        "escape": window.workbench.escape,
        "button": pane.where_header.back.click,
        "other query": lambda: search(qtbot, window, "backoff"),
        "enter in the field": edit.submitted.emit,
    }
    ways[way]()
    assert not pane.shows_where
    assert pane.header.isVisible()
    assert not pane.where_header.isVisible()
    first = pane.current_file
    assert first is not None
    assert window.workbench.selection.current is not None
    assert window.workbench.selection.current[0].file_id == first.file_id


def test_the_same_search_again_leaves_the_places_where_they_are(qtbot: QtBot, window: MainWindow) -> None:
    view = locate(qtbot, window, "lease")
    choose(view, TestRow)
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.search.search_now()
    assert window.workbench.results.widget.shows_where
    assert isinstance(view.current_row, TestRow)


def test_a_late_answer_to_an_earlier_text_is_dropped(
    qtbot: QtBot, window: MainWindow, core: WindowCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    locate_change, answered = core.locate_change, threading.Event()

    def wait(request: LocateRequest) -> ChangeLocations:
        answered.wait()
        return locate_change(request)

    monkeypatch.setattr(core, "locate_change", wait)
    search(qtbot, window, "lease")
    window.workbench.trigger("where")
    search(qtbot, window, "backoff")
    answered.set()
    qtbot.waitUntil(lambda: window.workbench.context.jobs.idle)
    assert not window.workbench.results.widget.shows_where
    assert window.workbench.results.widget.where.located.rowCount() == 0


def test_an_error_is_said_above_the_results(
    qtbot: QtBot,
    window: MainWindow,
    core: WindowCore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_request: LocateRequest) -> ChangeLocations:
        raise QueryError("query.empty")

    search(qtbot, window, "lease")
    monkeypatch.setattr(core, "locate_change", refuse)
    window.workbench.trigger("where")
    qtbot.waitUntil(lambda: not window.workbench.results.widget.shows_where)
    assert str(QueryError("query.empty")) in window.workbench.banners.warning.accessibleName()


def test_a_commit_is_shown_with_its_message_and_its_changes(qtbot: QtBot, window: MainWindow) -> None:
    view = locate(qtbot, window, "heartbeat worker lives")
    rows = [view.located.row_at(view.located.index(row, 0)) for row in range(view.located.rowCount())]
    commit = next(
        number for number, row in enumerate(rows) if isinstance(row, EvidenceRow) and row.evidence.commit
    )
    view.setCurrentIndex(view.located.index(commit, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    popup = window.findChild(WhyPopup)
    assert popup is not None
    qtbot.waitUntil(lambda: f"Change {HEARTBEAT}" in popup.text)
    assert "+new" in popup.text


def test_the_reasons_of_a_file_lead_to_its_commit(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window, "lease")
    panel = window.workbench.results
    assert panel.answer is not None
    why = Why(signals=(Signal("history", 1.0, 0.1, "1a2b3c4d Renew a lease"),))
    reasons = panel.explain_file(structs.replace(panel.answer.files[0], why=why))
    assert reasons.further.text() == "Show commit 1a2b3c4d"
    reasons.further.click()
    commit = next(popup for popup in window.findChildren(WhyPopup) if popup is not reasons)
    qtbot.waitUntil(lambda: "1a2b3c4d" in commit.text)
