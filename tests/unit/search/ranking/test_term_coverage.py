"""How much of a question's words a whole file holds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.ranking.aggregate import term_coverage
from search.ranking.constants import TERMS_HELD
from search.ranking.signals.inputs import Question, SignalEvidence
from search.ranking.signals.scores import structure_scores
from search.types.files import FileRecord, FileState
from search.types.ids import FileId, RootId

FILES = 4
SCORE = st.floats(0.0, 20.0, allow_subnormal=False)
CHUNKS = st.lists(st.tuples(st.integers(0, FILES - 1), st.lists(SCORE, min_size=3, max_size=3)), max_size=12)


def coverage_of(chunks):
    owner = np.array([file for file, _ in chunks], np.int32)
    return term_coverage(owner, np.array([scores for _, scores in chunks]).reshape(len(chunks), 3), FILES)


def test_words_in_several_chunks_of_a_file_are_as_good_as_in_one():
    together, spread, half = 0, 1, 2
    shares = coverage_of([(together, [2, 1, 3]), (spread, [2, 0, 0]), (spread, [0, 1, 3]), (half, [0, 0, 3])])
    assert shares.tolist() == [1.0, 1.0, 0.5, 0.0]


@given(CHUNKS)
def test_shares_are_in_0_to_1_and_no_word_anywhere_is_nothing(chunks):
    shares = coverage_of(chunks)
    assert ((shares >= 0.0) & (shares <= 1.0 + 1e-9)).all()
    assert shares.any() == any(any(scores) for _, scores in chunks)


@given(CHUNKS, st.randoms(use_true_random=False))
def test_the_order_of_chunks_does_not_matter(chunks, random):
    shuffled = random.sample(chunks, len(chunks))
    assert coverage_of(shuffled).tolist() == coverage_of(chunks).tolist()


@given(CHUNKS, st.integers(0, FILES - 1), st.lists(SCORE, min_size=3, max_size=3))
def test_one_more_chunk_takes_nothing_from_its_file_beside_the_others(chunks, file, scores):
    before, after = coverage_of(chunks), coverage_of([*chunks, (file, scores)])
    others = np.delete(after, file)
    assert (others <= np.delete(before, file) + 1e-9).all()
    assert all(after[file] + 1e-9 >= share for share in others[np.delete(before, file) <= before[file]])


def test_it_counts_whatever_the_size_of_the_tree():
    nothing = [frozenset[str]()]
    record = FileRecord(FileId("f"), RootId("r"), "shop", "main", "a.py", FileState.INDEXED)
    evidence = SignalEvidence([record], [()], nothing, nothing, 0, np.array([0.5]))
    shares = structure_scores(Question(stems=("leas",), names_count=0.01), evidence)
    assert shares.total.tolist() == [pytest.approx(TERMS_HELD * 0.5)]
    assert [signal.name for signal in shares.signals(0)] == ["terms_held"]
