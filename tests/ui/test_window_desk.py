"""What another program asks the window to show."""

from pytestqt.qtbot import QtBot

from app.window_calls import TO_THE_FRONT, WindowCall
from app.window_desk import WindowDesk
from tests.ui.window_fixture import shown_paths
from ui.main_window import MainWindow
from ui.windows import Windows


def _place(window: MainWindow) -> tuple[str, int]:
    spot = window.selection._spot
    return (spot.path, spot.line) if spot is not None else ("", 0)


def test_a_query_asked_for_before_the_window_has_its_core_is_run_in_it(windows: Windows, qtbot: QtBot) -> None:
    desk = WindowDesk()
    desk.called.emit(WindowCall("lives"))
    window = windows.open()
    qtbot.waitUntil(
        lambda: window.filled and window.shown is not None and "worker/heartbeat.py" in shown_paths(window),
        timeout=30_000,
    )
    assert window.parts.top.field.edit.text() == "lives"


def test_a_file_asked_for_is_shown_at_its_line_in_the_open_window(windows: Windows, qtbot: QtBot) -> None:
    window = windows.open()
    qtbot.waitUntil(lambda: window.filled and window.index.status is not None, timeout=30_000)
    desk = WindowDesk()
    path = "relay/queue/backoff.py"
    desk.called.emit(WindowCall("backoff", f"docs@-:file:{path}", "docs", path, "", 2))
    qtbot.waitUntil(lambda: _place(window) == (path, 2), timeout=30_000)
    assert windows.count == 1


def test_a_second_start_brings_the_window_back_and_leaves_its_query(windows: Windows, qtbot: QtBot) -> None:
    window = windows.open()
    qtbot.waitUntil(lambda: window.filled and window.index.status is not None, timeout=30_000)
    window.run_query("lives")
    window.hide()
    desk = WindowDesk()
    desk.called.emit(TO_THE_FRONT)
    qtbot.waitUntil(window.isVisible, timeout=30_000)
    assert window.parts.top.field.edit.text() == "lives"
    assert windows.count == 1
