"""Keys stay where they belong, and a person sees where they go."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import core, empty_window, search, window, windows  # noqa: F401 -- fixtures
from ui.application.windows import Windows
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.settings.dialog import NavButton, SettingsDialog
from ui.popups.repositories_prompt import RepositoriesPrompt
from ui.theme.tokens import LIGHT
from ui.widgets.focus_line import FocusLine
from ui.widgets.popup import open_popup
from ui.widgets.spin import CountBox, FractionBox
from ui.window.main_window import MainWindow

TAB, BACKTAB = Qt.Key.Key_Tab, Qt.Key.Key_Backtab


@pytest.fixture
def active(window: MainWindow, qtbot: QtBot) -> MainWindow:  # noqa: F811 -- the fixture
    """The window with the keyboard focus and results."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    search(qtbot, window, "lease")
    window.workbench.focus_search()
    return window


def settings_of(window: MainWindow) -> SettingsDialog:  # noqa: F811 -- the fixture
    popup = open_popup(window.workbench.layout)
    assert isinstance(popup, SettingsDialog)
    return popup


def test_a_folder_that_is_added_in_the_settings_leaves_the_focus_there(active: MainWindow, qtbot: QtBot):
    workbench = active.workbench
    workbench.settings.open("folders")
    dialog = settings_of(active)
    workbench.offer_repositories(("/somewhere/new",), ())
    assert open_popup(workbench.layout) is dialog
    assert dialog.isAncestorOf(QApplication.focusWidget())


def test_tab_reaches_the_results_before_the_status_bar(active: MainWindow, qtbot: QtBot):
    workbench = active.workbench
    seen = []
    for _ in range(80):
        QTest.keyClick(active.focusWidget(), TAB)
        seen.append(active.focusWidget())
        if seen[-1] is workbench.layout.top.field.edit:
            break
    results = next(at for at, stop in enumerate(seen) if workbench.results.widget.isAncestorOf(stop))
    preview = next(at for at, stop in enumerate(seen) if workbench.right.isAncestorOf(stop))
    status = next(at for at, stop in enumerate(seen) if workbench.layout.status.isAncestorOf(stop))
    assert results < preview < status
    QTest.keyClick(active.focusWidget(), BACKTAB)
    assert workbench.layout.status.isAncestorOf(active.focusWidget())


def test_the_arrow_keys_go_through_the_pages_of_the_settings(active: MainWindow):
    active.workbench.settings.open("folders")
    dialog = settings_of(active)
    first = dialog.stack.currentWidget()
    QTest.keyClick(active.focusWidget(), Qt.Key.Key_Down)
    assert dialog.stack.currentWidget() is not first
    focused = QApplication.focusWidget()
    assert isinstance(focused, NavButton)
    assert focused.isChecked()
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert dialog.stack.currentWidget() is first


def test_the_first_escape_leaves_a_pane_the_second_clears_the_query_and_none_the_tree(
    active: MainWindow, qtbot: QtBot
):
    workbench = active.workbench
    edit, tree = active.front.top.field.edit, workbench.panel(DependenciesPanel).widget
    workbench.trigger("selected-dependencies")
    qtbot.waitUntil(lambda: tree.model.tree is not None)
    workbench.trigger("escape")
    assert active.focusWidget() is edit
    assert edit.text() == "lease"
    workbench.trigger("escape")
    assert edit.text() == ""
    assert workbench.answers.shown is None
    assert tree.model.tree is not None


def test_ctrl_q_ends_the_program(windows: Windows, qtbot: QtBot):  # noqa: F811 -- the fixture
    opened = windows.open()
    qtbot.waitUntil(lambda: opened.filled)
    assert opened.workbench.actions.action("quit").shortcut().toString() == "Ctrl+Q"
    with qtbot.waitSignal(opened.closed):
        opened.workbench.trigger("quit")
    assert windows.count == 0


@pytest.mark.parametrize("name", ["results", "preview", "filters"])
def test_the_pane_with_the_focus_has_a_line(active: MainWindow, qtbot: QtBot, name: str):
    workbench = active.workbench
    line = workbench.layout.findChild(FocusLine)
    assert not line.isVisible()
    qtbot.waitUntil(lambda: bool(workbench.preview.widget.code.toPlainText()))
    workbench.go_to_panel(name)
    assert line.isVisible()
    view = active.focusWidget()
    assert line.geometry().topLeft() == view.mapTo(workbench.layout, view.rect().topLeft())
    assert line.grab().toImage().pixelColor(5, 0) == QColor(LIGHT["accent"])
    workbench.focus_search()
    assert not line.isVisible()


def test_tab_leaves_a_number_field_of_the_settings_and_what_was_typed_applies(active: MainWindow):
    active.workbench.settings.open("appearance")
    dialog = settings_of(active)
    field = next(each for each in dialog.findChildren(CountBox) if each.isVisible())
    chosen = QSignalSpy(field.valueChanged)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "120")
    QTest.keyClick(field, TAB)
    assert not field.hasFocus()
    assert dialog.isAncestorOf(QApplication.focusWidget())
    assert chosen.at(0) == [120]


def test_enter_presses_the_button_with_the_focus(active: MainWindow):
    chosen: list[bool] = []
    prompt = RepositoriesPrompt(active.workbench.layout, "/somewhere", ("one", "two"))
    prompt.chosen.connect(chosen.append)
    prompt.open()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert chosen == [False]


@pytest.mark.parametrize("make", [CountBox, FractionBox])
def test_the_wheel_turns_a_number_only_where_it_has_the_focus(
    themed: object, qtbot: QtBot, make: type[CountBox | FractionBox]
):
    """In the settings a page that was scrolled changed the limits under the pointer."""
    page = QWidget()
    qtbot.addWidget(page)
    row = QHBoxLayout(page)
    box, other = make(0, 100, "Largest file"), QLineEdit()
    box.setValue(50)
    row.addWidget(box)
    row.addWidget(other)
    with qtbot.waitExposed(page):
        page.show()
    other.setFocus()

    def turn() -> bool:
        middle, step, keys = QPointF(box.rect().center()), QPoint(0, 120), Qt.KeyboardModifier.NoModifier
        button, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(middle, box.mapToGlobal(middle), QPoint(), step, button, keys, phase, False)
        QApplication.sendEvent(box, event)
        return event.isAccepted()

    assert not turn()
    assert (box.value(), box.hasFocus()) == (50, False)
    box.setFocus()
    assert turn()
    assert box.value() > 50
