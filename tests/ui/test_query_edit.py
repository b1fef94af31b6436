"""The query line: one line of plain text with coloured tokens."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QColor, QInputMethodEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.theme.tokens import c
from ui.widgets.query_edit import LINE, MOST_LINES, QueryEdit
from ui.widgets.query_format import Look


@pytest.fixture
def edit(qtbot: QtBot, themed: QApplication) -> QueryEdit:
    made = QueryEdit("Search", "Search query")
    qtbot.addWidget(made)
    made.resize(600, 40)
    made.show()
    made.understand()
    return made


def formats(edit: QueryEdit) -> dict[str, QTextCharFormat]:
    block = edit.document().firstBlock()
    text = edit.text().encode("utf-16-le")
    ranges = block.layout().formats()
    return {
        text[2 * piece.start : 2 * (piece.start + piece.length)].decode("utf-16-le"): QTextCharFormat(piece.format)
        for piece in ranges
    }


def ink(made: QTextCharFormat) -> QColor:
    return made.foreground().color()


def test_each_kind_of_token_has_its_look(edit: QueryEdit):
    edit.set_text('retry "its lease" lang:python -path:vendor lng:x')
    assert [chip.look for chip in edit.chips] == [Look.PHRASE, Look.FILTER, Look.NEGATION, Look.FAULTY]
    seen = formats(edit)
    assert ink(seen['"its lease"']) == c("kw_text")
    assert ink(seen["lang:"]) == c("text2")
    assert ink(seen["python"]) == c("accent")
    assert ink(seen["-path:vendor"]) == c("danger")
    assert seen["lng:x"].underlineStyle() == QTextCharFormat.UnderlineStyle.WaveUnderline
    assert "retry" not in seen


def test_chips_stay_on_their_words_behind_letters_outside_the_first_plane(edit: QueryEdit):
    edit.set_text("\U0001f680 lang:python")
    assert ink(formats(edit)["python"]) == c("accent")


def test_enter_sends_and_leaves_no_line_break(edit: QueryEdit, qtbot: QtBot):
    qtbot.keyClicks(edit, "lease")
    with qtbot.waitSignal(edit.submitted):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.text() == "lease"


def pasted(edit: QueryEdit, text: str) -> str:
    data = QMimeData()
    data.setText(text)
    edit.insertFromMimeData(data)
    return edit.text()


def test_a_pasted_line_leaves_no_line_break(edit: QueryEdit):
    assert pasted(edit, "\nlost\tlease\r\n\n") == "lost lease"


def test_the_field_grows_with_pasted_lines_up_to_a_limit_and_back(edit: QueryEdit):
    height = edit.height()
    assert pasted(edit, "Traceback\n  File x\nLost\n") == "Traceback\n  File x\nLost"
    assert edit.height() == height + 2 * LINE
    pasted(edit, "\nmore" * 20)
    assert edit.height() == height + (MOST_LINES - 1) * LINE
    edit.set_text("lease")
    assert edit.height() == height


def test_a_pasted_text_has_no_chips(edit: QueryEdit):
    pasted(edit, 'lost "the lease"\n-vv lang:python is:nice')
    assert edit.chips == ()
    edit.set_text("lang:python")
    assert [chip.look for chip in edit.chips] == [Look.FILTER]


def test_undo_brings_a_replaced_text_back(edit: QueryEdit, qtbot: QtBot):
    qtbot.keyClicks(edit, "lease")
    edit.set_text("something else")
    edit.undo()
    assert edit.text() == "lease"


def test_a_text_set_by_the_program_is_no_edit(edit: QueryEdit, qtbot: QtBot):
    with qtbot.assertNotEmitted(edit.edited):
        edit.set_text("lease")


def test_copy_without_a_selection_is_left_to_the_window(edit: QueryEdit, qtbot: QtBot):
    edit.set_text("lease")
    with qtbot.waitSignal(edit.copyRequested):
        qtbot.keyClick(edit, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    edit.selectAll()
    with qtbot.assertNotEmitted(edit.copyRequested):
        qtbot.keyClick(edit, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)


def test_down_leaves_the_line(edit: QueryEdit, qtbot: QtBot):
    with qtbot.waitSignal(edit.leftDownwards):
        qtbot.keyClick(edit, Qt.Key.Key_Down)


@pytest.mark.parametrize(
    "text", ['"open phrase', "lang:", "::::", '-"', "a" * 5_000, "\0\ufffd", "-", "path:a,b,,c"]
)
def test_any_text_can_be_typed(edit: QueryEdit, text: str):
    edit.set_text(text)
    edit.grab()
    assert edit.text() == text.replace("\0", "\0")


def test_text_that_stood_there_before_is_coloured_as_soon_as_it_is_understood(qtbot: QtBot, themed: QApplication):
    made = QueryEdit("Search", "Search query")
    qtbot.addWidget(made)
    made.set_text("lang:python")
    assert formats(made) == {}
    made.understand()
    assert ink(formats(made)["python"]) == c("accent")


def compose(edit: QueryEdit, preedit: str, commit: str = "") -> None:
    """Do what an input method does while a person composes a word, and when they accept it."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(edit, event)


def test_a_word_that_is_being_composed_is_searched_for_once_it_is_accepted(edit: QueryEdit):
    edit.set_text("lease ")
    edit.moveCursor(QTextCursor.MoveOperation.End)
    searched: list[str] = []
    edit.edited.connect(searched.append)
    for preedit in ("す", "すけ", "スケ"):
        compose(edit, preedit)
    assert searched == []
    compose(edit, "", "スケ")
    assert searched == ["lease スケ"]
    compose(edit, "か")
    compose(edit, "")
    assert searched == ["lease スケ"]
    edit.selectAll()
    compose(edit, "か")
    assert searched == ["lease スケ", ""]


def test_a_text_that_is_set_replaces_the_word_that_is_being_composed(edit: QueryEdit):
    searched: list[str] = []
    edit.edited.connect(searched.append)
    for text in ("lease", ""):
        compose(edit, "す")
        edit.set_text(text)
        assert edit.document().firstBlock().layout().preeditAreaText() == ""
        assert (edit.text(), edit.placeholderText()) == (text, "Search")
    assert searched == []


def test_the_placeholder_does_not_stand_behind_a_word_that_is_being_composed(edit: QueryEdit):
    assert edit.placeholderText() == "Search"
    compose(edit, "す")
    assert edit.placeholderText() == ""
    edit.resize(500, 40)
    assert edit.placeholderText() == ""
    compose(edit, "")
    assert edit.placeholderText() == "Search"
