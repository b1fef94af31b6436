"""Fixtures of the window's tests: offscreen, with the bundled fonts and the light theme."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import core, empty_window, window, windows  # noqa: F401 -- fixtures for all tests of the window

if TYPE_CHECKING:
    from ui.panels.preview.pane import PreviewPane

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


@pytest.fixture
def preview_pane(themed: QApplication, qtbot: QtBot) -> "Iterator[PreviewPane]":
    """A preview of its own, without a window."""
    from tests.ui.pane_samples import mark_words
    from ui.code.pool import LexPool
    from ui.panels.preview.pane import PreviewPane

    pool = LexPool()
    pane = PreviewPane(mark_words, pool)
    qtbot.addWidget(pane)
    pane.resize(644, 400)
    pane.show()
    yield pane
    pane.shutdown()
    pool.shutdown()
