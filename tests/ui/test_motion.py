"""What folds and fades, and that nothing does where motion is unwanted."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle
from pytestqt.qtbot import QtBot

from ui.theme import motion, sizes
from ui.widgets.key_cap import KeyCaps
from ui.window.commands import open_keys
from ui.window.go_anywhere import open_palette
from ui.window.main_window import MainWindow


class Heights(QObject):
    """Takes down every height that a widget gets."""

    def __init__(self, widget: QObject) -> None:
        super().__init__(widget)
        self.seen: list[int] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.seen.append(event.size().height())
        return super().eventFilter(watched, event)


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QObject) -> None:
        super().__init__(widget)
        self.seen = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.seen += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


class StillStyle(QProxyStyle):
    """A system that asks for no animations."""

    def styleHint(self, hint: QStyle.StyleHint, *rest: object) -> int:
        return 0 if hint is QStyle.StyleHint.SH_Widget_Animation_Duration else super().styleHint(hint, *rest)


@pytest.fixture(autouse=True)
def moving() -> Iterator[None]:
    yield
    motion.set_reduced(reduced=False)


def test_the_advanced_row_unfolds_and_folds_by_and_by(empty_window: MainWindow, qtbot: QtBot):
    row, full = empty_window.workbench.layout.advanced, sizes.scaled(sizes.TUNING_STRIP)
    heights = Heights(row)
    empty_window.workbench.set_advanced(opened=True)
    qtbot.waitUntil(lambda: row.height() == full)
    assert any(0 < height < full for height in heights.seen)
    empty_window.workbench.set_advanced(opened=False)
    qtbot.waitUntil(row.isHidden)
    assert row.height() == full


def test_a_row_that_is_turned_on_its_way_ends_where_it_was_last_told(empty_window: MainWindow, qtbot: QtBot):
    row = empty_window.workbench.layout.advanced
    for opened in (True, False, True):
        empty_window.workbench.set_advanced(opened=opened)
    qtbot.waitUntil(lambda: row.isVisible() and row.height() == sizes.scaled(sizes.TUNING_STRIP))


def test_with_reduced_motion_nothing_folds_or_fades(empty_window: MainWindow):
    empty_window.workbench.settings.choices.set_motion(reduced=True)
    empty_window.workbench.set_advanced(opened=True)
    assert empty_window.workbench.layout.advanced.height() == sizes.scaled(sizes.TUNING_STRIP)
    empty_window.workbench.set_advanced(opened=False)
    assert empty_window.workbench.layout.advanced.isHidden()
    assert open_palette(empty_window.workbench).graphicsEffect() is None


def test_a_system_without_animations_is_obeyed(themed: QApplication):
    assert not motion.is_reduced()
    themed.setStyle(StillStyle("fusion"))
    assert motion.is_reduced()


def test_a_popup_fades_in_and_is_drawn_plainly_then(empty_window: MainWindow, qtbot: QtBot):
    palette = open_palette(empty_window.workbench)
    assert palette.graphicsEffect().opacity() < 1.0
    qtbot.waitUntil(lambda: palette.graphicsEffect() is None)
    assert palette.isVisible()


def test_a_popup_fades_in_without_painting_all_of_the_window_at_each_step(empty_window: MainWindow, qtbot: QtBot):
    bar = empty_window.workbench.layout.status
    qtbot.waitUntil(lambda: empty_window.workbench.is_idle)
    bar.repaint()
    paints = Paints(bar)
    palette = open_palette(empty_window.workbench)
    palette._fade.finished.connect(lambda: seen.append(paints.seen))
    seen: list[int] = []
    qtbot.waitUntil(lambda: palette.graphicsEffect() is None)
    assert seen == [0]


@pytest.mark.parametrize("reduced", [False, True])
def test_what_lies_under_a_popup_is_darkened_by_a_quarter(empty_window: MainWindow, qtbot: QtBot, reduced: bool):
    def ground() -> QColor:
        return empty_window.grab().toImage().pixelColor(20, 500)

    motion.set_reduced(reduced=reduced)
    before = ground()
    palette = open_palette(empty_window.workbench)
    qtbot.waitUntil(lambda: palette.graphicsEffect() is None)
    qtbot.waitUntil(lambda: ground().red() == pytest.approx(before.red() * 0.76, abs=2))
    palette.dismiss()
    qtbot.waitUntil(lambda: ground() == before)


def test_the_key_sheet_holds_every_command_that_has_keys_a_moment_after_it_came(
    empty_window: MainWindow, qtbot: QtBot
):
    sheet = open_keys(empty_window.workbench)
    bound = [action for _, action in empty_window.workbench.actions.commands() if not action.shortcut().isEmpty()]
    qtbot.waitUntil(lambda: len(sheet.findChildren(KeyCaps)) == len(bound))
