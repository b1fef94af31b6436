"""Lines that are found in one pass over many texts, compared with those that are found match by match."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.exact.columns import MatchedLines, matched_lines
from search.exact.lines import matches_in, matching_lines
from search.exact.pattern import line_pattern
from search.types.lines import LineOptions
from tests.unit.search.exact.test_lines import PATTERNS, TEXT

TEXTS = (TEXT.encode(), b"", b"\n\nx\n", "lease é\n  renew".encode(), b"}\n{\nend x", b"x" * 40 + b" x\n")
ACROSS = ("\\}\\n\\{", "(?s)x.*x", "\\s+\\n", "x\\n", "[^a]\\n", "\\n\\n", "\\)?\n", "(?m)^x$\\n?")

Row = tuple[int, bytes, int, int]
"""Number and text of a line, and its first match."""


def rows_of(matched: MatchedLines, text: int) -> list[Row]:
    rows = range(matched.rows[text], matched.rows[text + 1])
    return [
        (
            int(matched.numbers[row]),
            matched.joined[matched.starts[row] : matched.ends[row]],
            int(matched.match_starts[row] - matched.starts[row]),
            int(matched.match_ends[row] - matched.starts[row]),
        )
        for row in rows
    ]


def one_by_one(text: bytes, pattern: str, options: LineOptions) -> list[Row]:
    return [
        (
            text.count(b"\n", 0, line.start) + 1,
            text[line.start : line.end],
            line.match[0] - line.start,
            line.match[1] - line.start,
        )
        for line in matching_lines(text, line_pattern(pattern, options), 0)
    ]


def assert_same(texts: tuple[bytes, ...], pattern: str, options: LineOptions) -> None:
    for ascii_only in (True, False):
        chosen = [text for text in texts if text.isascii() is ascii_only]
        one_pass = line_pattern(pattern, options).one_pass(ascii_only=ascii_only)
        if one_pass is not None and chosen:
            matched = matched_lines(chosen, one_pass)
            assert matched is not None
            for index, text in enumerate(chosen):
                assert rows_of(matched, index) == one_by_one(text, pattern, options)


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if pattern])
@pytest.mark.parametrize("match_case", [True, False])
def test_a_pattern_gives_the_same_lines_in_one_pass(pattern: str, match_case: bool) -> None:
    assert_same(TEXTS, pattern, LineOptions(regex=True, match_case=match_case))


@pytest.mark.parametrize("pattern", ACROSS)
def test_a_match_over_several_lines_gives_each_of_them(pattern: str) -> None:
    assert_same(TEXTS, pattern, LineOptions(regex=True, match_case=True, multiline=True))


@pytest.mark.parametrize("word", ["lease", "renew", "x", "a-b"])
def test_a_whole_word_is_found_in_one_pass_where_its_ends_are_letters(word: str) -> None:
    options = LineOptions(whole_word=True)
    assert_same((*TEXTS, b"renew_lease lease, lease\nreleased a-b\n"), word, options)
    assert (line_pattern(word, options).one_pass(ascii_only=True) is None) is ("-" in word)


@given(
    st.lists(st.text("ab\n é", max_size=30), max_size=4),
    st.sampled_from(["a", "a+b*", "^b", "a$", "^$", "[^a]", "[^b]+", "a*", "(a|b|)", "é|b a", "\\s+"]),
)
def test_all_texts_give_the_lines_that_each_gives_alone(texts: list[str], pattern: str) -> None:
    assert_same(tuple(text.encode() for text in texts), pattern, LineOptions(regex=True, match_case=True))


@given(st.text("ab\n", max_size=30), st.sampled_from(["a\\n", "\\nb", "a[^x]b", "(?s)a.*?b", "\\s+", "b\\n?"]))
def test_every_text_gives_the_lines_that_matches_touch(text: str, pattern: str) -> None:
    assert_same((text.encode(), b"a\nb"), pattern, LineOptions(regex=True, match_case=True, multiline=True))


@pytest.mark.parametrize("pattern", ["e", "\\w+", "a|n", "[^\\n]"])
def test_all_matches_of_a_line_are_known(pattern: str) -> None:
    compiled = line_pattern(pattern, LineOptions(regex=True, match_case=True))
    one_pass = compiled.one_pass(ascii_only=True)
    text = b"renew the lease\n\nand end\n"
    matched = matched_lines([text], one_pass) if one_pass is not None else None
    assert matched is not None
    for row, start in enumerate(matched.starts):
        spans = slice(matched.spans[row], matched.spans[row + 1])
        matches = np.stack((matched.span_starts[spans], matched.span_ends[spans]), axis=1) - start
        line = matched.joined[start : matched.ends[row]]
        assert [tuple(match) for match in matches.tolist()] == matches_in(line, compiled, 0, 30)


@pytest.mark.parametrize("pattern", ["\\Aimport", "x\\z", "(?-m)^a", "\\C"])
def test_a_pattern_of_the_ends_of_a_text_is_searched_match_by_match(pattern: str) -> None:
    assert line_pattern(pattern, LineOptions(regex=True)).one_pass(ascii_only=True) is None


@pytest.mark.parametrize("pattern", ["a*", "\\b", "^|\\n"])
def test_what_matches_nothing_over_several_lines_is_searched_match_by_match(pattern: str) -> None:
    assert line_pattern(pattern, LineOptions(regex=True, multiline=True)).one_pass(ascii_only=True) is None
