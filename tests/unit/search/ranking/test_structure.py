"""What a file's place in the tree adds to its score."""

import pytest

from search.ranking.constants import (
    DATA_FACTOR,
    MENTIONED,
    QUALIFIED_NAME,
    TEST_FACTOR,
    TRANSLATION_FACTOR,
    VENDORED_FACTOR,
)
from search.ranking.structure import DATA, FileEvidence, Question, Structure, structures

NAMED = FileEvidence(flags=(), name_words=frozenset({"leas"}), telling=frozenset({"leas", "renew"}))


def structure(question: Question, file: FileEvidence) -> Structure:
    (found,) = structures(question, [file])
    return found


def test_names_count_less_in_a_tree_where_some_name_matches_by_chance():
    whole = structure(Question(stems=("leas", "renew")), NAMED).total
    faded = structure(Question(stems=("leas", "renew"), names_count=0.1), NAMED).total
    assert 0.0 < faded == pytest.approx(whole * 0.1)


def test_what_the_size_of_the_tree_took_from_names_comes_back_where_words_alone_decide():
    asked = Question(stems=("leas", "renew"), names_count=0.1, names_by_words=0.4)
    found, whole = structure(asked, NAMED), structure(Question(stems=("leas", "renew")), NAMED)
    assert found.total + found.names == pytest.approx(whole.total * 0.4)
    assert whole.names == 0.0


def test_an_exact_definition_counts_whatever_the_size_of_the_tree():
    defining = FileEvidence(flags=(), name_words=frozenset(), defined=("renewLease",))
    small, large = (structure(Question(stems=(), names_count=share), defining).total for share in (1.0, 0.01))
    assert small == large > 0.0


@pytest.mark.parametrize(
    ("flag", "factor"),
    [
        ("vendored", VENDORED_FACTOR),
        ("translation", TRANSLATION_FACTOR),
        (DATA, DATA_FACTOR),
        ("test", TEST_FACTOR),
    ],
)
def test_kinds_that_are_seldom_meant_count_less_unless_they_are_asked_for(flag, factor):
    evidence = FileEvidence(flags=(flag,), name_words=frozenset())
    assert structure(Question(stems=()), evidence).demotion == factor
    assert structure(Question(stems=(), wanted=frozenset({flag})), evidence).demotion == 1.0


def test_only_the_strongest_factor_applies():
    both = FileEvidence(flags=("test", "vendored"), name_words=frozenset())
    assert structure(Question(stems=()), both).demotion == min(TEST_FACTOR, VENDORED_FACTOR)


def test_a_document_has_the_factor_that_the_answers_give_it():
    document = FileEvidence(flags=("document",), name_words=frozenset())
    assert structure(Question(stems=(), documents_count=0.8), document).demotion == 0.8
    assert structure(Question(stems=()), document).demotion == 1.0


def test_a_file_called_as_a_qualified_name_ends_is_lifted_whatever_the_size_of_the_tree():
    asked = Question(stems=(), qualified=frozenset({"strcat"}), names_count=0.01)
    called, other = (FileEvidence(flags=(), name_words=frozenset(), stem=stem) for stem in ("strcat", "str"))
    assert structure(asked, called).total == QUALIFIED_NAME
    assert structure(asked, other).total == 0.0


def test_what_the_best_chunks_name_counts_whatever_the_size_of_the_tree():
    found = structure(
        Question(stems=(), names_count=0.01),
        FileEvidence(flags=(), name_words=frozenset(), mentioned=0.5, mention="renew_lease"),
    )
    assert found.total == MENTIONED * 0.5
    assert [(signal.name, signal.detail) for signal in found.signals()] == [("mentioned", "renew_lease")]
