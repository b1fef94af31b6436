"""What holds for all tests: beside Qt, garbage is collected between two tests, in the thread that they run in.

Tests of the window and of what runs in threads share a process. A worker's thread that collects what a window left
behind destroys Qt objects outside their thread; see ``ui.collecting``.
"""

import gc
import sys

import pytest


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Collect what is young after every test, and everything after the last one of a file."""
    if "PySide6.QtWidgets" in sys.modules:
        gc.disable()
        gc.collect(1 if nextitem is not None and nextitem.path == item.path else 2)


def pytest_runtest_setup() -> None:
    """Leave collecting to the end of the test once Qt is there."""
    if "PySide6.QtWidgets" in sys.modules:
        gc.disable()
