"""Lines that match, compared with Python's own expressions line by line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.errors import QueryError
from search.exact.lines import MOST_MATCHES, matches_in, matching_lines
from search.exact.pattern import MOST_PATTERN_CHARS, line_pattern
from search.types.lines import LineOptions

TEXT = """import os
def renew_lease(job):

    return job.until + 10
\tLEASE = "renew"  # RENEW
café naïve 0x1F
}
{
 x
"""

PATTERNS = (
    *(
        "lease",
        "renew_\\w+",
        "^import",
        "\\)?:$",
        "^$",
        "^\\s*$",
        "",
        "x*",
        "a|",
        "[A-Z]{3,}",
        "\\d+",
        "\\bjob\\b",
    ),
    *(
        "[^a-z]+$",
        "job\\.(until|after)",
        "(def|import)\\s",
        "\\s+$",
        "[^x]",
        "é",
        "[é-ï]",
        ".",
        "\\S\\s\\S",
        "\\W{3}",
    ),
)


def lines(text: bytes, pattern: str, **options: bool) -> list[int]:
    compiled = line_pattern(pattern, LineOptions(regex=True, **options))
    return [text.count(b"\n", 0, line.start) + 1 for line in matching_lines(text, compiled, 0)]


def expected(text: str, pattern: str, flags: int) -> list[int]:
    compiled = re.compile(pattern, flags)
    whole = text.removesuffix("\n").split("\n") if text else []
    return [number for number, line in enumerate(whole, 1) if compiled.search(line)]


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if pattern])
@pytest.mark.parametrize("match_case", [True, False])
def test_the_same_lines_match_as_with_pythons_expressions(pattern: str, match_case: bool) -> None:
    flags = 0 if match_case else re.IGNORECASE
    assert lines(TEXT.encode(), pattern, match_case=match_case) == expected(TEXT, pattern, flags)


@given(st.text("ab\n é", max_size=40), st.sampled_from(["a", "a+b*", "^b", "a$", "^$", "[^a]", "(a|b|)", "é|b a"]))
def test_every_text_gives_the_lines_that_pythons_expressions_give(text: str, pattern: str) -> None:
    assert lines(text.encode(), pattern, match_case=True) == expected(text, pattern, 0)


@pytest.mark.parametrize(
    ("word", "numbers"), [("lease", [2]), ("renew", [1, 3]), ("é", [4]), ("caf", []), ("-x", [5])]
)
def test_a_whole_word_has_no_letter_beside_it(word: str, numbers: list[int]) -> None:
    text = b"renew it\nthe lease.\n(renew)\nd \xc3\xa9 caf\xc3\xa9\na -x b\nrenewed lease_id"
    compiled = line_pattern(word, LineOptions(whole_word=True))
    assert [text.count(b"\n", 0, line.start) + 1 for line in matching_lines(text, compiled, 0)] == numbers


def test_a_literal_means_its_characters() -> None:
    compiled = line_pattern("a.b(c)*[d]\\", LineOptions())
    text = b"axb(c)*[d]\\\na.b(c)*[d]\\\nA.B(C)*[D]\\"
    assert [line.start for line in matching_lines(text, compiled, 0)] == [12, 24]


@pytest.mark.parametrize(
    ("pattern", "numbers"),
    [("\\}\\n\\{", [7, 8]), ("os\\ndef", [1, 2]), ("(?s)until.*LEASE", [4, 5]), ("\\n\\n", [2, 3]), ("x\\n", [9])],
)
def test_a_pattern_that_names_a_line_end_spans_lines(pattern: str, numbers: list[int]) -> None:
    assert lines(TEXT.encode(), pattern) == numbers


def test_a_match_of_several_lines_needs_to_be_asked_for() -> None:
    assert lines(TEXT.encode(), "os\\s+def") == []
    assert lines(TEXT.encode(), "os\\s+def", multiline=True) == [1, 2]


def test_lines_before_the_start_are_left_out_even_where_a_match_spans_them() -> None:
    text, compiled = b"a\nb\nc\na\nb\n", line_pattern("a\\nb", LineOptions(regex=True))
    assert [line.start for line in matching_lines(text, compiled, 2)] == [2, 6, 8]


def test_classes_have_the_members_of_unicode() -> None:
    text = "\u0660\u0661\nna\u00efve_x\na\u00a0b\nplain 1".encode()
    assert lines(text, "^\\d+$") == [1]
    assert lines(text, "^\\w+$") == [1, 2]
    assert lines(text, "a\\sb") == [3]
    assert lines(text, "^[^\\W\\d]+$|1$") == [2, 4]


def test_bytes_that_are_no_utf8_match_no_character_and_hide_no_line() -> None:
    text = b"good \xff bad\n\xfe\xfd\ngood"
    assert lines(text, "good") == [1, 3]
    assert lines(text, "good . bad") == []
    assert lines(text, "^$") == []


@pytest.mark.parametrize(
    ("pattern", "reason"), [("(((((", "missing )"), ("(?=x)", "(?="), ("a**", "**"), ("[", "]")]
)
def test_a_faulty_pattern_is_refused_in_one_line_that_says_why(pattern: str, reason: str) -> None:
    with pytest.raises(QueryError, match="is not a regular expression") as refused:
        line_pattern(pattern, LineOptions(regex=True, whole_word=True))
    assert reason in str(refused.value)
    assert "\n" not in refused.value.one_line()


def test_a_pattern_that_is_too_long_is_refused() -> None:
    with pytest.raises(QueryError, match="10,001"):
        line_pattern("x" * (MOST_PATTERN_CHARS + 1), LineOptions())


def test_a_pattern_that_other_engines_try_exponentially_ends() -> None:
    text = b"a" * 1_000_000 + b"b\n"
    assert lines(text, "(a+)+$") == []
    assert lines(text, "(a|aa)+b") == [1]


def test_the_matches_of_a_line_follow_each_other() -> None:
    compiled = line_pattern("ab|b", LineOptions(regex=True))
    assert matches_in(b"ab b xab", compiled, 0, 10) == [(0, 2), (3, 4), (6, 8)]
    assert matches_in(b"ab b xab", compiled, 2, 1) == [(3, 4)]


@pytest.mark.parametrize(
    ("pattern", "everywhere"), [("x*", True), (".*", True), ("", False), ("^$", False), ("\\B", False)]
)
def test_a_pattern_that_matches_nothing_at_all_matches_everywhere(pattern: str, everywhere: bool) -> None:
    if pattern:
        assert line_pattern(pattern, LineOptions(regex=True)).matches_everywhere is everywhere


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if pattern])
@pytest.mark.parametrize("case", [True, False])
def test_all_matches_of_a_line_are_those_that_are_found_in_it_alone(pattern: str, case: bool) -> None:
    compiled = line_pattern(pattern, LineOptions(regex=True, match_case=case))
    text = TEXT.encode()
    for line in matching_lines(text, compiled, 0):
        whole, (begin, end) = text[line.start : line.end], line.match
        alone = matches_in(whole, compiled, 0, MOST_MATCHES)
        matches = [(begin, end)] * (begin < end) + list(line.further or ())
        wanted = alone[:1] if compiled.matches_everywhere else alone
        if not compiled.matches_everywhere or begin < end:
            assert [(left - line.start, right - line.start) for left, right in matches] == wanted


def test_of_a_line_with_many_matches_only_the_first_are_found() -> None:
    text = b"x " * 500 + b"\nx\n"
    first, second = matching_lines(text, line_pattern("x", LineOptions()), 0)
    assert first.further is not None
    assert (len(first.further), second.match) == (MOST_MATCHES, (1001, 1002))
