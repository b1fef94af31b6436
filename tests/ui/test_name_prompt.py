"""Names are asked for in the window's own popup, which refuses what cannot be taken and says why."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import search
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.settings.dialog import SettingsDialog
from ui.panels.settings.folder_prompts import rename_folder
from ui.popups.name_prompt import NamePrompt
from ui.window.main_window import MainWindow


@pytest.fixture
def saved(window: MainWindow) -> MainWindow:
    """A window with two saved searches, the second called Again."""
    for text in ("renew lease", "retry"):
        window.workbench.filters.widget.save(text)
    window.workbench.filters.widget.rename("retry", "Again")
    return window


def prompt_over(window: MainWindow) -> NamePrompt:
    prompt = window.popup and window.popup.topmost()
    assert isinstance(prompt, NamePrompt)
    return prompt


def type_over(prompt: NamePrompt, name: str) -> None:
    """Type a name in place of what is there, and press Enter."""
    prompt.field.selectAll()
    QTest.keyClick(prompt.field, Qt.Key.Key_Delete)
    QTest.keyClicks(prompt.field, name)
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)


def names_of(window: MainWindow) -> list[str]:
    return [search.name for search in window.workbench.filters.widget.saved_searches()]


def test_a_saved_search_is_renamed_with_keys(saved: MainWindow):
    saved.workbench.filters.widget.saved.setCurrentIndex(saved.workbench.filters.widget.saved.model().index(0, 0))
    QTest.keyClick(saved.workbench.filters.widget.saved, Qt.Key.Key_F2)
    prompt = prompt_over(saved)
    assert prompt.field.hasFocus()
    assert prompt.field.selectedText() == "renew lease"
    type_over(prompt, "  Who   renews ")
    assert names_of(saved) == ["Who renews", "Again"]
    assert saved.popup is None


@pytest.mark.parametrize(
    ("name", "why"), [("", "A name is needed"), ("aGAIN", "Another saved search has this name")]
)
def test_no_name_and_one_that_is_taken_are_refused(saved: MainWindow, name: str, why: str):
    saved.workbench.filters.widget.renameRequested.emit("renew lease", ())
    prompt = prompt_over(saved)
    type_over(prompt, name)
    assert prompt.refused.text() == why
    assert not prompt.take.isEnabled()
    assert prompt.isVisible()
    assert names_of(saved) == ["renew lease", "Again"]
    type_over(prompt, "Leases")
    assert names_of(saved) == ["Leases", "Again"]


def test_escape_closes_the_prompt_and_leaves_the_name(saved: MainWindow):
    saved.workbench.filters.widget.renameRequested.emit("renew lease", ())
    QTest.keyClicks(prompt_over(saved).field, "other")
    QTest.keyClick(prompt_over(saved).field, Qt.Key.Key_Escape)
    assert saved.popup is None
    assert names_of(saved) == ["renew lease", "Again"]


def test_a_walk_is_offered_a_free_name(window: MainWindow, qtbot: QtBot):
    search(qtbot, window, "renew lease")
    window.workbench.show_panel("dependencies")
    qtbot.waitUntil(lambda: window.workbench.panel(DependenciesPanel).widget.model.tree is not None)
    for retained in ("lease.py", "lease.py 2"):
        window.workbench.panel(DependenciesPanel).widget.walkSaveRequested.emit()
        prompt = prompt_over(window)
        assert prompt.field.text() == retained
        QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    assert window.workbench.panel(DependenciesPanel).walks.names() == ("lease.py 2", "lease.py")


def prompt_for_folder(window: MainWindow, label: str) -> NamePrompt:
    workbench = window.workbench
    return rename_folder(workbench.layout, workbench.index.status, workbench.context.names, label)


def test_another_folders_name_is_refused(window: MainWindow):
    window.workbench.context.names.rename("gateway", "Door")
    for durations in ("door", "relay-docs"):
        prompt = prompt_for_folder(window, "relay")
        type_over(prompt, durations)
        assert prompt.refused.text() == "Another folder has this name"
    type_over(prompt, "Night relay")
    assert window.workbench.context.names.names == {"gateway": "Door", "relay": "Night relay"}


def test_a_prompt_over_the_settings_closes_before_them(window: MainWindow):
    dialog = window.workbench.settings.open("folders")
    dialog.page("folders").renameRequested.emit("relay")
    prompt = prompt_over(window)
    assert dialog.isAncestorOf(prompt)
    window.workbench.escape()
    assert prompt.isHidden()
    assert isinstance(window.popup, SettingsDialog)
    window.workbench.escape()
    assert window.popup is None


def test_tab_stays_in_the_prompt_and_everything_in_it_has_a_name(window: MainWindow):
    prompt = prompt_for_folder(window, "relay")
    reached: list[QWidget | None] = []
    for _ in range(4):
        reached.append(window.focusWidget())
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert [prompt.isAncestorOf(item) for item in reached] == [True] * 4
    assert reached[0] is reached[3] is prompt.field
    names = [QAccessible.queryAccessibleInterface(item).text(QAccessible.Text.Name) for item in reached[:3]]
    assert names == ["Name", "Cancel", "Rename"]
