"""The window from right to left: nothing is cut or lies over something else, and words stay left of meaning."""

import itertools
from collections.abc import Iterator

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.pane_samples import answer, file_hit, lease_tree, mark_words
from ui.code.pool import LexPool
from ui.i18n.language import use_language
from ui.panels.dependencies.delegate import chevron_x
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.preview.code_view import CodeView
from ui.panels.results.pane import ResultsPane
from ui.panels.settings.dialog import NamedPage, SettingsDialog
from ui.panels.settings.folders_page import FoldersPage
from ui.popups.palette import PaletteRows
from ui.popups.palette_items import PaletteItem
from ui.shell.tuning_buttons import AdvancedButton
from ui.shell.tuning_strip import TuningStrip
from ui.theme.tokens import c
from ui.widgets.query_edit import QueryEdit
from ui.widgets.spin import FractionBox
from ui.widgets.text import Text

LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


@pytest.fixture(params=[LEFT, RIGHT], ids=["left to right", "right to left"])
def direction(request: pytest.FixtureRequest, themed: QApplication) -> Iterator[Qt.LayoutDirection]:
    themed.setLayoutDirection(request.param)
    yield request.param
    themed.setLayoutDirection(LEFT)


@pytest.mark.parametrize(("code", "result"), [("ar", RIGHT), ("he_IL", RIGHT), ("de", LEFT), ("", LEFT)])
def test_a_language_that_is_chosen_turns_the_window(themed: QApplication, code: str, result: Qt.LayoutDirection):
    try:
        use_language(themed, code)
        assert themed.layoutDirection() is result
    finally:
        use_language(themed, "en")


