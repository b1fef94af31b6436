"""How a query for lines is read."""

import pytest

from search.errors import QueryError
from search.query.line_terms import LineTerm, line_terms
from search.query.parse import parse
from search.query.tokens import TokenKind, tokens


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("/lease_\\w+/", ["lease_\\w+"]),
        ("/foo bar/ path:src", ["foo bar"]),
        (r"/a\/b/ word", [r"a\/b"]),
        ("/etc/nginx/", []),
        ("and/or a /b", []),
        ("// note //", []),
        ("-/x+/ word", []),
    ],
)
def test_a_pattern_stands_between_slashes(text: str, patterns: list[str]) -> None:
    assert list(parse(text).patterns) == patterns


def test_a_pattern_may_be_excluded() -> None:
    assert [(token.text, token.negated) for token in tokens("/a/ -/b c/") if token.kind is TokenKind.REGEX] == [
        ("a", False),
        ("b c", True),
    ]


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ('say("hello")  x', 'say("hello")  x'),
        ("lease path:src id", "lease id"),
        ("path:src -lang:sql a  -b", "a  -b"),
        ("note: the lease", "note: the lease"),
        ("lang: python", "lang: python"),
        (" blanks ", " blanks "),
    ],
)
def test_everything_but_filters_is_one_literal(text: str, literal: str) -> None:
    assert line_terms(text, regex=False).wanted == (LineTerm(literal, regex=False),)


def test_an_expression_keeps_its_slashes() -> None:
    assert line_terms("/a|b/ path:src", regex=True).wanted == (LineTerm("/a|b/", regex=True),)


def test_parts_beside_a_pattern_are_terms_of_their_own() -> None:
    terms = line_terms('/a+/ word "two words" -/b/ -gone', regex=False)
    assert [(term.text, term.regex) for term in terms.wanted] == [
        ("a+", True),
        ("word", False),
        ("two words", False),
    ]
    assert [(term.text, term.regex) for term in terms.excluded] == [("b", True), ("gone", False)]


def test_filters_are_those_of_the_query_language() -> None:
    assert [
        condition.column for condition in line_terms("x path:src -lang:sql", regex=False).filters.conditions
    ] == [
        "path",
        "language",
    ]


@pytest.mark.parametrize("text", ["", "  ", "path:src", "x is:nonsense"])
def test_a_query_without_text_or_with_a_faulty_filter_is_refused(text: str) -> None:
    with pytest.raises(QueryError):
        line_terms(text, regex=False)


@pytest.mark.parametrize(
    "text",
    ["lease", "first line\nsecond line", 'eleven words and more of them are in this "long" literal -v of a log'],
)
def test_filters_apart_from_the_text_narrow_it_and_are_no_part_of_it(text: str) -> None:
    terms = line_terms(text, regex=False, filters="lang:python")
    assert terms.wanted == (LineTerm(text, regex=False),)
    assert [condition.column for condition in terms.filters.conditions] == ["language"]
