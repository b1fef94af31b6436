"""Evidence for a language model: which pieces, how they are written, what a person does with them."""

import itertools
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from search.messages import Message
from search.types.context import ContextAnswer, ContextPiece, LeftOut
from search.types.ids import NO_BRANCH
from search.types.results import Ready
from tests.ui.pane_samples import chunk_hit, file_hit
from ui.panels.context.evidence import ABOUT_SOURCES, Evidence, Format, rendered
from ui.panels.context.model import ContextModel
from ui.panels.context.pane import ContextPane
from ui.panels.context.pieces import by_its_own_name, evidence_of, user_of
from ui.panels.context.view import ROW
from ui.theme.appearance import Appearance
from ui.theme.sizes import BUTTON, scaled


def words(text):
    return len(text.split())


def piece(text="return lease", path="a.py"):
    return Evidence(file_hit(1, path), chunk_hit(path, 0, 9, 15), text)


def pieces(count=3, length=20):
    return tuple(
        Evidence(file_hit(rank, f"f{rank}.py", 1), chunk_hit(f"f{rank}.py", rank, 1, 4), "word " * length)
        for rank in range(1, count + 1)
    )


def answered(*texts, query="renew lease", budget=4000, left_out=(), notes=()):
    made = tuple(
        ContextPiece(f"r@main:py:f{n}", f"f{n}.py", f"f{n}", "python", 1, 4, 0, None, 5, text)
        for n, text in enumerate(texts, start=1)
    )
    scope = ("r", "main") if texts or left_out else ("", "")
    return ContextAnswer(query, *scope, budget, 0, made, tuple(left_out), Ready(), notes)


def test_markdown_names_the_question_and_where_each_chunk_is_from():
    text = rendered("renew  lease", [piece()], Format.MARKDOWN)
    assert text == (
        f"# Context for: renew lease\n\n{ABOUT_SOURCES}\n"
        "\n## relay/a.py:9-15  LeaseManager.f0\n\n```python\nreturn lease\n```\n"
    )


def test_a_chunk_with_fences_is_put_in_a_longer_fence():
    assert "\n````python\n" in rendered("q", [piece("```sh\nls\n```")], Format.MARKDOWN)


def test_plain_text_has_no_marks_of_a_language():
    assert rendered("q", [piece()], Format.PLAIN) == (
        f"Context for: q\n\n{ABOUT_SOURCES}\n\n== relay/a.py:9-15  LeaseManager.f0\n\nreturn lease\n"
    )


def test_nothing_chosen_gives_no_text():
    assert [rendered("q", [], form) for form in Format] == ["", "", ""]


@given(
    st.text(alphabet=st.characters(blacklist_categories=["Cs", "Cc"]), max_size=40),
    st.sampled_from(['"<&', "]]>"]),
)
def test_xml_is_well_formed_whatever_the_texts_hold(body, spike):
    text = rendered(f"q {spike}", [piece(body + spike)], Format.XML)
    root = ET.fromstring(text)
    assert root.attrib["query"] == f"q {spike}"
    assert root[0].text == f"\n{body}{spike}\n"
    assert root[0].attrib["lines"] == "9-15"


def test_what_another_piece_led_to_says_so_and_is_opened_by_its_own_name():
    bare = answered("text").pieces[0]
    led = [replace(bare, parent_id="r@main:py:lease.renew"), replace(bare, parent_id="r@main:py:a", name="")]
    named, nameless = evidence_of(replace(answered("text"), pieces=tuple(led)))
    assert named.chunk.header_path == "f1 (used by lease.renew)"
    assert by_its_own_name(named.chunk).header_path == "f1"
    assert nameless.chunk.header_path == "(used by a)"
    assert by_its_own_name(nameless.chunk).header_path == ""
    assert [user_of(hit.chunk) for hit in (named, nameless)] == ["used by lease.renew", "used by a"]
    assert user_of(evidence_of(answered("text"))[0].chunk) == ""


def included(model):
    return [row.entry.chunk.id.split("#")[1] for row in model.rows if row.included]


def test_a_model_keeps_qts_rules_while_chunks_come_move_and_go(qtmodeltester, qapp):
    model = ContextModel(words)
    qtmodeltester.check(model)
    model.set_pieces("q", pieces(5))
    model.move_row(0, 1)
    model.move_row(4, -1)
    model.toggle_row(2)
    model.remove_row(1)
    model.set_format(Format.XML)
    model.set_budget(10)
    model.set_pieces("r", pieces(2))
    model.set_pieces("", ())


