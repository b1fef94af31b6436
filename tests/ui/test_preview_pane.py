"""The preview as a person meets it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from search.types.status import FileText
from tests.ui.pane_samples import CODE, mark_words
from ui.code.pool import LexPool
from ui.controllers.spot import Spot
from ui.panels.preview.help_page import HelpPage
from ui.panels.preview.notice_bar import HEIGHT, NoticeBar
from ui.panels.preview.pane import PreviewPane
from ui.theme.tokens import LIGHT

TERMS = ("lease", "worker", "retry", "backoff")
SPOT = Spot("f", "relay", "relay/worker/lease.py", "/r", "LeaseManager.renew", 9, ((9, 15), (17, 20)))


def file_text(text=CODE, **more):
    values = {
        "file_id": "f",
        "path": "relay/worker/lease.py",
        "root_path": "/r",
        "language": "python",
        "encoding": "utf-8",
        "text": text,
        "line_count": text.count("\n") + 1,
        "source": "disk",
        "size_bytes": len(text),
    }
    return FileText(**(values | more))


@pytest.fixture
def pane(themed, qtbot):
    pool = LexPool()
    pane = PreviewPane(mark_words, pool)
    qtbot.addWidget(pane)
    pane.resize(644, 300)
    pane.show()
    yield pane
    pool.shutdown()


def first_visible(pane):
    return pane.code.firstVisibleBlock().blockNumber() + pane.code.first_line


def test_the_best_chunk_begins_two_lines_under_the_top(pane):
    pane.show_text(file_text(), SPOT, TERMS)
    pane.resize(644, 250)
    QTest.qWait(0)
    assert first_visible(pane) == 7


def test_the_footer_tells_the_match_the_language_and_the_lines(pane):
    pane.show_text(file_text(), SPOT, TERMS)
    assert pane.footer._matches.text() == "7 of 18 matches"
    assert pane.footer._kind.text() == "Python  21 lines  UTF-8"


def test_next_goes_on_from_the_line_with_several_words_that_is_shown(pane):
    text = "lease\n" * 20 + "x\n" * 30 + "lease worker retry\n" + "x\n" * 30 + "lease"
    pane.show_text(file_text(text), Spot("f", "relay", "a.py", chunks=((1, 82),)), TERMS)
    assert 30 < first_visible(pane) < 51
    assert pane.footer._matches.text() == "21 of 24 matches"
    pane.next_match()
    assert 30 < first_visible(pane) < 51
    assert pane.footer._matches.text() == "22 of 24 matches"


def test_next_and_previous_go_around(pane):
    pane.show_text(file_text("lease\nx\nlease"), Spot("f", "relay", "a.py"), TERMS)
    pane.next_match()
    assert pane.footer._matches.text() == "2 of 2 matches"
    pane.next_match()
    assert pane.footer._matches.text() == "1 of 2 matches"
    pane.previous_match()
    assert pane.footer._matches.text() == "2 of 2 matches"


def test_the_same_text_again_only_moves(pane):
    pane.show_text(file_text(), SPOT, TERMS)
    document_version = pane.code.document().revision()
    other = Spot("f", "relay", SPOT.path, "/r", "LeaseManager.surrender", 17, SPOT.chunks)
    pane.resize(644, 200)
    pane.show_text(file_text(), other, TERMS)
    assert pane.code.document().revision() == document_version
    assert pane.code.textCursor().blockNumber() == 16


def test_a_hit_line_has_a_band_its_words_a_ground_and_the_gutter_a_violet_rule(pane):
    pane.show_text(file_text(), SPOT, TERMS)
    hit = min(pane.code.matches.hit_lines)
    box = next(box for block, box in pane.code.visible_blocks() if block.blockNumber() == hit)
    middle = int(box.center().y())
    picture = pane.code.viewport().grab().toImage()
    row = {picture.pixelColor(x, int(box.top()) + 1).name() for x in range(picture.width())}
    assert QColor(LIGHT["line_hit"]).name() in row
    marked = {picture.pixelColor(x, middle).name() for x in range(picture.width())}
    assert QColor(LIGHT["mark"]).name() in marked
    gutter = pane.code.gutter.grab().toImage()
    assert gutter.pixelColor(52, middle) == QColor(LIGHT["sem"])


def test_without_semantic_search_there_are_no_violet_rules(pane):
    pane.show_text(file_text(), SPOT, TERMS)
    pane.set_semantic(on=False)
    assert pane.code.chunks == ()
    pane.set_semantic(on=True)
    assert pane.code.chunks == ((8, 14), (16, 19))


def test_other_matches_are_underlined_in_amber(pane):
    pane.show_text(file_text("alone lease here"), Spot("f", "relay", "a.py"), TERMS)
    picture = pane.code.viewport().grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(40, 100) for y in range(20)}
    assert QColor(LIGHT["kw"]).name() in colours


def test_colours_come_after_the_text(pane, qtbot):
    pane.show_text(file_text(), SPOT, ())
    assert pane.code.toPlainText() == CODE
    block = pane.code.document().findBlockByNumber(8)
    assert not block.layout().formats()
    qtbot.waitUntil(lambda: bool(block.layout().formats()))


def test_a_click_on_the_ruler_goes_to_that_place(pane):
    text = "\n".join(f"line {number} lease" for number in range(200))
    pane.show_text(file_text(text), Spot("f", "relay", "a.py"), TERMS)
    ruler = pane.code.ruler
    rect = ruler.rect().center()
    QTest.mouseClick(ruler, Qt.MouseButton.LeftButton, pos=rect)
    assert 90 <= first_visible(pane) <= 105


def test_a_large_file_shows_its_part_and_can_be_shown_whole(pane):
    text = "\n".join(f"line {number}" for number in range(1, 60_001))
    pane.show_text(file_text(text), Spot("f", "relay", "a.py", line=30_000), ())
    assert pane.notice.isVisible()
    assert pane.code.blockCount() == 400
    assert first_visible(pane) == 29_998
    pane.show_whole_file()
    assert pane.code.blockCount() == 60_000
    assert not pane.notice.isVisible()
    assert abs(first_visible(pane) - 29_996) <= 2


def test_a_narrow_header_gives_the_word_of_its_last_button_to_the_name_of_the_file(pane, qtbot):
    """At 1093 pixels, which is a screen of 1366 at 125 %, a long name was cut to nine letters."""
    header = pane.header
    pane.show_text(file_text(), replace(SPOT, path="warehouse-contract-signed-by-both-in-march.py"), TERMS)
    for width, worded in ((700, True), (440, False), (700, True), (440, False)):
        pane.resize(width, 300)
        qtbot.waitUntil(lambda width=width: header.width() == width)
        assert (header.open.isHidden(), header.open_icon.isHidden()) == (not worded, worded)
    assert QAccessible.queryAccessibleInterface(header.open_icon).text(QAccessible.Text.Name) == "Open"
    with qtbot.waitSignal(pane.openRequested):
        header.open_icon.click()


def test_the_footer_says_once_what_is_language_and_encoding(pane):
    pane.show_text(file_text(path="lease.docx", language="docx", encoding="docx"), SPOT, TERMS)
    assert pane.footer._kind.text() == "DOCX  21 lines"


def test_a_file_on_a_branch_that_is_not_checked_out_says_so_and_cannot_be_opened(pane):
    shown = replace(file_text(source="git"), file_id="relay@release:file:src/lease.py")
    pane.show_text(shown, SPOT, TERMS)
    assert "branch release" in pane.notice._words.text()
    assert not pane.header.open.isEnabled()
    pane.show_text(file_text(), SPOT, TERMS)
    assert pane.header.open.isEnabled()


def test_a_file_in_a_folder_that_cannot_be_reached_is_not_called_deleted(pane):
    away = file_text(source="index")
    pane.show_text(away, SPOT, TERMS)
    pane.set_offline(frozenset({away.root_path}))
    assert pane.notice._words.text() == "Its folder cannot be reached. This is the text as it was indexed."
    pane.set_offline(frozenset())
    assert "deleted" in pane.notice._words.text()


def test_a_deleted_file_says_so_and_shows_the_indexed_text(pane):
    pane.show_text(file_text(source="index"), SPOT, TERMS)
    assert pane.notice.isVisible()
    assert "deleted" in pane.notice._words.text()
    assert pane.code.toPlainText() == CODE


def test_a_binary_file_shows_name_and_size(pane):
    pane.show_text(file_text("", path="a/picture.png", size_bytes=123_456), SPOT, ())
    assert pane._pages.currentWidget() is pane._message
    assert pane._message.accessibleName() == "picture.png. 123 kB. This file is not text."


def test_a_file_that_could_not_be_indexed_says_why(pane):
    pane.show_text(
        file_text("", path="a.pdf", source="index", size_bytes=6_000, failure="is protected by a password"),
        SPOT,
        (),
    )
    assert pane._message.accessibleName() == (
        "a.pdf. 6 kB. This file could not be indexed: is protected by a password"
    )


@pytest.mark.parametrize("path", ["a.docx", "a.xlsx", "a.epub"])
def test_a_broken_document_that_would_be_laid_out_says_why(pane, path):
    broken = file_text(
        "", path=path, language=path[2:], source="index", size_bytes=6_000, failure="is no zip file"
    )
    pane.show_text(broken, SPOT, ())
    assert pane._pages.currentWidget() is pane._message
    assert pane._message.accessibleName() == f"{path}. 6 kB. This file could not be indexed: is no zip file"


def test_a_file_that_cannot_be_read_any_more_is_not_called_deleted(pane):
    pane.show_text(file_text(source="index", failure="is no zip file"), SPOT, TERMS)
    assert pane.notice._words.text() == (
        "This file cannot be read now: is no zip file. This is the text as it was indexed."
    )
    assert pane.code.toPlainText() == CODE


def test_an_empty_file_says_that_it_is_empty(pane):
    pane.show_text(file_text("", size_bytes=0), SPOT, ())
    assert "empty" in pane._message.accessibleName()


def test_finding_marks_what_is_typed_and_esc_brings_the_matches_back(pane):
    pane.show_text(file_text(), SPOT, TERMS)
    pane.open_find()
    QTest.keyClicks(pane.finding.field, "attempt")
    assert pane.finding._count.text() == "1 of 2"
    QTest.keyClick(pane.finding.field, Qt.Key.Key_Return)
    assert pane.finding._count.text() == "2 of 2"
    QTest.keyClick(pane.finding.field, Qt.Key.Key_Escape)
    assert not pane.finding.isVisible()
    assert pane.footer._matches.text().endswith("of 18 matches")


def test_open_reveal_and_copy_name_the_file_on_this_machine(pane, qtbot):
    pane.show_text(file_text(), SPOT, TERMS)
    with qtbot.waitSignal(pane.openRequested) as message:
        pane.header.open.click()
    assert message.args == ["/r/relay/worker/lease.py", 9]
    with qtbot.waitSignal(pane.revealRequested) as message:
        pane.header.reveal.click()
    assert message.args == ["/r/relay/worker/lease.py"]
    with qtbot.waitSignal(pane.copyRequested):
        QTest.keyClick(pane.code, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("modifiers", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier])
def test_arrow_keys_scroll_the_text(pane, modifiers):
    pane.show_text(file_text("\n".join("x" * 200)), Spot("f", "relay", "a.py"), ())
    QTest.keyClick(pane.code, Qt.Key.Key_Down, modifiers)
    assert first_visible(pane) == 2
    QTest.keyClick(pane.code, Qt.Key.Key_End, modifiers)
    assert first_visible(pane) > 150


def test_a_late_answer_of_the_finder_for_another_text_is_dropped(pane, qtbot):
    long = "lease\n" * 20_000
    pane.show_text(file_text(long, file_id="long"), Spot("long", "relay", "long.py"), TERMS)
    pane.show_text(file_text("worker"), Spot("f", "relay", "a.py"), TERMS)
    pane._walk._finder._pool.waitForDone()
    qtbot.waitUntil(lambda: not pane._walk._finder._pool.activeThreadCount())
    QTest.qWait(0)
    assert pane.footer._matches.text() == "1 of 1 match"


def test_an_emoji_before_a_word_does_not_shift_its_mark(pane):
    pane.show_text(file_text("😀😀 lease"), Spot("f", "relay", "a.py"), TERMS)
    block, box = next(pane.code.visible_blocks())
    mark = pane.code.match_box(pane.code.matches.all[0])
    row = block.layout().lineAt(0)
    assert mark.left() == box.left() + row.cursorToX(5)[0]
    assert mark.right() == box.left() + row.cursorToX(10)[0]


def test_the_help_lists_what_can_be_typed(pane):
    pane.show_help()
    name = pane.findChild(HelpPage).accessibleName()
    assert "lang:" in name
    assert all(part in name for part in ("sym:Name", "is:test", "-path:vendor"))


def test_a_long_sentence_above_a_text_takes_two_lines_and_a_tooltip(themed, qtbot):
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.resize(400, HEIGHT)
    words = "3630addf5, Ada, 20 August 2023: deprecate the parser of options"
    bar.say(words, "Copy the commit", len)
    qtbot.waitUntil(bar.isVisible)
    label = bar._words
    assert label.heightForWidth(label.width()) <= HEIGHT
    assert label.geometry().right() < bar._action.geometry().left()
    assert label.toolTip() == words


def test_a_file_that_is_read_in_part_says_that_it_has_more_lines(pane):
    text = replace(file_text("a line\n" * 60_000), truncated=True, size_bytes=5_000_000)
    pane.show_text(text, Spot("f", "docs", "big.txt"), TERMS)
    words = {label.text() for label in pane.notice.findChildren(QLabel)}
    assert any(" of more than " in sentence for sentence in words)
    assert "more than " in pane.footer._kind.text()


def test_the_focus_of_a_link_that_goes_away_is_left_in_the_text(pane, qtbot):
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    pane.show_text(replace(file_text("a line\n" * 60_000)), Spot("f", "docs", "big.txt"), TERMS)
    link = pane.notice.findChild(QPushButton)
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert not link.hasFocus()
    pane.show_text(replace(file_text("b line\n" * 60_000)), Spot("g", "docs", "bigger.txt"), TERMS)
    link.setFocus()
    QTest.keyClick(link, Qt.Key.Key_Return)
    assert pane.code.hasFocus()


def test_matches_that_became_known_later_are_marked_once_a_line_of_them_is_selected(pane):
    """Of a file with thousands of exact matches only the first page was marked, and later lines were not shown."""
    text = file_text("\n".join(f"lease {number}" for number in range(3000)))
    marks = tuple((line, 0, 5) for line in range(1, 3001))
    first = Spot("f", "relay", SPOT.path, "/r", line=1, marks=marks[:200])
    pane.show_waiting(first)
    pane.show_text(text, first, TERMS)
    last = replace(first, line=3000, marks=marks)
    pane.show_waiting(last)
    pane.show_text(text, last, TERMS)
    assert pane.footer._matches.text() == "3,000 of 3,000 matches"
    assert pane.code.textCursor().blockNumber() == 2999


def test_a_line_with_several_words_is_in_view_rather_than_one_with_a_single_word(pane):
    """The card showed the line with both words, and the preview the first line of the chunk, with one of them."""
    lines = ["def lease():", *("    pass" for _ in range(70)), "    retry with backoff", "    pass"]
    pane.show_text(file_text("\n".join(lines)), Spot("f", "relay", "a.py", "/r", "", 1, ((1, 73),)), TERMS)
    QTest.qWait(0)
    assert {match.line for match in pane.code.matches_in_view()} == {71}
