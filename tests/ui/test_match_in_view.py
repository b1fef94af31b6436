"""The word that was searched for can be seen, however long its line or its chunk is."""

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import empty_window, search, window  # noqa: F401 -- fixtures
from ui.panels.preview.code_view import CodeView
from ui.panels.preview.match_position import scrolled_sideways, shown_boxes
from ui.panels.preview.matches import FileMatches, Match
from ui.panels.results.snippet import ELLIPSIS, SnippetLine, fitted_to
from ui.theme.tokens import LIGHT
from ui.window.main_window import MainWindow

PAD = "step = prepare(step, settings, everything_else) or "
LONG_LINE = f"result = {PAD * 3}quagga(step)  # {'and the rest of it ' * 4}"
WOMBAT_LINE = f"the_second_of_all_the_values = wombat(first)  # {'and the rest of it ' * 9}"
FILES = {
    "relay/worker/wide.py": f"def wide():\n    {LONG_LINE}\n    return result\n",
    "relay/worker/wombat.py": f"first = prepare(step, settings)\n{WOMBAT_LINE}\n",
    "relay/worker/deep.py": "def deep():\n"
    + "".join(f"    step_{n} = {n}\n" for n in range(90))
    + "    okapi(step)\n",
    "relay/worker/name.py": "class FennecBlock:\n    fennec, store, block = 1, 2, 3\n"
    + "".join(f"    step_{n} = {n}\n" for n in range(90))
    + "    def fennec_store_block(self):\n        return self.fennec\n",
    "relay-docs/long.md": "# Long\n\n" + "word after word " * 30 + "tarsier " + "and more of it " * 30 + "\n",
}


@pytest.fixture
def core():
    made = WindowCore(FILES)
    yield made
    made.close()


def show_source(qtbot: QtBot, window: MainWindow, text: str) -> object:  # noqa: F811 -- the fixture
    """Search, show the first result as its source and return the view that shows it."""
    preview = window.workbench.preview.widget
    preview.set_rendered(rendered=False)
    with qtbot.waitSignal(preview.textShown):
        search(qtbot, window, text)
    qtbot.waitUntil(lambda: bool(preview.code.matches.all))
    return preview.code


def words_in_view(code: object) -> list[str]:
    lines = code.toPlainText().split("\n")
    shown = sorted(code.matches_in_view(), key=lambda match: (match.line, match.start))
    return [lines[match.line][match.start : match.end] for match in shown]


def test_a_match_at_the_end_of_a_long_line_is_scrolled_into_view(qtbot, window):  # noqa: F811 -- the fixture
    code = show_source(qtbot, window, "quagga")
    assert code.horizontalScrollBar().maximum() > 0
    assert words_in_view(code) == ["quagga"]


def test_a_view_that_got_wider_shows_lines_from_their_beginning_where_the_match_fits(
    qtbot: QtBot,
    window: MainWindow,  # noqa: F811 -- the fixture
):
    """A pane that is hidden while it gets its text is narrow, and the text stayed scrolled to the side."""
    code = show_source(qtbot, window, "wombat")
    code.resize(200, 300)
    assert code.horizontalScrollBar().value() > 0
    assert words_in_view(code) == ["wombat"]
    code.resize(700, 300)
    assert code.horizontalScrollBar().value() == 0
    assert words_in_view(code) == ["wombat"]


def test_a_view_that_a_person_scrolled_to_the_side_stays_there_when_it_gets_wider(
    qtbot: QtBot,
    window: MainWindow,  # noqa: F811 -- the fixture
):
    code = show_source(qtbot, window, "wombat")
    side = code.horizontalScrollBar()
    side.setSliderPosition(40)
    side.triggerAction(side.SliderAction.SliderSingleStepAdd)
    scrolled = side.value()
    code.resize(code.width() + 30, code.height())
    assert side.value() == scrolled > 0


