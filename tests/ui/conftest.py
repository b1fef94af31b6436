"""Fixtures of the window's tests: offscreen, with the bundled fonts and the light theme."""

import os
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.window_fixture import core, empty_window, window, windows  # noqa: F401 -- fixtures for all tests of the window

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def themed(qapp: QApplication) -> Iterator[QApplication]:
    """The application as the window starts it: Fusion, bundled fonts, light theme, text scale 100 %."""
    from ui.theme.fonts import forget_fonts, load_fonts
    from ui.theme.palette import apply
    from ui.theme.sizes import set_scale_percent

    qapp.setStyle("Fusion")
    load_fonts()
    set_scale_percent(100)
    forget_fonts()
    apply(dark=False)
    yield qapp
    set_scale_percent(100)
    forget_fonts()
    apply(dark=False)
