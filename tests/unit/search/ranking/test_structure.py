"""What a file's place in the tree adds to its score."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from search.ranking.constants import (
    DATA_FACTOR,
    HISTORY,
    HISTORY_BESIDE_MEANING,
    MENTIONED,
    QUALIFIED_NAME,
    TEST_FACTOR,
    TRANSLATION_FACTOR,
    VENDORED_FACTOR,
    WORDED_FOR_CODE,
)
from search.ranking.structure import DATA, Evidence, Question, Structures, structures
from search.types.results import Signal

LEASE, ASKED = frozenset({"leas"}), frozenset({"leas", "renew"})


def evidence(
    *flags: str,
    name_words: frozenset[str] = frozenset(),
    telling: frozenset[str] = frozenset(),
    stem: str = "",
    **known: object,
) -> Evidence:
    """Return what is known of one file."""
    by_index = {name: {0: one} for name, one in known.items()}
    return Evidence([flags], [name_words], [telling], [0], 0, np.zeros(1), [stem], **by_index)


NAMED = evidence(name_words=LEASE, telling=ASKED)


@dataclass(frozen=True)
class One:
    """What structure says of one file."""

    total: float
    names: float
    demotion: float
    signals: tuple[Signal, ...]


def structure(question: Question, file: Evidence) -> One:
    found: Structures = structures(question, file)
    (total,), (names,), (demotion,) = (one.tolist() for one in (found.total, found.names, found.demotion))
    return One(total, names, demotion, found.signals(0))


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
    defining = evidence(defined=("renewLease",))
    small, large = (structure(Question(stems=(), names_count=share), defining).total for share in (1.0, 0.01))
    assert small == large > 0.0


def test_commits_count_less_beside_meaning_unless_the_question_is_worded_for_how_the_code_is_made():
    changed = evidence(history=(0.5, "renew a lease"))
    found = structure(Question(stems=()), changed)
    assert found.total == HISTORY_BESIDE_MEANING * 0.5
    assert found.total + found.names == pytest.approx(HISTORY * 0.5)
    for_code = structure(Question(stems=(), query_wording=WORDED_FOR_CODE), changed)
    assert (for_code.total, for_code.names) == (HISTORY * 0.5, 0.0)


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
    flagged = evidence(flag)
    assert structure(Question(stems=()), flagged).demotion == factor
    assert structure(Question(stems=(), wanted=frozenset({flag})), flagged).demotion == 1.0


def test_only_the_strongest_factor_applies():
    both = evidence("test", "vendored")
    assert structure(Question(stems=()), both).demotion == min(TEST_FACTOR, VENDORED_FACTOR)


def test_a_document_has_the_factor_that_the_answers_give_it():
    document = evidence("document")
    assert structure(Question(stems=(), documents_count=0.8), document).demotion == 0.8
    assert structure(Question(stems=()), document).demotion == 1.0


def test_a_file_called_as_a_qualified_name_ends_is_lifted_whatever_the_size_of_the_tree():
    asked = Question(stems=(), qualified=frozenset({"strcat"}), names_count=0.01)
    called, other = (evidence(stem=stem) for stem in ("strcat", "str"))
    assert structure(asked, called).total == QUALIFIED_NAME
    assert structure(asked, other).total == 0.0


def test_what_the_best_chunks_name_counts_whatever_the_size_of_the_tree():
    found = structure(
        Question(stems=(), names_count=0.01),
        evidence(mentioned=(0.5, "renew_lease")),
    )
    assert found.total == MENTIONED * 0.5
    assert [(signal.name, signal.detail) for signal in found.signals] == [("mentioned", "renew_lease")]


def test_many_files_are_judged_as_each_of_them_by_itself():
    question = Question(stems=("leas", "renew"), name="renewLease", names_count=0.3, names_by_words=0.5)
    files = Evidence(
        flags=[("test",), (), ("document", DATA)],
        name_words=[LEASE, frozenset({"renew", "leas", "pool"}), frozenset()],
        telling=[ASKED, ASKED, frozenset({"renew"})],
        referred_by=[0, 7, 2],
        most_referred=7,
        held=np.array([0.2, 1.0, 0.0]),
        defined={1: ("RENEWLEASE",), 2: ("lease_pool", "renew")},
        coverage={0: (0.5, "renew_pool")},
        history={2: (1.0, "renew a lease")},
    )
    found = structures(question, files)
    assert found.pinned.tolist() == [False, True, False]
    for file in range(3):
        signals = found.signals(file)
        assert found.total[file] == math.fsum(signal.share for signal in signals if signal.share > 0.0)
        assert found.demotion[file] == 1.0 + sum(signal.share for signal in signals if signal.share < 0.0)
    assert [signal.name for signal in found.signals(2)] == [
        "exact_definition",
        "referred_to",
        "history",
        DATA,
    ]
    assert [signal.detail for signal in found.signals(2)] == ["lease_pool, renew", "2", "renew a lease", ""]


def test_a_reason_pins_a_file_and_those_that_are_left_keep_what_is_said_of_them():
    question, reason = Question(stems=()), Signal("graph", 1.0, 0.3, "calls it")
    nothing = [frozenset[str]()] * 3
    files = Evidence([()] * 3, nothing, nothing, [0, 4, 9], 9, np.zeros(3))
    told = structures(question, files).with_reasons({1: reason})
    plain, left = structures(question, files), told.only([1, 2])
    assert left.pinned.tolist() == [True, False]
    assert left.total.tolist() == [plain.total[1] + reason.share, plain.total[2]]
    assert left.signals(0) == (reason, *plain.signals(1))
    assert left.signals(1) == plain.signals(2)