def test_the_next_match_on_a_short_line_scrolls_back_to_its_beginning(qtbot, window):  # noqa: F811 -- the fixture
    code = show_source(qtbot, window, "quagga result")
    qtbot.waitUntil(lambda: len(code.matches.all) == 3)
    for _ in range(4):
        window.workbench.preview.widget.next_match()
        assert code._current in code.matches_in_view()
    code.show_match(0)
    assert code.horizontalScrollBar().value() == 0


def test_a_match_far_below_the_first_line_of_its_chunk_is_in_view(qtbot, window):  # noqa: F811 -- the fixture
    assert words_in_view(show_source(qtbot, window, "okapi")) == ["okapi"]


def test_a_name_typed_alone_is_marked_as_a_whole_and_is_in_view(qtbot, window):  # noqa: F811 -- the fixture
    code = show_source(qtbot, window, "fennec_store_block")
    assert len(code.matches.all) == 1
    assert words_in_view(code) == ["fennec_store_block"]


def test_the_parts_of_a_name_are_marked_where_the_whole_of_it_is_missing(qtbot, window):  # noqa: F811 -- the fixture
    assert set(words_in_view(show_source(qtbot, window, "fennec_store_list"))) == {"fennec", "store"}


def test_words_beside_each_other_are_marked_each(qtbot, window):  # noqa: F811 -- the fixture
    code = show_source(qtbot, window, "fennec block")
    assert len(code.matches.all) > 2


def test_prose_is_wrapped_and_code_is_when_asked_for(qtbot, window):  # noqa: F811 -- the fixture
    code = show_source(qtbot, window, "tarsier")
    assert code.wrapped
    assert words_in_view(code) == ["tarsier"]
    code = show_source(qtbot, window, "quagga")
    assert not code.wrapped
    window.workbench.trigger("wrap")
    assert code.wrapped
    assert not code.horizontalScrollBar().isVisible()
    assert words_in_view(code) == ["quagga"]
    window.workbench.keep_state()
    assert (window.state.wrap_code, window.state.wrap_prose) == (True, True)


def test_a_wrapped_line_has_one_number_at_its_first_row(qtbot, window):  # noqa: F811 -- the fixture
    code = show_source(qtbot, window, "tarsier")
    block, box = next((block, box) for block, box in code.visible_blocks() if block.blockNumber() == 2)
    assert block.layout().lineCount() > 3
    picture = code.gutter.grab().toImage()
    ground = QColor(LIGHT["surface"]).name()

    def inked(top, bottom):
        rows = range(max(0, round(top)), min(picture.height(), round(bottom)))
        return any(picture.pixelColor(x, y).name() != ground for y in rows for x in range(48))

    row = code.line_height()
    assert inked(box.top(), box.top() + row)
    assert not inked(box.top() + row + 1, box.bottom() - 1)


def test_a_card_is_cut_around_the_marked_word(qtbot, window):  # noqa: F811 -- the fixture
    search(qtbot, window, "quagga")
    results = window.workbench.results.widget
    results.select_first()
    results.view.open_now()
    card = results.view.visualRect(results.model.index(1, 0))
    assert card.isValid()
    results.model.index(1, 0)
    mark = QColor(LIGHT["mark"]).name()

    def marks_shown() -> bool:
        picture = results.view.viewport().grab(card).toImage()
        return any(picture.pixelColor(x, y).name() == mark for x in range(90, 530) for y in range(44, 110, 6))

    qtbot.waitUntil(marks_shown)


@pytest.mark.parametrize("columns", [12, 30, 80, 200])
def test_a_line_keeps_its_marked_word_at_every_width(columns):
    start = LONG_LINE.index("quagga")
    line = fitted_to(SnippetLine(1, LONG_LINE, ((start, start + 6),), 0), columns)
    assert [line.text[left:right] for left, right in line.marks] == ["quagga"]
    assert len(line.text) <= columns
    assert line.text.startswith(ELLIPSIS) == (columns < 200)


