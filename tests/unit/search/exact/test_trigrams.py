"""What a pattern needs, and the texts that its trigrams rule out."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.exact.syntax import NOTHING, All, AnyOf, Need, syntax_of
from search.exact.trigrams import may_match, trigrams_of


@pytest.mark.parametrize(
    ("pattern", "need"),
    [
        ("lease", "lease"),
        ("fo+bar", All(("fo", "bar"))),
        ("ab*c", All(("a", "c"))),
        ("one|two", AnyOf(("one", "two"))),
        ("one|", NOTHING),
        (r"\bself\.(get|set)_\w{2}x", All(("self.", AnyOf(("get", "set")), "_", "x"))),
        ("(lease)?id", "id"),
        ("(?:lease){0,3}", NOTHING),
        ("(?i:lease)+", "lease"),
        ("[[:alpha:]]x[]a]y", All(("x", "y"))),
        (r"\x41bc", NOTHING),
        (r"\Qa.b\E", NOTHING),
        ("a{,5}", "a{,5}"),
    ],
)
def test_a_pattern_needs_its_literals(pattern: str, need: Need) -> None:
    assert syntax_of(pattern).need == need


@given(st.text("abAB.é\u212a\u017fks", max_size=30), st.text("abk.sé", min_size=1, max_size=6))
def test_no_text_that_matches_is_ruled_out(text: str, literal: str) -> None:
    holds = may_match(literal, folded=True)
    if re.search(re.escape(literal), text, re.IGNORECASE) and holds is not None:
        assert holds(trigrams_of(text.encode()))


def test_a_text_without_the_literal_is_ruled_out() -> None:
    trigrams = trigrams_of(b"def renew_lease(job): return job.until\n" * 50)
    for literal, expected in (("renew_lease", True), ("RENEW", True), ("release_job", False), ("zq", True)):
        holds = may_match(literal, folded=True)
        assert (holds is None or holds(trigrams)) is expected


def test_of_alternatives_one_is_enough_and_of_parts_all_are_needed() -> None:
    trigrams = trigrams_of(b"def renew_lease(job): return job.until\n")
    either, both = (may_match(kind(("renew", "zzqqxx")), folded=False) for kind in (AnyOf, All))
    assert either is not None
    assert both is not None
    assert either(trigrams)
    assert not both(trigrams)