def _ink(widget: QWidget, direction: Qt.LayoutDirection) -> list[int]:
    """Return how far the columns with anything drawn in them are from where the line begins."""
    picture: QImage = widget.grab().toImage()
    ground, middle = picture.pixel(4, picture.height() // 2), range(6, picture.height() - 6)
    columns = [x for x in range(4, picture.width() - 4) if any(picture.pixel(x, y) != ground for y in middle)]
    return columns if direction is LEFT else sorted(picture.width() - 1 - x for x in columns)


def test_a_number_and_its_arrows_lie_beside_each_other(qtbot: QtBot, direction: Qt.LayoutDirection):
    box = FractionBox(0.0, 1.0, "Weight")
    qtbot.addWidget(box)
    box.show()
    ink = _ink(box, direction)
    assert max(ink) > box.width() - 20
    assert max(after - before for before, after in itertools.pairwise(ink)) >= 4


def test_the_advanced_button_keeps_its_parts_inside(qtbot: QtBot, direction: Qt.LayoutDirection):
    button = AdvancedButton("Advanced ranking")
    qtbot.addWidget(button)
    button.set_label("Weighted sum", changed=False)
    button.show()
    ink = _ink(button, direction)
    assert min(ink) >= 8
    assert max(ink) <= button.width() - 8


def test_an_empty_field_is_written_from_where_the_window_begins(qtbot: QtBot, direction: Qt.LayoutDirection):
    edit = QueryEdit("Search", "Search query")
    qtbot.addWidget(edit)
    edit.resize(400, edit.height())
    edit.show()
    at_left = direction is LEFT
    for text in ("", "lease", "\u05d7\u05db\u05d9\u05e8\u05d4", ""):
        edit.set_text(text)
        assert (edit.cursorRect().x() < 200) == at_left
    edit.set_text("lease " * 40)
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    assert 0 < edit.cursorRect().x() < 20


def test_words_are_left_of_meaning_at_the_slider(qtbot: QtBot, direction: Qt.LayoutDirection):
    strip = TuningStrip()
    qtbot.addWidget(strip)
    strip.resize(1440, strip.height())
    strip.show()
    lefts = [
        part.mapTo(strip, part.rect().topLeft()).x() for part in (strip._keyword, strip.slider, strip._semantic)
    ]
    assert lefts == sorted(lefts)


def _bar(picture: QImage, token: str) -> list[int]:
    """Return the columns in which a colour of the score bar stands."""
    colour = c(token).rgb()
    rows = range(0, picture.height(), 2)
    return [x for x in range(picture.width()) if any(picture.pixel(x, y) == colour for y in rows)]


def test_rows_begin_where_the_window_begins_and_words_stay_left_of_meaning(
    qtbot: QtBot, direction: Qt.LayoutDirection
):
    pool = LexPool()
    pane = ResultsPane(mark_words, pool)
    qtbot.addWidget(pane)
    pane.resize(600, 400)
    hit = structs.replace(file_hit(1, "worker/lease.py"), keyword=0.5, semantic=0.5)
    pane.show_result(answer((hit,)))
    pane.show()
    picture = pane.view.viewport().grab().toImage()
    words, meaning = _bar(picture, "kw"), _bar(picture, "sem")
    assert max(words) < min(meaning)
    assert (min(words) > picture.width() / 2) == (direction is LEFT)
    pool.shutdown()


def test_code_begins_at_the_left_with_its_scroll_bar_at_the_right(qtbot: QtBot, direction: Qt.LayoutDirection):
    view = CodeView()
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show_text(f"first = {'1 + ' * 100}0\n" * 40, 1)
    view.show()
    assert view.cursorForPosition(QPoint(2, 4)).position() == 0
    bar = view.verticalScrollBar()
    assert bar.mapTo(view, QPoint(0, 0)).x() > view.viewport().geometry().right()


def test_words_of_a_wide_label_stand_where_the_window_begins(qtbot: QtBot, direction: Qt.LayoutDirection):
    label = Text("relay")
    qtbot.addWidget(label)
    label.resize(300, 24)
    label.show()
    assert max(_ink(label, direction)) < 150


def test_rows_of_the_palette_begin_where_the_window_begins(qtbot: QtBot, direction: Qt.LayoutDirection):
    rows = PaletteRows()
    qtbot.addWidget(rows)
    rows.resize(600, 100)
    rows.show_groups((("Files", [PaletteItem("lease.py", "relay", "file-text", bool, matched=(0, 1))]),))
    rows.show()
    picture = rows.grab().toImage()
    text, y = c("text").rgb(), range(32, 64)
    dark = [x for x in range(picture.width()) if any(picture.pixel(x, at) == text for at in y)]
    assert dark
    assert all((x < 300) == (direction is LEFT) for x in dark)


def test_the_navigation_of_the_settings_stands_on_its_ground(qtbot: QtBot, direction: Qt.LayoutDirection):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1200, 800)
    dialog = SettingsDialog(window, [NamedPage("folders", "Folders", "folder", FoldersPage)])
    window.show()
    dialog.open()
    dialog.setGraphicsEffect(None)  # type: ignore[arg-type]  # Qt takes none for "without"
    picture = dialog.grab().toImage()
    ground = [picture.pixel(x, dialog.height() - 30) == c("window").rgb() for x in (100, dialog.width() - 100)]
    assert ground == [direction is LEFT, direction is RIGHT]


def test_a_branch_of_the_tree_folds_by_the_chevron_where_it_is_drawn(qtbot: QtBot, direction: Qt.LayoutDirection):
    pane = DependenciesPane()
    qtbot.addWidget(pane)
    pane.resize(600, 400)
    pane.show()
    pane.set_target("relay", "lease.py")
    pane.show_tree(lease_tree())
    view, group = pane.view, pane.model.index(0, 0)
    rows = [pane.model.index(row, 0, group) for row in range(pane.model.rowCount(group))]
    node = next(index for index in rows if pane.model.rowCount(index))
    x = chevron_x(pane.model.item_at(node))
    rect = QPoint(x if direction is LEFT else view.viewport().width() - x, view.visualRect(node).center().y())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect)
    assert not view.isExpanded(node)
