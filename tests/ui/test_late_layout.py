"""Everything is laid out for the window as it is now: panes that come late, other screens, larger text."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import core, empty_window, window, windows  # noqa: F401 -- fixtures
from ui.application.windows import Windows
from ui.theme.sizes import set_scale_percent
from ui.user_data.window_state import WindowState, save_state
from ui.widgets.popup import open_popup
from ui.window.main_window import MainWindow
from ui.window.screen_area import inside


def test_panes_that_come_late_are_laid_out_for_the_size_that_the_window_has(
    windows: Windows,  # noqa: F811 -- the fixture
    qtbot: QtBot,
    tmp_path: Path,
):
    save_state(WindowState(width=1000, height=640), tmp_path / "window.json")
    opened = windows.open()
    opened.resize(1440, 860)  # as the system does with a maximised window
    assert not opened.filled
    qtbot.waitUntil(lambda: opened.filled)
    layout = opened.workbench.layout
    assert opened.workbench.filters.widget.isVisible()
    assert layout.tuning.presets.isVisible()
    assert layout.tuning.limits.isVisible()


@pytest.mark.parametrize(
    ("size", "splitter"),
    [((960, 600), [240, 556, 644]), ((1100, 700), [240, 420, 438]), ((1440, 900), [240, 556, 644])],
)
def test_the_first_view_has_the_columns_and_the_field_that_the_whole_window_has(
    windows: Windows,  # noqa: F811 -- the fixture
    qtbot: QtBot,
    tmp_path: Path,
    size: tuple[int, int],
    splitter: list[int],
):
    """At 960 pixels a column of filters was painted that is not there, and the search field moved."""
    save_state(WindowState(width=size[0], height=size[1], splitter=splitter), tmp_path / "window.json")
    opened = windows.open()
    qtbot.waitUntil(lambda: opened.front.width() == size[0])
    opened.front.layout().activate()
    edges, field = opened.front.columns, opened.front.top.field
    before = field.x(), field.width()
    qtbot.waitUntil(lambda: opened.filled)
    workbench = opened.workbench
    qtbot.waitUntil(lambda: (field.x(), field.width()) == before)
    assert bool(edges[0]) == workbench.filters.widget.isVisible()
    right = workbench.right.mapTo(opened, workbench.right.rect().topLeft()).x()
    assert abs(edges[1] + 1 - right) <= 20


@pytest.mark.parametrize("page", ["folders", "appearance", "shortcuts", "model"])
def test_an_open_page_of_the_settings_grows_with_the_text(
    window: MainWindow,  # noqa: F811 -- the fixture
    qtbot: QtBot,
    page: str,
):
    workbench = window.workbench
    workbench.settings.open(page)
    dialog = open_popup(workbench.layout)
    assert dialog is not None
    try:
        before = dialog.width()
        workbench.settings.choices.set_scale(130)
        qtbot.waitUntil(lambda: dialog.width() == round(before * 1.3))
        assert workbench.layout.rect().contains(dialog.geometry())
        assert dialog._done.geometry().bottom() <= dialog.height()
    finally:
        workbench.settings.choices.set_scale(100)
        set_scale_percent(100)
        QApplication.processEvents()


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (QRect(100, 100, 400, 300), QRect(100, 100, 400, 300)),
        (QRect(900, 500, 400, 300), QRect(600, 400, 400, 300)),
        (QRect(-50, -20, 2000, 900), QRect(0, 0, 1000, 700)),
        (QRect(-50, 10, 100, 100), QRect(0, 10, 100, 100)),
    ],
)
def test_a_frame_is_moved_and_cut_only_as_far_as_the_screen_asks(frame: QRect, expected: QRect):
    assert inside(frame, QRect(0, 0, 1000, 700)) == expected
