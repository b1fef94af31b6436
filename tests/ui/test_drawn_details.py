"""Small things of the pictures, held in pixels: distances, alignment and the weight of what is secondary."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from pytestqt.qtbot import QtBot

from search.query.parse import parse
from search.query.tokens import FILTER_KEYS
from tests.ui.pane_samples import answer, lease_tree, some_evidence
from ui.panels.context.pane import ContextPane
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.filters.pane import FiltersPane
from ui.panels.results.empty import NoResults, Suggestion, SuggestionCard
from ui.panels.results.header import Legend, ResultsHeader
from ui.panels.saved.store import SearchStore
from ui.panels.settings.dialog import NamedPage, SettingsDialog
from ui.panels.settings.rows import SettingsPage
from ui.shell.tabs import Tab
from ui.theme.fonts import font
from ui.theme.tokens import LIGHT
from ui.widgets.buttons import WordButton
from ui.widgets.query_examples import all_examples
from ui.widgets.spin import CountBox
from ui.widgets.text import Line, Text
from ui.window.commands import open_keys
from ui.window.main_window import MainWindow


@pytest.fixture
def store(tmp_path: Path) -> SearchStore:
    return SearchStore(tmp_path / "searches.json")


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def colours(image: QImage, part: QRect) -> set[str]:
    inside = part.intersected(image.rect())
    return {
        image.pixelColor(x, y).name()
        for x in range(inside.left(), inside.right() + 1)
        for y in range(inside.top(), inside.bottom() + 1)
    }


def drawn(image: QImage, part: QRect, ground: str) -> QRect:
    """Return the smallest rectangle around everything in a part that has not the colour of the ground."""
    plain = QColor(LIGHT[ground]).rgb()
    inside = part.intersected(image.rect())
    points = [
        QPoint(x, y)
        for x in range(inside.left(), inside.right() + 1)
        for y in range(inside.top(), inside.bottom() + 1)
        if image.pixel(x, y) != plain
    ]
    across, down = [point.x() for point in points], [point.y() for point in points]
    return QRect(QPoint(min(across), min(down)), QPoint(max(across), max(down)))


def hex_of(token: str) -> str:
    return QColor(LIGHT[token]).name()


def shown(qtbot: QtBot, widget: QWidget, width: int, height: int) -> QWidget:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def test_a_groups_title_is_nearer_to_its_values_than_to_those_above(
    themed: QApplication, qtbot: QtBot, store: SearchStore
):
    pane = FiltersPane(store)
    pane.set_facets(answer(()).facets)
    pane.set_query("retry")
    shown(qtbot, pane, 240, 700)
    view = pane.view
    row = view.visualRect(pane.facets.index(1, 0))
    capital = drawn(picture(view.viewport()), QRect(32, row.top(), 7, row.height()), "window")
    assert row.bottom() - capital.bottom() + 2 < capital.top() - row.top()


def test_a_half_of_the_tree_stands_nearer_to_its_nodes(themed: QApplication, qtbot: QtBot):
    pane = DependenciesPane()
    pane.set_target("lease.py", "lease.py")
    pane.show_tree(lease_tree())
    shown(qtbot, pane, 644, 900)
    half = pane.view.visualRect(pane.model.index(0, 0))
    capital = drawn(picture(pane.view.viewport()), QRect(36, half.top(), 9, half.height()), "surface")
    assert half.bottom() - capital.bottom() + 2 < capital.top() - half.top()


def test_the_line_under_a_tab_is_round_at_its_ends(themed: QApplication, qtbot: QtBot):
    tab = Tab("Context")
    tab.setChecked(True)
    qtbot.addWidget(tab)
    tab.show()
    image = picture(tab)
    corner, middle = (image.pixelColor(x, tab.height() - 3).name() for x in (0, tab.width() // 2))
    assert middle == hex_of("accent") != corner


@pytest.mark.parametrize("kind", ["outlined", "plain"])
def test_small_buttons_have_the_colour_of_what_is_secondary(themed: QApplication, qtbot: QtBot, kind: str):
    small, large = WordButton("Open", kind=kind), WordButton("Open", kind=kind, px=13)
    seen = [colours(picture(shown(qtbot, button, 90, 32)), QRect(8, 4, 74, 24)) for button in (small, large)]
    assert [hex_of("text2") in seen[0], hex_of("text") in seen[0]] == [True, False]
    assert hex_of("text") in seen[1]


def test_arrows_of_a_number_stand_at_its_edge(themed: QApplication, qtbot: QtBot):
    box = CountBox(1, 1000, "Top")
    box.setValue(1)
    shown(qtbot, box, box.width(), box.height())
    arrows = drawn(picture(box), QRect(box.width() - 24, 6, 21, box.height() - 12), "surface")
    assert box.width() - arrows.right() <= 8
    assert arrows.height() >= 16
    assert arrows.center().y() == pytest.approx(box.height() / 2, abs=1.5)


def test_the_legend_has_room_in_a_window_of_1100_pixels(themed: QApplication, qtbot: QtBot):
    header = ResultsHeader()
    shown(qtbot, header, 420, 40)
    header.set_counts(47, 128, 38.0)
    legend = header.findChild(Legend)
    assert legend is not None
    assert legend.isVisible()
    parts = sorted((part.geometry() for part in header.findChildren(QWidget) if part.isVisible()), key=QRect.left)
    assert all(left.right() < right.left() for left, right in pairwise(parts))
    assert parts[-1].right() < header.width()


def test_the_header_of_files_that_are_only_listed_has_no_chunks_and_no_time(themed: QApplication, qtbot: QtBot):
    header = ResultsHeader()
    shown(qtbot, header, 420, 40)
    texts = []
    for chunks in (12, 0):
        header.set_counts(47, chunks, 38.0)
        texts.append(" ".join(text.text() for text in header.findChildren(Text)[:2]).strip())
    assert texts == ["47 files 12 chunks in 38 ms", "47 files"]


def test_tokens_of_a_piece_are_quieter_than_its_name(themed: QApplication, qtbot: QtBot):
    pane = ContextPane(len)
    pane.set_answer(some_evidence("renew", 3))
    shown(qtbot, pane, 644, 600)
    view = pane.view
    image, row = picture(view.viewport()), view.visualRect(view.model().index(0, 0))
    right = colours(image, QRect(row.right() - 60, row.top(), 60, row.height()))
    left = colours(image, QRect(36, row.top(), 40, row.height()))
    assert hex_of("text") in left
    assert hex_of("text2") in right
    assert hex_of("text") not in right


@pytest.mark.parametrize(("wide", "side"), [(556, 48), (420, 16)])
def test_suggestions_give_up_the_space_beside_them_in_a_narrow_pane(
    themed: QApplication, qtbot: QtBot, wide: int, side: int
):
    page = NoResults()
    page.show_suggestions(
        "Nothing.", (Suggestion("Lower the minimum confidence to 0.25", "", 5, "gauge", "x"),), ""
    )
    shown(qtbot, page, wide, 600)
    card = page.findChild(SuggestionCard)
    assert card is not None
    assert card.mapTo(page, QPoint(0, 0)).x() == side
    assert card.width() == wide - 2 * side


def test_examples_of_the_query_have_the_font_of_code_wherever_they_stand(window: MainWindow):
    sheet = open_keys(window.workbench)
    sheet.fill()
    written = {example for example, _, _ in all_examples()}
    labels = [text for text in sheet.findChildren(Text) if text.text() in written]
    assert len(labels) == len(written)
    assert {text.font().family() for text in labels} == {font(12, mono=True).family()}


def test_the_key_sheet_has_each_filter_and_a_pattern(window: MainWindow):
    sheet = open_keys(window.workbench)
    sheet.fill()
    texts = {text.text() for text in sheet.findChildren(Text)}
    assert [key for key in FILTER_KEYS if not any(f"{key}:" in text for text in texts)] == []
    assert all(parse(example).problems == () for example, _, _ in all_examples())
    assert any(parse(text).patterns for text in texts)


@pytest.mark.parametrize("lines", [1, 60])
def test_a_page_of_the_settings_ends_where_its_button_does(themed: QApplication, qtbot: QtBot, lines: int):
    page = SettingsPage("Folders", "Dowse watches these folders and indexes every change.")
    for _ in range(lines):
        page.add(Line(vertical=False))
    page.finish()
    window = QFrame()
    shown(qtbot, window, 1200, 800)
    dialog = SettingsDialog(window, [NamedPage("folders", "Folders", "folder", lambda: page)])
    dialog.open()
    line = page.findChild(Line)
    done = next(button for button in dialog.findChildren(WordButton) if button.text() == "Done")
    assert line is not None

    def end(widget: QWidget) -> int:
        return widget.mapTo(dialog, widget.rect().topRight()).x()

    qtbot.waitUntil(lambda: end(line) == end(done))
