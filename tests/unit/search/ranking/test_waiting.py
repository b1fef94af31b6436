"""Files without vectors get the meaning that others have at their place by words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from search.ranking.waiting import awaited_meaning

SCORES = hnp.arrays(np.float64, 8, elements=st.floats(0.0, 1.0))
MASKS = hnp.arrays(np.bool_, 8)


def test_the_best_by_words_gets_the_meaning_of_the_best_by_meaning():
    words = np.array([0.2, 0.4, 1.0, 0.3])
    meaning = np.array([1.0, 0.5, 0.0, 0.0])
    waiting = np.array([False, False, True, True])
    assert awaited_meaning(words, meaning, waiting).tolist() == pytest.approx([0.0, 0.0, 1.0, 0.75])


def test_the_best_by_words_gets_as_much_as_the_best_by_meaning_that_has_no_word():
    words, meaning = np.array([0.0, 0.1, 1.0]), np.array([0.9, 0.3, 0.0])
    assert awaited_meaning(words, meaning, np.array([False, False, True])).tolist() == [0.0, 0.0, 0.9]


def test_what_is_known_of_a_file_that_waits_in_part_counts():
    words, meaning = np.array([0.5, 0.5]), np.array([0.8, 0.6])
    assert awaited_meaning(words, meaning, np.array([False, True])).tolist() == pytest.approx([0.0, 0.2])


@given(SCORES, SCORES)
def test_where_nothing_has_vectors_words_alone_decide(words, meaning):
    del meaning
    total = words + awaited_meaning(words, np.zeros(8), np.ones(8, np.bool_))
    assert np.argsort(total, kind="stable").tolist() == np.argsort(words, kind="stable").tolist()


@given(SCORES, SCORES, MASKS)
def test_what_waits_keeps_its_order_by_words_and_gets_no_more_than_the_best(words, meaning, waiting):
    meaning = np.where(waiting, 0.0, meaning)
    added = awaited_meaning(words, meaning, waiting)
    assert (added[~waiting] == 0.0).all()
    assert (added >= 0.0).all()
    if (~waiting & (words > 0.0)).any():
        assert added.max(initial=0.0) <= meaning.max() + 1e-9
    order = np.argsort(words[waiting], kind="stable")
    assert (np.diff(added[waiting][order]) >= -1e-9).all()
