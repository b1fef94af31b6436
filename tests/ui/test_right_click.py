"""Menus by right click on every list, and what is dragged out of them."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import CONTEXT, DEPENDENCIES, core, empty_window, search, window  # noqa: F401 -- fixtures
from ui.panels.context.panel import ContextPanel
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.filters.model import GroupNode
from ui.panels.results.rows import ChunkRow
from ui.window.main_window import MainWindow


def opened(view: QAbstractItemView, index: QModelIndex) -> QMenu:
    """Right click on a row and return the menu that opens."""
    view.scrollTo(index)
    view.customContextMenuRequested.emit(view.visualRect(index).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text() == text)
    action.trigger()
    menu.close()


def tree_row(window: MainWindow, qtbot: QtBot) -> tuple[QAbstractItemView, QModelIndex]:  # noqa: F811
    search(qtbot, window, "backoff")
    window.workbench.right.show_tab(DEPENDENCIES)
    pane = window.workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: pane.model.counts()[1] > 0)
    groups = (pane.model.index(row, 0) for row in range(pane.model.rowCount()))
    group = next(group for group in groups if pane.model.rowCount(group))
    return pane.view, pane.model.index(0, 0, group)


def context_row(window: MainWindow, qtbot: QtBot) -> tuple[QAbstractItemView, QModelIndex]:  # noqa: F811
    search(qtbot, window, "backoff")
    window.workbench.right.show_tab(CONTEXT)
    pane = window.workbench.panel(ContextPanel).widget
    qtbot.waitUntil(lambda: pane.model.rowCount() > 0 and bool(pane.model.rows[0].entry.text))
    return pane.view, pane.model.index(0, 0)


def line_row(window: MainWindow, qtbot: QtBot) -> tuple[QAbstractItemView, QModelIndex]:  # noqa: F811
    lines = window.workbench.results.widget.lines
    window.workbench.query.run("/worker tells/")
    qtbot.waitUntil(lambda: lines.lines.rowCount() > 1)
    return lines, lines.lines.index(1, 0)


@pytest.mark.parametrize("row", [tree_row, context_row, line_row])
def test_the_place_of_a_row_is_copied_in_every_form(
    row: Callable[[MainWindow, QtBot], tuple[QAbstractItemView, QModelIndex]],
    window: MainWindow,  # noqa: F811
    qtbot: QtBot,
):
    view, index = row(window, qtbot)
    clipboard = QGuiApplication.clipboard()
    choose(opened(view, index), "Copy as path:line")
    location = clipboard.text()
    assert location.rpartition(":")[2].isdigit()
    choose(opened(view, index), "Copy as Markdown")
    assert clipboard.text().startswith(f"`{location}`")
    choose(opened(view, index), "Copy path")
    assert clipboard.text().startswith("/home/someone/")
    path, _, line = location.partition(":")
    choose(opened(view, index), "Copy web link")
    qtbot.waitUntil(lambda: clipboard.text().startswith("https://github.com/acme/"))
    assert clipboard.text().endswith(f"/{path}#L{line}")


def test_without_a_remote_the_window_says_why_there_is_no_link(window: MainWindow, qtbot: QtBot):  # noqa: F811
    search(qtbot, window, "CREATE TABLE")
    workbench = window.workbench
    pane = workbench.results.widget
    index = next(
        pane.model.index(row, 0)
        for row in range(pane.model.rowCount())
        if pane.model.row_at(pane.model.index(row, 0)).file.path == "src/lease.sql"
    )
    pane.view.setCurrentIndex(index)
    choose(opened(pane.view, index), "Copy web link")
    qtbot.waitUntil(lambda: "no remote" in workbench.banners.warning.accessibleName())


def test_the_menus_have_the_commands_of_the_palette(window: MainWindow, qtbot: QtBot):  # noqa: F811
    actions = window.workbench.actions
    menu = opened(*tree_row(window, qtbot))
    assert actions.action("path-to") in menu.actions()
    menu.close()
    menu = opened(*context_row(window, qtbot))
    assert actions.action("copy-context") in menu.actions()
    menu.close()


def test_a_node_of_the_tree_becomes_its_root(window: MainWindow, qtbot: QtBot):  # noqa: F811
    view, index = tree_row(window, qtbot)
    pane = window.workbench.panel(DependenciesPanel).widget
    name = pane.model.item_at(index).node.name
    choose(opened(view, index), "Make it the root of the tree")
    qtbot.waitUntil(lambda: pane.name == name)


def graph_cell(window: MainWindow, qtbot: QtBot) -> tuple[QAbstractItemView, QModelIndex]:  # noqa: F811
    """Draw what the tree shows and return the cell of its first row."""
    _, index = tree_row(window, qtbot)
    pane = window.workbench.panel(DependenciesPanel).widget
    window.workbench.trigger("graph")
    node = pane.model.item_at(index).node
    qtbot.waitUntil(lambda: pane.graph.is_settled and node.id in pane.graph.drawing.row_by_thing)
    return pane.graph.canvas, pane.graph.model.index(pane.graph.drawing.row_by_thing[node.id], 0)


def test_a_node_of_the_graph_has_the_entries_of_its_row_in_the_tree(window: MainWindow, qtbot: QtBot):  # noqa: F811
    menu = opened(*tree_row(window, qtbot))
    entries = {action.text() for action in menu.actions()}
    menu.close()
    canvas, index = graph_cell(window, qtbot)
    menu = opened(canvas, index)
    assert entries - {action.text() for action in menu.actions()} == set()
    choose(menu, "Make it the root of the tree")
    pane = window.workbench.panel(DependenciesPanel).widget
    qtbot.waitUntil(lambda: pane.name == index.data())


def test_the_ground_of_the_graph_has_a_menu_of_its_own(window: MainWindow, qtbot: QtBot):  # noqa: F811
    canvas, index = graph_cell(window, qtbot)
    stage = window.workbench.panel(DependenciesPanel).widget.graph
    canvas.setCurrentIndex(index)
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert stage.moved_boxes
    canvas.customContextMenuRequested.emit(QPoint(1, 1))
    menu = QApplication.activePopupWidget()
    entries = [action.text() for action in menu.actions()]
    assert "Show in the preview" not in entries
    assert "Show the whole graph" in entries
    assert "Copy the tree as text" in entries
    choose(menu, "Put all boxes back")
    assert not stage.moved_boxes


def test_the_menu_key_opens_the_menu_of_the_current_cell(window: MainWindow, qtbot: QtBot):  # noqa: F811
    canvas, index = graph_cell(window, qtbot)
    canvas.setCurrentIndex(index)
    canvas.scrollTo(index)
    at = canvas.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
    assert canvas.indexAt(at) == index


def test_a_filter_is_chosen_and_excluded_by_its_menu(window: MainWindow, qtbot: QtBot):  # noqa: F811
    search(qtbot, window, "lease")
    workbench = window.workbench
    view, model = workbench.filters.widget.view, workbench.filters.widget.facets
    group = next(
        model.index(row, 0)
        for row in range(model.rowCount())
        if isinstance(node := model.node_at(model.index(row, 0)), GroupNode) and node.group.key == "lang"
    )
    first = model.index(0, 0, group)
    value = model.node_at(first).value
    choose(opened(view, first), "All but these")
    qtbot.waitUntil(lambda: workbench.search.text == f"lease -lang:{value}")
    qtbot.waitUntil(lambda: workbench.is_idle)
    choose(opened(view, group), "Clear all filters")
    qtbot.waitUntil(lambda: workbench.search.text == "lease")


def test_a_search_of_the_history_is_copied_and_removed(window: MainWindow, qtbot: QtBot):  # noqa: F811
    workbench = window.workbench
    pane = workbench.filters.widget
    pane.note_search("lease retry", [])
    pane.show_tab("history")
    history = pane.history
    row = next(
        history.model().index(number, 0)
        for number in range(history.model().rowCount())
        if getattr(history.row_at(history.model().index(number, 0)), "text", "") == "lease retry"
    )
    choose(opened(history, row), "Copy the query")
    assert QGuiApplication.clipboard().text() == "lease retry"
    choose(opened(history, row), "Remove")
    assert "lease retry" not in [past.text for past in pane.recent(9)]


def test_nodes_chunks_and_evidence_are_dragged_as_text_and_as_files(window: MainWindow, qtbot: QtBot):  # noqa: F811
    view, index = tree_row(window, qtbot)
    data = view.model().mimeData([index])
    (url,) = data.urls()
    assert url.toLocalFile().startswith("/home/someone/")
    assert data.text().endswith(":1")
    whole = view.model().mimeData([index.parent()])
    assert len(whole.text().splitlines()) > 1
    assert not whole.hasUrls()
    pane = window.workbench.results.widget
    pane.view.open_all(opened=True)
    rows = (pane.model.index(row, 0) for row in range(pane.model.rowCount()))
    chunk = next(row for row in rows if isinstance(pane.model.row_at(row), ChunkRow))
    shown = pane.model.row_at(chunk).chunk.id
    qtbot.waitUntil(lambda: bool(pane.model.text_of(shown)))
    assert pane.model.mimeData([chunk]).text() == pane.model.text_of(shown)
    assert pane.model.mimeData([chunk]).hasUrls()
    evidence, piece = context_row(window, qtbot)
    data = evidence.model().mimeData([piece])
    assert data.hasUrls()
    assert data.text() in window.workbench.panel(ContextPanel).widget.model.text()
