"""What a file's place in the tree adds to its score."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from search.ranking.constants import (
    CHANGELOG_FACTOR,
    DATA_FACTOR,
    DATA_FACTOR_FOR_REPORT,
    DOCUMENT_MOST_FOR_REPORT,
    HISTORY,
    HISTORY_BESIDE_MEANING,
    MENTIONED,
    QUALIFIED_NAME,
    TEST_FACTOR,
    TRANSLATION_FACTOR,
    VENDORED_FACTOR,
    WORDED_FOR_CODE,
)
from search.ranking.signals.inputs import Question, SignalEvidence
from search.ranking.signals.rules import SIGNALS
from search.ranking.signals.scores import StructureScores, structure_scores
from search.types.files import CHANGELOG, DATA, FileRecord, FileState
from search.types.ids import FileId, RootId
from search.types.results import Signal

LEASE, ASKED = frozenset({"leas"}), frozenset({"leas", "renew"})


def record(referred_by: int = 0) -> FileRecord:
    """Return a file that so many others refer to."""
    return FileRecord(FileId("f"), RootId("r"), "shop", "main", "a.py", FileState.INDEXED, referred_by=referred_by)


def evidence(
    *flags: str,
    name_words: frozenset[str] = frozenset(),
    discriminating: frozenset[str] = frozenset(),
    stem: str = "",
    **known: object,
) -> SignalEvidence:
    """Return what is known of one file."""
    by_index = {name: {0: value} for name, value in known.items()}
    return SignalEvidence([record()], [flags], [name_words], [discriminating], 0, np.zeros(1), [stem], **by_index)


NAMED = evidence(name_words=LEASE, discriminating=ASKED)


@dataclass(frozen=True)
class FileScore:
    """What structure says of one file."""

    total: float
    names: float
    demotion: float
    signals: tuple[Signal, ...]


def structure(question: Question, file: SignalEvidence) -> FileScore:
    scores: StructureScores = structure_scores(question, file)
    columns = (scores.total + scores.history, scores.names + scores.history_names, scores.demotion)
    (total,), (names,), (demotion,) = (column.tolist() for column in columns)
    return FileScore(total, names, demotion, scores.signals(0))


def test_names_count_less_in_a_tree_where_some_name_matches_by_chance():
    whole = structure(Question(stems=("leas", "renew")), NAMED).total
    faded = structure(Question(stems=("leas", "renew"), names_count=0.1), NAMED).total
    assert 0.0 < faded == pytest.approx(whole * 0.1)


def test_what_the_size_of_the_tree_took_from_names_comes_back_where_words_alone_decide():
    question = Question(stems=("leas", "renew"), names_count=0.1, names_by_words=0.4)
    score, whole = structure(question, NAMED), structure(Question(stems=("leas", "renew")), NAMED)
    assert score.total + score.names == pytest.approx(whole.total * 0.4)
    assert whole.names == 0.0


def test_an_exact_definition_counts_whatever_the_size_of_the_tree():
    defining = evidence(defined=("renewLease",))
    small, large = (structure(Question(stems=(), names_count=share), defining).total for share in (1.0, 0.01))
    assert small == large > 0.0


def test_commits_count_less_beside_meaning_unless_the_question_is_worded_for_how_the_code_is_made():
    changed = evidence(history=(0.5, "renew a lease"))
    score = structure(Question(stems=()), changed)
    assert score.total == HISTORY_BESIDE_MEANING * 0.5
    assert score.total + score.names == pytest.approx(HISTORY * 0.5)
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


def test_a_changelog_counts_less_than_other_documents_unless_a_release_is_asked_for():
    changelog = evidence("document", CHANGELOG)
    assert structure(Question(stems=(), documents_count=0.8), changelog).demotion == 0.8 * CHANGELOG_FACTOR
    report = structure(Question(stems=(), is_report=True), changelog).demotion
    assert report == DOCUMENT_MOST_FOR_REPORT * CHANGELOG_FACTOR
    of_release = Question(stems=(), wanted=frozenset({CHANGELOG}), documents_count=0.8)
    assert structure(of_release, changelog).demotion == 0.8
    of_documents = Question(stems=(), wanted=frozenset({"document"}), documents_count=0.8)
    assert structure(of_documents, changelog).demotion == 1.0


@pytest.mark.parametrize(
    ("flag", "most"),
    [("document", DOCUMENT_MOST_FOR_REPORT), (DATA, DATA_FACTOR_FOR_REPORT), ("test", TEST_FACTOR)],
)
def test_a_report_wants_code_unless_it_names_a_kind_of_file(flag, most):
    flagged = evidence(flag)
    assert structure(Question(stems=(), is_report=True), flagged).demotion == most
    asked_for = Question(stems=(), is_report=True, wanted=frozenset({flag}))
    assert structure(asked_for, flagged).demotion == 1.0


def test_a_document_that_counts_less_already_counts_no_more_for_a_report():
    report = Question(stems=(), is_report=True, documents_count=0.5)
    assert structure(report, evidence("document")).demotion == 0.5


def test_a_file_called_as_a_qualified_name_ends_is_lifted_whatever_the_size_of_the_tree():
    question = Question(stems=(), qualified=frozenset({"strcat"}), names_count=0.01)
    called, other = (evidence(stem=stem) for stem in ("strcat", "str"))
    assert structure(question, called).total == QUALIFIED_NAME
    assert structure(question, other).total == 0.0


def test_what_the_best_chunks_name_counts_whatever_the_size_of_the_tree():
    score = structure(
        Question(stems=(), names_count=0.01),
        evidence(mentioned=(0.5, "renew_lease")),
    )
    assert score.total == MENTIONED * 0.5
    assert [(signal.name, signal.detail) for signal in score.signals] == [("mentioned", "renew_lease")]


def test_many_files_are_judged_as_each_of_them_by_itself():
    question = Question(stems=("leas", "renew"), name="renewLease", names_count=0.3, names_by_words=0.5)
    files = SignalEvidence(
        records=[record(count) for count in (0, 7, 2)],
        flags=[("test",), (), ("document", DATA)],
        name_words=[LEASE, frozenset({"renew", "leas", "pool"}), frozenset()],
        discriminating=[ASKED, ASKED, frozenset({"renew"})],
        most_referred=7,
        coverage_of_terms=np.array([0.2, 1.0, 0.0]),
        defined={1: ("RENEWLEASE",), 2: ("lease_pool", "renew")},
        coverage={0: (0.5, "renew_pool")},
        history={2: (1.0, "renew a lease")},
    )
    score = structure_scores(question, files)
    assert score.pinned.tolist() == [False, True, False]
    for file in range(3):
        signals = score.signals(file)
        both = score.total[file] + score.history[file]
        assert both == pytest.approx(math.fsum(signal.share for signal in signals if signal.share > 0.0))
        assert score.demotion[file] == 1.0 + sum(signal.share for signal in signals if signal.share < 0.0)
    assert [signal.name for signal in score.signals(2)] == [
        "exact_definition",
        "referred_to",
        "history",
        DATA,
    ]
    assert [signal.detail for signal in score.signals(2)] == ["lease_pool, renew", "2", "renew a lease", ""]


def test_a_reason_pins_a_file_and_those_that_are_left_keep_what_is_said_of_them():
    question, reason = Question(stems=()), Signal("graph", 1.0, 0.3, "calls it")
    nothing = [frozenset[str]()] * 3
    records = [record(count) for count in (0, 4, 9)]
    files = SignalEvidence(records, [()] * 3, nothing, nothing, 9, np.zeros(3))
    with_reason = structure_scores(question, files).with_reasons({1: reason})
    plain, left = structure_scores(question, files), with_reason.only([1, 2])
    assert left.pinned.tolist() == [True, False]
    assert left.total.tolist() == [plain.total[1] + reason.share, plain.total[2]]
    assert left.signals(0) == (reason, *plain.signals(1))
    assert left.signals(1) == plain.signals(2)


def test_every_signal_has_a_name_and_a_label_of_its_own_and_adds_to_a_score() -> None:
    assert len({rule.name for rule in SIGNALS}) == len({rule.label for rule in SIGNALS}) == len(SIGNALS)
    assert all(rule.label and rule.weight.full > 0.0 for rule in SIGNALS)


def test_strengths_are_between_0_and_1_for_every_file() -> None:
    files = evidence(
        name_words=LEASE, discriminating=ASKED, stem="lease", defined=("lease",), coverage=(0.5, "renew_lease")
    )
    question = Question(stems=("leas",), qualified=frozenset({"lease"}))
    strengths = [list(rule.strength(question, files)) for rule in SIGNALS]
    assert all(len(column) == len(files) and 0.0 <= column[0] <= 1.0 for column in strengths)
