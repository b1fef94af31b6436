"""A window on a small corpus, offscreen, as the tests of the shell use it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.fakes.window_core import WindowCore
from ui.application.builder import Builder, make_window
from ui.application.windows import Windows
from ui.services import Services
from ui.theme.scheme import ThemeChoice
from ui.window.main_window import MainWindow

FILES = {
    "relay/worker/lease.py": "def renew(lease):\n    retry with backoff while it lives\n    return lease\n",
    "relay/queue/backoff.py": "def backoff(attempt):\n    delay doubles with each retry\n    return delay\n",
    "relay/worker/heartbeat.py": "def beat(worker):\n    the worker tells that it lives\n",
    "relay/tests/test_lease.py": "def test_lease_is_renewed():\n    assert renew(lease)\n",
    "relay-docs/operations/lost-leases.md": "# Lost leases\n\nWhat a worker does that loses its lease: retry.\n",
    "gateway/src/retry.rs": "fn retry() { backoff(); }\n",
    "gateway/src/lease.sql": "CREATE TABLE lease (id int, owner text);\n",
}


PREVIEW, DEPENDENCIES, CONTEXT = range(3)
"""Tabs of the right pane."""


@pytest.fixture
def core() -> Iterator[WindowCore]:
    made = WindowCore(FILES, levels={"relay/worker/lease.py": "critical"})
    yield made
    made.close()


@pytest.fixture
def windows(themed: QApplication, tmp_path: Path) -> Iterator[Windows]:
    """All windows of the program, none open yet; they are no longer the application's when the test is over."""
    services = Services(tmp_path, tmp_path / "person", len)
    builder = Builder(themed, services)
    builder.prepare()  # the import takes as long as the machine is busy; a window that is filled waits for it
    made = Windows(themed, builder, lambda: WindowCore(FILES))
    yield made
    for window in tuple(made._open):
        window.close()
    made.setParent(None)
    themed.setQuitOnLastWindowClosed(True)


@pytest.fixture
def empty_window(qtbot: QtBot, tmp_path: Path, themed: object) -> Iterator[MainWindow]:
    """A window that has no core yet."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    window = make_window(app, Services(tmp_path, tmp_path / "person", lambda text: len(text.split())))
    window.workbench.settings.choices.set_theme(ThemeChoice.LIGHT)
    window.resize(1440, 900)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    yield window
    window.close()


@pytest.fixture
def window(empty_window: MainWindow, core: WindowCore, qtbot: QtBot) -> MainWindow:
    """A window that has its core and knows its folders."""
    with qtbot.waitSignal(empty_window.workbench.index.statusChanged):
        empty_window.workbench.attach(core)
    return empty_window


def search(qtbot: QtBot, window: MainWindow, text: str) -> tuple[str, ...]:
    """Search and return the paths in order."""
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.query.run(text)
    return shown_paths(window)


def shown_paths(window: MainWindow) -> tuple[str, ...]:
    assert window.workbench.answers.shown is not None
    return tuple(file.path for file in window.workbench.answers.shown.files)
