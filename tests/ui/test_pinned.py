"""Files that stay beside the preview while the selection moves on."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import search
from ui.window.main_window import MainWindow


def show(qtbot: QtBot, window: MainWindow, query: str, name: str):
    search(qtbot, window, query)
    pane = window.workbench.preview.widget
    qtbot.waitUntil(lambda: pane.spot is not None and pane.spot.path.endswith(name) and window.workbench.is_idle)
    return window.workbench.preview


def test_a_pinned_file_stays_while_another_is_shown(window: MainWindow, qtbot: QtBot):
    preview = show(qtbot, window, "while it lives", "worker/lease.py")
    window.workbench.trigger("pin")
    qtbot.waitUntil(lambda: "def renew" in preview.pins.files.pane.code.toPlainText())
    show(qtbot, window, "delay doubles", "backoff.py")
    qtbot.waitUntil(lambda: "def backoff" in preview.widget.code.toPlainText())
    assert "def renew" in preview.pins.files.pane.code.toPlainText()
    assert preview.pins.files.isVisible()


def test_each_file_has_one_tab_and_the_tabs_change_what_is_beside(window: MainWindow, qtbot: QtBot):
    preview = show(qtbot, window, "while it lives", "worker/lease.py")
    for _ in range(2):
        window.workbench.trigger("pin")
    show(qtbot, window, "delay doubles", "backoff.py")
    window.workbench.trigger("pin")
    files = preview.pins.files
    assert [files.tabs.tabText(number) for number in range(files.tabs.count())] == ["lease.py", "backoff.py"]
    files.tabs.setFocus()
    qtbot.keyClick(files.tabs, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: "def renew" in files.pane.code.toPlainText())


def test_the_last_pinned_file_gives_its_room_back(window: MainWindow, qtbot: QtBot):
    preview = show(qtbot, window, "while it lives", "worker/lease.py")
    window.workbench.trigger("pin")
    files = preview.pins.files
    qtbot.keyClick(files.tabs, Qt.Key.Key_Delete)
    assert not files.isVisible()
    window.workbench.trigger("pin")
    assert files.isVisible()
    window.workbench.trigger("unpin")
    assert not files.isVisible()


def test_two_files_are_beside_each_other_where_there_is_room(window: MainWindow, qtbot: QtBot):
    preview = show(qtbot, window, "while it lives", "worker/lease.py")
    window.workbench.trigger("pin")
    assert preview.widget.beside.orientation() is Qt.Orientation.Vertical
    window.resize(1920, 1000)
    window.workbench.layout.splitter.setSizes([240, 556, 1124])
    qtbot.waitUntil(lambda: preview.widget.beside.orientation() is Qt.Orientation.Horizontal)
    left, right = preview.widget.beside.sizes()
    assert abs(left - right) < 60
