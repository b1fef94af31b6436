"""The tour after the first folder, the key that is offered once, and the sample that goes again."""

from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from resources.locate import resource
from ui.popups.tour import Tour
from ui.shell.hotkey import GlobalHotkey
from ui.widgets.popup import open_popup
from ui.window.first_minutes import HOTKEY, open_tour
from ui.window.main_window import MainWindow


def tour_of(window: MainWindow) -> Tour | None:
    popup = open_popup(window.workbench.layout)
    return popup if isinstance(popup, Tour) else None


def test_the_tour_comes_with_the_first_folder_and_only_then(empty_window: MainWindow, qtbot: QtBot):
    workbench = empty_window.workbench
    workbench.foldersAdded.emit(("/a",))
    assert tour_of(empty_window) is not None
    qtbot.keyClick(tour_of(empty_window).next, Qt.Key.Key_Escape)
    assert tour_of(empty_window) is None
    assert workbench.state.toured
    workbench.foldersAdded.emit(("/b",))
    assert tour_of(empty_window) is None


def test_keys_turn_the_pages_and_the_last_one_closes(window: MainWindow, qtbot: QtBot):
    tour = open_tour(window.workbench)
    titles = []
    while tour_of(window) is not None:
        titles.append(tour.title.text())
        qtbot.keyClick(tour.next, Qt.Key.Key_Right)
    assert titles == ["Type words, a name or a sentence", "Words or meaning", "Go anywhere", "What depends on it"]
    tour = open_tour(window.workbench)
    for key, title in ((Qt.Key.Key_Return, titles[1]), (Qt.Key.Key_Left, titles[0]), (Qt.Key.Key_Left, titles[0])):
        qtbot.keyClick(tour.next, key)
        assert tour.title.text() == title


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_F5])
def test_any_other_key_leaves_the_tour(window: MainWindow, qtbot: QtBot, key: Qt.Key):
    tour = open_tour(window.workbench)
    qtbot.keyClick(tour.next, key)
    assert tour_of(window) is None


def test_what_is_typed_leaves_the_tour_and_is_searched(window: MainWindow, qtbot: QtBot):
    tour = open_tour(window.workbench)
    qtbot.keyClick(tour.next, "l")
    assert tour_of(window) is None
    edit = window.front.top.field.edit
    assert edit.text() == "l"
    qtbot.keyClicks(edit, "ease")
    qtbot.waitUntil(lambda: window.workbench.search.text == "lease")


def test_the_key_that_works_everywhere_is_offered_where_it_can_be_had(window: MainWindow, qtbot: QtBot):
    with mock.patch.object(GlobalHotkey, "is_available", return_value=True):
        tour = open_tour(window.workbench)
        for _ in range(4):
            qtbot.keyClick(tour.next, Qt.Key.Key_Right)
        with qtbot.waitSignal(window.workbench.settings.choices.hotkeyChosen) as chosen:
            tour.act.click()
        assert chosen.args == [HOTKEY]
        assert tour_of(window) is None
        tour = open_tour(window.workbench)
        assert len(tour._pages) == 4


def test_the_sample_is_offered_to_go_once_there_is_another_folder(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
):
    workbench = window.workbench
    status = workbench.index.status
    sample = replace(status.roots[0], root=replace(status.roots[0].root, path=str(resource("sample"))))
    workbench.index.status = replace(status, roots=(sample, *status.roots))
    workbench.foldersAdded.emit((str(tmp_path),))
    qtbot.waitUntil(workbench.banners.warning.isVisible)
    with mock.patch.object(workbench.index, "forget_folder") as forget:
        workbench.banners.act()
    forget.assert_called_once_with(str(resource("sample")))
