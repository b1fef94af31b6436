"""Confidence is a probability that follows from what the best files hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.ranking.confidence import AnswerEvidence, file_confidences, inverse_frequency

UNIT = st.floats(0, 1)
EVIDENCE = st.builds(AnswerEvidence, st.none() | st.floats(-1, 1), UNIT, UNIT, st.booleans())


@given(EVIDENCE)
def test_the_confidence_of_an_answer_lies_between_0_and_1(evidence: AnswerEvidence) -> None:
    assert 0.0 < evidence.confidence < 1.0


@given(EVIDENCE, st.lists(st.tuples(UNIT, UNIT, UNIT, st.booleans()), min_size=1))
def test_no_file_is_more_confident_than_its_answer(evidence: AnswerEvidence, files: list[tuple]) -> None:
    cosine, coverage, lead, named = (np.array(column) for column in zip(*files, strict=True))
    assert (file_confidences(evidence, cosine, coverage, lead, named) <= evidence.confidence).all()


@pytest.mark.parametrize(
    ("evidence", "nothing"),
    [
        (AnswerEvidence(0.26, 0.0, 1.0, named=False), True),
        (AnswerEvidence(0.45, 0.6, 0.1, named=False), False),
        (AnswerEvidence(0.26, 1.0, 0.0, named=True), False),
        (AnswerEvidence(0.45, 0.6, 0.1, named=False, absent=True), True),
        (AnswerEvidence(None, 0.0, 1.0, named=False), True),
        (AnswerEvidence(None, 0.5, 0.0, named=False), False),
    ],
)
def test_nothing_is_here_where_neither_words_nor_meaning_nor_a_name_answer(
    evidence: AnswerEvidence, nothing: bool
) -> None:
    assert evidence.is_nothing is nothing


def test_a_rarer_word_weighs_more_and_an_unknown_one_most() -> None:
    assert inverse_frequency(1000, 0) > inverse_frequency(1000, 1) > inverse_frequency(1000, 1000) > 0.0
