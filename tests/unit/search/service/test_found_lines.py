"""Lines of texts that are searched together, and of large texts that are searched in pieces."""

import pytest

from search.exact.pattern import line_pattern
from search.service.found_lines import PIECE_BYTES, FoundLines, found_at_once, found_behind
from search.service.text_matcher import TextMatcher
from search.types.line_columns import MatchingLine, columns_of
from search.types.lines import LineOptions

LARGE = b"filler of a large text\n" * 100_000 + "café needle\n".encode() + b"more\nneedle one, needle two"


def shown(lines: FoundLines | None, pattern: str) -> list[MatchingLine]:
    assert lines is not None
    matcher = TextMatcher((line_pattern(pattern, LineOptions()),))
    return list(lines.shown().columns(lines.rows, matcher).rows) if lines.count else []


def test_a_large_text_is_searched_up_to_the_first_piece_with_a_match() -> None:
    assert len(LARGE) > 2 * PIECE_BYTES
    pattern = line_pattern("needle", LineOptions())
    lines = found_behind(LARGE, 0, pattern)
    assert shown(lines, "needle") == [
        MatchingLine(100_001, 6, "café needle", 0, ((5, 11),)),
        MatchingLine(100_003, 1, "needle one, needle two", 0, ((0, 6), (12, 18))),
    ]
    everywhere = found_behind(LARGE, 0, line_pattern("e", LineOptions()))
    assert everywhere is not None
    assert (everywhere.complete, everywhere.count) == (False, PIECE_BYTES // len("filler of a large text\n") + 1)


@pytest.mark.parametrize("pattern", ["needle", "needle\\n?"])
def test_lines_that_were_shown_before_are_left_out(pattern: str) -> None:
    lines = found_behind(LARGE, 100_001, line_pattern(pattern, LineOptions(regex=True)))
    assert [line.line for line in shown(lines, "needle")] == [100_003]


def test_texts_that_are_large_or_no_utf8_are_left_to_a_search_of_their_own() -> None:
    texts = [b"a needle\n", "ä needle".encode(), b"needle \xff", LARGE, b""]
    lines = found_at_once(texts, line_pattern("needle", LineOptions()))
    assert [None if part is None else part.count for part in lines] == [1, 1, None, None, 0]
    assert [line.text for line in shown(lines[1], "needle")] == ["ä needle"]
    assert found_behind(texts[2], 0, line_pattern("needle", LineOptions())) is None


def test_lines_as_columns_are_the_same_lines() -> None:
    lines = [
        MatchingLine(3, 2, "ab", 0, ((1, 2),)),
        MatchingLine(9, 400, "", 390),
        MatchingLine(10, 1, "é", 0, ()),
    ]
    rows = columns_of(lines).rows
    assert (list(rows), rows[1:], rows[-1]) == (lines, tuple(lines[1:]), lines[2])
    assert list(columns_of([]).rows) == []
