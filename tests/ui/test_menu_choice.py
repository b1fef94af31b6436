"""The settings offer the entry in the menu of applications where this user can have one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.menu_entry import ENTRY
from app.desktop.window_program import WindowProgram
from tests.fakes.desktop_home import use_desktop_in
from tests.fakes.window_core import WindowCore
from ui.application.builder import make_window
from ui.panels.settings.appearance_page import AppearancePage
from ui.panels.settings.controller import SettingsController
from ui.panels.settings.dialog import SettingsDialog
from ui.services import Services
from ui.window.main_window import MainWindow

if sys.platform != "linux":
    pytest.skip("elsewhere the installer makes the entry", allow_module_level=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return use_desktop_in(tmp_path, monkeypatch)


@pytest.fixture
def window(home: Path, qtbot: QtBot, themed: QApplication) -> Iterator[MainWindow]:
    core = WindowCore({"relay/src/lease.py": "def renew(): pass\n"})
    program = WindowProgram(home / "my index", home / "config.toml", lambda: core)
    made = make_window(themed, Services(home, home / "person", len, program))
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.workbench.index.statusChanged):
        made.workbench.attach(core)
    yield made
    core.close()


def controller_of(window: MainWindow) -> SettingsController:
    controller = window.workbench.settings.controller
    assert controller is not None
    return controller


def opened(window: MainWindow, qtbot: QtBot) -> tuple[SettingsDialog, AppearancePage]:
    with qtbot.waitSignal(controller_of(window).menuFound):
        dialog = window.workbench.settings.open("appearance")
    page = dialog.page("appearance")
    assert isinstance(page, AppearancePage)
    return dialog, page


def write_entry(folder: Path, text: str) -> None:
    file = folder / "applications" / ENTRY
    file.parent.mkdir(parents=True)
    file.write_text(f"[Desktop Entry]\nType=Application\n{text}")


def test_a_click_makes_the_entry_for_this_index_and_another_one_removes_it(
    window: MainWindow, home: Path, qtbot: QtBot
):
    entry = home / "data" / "applications" / ENTRY
    _dialog, page = opened(window, qtbot)
    assert not page.menu.box.isChecked()
    with qtbot.waitSignal(controller_of(window).menuFound):
        page.menu.box.click()
    assert f'--index "{home}/my index"' in entry.read_text("utf-8")
    assert page.menu.box.isChecked()
    with qtbot.waitSignal(controller_of(window).menuFound):
        page.menu.box.click()
    assert not entry.exists()
    assert not page.menu.box.isChecked()


def test_an_entry_whose_program_is_not_there_counts_as_none(window: MainWindow, home: Path, qtbot: QtBot):
    write_entry(home / "data", "Exec=/gone/dowse %u\nMimeType=x-scheme-handler/dowse;\n")
    _dialog, page = opened(window, qtbot)
    assert not page.menu.box.isChecked()
    assert page.menu.box.isEnabled()


@pytest.mark.parametrize(
    ("text", "checked", "words"),
    [
        ("Exec=sh %u\nMimeType=x-scheme-handler/dowse;\n", True, "A package shows it to all users"),
        ("Exec=sh\n", False, "Another program has an entry by this name"),
    ],
)
def test_an_entry_that_is_not_this_users_cannot_be_chosen(
    window: MainWindow, home: Path, qtbot: QtBot, text: str, checked: bool, words: str
):
    write_entry(home / "usr", text)
    _dialog, page = opened(window, qtbot)
    assert not page.menu.box.isEnabled()
    assert page.menu.box.isChecked() is checked
    assert page.menu.box.accessibleDescription().startswith(words)


def test_an_entry_that_cannot_be_written_is_refused_with_its_reason(window: MainWindow, home: Path, qtbot: QtBot):
    (home / "data").write_text("a file where the folder has to be")
    dialog, page = opened(window, qtbot)
    with qtbot.waitSignals([controller_of(window).failed, controller_of(window).menuFound]):
        page.menu.box.click()
    assert str(home / "data") in dialog.failure.text()
    assert not page.menu.box.isChecked()
