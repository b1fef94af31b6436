"""Qt objects are destroyed in the window's thread, whichever thread makes the garbage."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from ui.application.garbage import Collector
from ui.window.main_window import MainWindow


@pytest.fixture
def collector() -> Iterator[Collector]:
    """What takes over from Python's own collector, which is on when a program starts."""
    was_on = gc.isenabled()
    gc.enable()
    yield Collector()
    if was_on:
        gc.enable()


class SelfReferring(QObject):
    """Holds itself; takes down in which thread it ends."""

    def __init__(self, ended: list[int]) -> None:
        super().__init__()
        self.me = self
        self.destroyed.connect(lambda: ended.append(threading.get_ident()), Qt.ConnectionType.DirectConnection)


def _litter() -> None:
    """Make so much garbage that Python's own collector would have run many times."""
    for _ in range(20_000):
        cycle: list[object] = []
        cycle.append(cycle)


def test_garbage_made_in_another_thread_does_not_end_an_object_there(qtbot: QtBot, collector: Collector):
    ended: list[int] = []
    SelfReferring(ended)
    worker = threading.Thread(target=_litter)
    worker.start()
    worker.join()
    assert ended == []
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == [threading.get_ident()]


def test_what_makes_a_window_is_gone_through_again_when_it_is_closed(empty_window: MainWindow):
    assert gc.get_freeze_count() > 0
    empty_window.close()
    assert gc.get_freeze_count() == 0
