"""What another program asks the window to show."""

import subprocess
import sys
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.desktop.start import _opened
from app.desktop.window_calls import TO_THE_FRONT, WindowCall, WindowCalls
from app.desktop.window_desk import WindowDesk
from tests.ui.window_fixture import shown_paths
from ui.application.windows import Windows
from ui.window.main_window import MainWindow


def _position(window: MainWindow) -> tuple[str, int]:
    spot = window.workbench.preview._spot
    return (spot.path, spot.line) if spot is not None else ("", 0)


def test_a_query_asked_for_before_the_window_has_its_core_is_run_in_it(windows: Windows, qtbot: QtBot) -> None:
    desk = WindowDesk()
    desk.called.emit(WindowCall("lives"))
    window = windows.open()
    qtbot.waitUntil(
        lambda: (
            window.filled
            and window.workbench.answers.shown is not None
            and "worker/heartbeat.py" in shown_paths(window)
        ),
        timeout=30_000,
    )
    assert window.workbench.layout.top.field.edit.text() == "lives"


def test_a_file_asked_for_is_shown_at_its_line_in_the_open_window(windows: Windows, qtbot: QtBot) -> None:
    window = windows.open()
    qtbot.waitUntil(lambda: window.filled and window.workbench.index.status is not None, timeout=30_000)
    desk = WindowDesk()
    path = "relay/queue/backoff.py"
    desk.called.emit(WindowCall("backoff", f"docs@-:file:{path}", "docs", path, "", 2))
    qtbot.waitUntil(lambda: _position(window) == (path, 2), timeout=30_000)
    assert windows.count == 1


def test_a_second_start_brings_the_window_back_and_leaves_its_query(windows: Windows, qtbot: QtBot) -> None:
    window = windows.open()
    qtbot.waitUntil(lambda: window.filled and window.workbench.index.status is not None, timeout=30_000)
    window.workbench.query.run("lives")
    window.hide()
    desk = WindowDesk()
    desk.called.emit(TO_THE_FRONT)
    qtbot.waitUntil(window.isVisible, timeout=30_000)
    assert window.workbench.layout.top.field.edit.text() == "lives"
    assert windows.count == 1


def test_an_address_that_the_system_hands_over_reaches_the_window(tmp_path: Path, qtbot: QtBot) -> None:
    durations: list[WindowCall] = []
    calls = WindowCalls(tmp_path, durations.append)
    try:
        _opened(tmp_path, None, "https://example.com")
        _opened(tmp_path, None, "dowse://search?q=the%20lease")
        qtbot.waitUntil(lambda: bool(durations), timeout=30_000)
    finally:
        calls.close()
    assert durations == [WindowCall("the lease")]


HANDED_OVER = """
import sys
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from ui.application.addressed import Application
app = Application([])
app.addressOpened.connect(print)
app.sendEvent(app, QFileOpenEvent(QUrl("dowse://search?q=the%20lease")))
"""


def test_the_application_takes_an_address_as_an_event() -> None:
    command = [sys.executable, "-P", "-c", HANDED_OVER]
    process = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert process.stdout == "dowse://search?q=the%20lease\n"