def test_the_best_chunks_are_in_as_long_as_they_fit(qapp):
    model = ContextModel(words)
    model.set_budget(70)
    model.set_pieces("q", pieces(3))
    assert included(model) == ["f1/0", "f2/0"]
    assert [row.fits for row in model.rows] == [True, True, False]
    assert model.tokens == words(model.text()) <= 70


def test_a_chunk_taken_out_makes_room_for_the_next(qapp):
    model = ContextModel(words)
    model.set_budget(70)
    model.set_pieces("q", pieces(3))
    model.toggle_row(0)
    assert included(model) == ["f2/0", "f3/0"]


def test_a_chunk_chosen_by_hand_is_in_even_over_the_budget(qapp):
    model = ContextModel(words)
    model.set_budget(40)
    model.set_pieces("q", pieces(3))
    model.toggle_row(2)
    assert "f3/0" in included(model)
    model.toggle_row(1)
    assert model.tokens > 40


def test_chunks_added_by_hand_stay_when_another_question_is_asked(qapp):
    model = ContextModel(words)
    mine = pieces(3)[2]
    model.set_pieces("q", pieces(2))
    model.toggle([(mine.file, structs.replace(mine.chunk, text=mine.text))])
    assert included(model)[-1] == "f3/0"
    model.set_pieces("other", pieces(1))
    assert included(model) == ["f3/0", "f1/0"]
    model.toggle([(mine.file, structs.replace(mine.chunk, text=mine.text))])
    assert included(model) == ["f1/0"]


def test_the_order_is_the_order_in_the_text(qapp):
    model = ContextModel(words)
    model.set_pieces("q", pieces(2))
    model.move_row(0, 1)
    assert model.text().index("f2.py") < model.text().index("f1.py")


def test_a_chunk_without_text_waits_for_it(qapp):
    bare = file_hit(1, "a.py", 1, chunks=(chunk_hit("a.py", 0, 1, 2, text=""),))
    model = ContextModel(words)
    model.toggle([(bare, bare.chunks[0])])
    assert model.missing() == (bare.chunks[0].id,)
    model.set_texts({bare.chunks[0].id: "some words"})
    assert "\nsome words\n" in model.text()
    assert model.missing() == ()


@pytest.fixture
def pane(themed, qtbot):
    pane = ContextPane(words)
    qtbot.addWidget(pane)
    pane.resize(644, 600)
    pane.show()
    pane.set_answer(answered("one word", "two words", "three words"))
    return pane


def test_the_pane_tells_tokens_chunks_and_files(pane):
    assert pane._used.text() == f"{pane.model.tokens:,} of 4,000 tokens"
    assert pane._from.text() == "3 chunks from 3 files"
    assert pane._text.toPlainText() == pane.model.text()


def test_copying_hands_out_the_text_and_says_so(pane, qtbot):
    with qtbot.waitSignal(pane.copyRequested) as message:
        assert pane.hand_out()
    assert message.args == [pane.model.text()]
    assert pane._copy.text() == f"Copied {pane.model.tokens} tokens"
    pane._copied.timeout.emit()
    assert pane._copy.text() == "Copy for LLM"


def test_space_takes_a_row_out_and_ctrl_down_moves_it(pane, qtbot):
    pane.view.setCurrentIndex(pane.model.index(0))
    QTest.keyClick(pane.view, Qt.Key.Key_Space)
    assert [row.included for row in pane.model.rows] == [False, True, True]
    QTest.keyClick(pane.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert pane.view.currentIndex().row() == 1
    assert [row.included for row in pane.model.rows] == [True, False, True]


def test_chunks_added_by_hand_are_told_for_the_marks_in_the_results(pane, qtbot):
    row = pane.model.rows[0].entry
    with qtbot.waitSignal(pane.chunksChanged) as message:
        pane.toggle([(row.file, row.chunk)])
    assert message.args[0] == {row.chunk.id}
    with qtbot.waitSignal(pane.chunksChanged) as message:
        pane.toggle([(row.file, row.chunk)])
    assert message.args[0] == frozenset()
    assert not pane.model.rows[0].included


def test_a_click_on_the_check_box_toggles_and_a_double_click_previews(pane, qtbot):
    rect = pane.view.visualRect(pane.model.index(1)).center()
    with qtbot.waitSignal(pane.previewRequested):
        QTest.mouseDClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=rect)
    rect.setX(22)
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=rect)
    assert not pane.model.rows[1].included


def test_a_smaller_budget_says_what_does_not_fit(pane):
    pane.budget.setValue(200)
    pane.set_answer(answered(*["word " * 120] * 3, left_out=(LeftOut("r@main:py:large", 900),)))
    message = pane.model.data(pane.model.index(2), Qt.ItemDataRole.AccessibleTextRole)
    assert message.endswith("does not fit")
    assert pane.model.tokens <= 200
    assert pane._not_in.text() == "1 text did not fit: large (900 tokens)"


