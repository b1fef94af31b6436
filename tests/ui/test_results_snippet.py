"""Choosing the lines of a card, and the colours of code lines."""

import tracemalloc
from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.code.formats import qt_offsets, runs
from ui.code.lexing import CodeSpan, lex
from ui.panels.results.cards import laid_out
from ui.panels.results.snippet import SnippetLine, columns_of, fitted_to, snippet
from ui.theme.fonts import font

TEXT = "def a():\n    one\n    two lease\n    three lease\n    four\n    five\n"


def spans_of(text, word):
    result, position = [], text.find(word)
    while position >= 0:
        result.append((position, position + len(word)))
        position = text.find(word, position + 1)
    return result


def test_the_window_with_most_marked_words_is_shown_with_its_line_numbers():
    lines = snippet(TEXT, 60, spans_of(TEXT, "lease"), 2)
    assert [line.number for line in lines] == [62, 63]


def test_of_equal_windows_the_one_that_says_most_is_shown():
    text = "run(lease)\n}\n\n# of the lease\nrenew(lease)\nthen()\nstop()\n"
    assert [line.number for line in snippet(text[11:], 1, spans_of(text[11:], "lease"), 4)] == [3, 4, 5, 6]
    assert [line.number for line in snippet("a\nb\nc", 1, [], 2)] == [1, 2]


def test_the_common_indent_is_cut_and_marks_move_with_it():
    lines = snippet(TEXT, 1, spans_of(TEXT, "lease"), 2)
    assert [line.text for line in lines] == ["two lease", "three lease"]
    assert [[line.text[start:end] for start, end in line.marks] for line in lines] == [["lease"], ["lease"]]


def test_tabs_take_columns_and_marks_stay_on_their_words():
    line = snippet("\tif lease:\n\t\treturn lease", 1, [(4, 9), (20, 25)], 2)
    assert [part.text for part in line] == ["if lease:", "    return lease"]
    assert [part.text[slice(*part.marks[0])] for part in line] == ["lease", "lease"]
    assert columns_of("\tab")(1) == 4


@given(st.text(alphabet="ab\t", max_size=30))
def test_columns_are_those_of_the_line_with_its_tabs_expanded(line):
    column_of = columns_of(line)
    assert [column_of(offset) for offset in range(len(line) + 1)] == [
        len(line[:offset].expandtabs(4)) for offset in range(len(line) + 1)
    ]


def test_a_minified_file_with_thousands_of_marked_words_is_cut_where_most_of_them_are():
    text = "f(needle);" * 20_000 + "needle;" * 40 + "g();" * 20_000
    (line,) = snippet(text, 1, spans_of(text, "needle"), 4)
    shown = fitted_to(line, 60)
    assert len(shown.text) == 60
    assert [shown.text[start:end] for start, end in shown.marks][:8] == ["needle"] * 8


@pytest.mark.parametrize("columns", [40, 60, 70, 80, 100])
@pytest.mark.parametrize("marked", ["検索語", "compute_total", "税込", "💡"])
def test_a_marked_word_among_narrow_and_wide_letters_is_in_the_columns_of_a_card(marked, columns):
    code = "value = compute_total(order, customer, discount)  # "
    text = f"{code}注文の合計金額を税込で計算して顧客の割引を適用し、💡結果をデータベースに保存する処理の検索語"
    shown = fitted_to(SnippetLine(1, text, ((text.index(marked), text.index(marked) + len(marked)),), 0), columns)
    ((start, end),) = shown.marks
    assert shown.text[start:end] == marked
    assert columns - 12 <= sum(1 + (east_asian_width(sign) == "W") for sign in shown.text) <= columns


def test_without_marks_the_first_lines_that_say_something_are_shown():
    assert snippet("\n\n\nx\ny", 1, [], 2)[0].number == 4


def test_an_empty_text_gives_one_empty_line():
    assert [line.text for line in snippet("", 5, [], 4)] == [""]


def test_a_marked_word_is_marked_where_it_stands_in_text_of_two_directions(themed):
    """In a line from right to left the end of an English word stands left of its Arabic neighbour."""
    text = "هذا النص يذكر backoff داخل الجملة"
    for word in ("backoff", "النص"):
        start = text.index(word)
        line = laid_out(SnippetLine(1, text, ((start, start + len(word)),), 0), (), font(12, mono=True))
        width = line.layout.lineAt(0).naturalTextWidth()
        ((left, right),) = line.boxes
        assert 0 < left < right < width
        assert right - left == pytest.approx(width * len(word) / len(text), rel=0.3)


@given(st.text(alphabet="ab \t\n", max_size=80), st.integers(1, 6))
def test_no_text_breaks_the_choice_of_lines(text, height):
    lines = snippet(text, 1, spans_of(text, "a"), height)
    assert 1 <= len(lines) <= height
    for line in lines:
        for start, end in line.marks:
            assert line.text[start:end] == "a"


@given(
    st.integers(0, 30),
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=5),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=3),
)
def test_runs_of_a_line_stay_inside_it(length, pieces, marks):
    spans = [CodeSpan(start, size, "c_kw") for start, size in pieces]
    for run in runs(length, spans, marks):
        assert 0 <= run.start < run.start + run.length <= length


def test_a_marked_word_has_one_colour_whatever_the_code_says():
    spans = [CodeSpan(0, 10, "c_str")]
    assert runs(10, spans, [(3, 6)]) == [
        CodeSpan(0, 3, "c_str"),
        CodeSpan(3, 3, "mark_text"),
        CodeSpan(6, 4, "c_str"),
    ]


def test_an_emoji_counts_twice_in_qts_offsets():
    positions = qt_offsets("a😀b")
    assert [positions(offset) for offset in range(4)] == [0, 1, 3, 4]
    assert qt_offsets("abc")(99) == 3


def test_a_docstring_is_coloured_as_comment_over_all_its_lines():
    lexed = lex('def f():\n    """one\n    two"""\n    return 1\n', "a.py", "python")
    assert [span.token for span in lexed.line(1)] == ["c_com"]
    assert [span.token for span in lexed.line(2)] == ["c_com"]
    assert [span.token for span in lexed.line(0)][:2] == ["c_kw", "c_fn"]


def test_spans_cover_the_words_they_colour():
    text = "public class Cart : Base { int n = 3; }"
    lexed = lex(text, "Cart.cs", "csharp")
    words = {text[span.start : span.start + span.length]: span.token for span in lexed.line(0)}
    assert words["Cart"] == "c_cls"
    assert words["3"] == "c_num"


def test_a_text_without_a_lexer_or_with_a_monstrous_line_has_no_colours():
    assert lex("some words", "notes.unknown", "") is None
    assert lex("x = 1;" * 10_000, "bundle.js", "javascript") is None


def test_lexing_stops_when_it_is_cancelled():
    assert lex("x = 1\n" * 2_000, "a.py", "python", lambda: True) is None


def test_what_is_known_of_the_colours_of_a_text_takes_little_more_than_the_text():
    text = "".join(f"def part_{n}(one: int) -> str:\n    return str(one + {n})  # more\n" for n in range(1_000))
    assert lex(text, "first.py", "python") is not None  # what a lexer needs once is there now
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    lexed = lex(text, "a.py", "python")
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert lexed is not None
    assert [span.token for span in lexed.line(1_999)][:2] == ["c_kw", "c_bi"]
    assert lexed.line(2_001) == ()
    assert grown < 3 * len(text)
