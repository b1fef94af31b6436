"""The watchdog that measures how long the window is deaf: it sees what blocks, and says where."""

import threading
import time

from pytestqt.qtbot import QtBot

from tests.ui.watchdog import Block, Watchdog


def hold_up(seconds: float) -> None:
    time.sleep(seconds)


def test_a_call_that_holds_up_the_window_is_seen_with_its_place(qtbot: QtBot):
    dog = Watchdog(limit_ms=50)
    qtbot.wait(20)
    dog.blocks.clear()
    hold_up(0.4)
    qtbot.waitUntil(lambda: bool(dog.blocks))
    dog.stop()
    longest = dog.longest(1)[0]
    assert longest.milliseconds >= 300
    assert longest.cpu_ms < longest.milliseconds
    assert any("hold_up" in line for line in longest.stack)


def test_work_in_another_thread_is_no_block_of_the_window(qtbot: QtBot):
    dog = Watchdog(limit_ms=10_000)
    worker = threading.Thread(target=hold_up, args=(0.1,))
    worker.start()
    qtbot.wait(120)
    worker.join()
    dog.stop()
    assert dog.blocks == []


def test_a_block_names_the_innermost_place_of_the_window():
    block = Block(80.0, 60.0, ("/lib/x.py:1 run", "ui/panels/results/pane.py:7 show", "/qt/y.py:2 paint"))
    assert block.in_our_code() == "ui/panels/results/pane.py:7 show"
    assert Block(80.0, 60.0, ("/lib/x.py:1 run",)).in_our_code() == "/lib/x.py:1 run"
    assert Block(80.0, 60.0, ()).in_our_code() == "unknown"
