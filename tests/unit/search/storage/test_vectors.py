"""Cosines are those of each row by itself."""

import numpy as np
import pytest

from search.storage.vectors import cosines_of


@pytest.mark.parametrize("count", [0, 1, 127, 128, 129, 400])
def test_a_cosine_is_the_same_to_the_last_bit_whatever_rows_stand_beside_it(count: int) -> None:
    random = np.random.default_rng(count)
    matrix = random.standard_normal((count, 384)).astype(np.float16).astype(np.float32)
    matrix[: count // 5] = 0.0
    vector = random.standard_normal(384).astype(np.float32)
    wide, other = matrix.astype(np.float64), vector.astype(np.float64)
    lengths = np.sqrt((wide * wide).sum(axis=1)) * np.sqrt((other * other).sum())
    dots = (wide * other).sum(axis=1)
    expected = [dot / length if length else 0.0 for dot, length in zip(dots, lengths, strict=True)]
    assert cosines_of(matrix, vector).tolist() == expected
    assert [cosines_of(matrix[row : row + 1], vector)[0] for row in range(count)] == expected
