"""Adding a folder that holds git repositories, and finding one that was moved."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from search.types.files import Root
from search.types.ids import RootId
from search.types.status import RootStatus
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.panels.settings.folders_page import FoldersPage
from ui.popups.repositories_prompt import RepositoriesPrompt
from ui.widgets.popup import open_popup
from ui.widgets.text import Text
from ui.window.main_window import MainWindow


def prompt_for(window: MainWindow, core: WindowCore, qtbot: QtBot, folder: Path) -> RepositoriesPrompt:
    core.repositories[str(folder)] = ("atuin", "shop", "shop/vendor/clock")
    window.workbench.add_folders((str(folder),))
    qtbot.waitUntil(lambda: isinstance(open_popup(window), RepositoriesPrompt))
    prompt = open_popup(window)
    assert isinstance(prompt, RepositoriesPrompt)
    return prompt


def test_the_repositories_of_a_folder_are_offered_before_anything_is_indexed(
    window: MainWindow, core: WindowCore, qtbot: QtBot, tmp_path: Path
) -> None:
    prompt = prompt_for(window, core, qtbot, tmp_path)
    words = {text.text() for text in prompt.findChildren(Text)}
    assert {"3 repositories in this folder", "atuin, shop, shop/vendor/clock", str(tmp_path)} <= words
    assert core.added == []


@pytest.mark.parametrize("single", [False, True])
def test_the_folder_is_indexed_as_the_person_chose(
    window: MainWindow, core: WindowCore, qtbot: QtBot, tmp_path: Path, single: bool
) -> None:
    prompt = prompt_for(window, core, qtbot, tmp_path)
    (prompt.together if single else prompt.each).click()
    qtbot.waitUntil(lambda: core.added == [(str(tmp_path),)])
    assert core.single is single


def test_a_folder_without_repositories_is_added_without_a_question(
    window: MainWindow, core: WindowCore, qtbot: QtBot, tmp_path: Path
) -> None:
    window.workbench.add_folders((str(tmp_path),))
    qtbot.waitUntil(lambda: core.added == [(str(tmp_path),)])
    assert open_popup(window) is None


def test_escape_leaves_the_question_and_keeps_the_query(
    window: MainWindow, core: WindowCore, qtbot: QtBot, tmp_path: Path
) -> None:
    search(qtbot, window, "lease")
    prompt = prompt_for(window, core, qtbot, tmp_path)
    qtbot.keyClick(prompt.each, Qt.Key.Key_Escape)
    assert open_popup(window) is None
    assert window.workbench.search.text == "lease"


def test_leaving_the_question_adds_nothing(
    window: MainWindow, core: WindowCore, qtbot: QtBot, tmp_path: Path
) -> None:
    prompt_for(window, core, qtbot, tmp_path).dismiss()
    qtbot.wait(50)
    assert core.added == []


def test_a_folder_that_is_not_there_can_be_found(qtbot: QtBot, themed: QApplication) -> None:
    page = FoldersPage()
    qtbot.addWidget(page)
    root = Root(RootId("a"), "/src/relay", "relay", "main")
    there, away = (page._menu(RootStatus(root, 7, 9, 0, offline=offline)) for offline in (False, True))
    assert "Find the folder" not in [action.text() for action in there.actions()]
    with qtbot.waitSignal(page.moveRequested) as blocker:
        next(action for action in away.actions() if action.text() == "Find the folder").trigger()
    assert blocker.args == ["/src/relay"]


def test_a_folder_that_was_found_is_moved_in_the_index(
    window: MainWindow, core: WindowCore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/new/relay")
    dialog = window.workbench.settings.open("folders")
    qtbot.waitUntil(lambda: bool(window.findChildren(FoldersPage)))
    window.findChildren(FoldersPage)[0].moveRequested.emit("/home/someone/relay")
    qtbot.waitUntil(lambda: core.moved == [("/home/someone/relay", "/new/relay")])
    assert dialog is None or not dialog.isHidden()


def test_a_shown_file_is_read_from_the_disk_when_its_folder_is_back(
    window: MainWindow, core: WindowCore, qtbot: QtBot
) -> None:
    search(qtbot, window, "lease")
    shown = window.workbench.preview.widget
    qtbot.waitUntil(lambda: shown.spot is not None)
    status = window.workbench.index.status
    assert status is not None
    away = tuple(replace(root, offline=True) for root in status.roots)
    window.workbench.index.statusChanged.emit(replace(status, roots=away))
    with qtbot.waitSignal(shown.textShown):
        window.workbench.index.statusChanged.emit(status)