@pytest.fixture
def inner_pane(themed, qtbot):
    """A pane in another widget, whose size does not follow from what is in the pane."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(700, 800)
    pane = ContextPane(words, window)
    pane.resize(644, 600)
    window.show()
    yield pane
    window.close()


@pytest.mark.parametrize("height", [260, 290, 340, 480])
def test_a_low_pane_shows_fewer_rows_and_nothing_lies_over_anything_else(inner_pane, height):
    pane = inner_pane
    left_out = (LeftOut("r@main:py:large", 9_000),)
    pane.set_answer(answered(*["one word"] * 9, left_out=left_out, notes=(Message("context.without_meaning"),)))
    pane.resize(644, height)
    QApplication.sendPostedEvents()
    column = (pane._used, pane._bar, pane._about, pane.view, pane._not_in, pane._text, pane._copy)
    for above, below in itertools.pairwise(column):
        assert above.geometry().bottom() < below.geometry().top()
    assert pane._copy.geometry().bottom() < height
    assert pane._text.viewport().height() >= 2 * pane._text.fontMetrics().lineSpacing()
    assert pane.view.height() >= ROW


@pytest.mark.parametrize("height", [270, 325, 480])
def test_with_large_text_a_low_pane_leaves_out_the_text_before_the_button_is_cut(
    inner_pane, themed, qtbot, height
):
    """On 1280x800 at 160 % the button stood half below the edge, over the text."""
    pane = inner_pane
    left_out = (LeftOut("r@main:py:large", 9_000),)
    pane.set_answer(answered(*["one word"] * 9, left_out=left_out, notes=(Message("context.without_meaning"),)))
    pane.resize(644, height)
    Appearance(themed).set_scale(160)
    parts = (pane._used, pane._bar, pane._about, pane.view, pane._not_in, pane._text, pane._copy)

    def in_order() -> bool:
        column = [part for part in parts if part.isVisible()]
        ends = [*(part.geometry().top() for part in column[1:]), height]
        return all(part.geometry().bottom() < end for part, end in zip(column, ends, strict=True))

    qtbot.waitUntil(lambda: pane._copy.height() == scaled(BUTTON) and in_order())
    assert pane.view.height() >= pane.view.sizeHintForRow(0)
    assert pane._text.isVisible() is (height == 480)


def test_a_high_pane_shows_seven_rows_again(inner_pane):
    pane = inner_pane
    pane.set_answer(answered(*["one word"] * 9))
    for height, rows in ((260, 1), (700, 7)):
        pane.resize(644, height)
        assert pane.view.height() >= rows * ROW
    assert pane.view.height() == 7 * ROW


def test_where_nothing_fits_the_budget_can_still_be_raised(pane):
    pane.set_answer(answered(left_out=(LeftOut("r@main:py:large", 900),)))
    assert pane.budget.isVisible()
    assert pane._used.text() == "0 of 4,000 tokens"


def test_scope_and_notes_of_an_answer_stand_above_it(pane):
    pane.set_answer(answered("one", notes=(Message("context.without_meaning"),)))
    assert pane._about.text() == "r@main  Meaning is not ready yet: this is the evidence by word."


def test_a_folder_without_git_is_told_without_a_branch(pane):
    pane.set_answer(replace(answered("one"), branch=NO_BRANCH))
    assert pane._about.text() == "r"


def test_what_was_left_out_by_hand_is_asked_for_again_by_another_question_only(pane):
    pane.model.toggle_row(1)
    pane.set_answer(answered("one word", "two words", "three words"))
    assert [row.included for row in pane.model.rows] == [True, False, True]
    pane.set_answer(answered("one word", "two words", "three words", query="other"))
    assert [row.included for row in pane.model.rows] == [True, True, True]


def test_the_format_changes_the_text(pane):
    pane._format.chosen.emit("xml")
    assert pane._text.toPlainText().startswith("<context query=")


def test_missing_texts_are_asked_for_once(pane, qtbot):
    bare = file_hit(1, "a.py", 1, chunks=(chunk_hit("a.py", 0, 1, 2, text=""),))
    with qtbot.waitSignal(pane.textsNeeded) as message:
        pane.toggle([(bare, bare.chunks[0])])
    assert message.args[0] == (bare.chunks[0].id,)
    with qtbot.assertNotEmitted(pane.textsNeeded, wait=10):
        pane.budget.setValue(1000)
