"""What the query language understands."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.errors import QueryError
from search.query import edit
from search.query.edit import filter_values, with_filter, without_filter
from search.query.parse import parse
from search.query.report import MOST_CHARACTERS
from search.query.tokens import MOST_WORD_CHARACTERS, Token
from search.types.filters import Condition, Operator


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("retry backoff", "retry backoff"),
        ('retry "loses its lease"', "retry loses its lease"),
        ("std::vector push", "std::vector push"),
        ("see http://example.org/a", "see http://example.org/a"),
        ("TypeError: bad", "TypeError: bad"),
        ("note: this", "note: this"),
        ("C:\\Users", "C:\\Users"),
        ("lang:python retry", "retry"),
        ('"open phrase', "open phrase"),
        ("lease -worker - c", "lease - c"),
        ("fix -vv, -h and -j8", "fix -vv, -h and -j8"),
        ("exit code -1 (not -10)", "exit code -1 (not -10)"),
        ("-p/--port -std=c++17 -Wl,--as-needed -I.", "-p/--port -std=c++17 -Wl,--as-needed -I."),
        ("lease -v2026 -vw -x-y -404 -p/q -猫", "lease"),
    ],
)
def test_words_are_what_is_neither_filter_nor_negated(text: str, words: str) -> None:
    assert parse(text).words == words


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("lang:C#,py", Condition("language", Operator.IN, ("csharp", "python"))),
        ("-lang:sql", Condition("language", Operator.NOT_IN, ("sql",))),
        ("ext:.MD", Condition("ext", Operator.IN, ("md",))),
        ('path:"my docs",src', Condition("path", Operator.GLOB, ("my docs", "src"))),
        ("path:./src,./", Condition("path", Operator.GLOB, ("src", "./"))),
        (r"path:.\src\api", Condition("path", Operator.GLOB, (r"src\api",))),
        ("-path:vendor", Condition("path", Operator.NOT_GLOB, ("vendor",))),
        ("is:test", Condition("flags", Operator.HAS_ANY, ("test",))),
        ("-is:generated", Condition("flags", Operator.HAS_NONE, ("generated",))),
        ("level:Critical", Condition("level", Operator.IN, ("critical",))),
    ],
)
def test_a_filter_becomes_a_condition(text: str, condition: Condition) -> None:
    assert parse(text).conditions == (condition,)


def test_file_states_and_reasons_are_kept_apart_from_row_conditions() -> None:
    query = parse("is:skipped reason:size is:stale")
    assert (query.states, query.reasons, query.stale, query.conditions) == (("skipped",), ("size",), True, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lagn:go x", "lagn: is not a filter"),
        ("lang:", "lang: has no value"),
        ("level:urgent x", "level:urgent is not known"),
        ("is:nice", "is:nice is not known"),
        ("lang:klingon x", "lang:klingon is not known"),
        ("   ", "The query is empty"),
        ('""', "The query is empty"),
        ("-draft", "The query only says what to leave out"),
        ('-draft -"old text"', "The query only says what to leave out"),
        ("-/old.*/", "The query only says what to leave out"),
    ],
)
def test_what_cannot_be_searched_is_said(text: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        parse(text).require_searchable()


def test_an_unknown_filter_names_the_nearest_one() -> None:
    assert "Did you mean lang:?" in str(parse("lag:python").problems[0].message.remedy())


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [("lang:pyhton", "lang:python"), ("-lang:typscript", "lang:typescript"), ("level:critcal", "level:critical")],
)
def test_an_unknown_value_names_the_nearest_one(text: str, suggestion: str) -> None:
    assert str(parse(text).problems[0].message.remedy()) == f"Did you mean {suggestion}?"


@pytest.mark.parametrize("text", ["lang:C#", "lang:Python,sql", "-lang:ts", "lang:text"])
def test_a_known_language_is_no_problem_however_it_is_written(text: str) -> None:
    assert parse(text).problems == ()


@pytest.mark.parametrize(
    ("text", "open_quote"), [('a "b c', "b c"), ('"a b" c', ""), ('path:"a b', "a b"), ("a", ""), ('"a" "', "")]
)
def test_a_quotation_mark_that_is_not_closed_is_noticed(text: str, open_quote: str) -> None:
    assert parse(text).open_quote == open_quote


@pytest.mark.parametrize("around", ["{}", '"{}"', "lease {}", "-lease {} renew", "Log:\n{}\nlease"])
def test_of_a_very_long_word_the_beginning_is_searched(around: str) -> None:
    parsed = parse(around.format("a" * 5_000))
    assert "a" * MOST_WORD_CHARACTERS in parsed.words
    assert "a" * (MOST_WORD_CHARACTERS + 1) not in parsed.words


def test_of_a_very_long_text_the_beginning_and_the_end_are_searched() -> None:
    parsed = parse("first " + "lease " * MOST_CHARACTERS + "last")
    assert parsed.report is not None
    assert parsed.words.startswith("first lease")
    assert parsed.words.endswith("lease last")
    assert len(parsed.words) <= MOST_CHARACTERS + 1


def test_an_unknown_key_that_resembles_no_filter_is_a_word() -> None:
    assert parse("owner:me lease").words == "owner:me lease"
    assert parse("lease -owner:me").excluded == ("owner:me",)


def test_a_filter_key_before_other_text_is_a_word() -> None:
    assert parse("template not found in path: /srv").words == "template not found in path: /srv"


@given(st.text())
def test_parsing_never_fails_and_tokens_lie_in_the_text_in_order(text: str) -> None:
    ends = [0, *(token.end for token in parse(text).tokens)]
    starts = [token.start for token in parse(text).tokens]
    assert all(before <= start for before, start in zip(ends, starts, strict=False))
    assert all(end <= len(text) for end in ends)


VALUE = st.text(st.characters(codec="utf-8", exclude_characters='"\0', exclude_categories=("C", "Z")), min_size=1)


@given(st.sampled_from(["retry", "", '"a b" x', "-lang:go y"]), VALUE, st.booleans())
def test_a_filter_that_was_set_is_found_and_can_be_taken_out(text: str, value: str, negated: bool) -> None:
    changed = with_filter(text, "path", value, negated=negated)
    assert filter_values(changed, "path") == ((value, negated),)
    assert filter_values(without_filter(changed, "path", value), "path") == ()
    assert parse(without_filter(changed, "path")).words == parse(text).words


def test_setting_a_filter_takes_out_its_opposite_and_joins_its_kind() -> None:
    assert with_filter("x -ext:py", "ext", "py") == "x ext:py"
    assert with_filter("x ext:py", "ext", "md") == "x ext:py,md"


def test_asking_for_every_filter_of_a_text_splits_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[str] = []

    def tokens(text: str) -> Iterator[Token]:
        split.append(text)
        return edit_tokens(text)

    edit_tokens = edit.tokens
    monkeypatch.setattr(edit, "tokens", tokens)
    text = "lease lang:sql,py -is:test of a text that nobody asked for before"
    values = [filter_values(text, key) for key in ("lang", "is", "path", "ext", "repo")]
    assert values == [(("sql", False), ("py", False)), (("test", True),), (), (), ()]
    assert split == [text]
