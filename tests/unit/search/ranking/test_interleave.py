"""Laws of documents and code in one list."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from search.ranking.constants import DOCUMENT_PLACE, DOCUMENTS_IN_FULL, FURTHER_DOCUMENT
from search.ranking.rerank import interleave_documents, order_hits
from search.types.query import Mode, RankSettings
from tests.unit.search.ranking.test_order import chunk, file

RESULTS = st.lists(st.tuples(st.floats(0.01, 1.0), st.booleans()), min_size=1, max_size=12)


def ordered(results: list[tuple[float, bool]]) -> tuple[list[int], np.ndarray, np.ndarray]:
    results = sorted(results, key=lambda result: -result[0])
    document = np.array([is_document for _, is_document in results])
    order, score = interleave_documents(np.array([value for value, _ in results]), document)
    return order, score, document


@given(RESULTS)
def test_every_result_stays_and_scores_never_rise_down_the_list(results):
    order, score, _ = ordered(results)
    assert sorted(order) == list(range(len(results)))
    assert (np.diff(score[order]) <= 0.0).all()
    assert ((score >= 0.0) & (score <= 1.0)).all()


@given(RESULTS)
def test_documents_among_themselves_and_code_among_itself_keep_their_order(results):
    order, _, document = ordered(results)
    for kind in (True, False):
        same_kind = [index for index in order if document[index] == kind]
        assert same_kind == sorted(same_kind)


@given(RESULTS)
def test_code_keeps_its_score(results):
    scores = sorted((value for value, _ in results), reverse=True)
    _, score, document = ordered(results)
    assert score[~document].tolist() == np.array(scores)[~document].tolist()


def test_a_list_of_one_kind_stays_as_it_is():
    for kind in (True, False):
        order, score, _ = ordered([(1.0, kind), (0.9, kind), (0.8, kind), (0.7, kind)])
        assert (order, score.tolist()) == ([0, 1, 2, 3], [1.0, 0.9, 0.8, 0.7])


def test_each_document_behind_the_first_ones_counts_less_than_the_one_before():
    order, score, _ = ordered([(1.0, True), (0.99, True), (0.98, True), (0.97, True), (0.9, False), (0.8, False)])
    assert order == [0, 1, 4, 2, 5, 3]
    assert score[2] == 0.98 * FURTHER_DOCUMENT
    assert score[3] == 0.97 * FURTHER_DOCUMENT**2
    assert DOCUMENTS_IN_FULL == 2


def test_the_best_document_is_third_where_it_is_nearly_as_good():
    order, score, _ = ordered([(1.0, False), (0.9, False), (0.8, False), (0.78, False), (0.75, True)])
    assert order == [0, 1, 4, 2, 3]
    assert score[4] == pytest.approx(0.85)
    assert order.index(4) == DOCUMENT_PLACE - 1


def test_a_document_that_is_worse_by_far_stays_where_it_is():
    order, score, _ = ordered([(1.0, False), (0.9, False), (0.8, False), (0.78, False), (0.5, True)])
    assert (order, score[4]) == ([0, 1, 2, 3, 4], 0.5)


def test_a_document_without_any_score_is_not_moved_where_the_result_before_it_has_none_either():
    files = [
        file(name, chunk(name, 0.0, cosine)) for name, cosine in (("a", 0.9), ("b", 0.6), ("c", 0.3), ("d", 0.3))
    ]
    empty = [
        structs.replace(hit, chunks=(structs.replace(hit.chunks[0], meaning=0.0),), flags=flags)
        for hit, flags in zip(files[2:], ((), ("document",)), strict=True)
    ]
    ordered = order_hits([*files[:2], *empty], RankSettings(mode=Mode.SEMANTIC))
    assert [hit.path for hit in ordered[:2]] == ["a", "b"]
    assert [hit.rank_score for hit in ordered[2:]] == [0.0, 0.0]