def test_a_line_without_marked_words_keeps_its_beginning():
    line = fitted_to(SnippetLine(1, "a" * 50 + "b" * 50, (), 4), 20)
    assert (line.text, line.indent) == ("a" * 18 + ELLIPSIS, 4)


def test_the_part_with_most_marked_words_is_shown():
    text = "lease" + " " * 60 + "lease lease"
    spans = ((0, 5), (65, 70), (71, 76))
    assert len(fitted_to(SnippetLine(1, text, spans, 0), 40).marks) == 2


def test_letters_that_are_twice_as_wide_leave_room_for_the_marked_word():
    text = "このサービスは" * 5 + "発火" + "を管理する。" * 5
    line = fitted_to(SnippetLine(1, text, ((35, 37),), 0), 40)
    assert [line.text[left:right] for left, right in line.marks] == ["発火"]
    assert len(line.text) <= 20
    assert fitted_to(SnippetLine(1, "発火を管理", ((0, 2),), 0), 10).text == "発火を管理"
    assert fitted_to(SnippetLine(1, "発火を管理する", ((0, 2),), 0), 10).text == "発火を…"


def test_the_view_scrolls_sideways_no_further_than_the_match_needs():
    match = QRectF(900, 0, 50, 10)
    shown = scrolled_sideways(0, 400, match, 8)
    assert 0 < shown <= 900 - 8
    assert shown + 400 >= 950
    assert scrolled_sideways(shown, 400, match.translated(-shown, 0), 8) == shown
    assert scrolled_sideways(shown, 400, QRectF(10 - shown, 0, 50, 10), 8) == 0


MINIFIED = "f(needle);" * 30_000
NEEDLES = tuple(Match(0, offset + 2, offset + 8) for offset in range(0, len(MINIFIED), 10))


@pytest.fixture
def minified(qtbot, themed):
    """A view on one line with thousands of matches."""
    code = CodeView()
    qtbot.addWidget(code)
    code.resize(640, 300)
    code.show()
    code.show_text(MINIFIED, 1)
    code.set_matches(FileMatches(NEEDLES, frozenset({0})), ((0, 0),))
    return code


@pytest.mark.parametrize("wrapped", [False, True])
def test_of_a_minified_line_the_matches_in_view_are_those_that_are_painted(qtbot, minified, wrapped):
    minified.set_wrapped(on=wrapped)
    for bar in (minified.horizontalScrollBar(), minified.verticalScrollBar()):
        bar.setValue(bar.maximum() // 2)
    QApplication.sendPostedEvents()
    shown = sorted(minified.matches_in_view(), key=lambda match: match.start)
    first, last = NEEDLES.index(shown[0]), NEEDLES.index(shown[-1])
    assert 1_000 < first < last < len(NEEDLES) - 1_000
    assert shown == list(NEEDLES[first : last + 1])
    view = minified.viewport().rect()
    assert all(view.contains(minified.match_box(match).toAlignedRect()) for match in shown)
    assert not view.contains(minified.match_box(NEEDLES[first - 2]).toAlignedRect())
    assert not view.contains(minified.match_box(NEEDLES[last + 2]).toAlignedRect())
    picture = minified.viewport().grab().toImage()
    for match in shown:
        corner = minified.match_box(match).topLeft().toPoint() + QPoint(1, 3)
        assert picture.pixelColor(corner).name() == QColor(LIGHT["mark"]).name()


def test_a_long_line_is_searched_for_matches_between_the_edges_of_the_view_only(minified):
    (block, box) = next(minified.visible_blocks())
    looked_at = []

    class Looking(list):
        def __getitem__(self, at):
            looked_at.append(at)
            return super().__getitem__(at)

    shown = list(shown_boxes(block, box, Looking(NEEDLES), QRectF(minified.viewport().rect())))
    assert 3 < len(shown) < 30
    assert len(looked_at) < 60
