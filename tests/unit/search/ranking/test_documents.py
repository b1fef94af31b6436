"""Whether documents or code answer better decides what documents count."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.ranking.constants import DOCUMENT_LEAD, DOCUMENT_LEAST, DOCUMENT_LEAST_FOR_CODE, WORDED_FOR_CODE
from search.ranking.documents import document_factor

NONE = np.zeros(4)
DOCUMENTS = np.array([True, True, False, False])
shares = st.floats(0.0, 1.0, allow_subnormal=False)


def test_documents_count_in_full_where_they_answer_better():
    assert document_factor(np.array([1.0, 0.2, 0.3, 0.1]), np.array([0.9, 0.1, 0.5, 0.2]), DOCUMENTS) == 1.0


def test_documents_count_least_where_code_answers_better():
    factor = document_factor(np.array([0.3, 0.2, 1.0, 0.1]), np.array([0.4, 0.1, 0.9, 0.2]), DOCUMENTS)
    assert factor == DOCUMENT_LEAST


def test_documents_count_less_still_where_the_question_is_worded_for_how_the_code_is_made():
    keyword, semantic = np.array([0.3, 0.2, 1.0, 0.1]), np.array([0.4, 0.1, 0.9, 0.2])
    factor = document_factor(keyword, semantic, DOCUMENTS, query_wording=WORDED_FOR_CODE)
    assert factor == DOCUMENT_LEAST_FOR_CODE
    ahead = document_factor(semantic[::-1], NONE, DOCUMENTS, query_wording=WORDED_FOR_CODE)
    assert factor < ahead


def share_of_whole(factor: float, query_wording: int) -> float:
    """Return how far a factor is from the least one of such a question to 1."""
    least = DOCUMENT_LEAST if query_wording < WORDED_FOR_CODE else DOCUMENT_LEAST_FOR_CODE
    return (factor - least) / (1.0 - least)


@pytest.mark.parametrize("steps", [-2, -1, 1, 2])
def test_each_step_of_leaning_is_worth_one_lead(steps):
    led = np.array([0.5, 0.0, 0.5 + steps * DOCUMENT_LEAD / 2, 0.0])
    leading = led + np.array([steps * DOCUMENT_LEAD, 0.0, 0.0, 0.0])
    share = share_of_whole(document_factor(leading, NONE, DOCUMENTS, query_wording=steps), steps)
    assert share == pytest.approx(share_of_whole(document_factor(led, NONE, DOCUMENTS), 0))


def test_a_signal_that_is_not_in_use_does_not_vote():
    keyword = np.array([0.9, 0.0, 1.0, 0.1])
    assert document_factor(keyword, NONE, DOCUMENTS) == document_factor(keyword, keyword, DOCUMENTS)


def test_nothing_to_compare_with_changes_nothing():
    keyword = np.array([0.1, 0.2, 1.0, 0.4])
    assert document_factor(keyword, keyword, np.ones(4, np.bool_)) == 1.0
    assert document_factor(keyword, keyword, np.zeros(4, np.bool_)) == 1.0
    assert document_factor(NONE, NONE, DOCUMENTS) == 1.0


@given(
    st.lists(shares, min_size=4, max_size=4),
    st.lists(shares, min_size=4, max_size=4),
    shares,
    st.integers(-2, 2),
)
def test_a_better_document_never_makes_documents_count_less(keyword, semantic, better, query_wording):
    words, meaning = np.array(keyword), np.array(semantic)
    raised = words.copy()
    raised[0] = max(raised[0], better)
    low, high = (
        document_factor(text, meaning, DOCUMENTS, query_wording=query_wording) for text in (words, raised)
    )
    assert 0.0 <= share_of_whole(low, query_wording) <= 1.0
    assert high >= low or not words.any()
