"""A list that is cut by Top says at its end how many further files there are, and a click there shows more."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from app.cli.open_core import Opening, opened_core
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.panels.results.list_view import ResultsList
from ui.window.main_window import MainWindow


def end_of(view: ResultsList) -> QModelIndex:
    return view.model().index(view.model().rowCount() - 1, 0)


def test_the_end_of_a_cut_list_counts_what_is_left_and_a_click_raises_top(window: MainWindow, qtbot: QtBot):
    paths = search(qtbot, window, "retry lease worker")
    view, top = window.workbench.results.widget.view, window.workbench.layout.tuning.top
    with qtbot.waitSignal(window.workbench.search.reranked):
        top.setValue(2)
    assert end_of(view).data() == f"{len(paths) - 2} further files: raise Top"
    rect = view.visualRect(end_of(view))
    assert rect.height() > 0
    current = view.currentIndex()
    with qtbot.waitSignal(window.workbench.search.reranked):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert top.value() == 4
    assert window.workbench.search.top == 4
    assert view.currentIndex().row() == current.row()
    assert end_of(view).data() == f"{len(paths) - 4} further file{'s' if len(paths) > 5 else ''}: raise Top"
    with qtbot.waitSignal(window.workbench.search.reranked):
        top.setValue(50)
    qtbot.waitUntil(lambda: len(view.model().files) == len(paths))
    assert "further" not in end_of(view).data()


def test_keys_pass_over_the_end_of_a_cut_list(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "retry lease worker")
    view = window.workbench.results.widget.view
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.layout.tuning.top.setValue(2)
    view.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
        qtbot.keyClick(view, key)
        file = window.workbench.results.widget.current_file
        assert file is not None
        assert file.file_id == view.model().files[1].file_id


def test_the_end_key_brings_the_end_of_a_cut_list_into_sight(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "retry lease worker")
    view = window.workbench.results.widget.view
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.layout.tuning.top.setValue(4)
    view.setFixedHeight(2 * view.visualRect(view.model().index(0, 0)).height())
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(end_of(view)).center()))


def test_a_list_that_no_higher_top_makes_longer_only_counts(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.further = 400
    paths = search(qtbot, window, "retry lease worker")
    view = window.workbench.results.widget.view
    assert end_of(view).data() == "400 further files: narrow the search"
    before = window.workbench.layout.tuning.top.value()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(end_of(view)).center())
    assert window.workbench.layout.tuning.top.value() == before
    assert len(view.model().files) == len(paths)


def test_the_list_of_filters_alone_is_asked_for_again(empty_window: MainWindow, qtbot: QtBot, tmp_path: Path):
    folder = tmp_path / "relay"
    folder.mkdir()
    for number in range(9):
        (folder / f"step_{number}.py").write_text(f"step = {number}\n", "utf-8")
    window, workbench = empty_window, empty_window.workbench
    with opened_core(tmp_path / "index", Opening(make=True)) as core:
        core.index([str(folder)])
        with qtbot.waitSignal(workbench.index.statusChanged):
            workbench.attach(core)
        workbench.layout.tuning.top.setValue(4)
        search(qtbot, window, "lang:python")
        view = workbench.results.widget.view
        for shown, left in ((4, "5 further files: raise Top"), (8, "1 further file: raise Top"), (9, "")):
            qtbot.waitUntil(lambda shown=shown: len(view.model().files) == shown)
            assert view.model().further_at(end_of(view)) == left
            if left:
                with qtbot.waitSignal(workbench.search.answered):
                    view.scrollToBottom()
                    end = view.visualRect(end_of(view)).center()
                    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
        window.close()
