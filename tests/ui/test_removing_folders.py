"""A folder leaves the index when a person says so twice: a slip would cost what indexing it takes."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.panels.settings.folders_page import FoldersPage
from ui.popups.confirm_prompt import ConfirmPrompt
from ui.widgets.popup import Popup
from ui.window.main_window import MainWindow


def asked_to_remove(window: MainWindow, name: str) -> ConfirmPrompt:
    """Choose to remove a folder, and return what the window asks."""
    dialog = window.workbench.settings.open()
    page = dialog.page("folders")
    assert isinstance(page, FoldersPage)
    status = next(each for each in page._shown or () if each.root.repository == name)
    page._menu(status).actions()[-1].trigger()
    prompt = dialog.topmost()
    assert isinstance(prompt, ConfirmPrompt)
    return prompt


def is_dark_behind(popup: Popup) -> bool:
    """Return whether a popup has faded in, and what is behind it was painted in all bands."""
    scrim = popup._scrim
    fading = scrim.testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent) or scrim._turn.isActive()
    return popup.graphicsEffect() is None and not fading


def folders_of(window: MainWindow) -> list[str]:
    status = window.workbench.index.status
    return [each.root.repository for each in status.roots] if status is not None else []


def test_enter_and_escape_leave_a_folder_in_the_index(window: MainWindow, qtbot: QtBot):
    before = folders_of(window)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        prompt = asked_to_remove(window, "gateway")
        focused = QApplication.focusWidget()
        assert focused is prompt.cancel
        QTest.keyClick(focused, key)
        assert prompt.isHidden()
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        window.workbench.index.ask_status()
    assert folders_of(window) == before


def test_a_folder_is_removed_with_the_keyboard_alone_and_the_question_says_what_stays(
    window: MainWindow, qtbot: QtBot
):
    prompt = asked_to_remove(window, "gateway")
    assert prompt.accessibleName().startswith("Remove gateway from the index?")
    assert "but are not found until they are indexed again" in prompt.accessibleName()
    QTest.keyClick(prompt.cancel, Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is prompt.confirm
    QTest.keyClick(prompt.confirm, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "gateway" not in folders_of(window))


def test_the_question_uses_the_name_that_the_person_gave_a_folder(window: MainWindow):
    window.workbench.context.names.rename("gateway", "Front door")
    assert asked_to_remove(window, "gateway").accessibleName().startswith("Remove Front door from the index?")


def test_the_question_darkens_the_settings_and_not_what_is_beside_their_round_corners(
    window: MainWindow, qtbot: QtBot
):
    """Four grey squares stood around the settings."""
    dialog = window.workbench.settings.open()
    corner, inside = dialog.mapTo(window, QPoint(0, 0)), dialog.mapTo(window, QPoint(dialog.width() // 2, 8))
    qtbot.waitUntil(lambda: is_dark_behind(dialog))
    before = window.grab().toImage()
    page = dialog.page("folders")
    assert isinstance(page, FoldersPage)
    page.forgetRequested.emit("gateway")
    qtbot.waitUntil(lambda: is_dark_behind(dialog.topmost()))
    after = window.grab().toImage()
    assert after.pixelColor(inside) != before.pixelColor(inside)
    assert after.pixelColor(corner) == before.pixelColor(corner)
