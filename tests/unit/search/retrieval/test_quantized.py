"""A scan in 8 bits leaves out no row that is among the nearest, whatever the vectors are."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.retrieval.quantized import QuantizedRows
from search.storage.vectors import cosines_of

Matrix = npt.NDArray[np.float32]


def made_of(rows: Matrix) -> QuantizedRows:
    return QuantizedRows.empty(0, rows.shape[1]).grown(0, rows, len(rows))


def clustered(seed: int, count: int, dimension: int, spread: float) -> Matrix:
    """Rows around few centres, so that many are about as near to a question."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((3, dimension))
    rows = centres[random.integers(0, 3, count)] + spread * random.standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)


def nearest(rows: Matrix, vector: Matrix, counted: npt.NDArray[np.bool_], limit: int) -> set[int]:
    """Return every row that is as near as the last of the nearest: ties count as found."""
    cosines = np.where(counted, cosines_of(rows, vector), -2.0)
    least = np.sort(cosines[counted])[::-1][: max(limit, 1)][-1]
    return set(np.flatnonzero(counted & (cosines >= least)).tolist()) if limit else set()


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(1, 400),
    dimension=st.sampled_from([1, 2, 16, 384]),
    spread=st.sampled_from([0.0, 1e-4, 0.01, 0.3, 2.0]),
    limit=st.integers(1, 60),
    share=st.sampled_from([0.05, 0.5, 1.0]),
)
def test_no_row_that_is_among_the_nearest_is_left_out(
    seed: int, count: int, dimension: int, spread: float, limit: int, share: float
) -> None:
    rows = clustered(seed, count, dimension, spread)
    random = np.random.default_rng(seed + 1)
    counted = random.random(count) < share
    counted[0] = True
    vector = rows[0] + 0.5 * random.standard_normal(dimension).astype(np.float32)
    candidates = made_of(rows).candidates(vector, counted, limit).tolist()
    assert candidates == sorted(set(candidates))
    assert counted[candidates].all()
    if limit < np.count_nonzero(counted):
        assert nearest(rows, vector, counted, limit) <= set(candidates)
    else:
        assert candidates == np.flatnonzero(counted).tolist()


def test_of_many_rows_few_are_left() -> None:
    rows = clustered(5, 20_000, 384, 1.0)
    candidates = made_of(rows).candidates(rows[7], np.ones(len(rows), np.bool_), 50)
    assert 50 <= len(candidates) < 1_000


def test_rows_that_came_later_are_scanned_too_and_what_was_made_before_stays() -> None:
    rows = clustered(3, 300, 16, 0.5)
    first = made_of(rows[:100])
    second = first.grown(100, rows[100:], 300)
    everything = np.ones(300, np.bool_)
    assert nearest(rows, rows[200], everything, 5) <= set(second.candidates(rows[200], everything, 5).tolist())
    early = np.ones(100, np.bool_)
    assert nearest(rows[:100], rows[9], early, 5) <= set(first.candidates(rows[9], early, 5).tolist())


def test_what_is_packed_is_found_at_its_new_place() -> None:
    rows = clustered(3, 300, 16, 0.5)
    subset = np.arange(0, 300, 3)
    packed = made_of(rows).packed(subset)
    counted = np.ones(len(subset), np.bool_)
    assert nearest(rows[subset], rows[30], counted, 4) <= set(packed.candidates(rows[30], counted, 4).tolist())


@pytest.mark.parametrize("limit", [0, -1])
def test_nothing_asked_for_gives_nothing(limit: int) -> None:
    rows = clustered(3, 30, 16, 0.5)
    assert not len(made_of(rows).candidates(rows[0], np.ones(30, np.bool_), limit))


def test_a_vector_of_length_zero_is_beside_everything() -> None:
    rows = np.concatenate([np.zeros((1, 16), np.float32), clustered(1, 40, 16, 0.5)])
    vector = -rows[1:].mean(axis=0)
    everything = np.ones(41, np.bool_)
    assert nearest(rows, vector, everything, 3) <= set(made_of(rows).candidates(vector, everything, 3).tolist())
    assert len(made_of(rows).candidates(np.zeros(16, np.float32), everything, 3)) == 41
