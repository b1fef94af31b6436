"""The line above what is only near in meaning, and the legend of the score bars."""

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from search.types.query import RankSettings
from search.types.results import Parts
from tests.ui.pane_samples import answer, mark_words, some_files
from ui.code.pool import LexPool
from ui.panels.results.header import Legend
from ui.panels.results.pane import ResultsPane
from ui.panels.results.rows import FileRow, Nearness, first_near, rows_of
from ui.panels.results.sorting import SortBy
from ui.theme.tokens import LIGHT


def files(*pinned: bool):
    pairs = zip(some_files(len(pinned), 0), pinned, strict=True)
    return tuple(structs.replace(file, pinned=pin) for file, pin in pairs)


@pytest.fixture
def pane(themed, qtbot):
    pool = LexPool()
    pane = ResultsPane(mark_words, pool)
    qtbot.addWidget(pane)
    pane.resize(556, 760)
    pane.show()
    yield pane
    pool.shutdown()


@pytest.mark.parametrize(
    ("pinned", "border"),
    [
        ((True, True, False, False), 2),
        ((False, False), 0),
        ((True, True), 0),
        ((False, True, False), 0),
        ((), 0),
    ],
)
def test_the_line_stands_above_the_first_file_that_does_not_hold_what_was_typed(pinned, border):
    listed = files(*pinned)
    assert first_near(listed) == border
    rows = rows_of(listed, (), {})
    assert [number for number, row in enumerate(rows) if row.border] == ([border] if border else [])


def test_a_file_that_uses_what_was_typed_stands_above_the_line():
    defining, using, near = some_files(3, 0)
    listed = structs.replace(defining, pinned=True), structs.replace(using, uses=True), near
    assert first_near(listed) == 2


def test_files_that_answer_by_name_are_counted_apart(pane):
    pane.show_result(replace(answer(files(True, False, False)), total_files=47, exact_files=4))
    assert "4 exact, 43 more by meaning" in texts_of(pane.header)
    pane.rerank(files(True, False, False), RankSettings(), 40)
    assert "4 exact, 36 more by meaning" in texts_of(pane.header)
    pane.show_result(replace(answer(files(False, False)), total_files=47))
    assert "47 files" in texts_of(pane.header)


def test_what_no_vector_led_to_is_not_called_near_in_meaning(pane):
    """The first folder is searched before any of its files has vectors."""
    without = tuple(structs.replace(file, semantic=0.0) for file in files(True, False, False))
    pane.show_result(replace(answer(without), total_files=47, exact_files=4))
    assert "4 exact, 43 more by word" in texts_of(pane.header)
    border = pane.model.row_at(pane.model.index(1, 0))
    assert isinstance(border, FileRow)
    assert border.border is Nearness.WORDS
    assert pane.model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("By word: 2.")
    pane.rerank(files(True, False, False), RankSettings(), 47)
    assert "4 exact, 43 more by meaning" in texts_of(pane.header)


def texts_of(widget):
    return [label.text() for label in widget.findChildren(QLabel)]


def test_the_line_has_room_of_its_own_and_is_read_out(pane, qtbot):
    pane.show_result(answer(files(True, False, False)))
    first, second, third = (pane.view.visualRect(pane.model.index(row, 0)) for row in range(3))
    assert second.height() == first.height() + 30 == third.height() + 30
    picture = pane.view.viewport().grab(second).toImage()
    inked = {picture.pixelColor(x, y).name() for x in range(46, 130) for y in range(4, 26)}
    assert QColor(LIGHT["sem_text"]).name() in inked
    spoken = pane.model.data(pane.model.index(1, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("By meaning: 2. ")


def test_another_order_has_no_line(pane):
    pane.show_result(answer(files(True, False, False)))
    pane.header.sortChosen.emit(SortBy.FOLDER)
    reversed_order = tuple(reversed(files(True, False, False)))
    assert first_near(reversed_order) == 0
    assert all(isinstance(pane.model.row_at(pane.model.index(row, 0)), FileRow) for row in range(3))


def test_the_legend_names_every_segment_that_the_bars_have_and_no_other(pane):
    legend = pane.header.findChild(Legend)
    listed = some_files(2, 0)
    pane.show_result(answer([structs.replace(file, parts=Parts(0.3, 0.4)) for file in listed]))
    assert legend.accessibleName() == "A score bar shows: words, meaning"
    with_more = structs.replace(listed[0], parts=Parts(0.3, 0.2, 0.1, 0.05))
    pane.show_result(answer([with_more, listed[1]], "another"))
    assert legend.accessibleName() == "A score bar shows: words, meaning, structure, history"
    assert legend.isVisible()


def test_a_narrow_header_shows_the_colours_and_names_them_in_the_tooltip(pane, qtbot):
    legend = pane.header.findChild(Legend)
    listed = [structs.replace(file, parts=Parts(0.3, 0.2, 0.1, 0.05)) for file in some_files(2, 0)]
    pane.show_result(answer(listed))
    wide = legend.width()
    pane.resize(420, 760)
    qtbot.waitUntil(lambda: legend.width() < wide)
    assert legend.isVisible()
    assert legend.toolTip() == "A score bar shows: words, meaning, structure, history"
