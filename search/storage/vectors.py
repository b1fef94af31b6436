"""Converts vectors between numpy (float32, float64) and columns of the database (float16)."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from search.storage.schema import vector_type

_ROWS_AT_ONCE = 128
"""Rows multiplied at a time: they stay in the processor's cache, so 700 rows take a sixth of the time."""


def vector_column(vectors: Sequence[npt.NDArray[np.float32] | None], dimension: int) -> pa.Array:
    """Return the vectors as a float16 column; None, wrong lengths and non-finite values become null."""
    matrix = np.zeros((len(vectors), dimension), np.float16)
    missing = np.ones(len(vectors), np.bool_)
    for row, vector in enumerate(vectors):
        if vector is not None and vector.shape == (dimension,) and np.isfinite(vector).all():
            matrix[row] = vector
            missing[row] = False
    values = pa.array(matrix.reshape(-1))
    return pa.FixedSizeListArray.from_arrays(values, type=vector_type(dimension), mask=pa.array(missing))


def matrix_of(column: pa.ChunkedArray, dimension: int) -> npt.NDArray[np.float32]:
    """Return float32 of shape (rows, dimension). The column must not contain null."""
    if not len(column):
        return np.zeros((0, dimension), np.float32)
    flat = column.combine_chunks().flatten() if isinstance(column, pa.ChunkedArray) else column.flatten()
    if isinstance(flat, pa.ChunkedArray):
        flat = flat.combine_chunks()
    values = flat.to_numpy(zero_copy_only=False)
    return np.asarray(values, np.float32).reshape(-1, dimension)


def cosines_of(matrix: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return float64 of shape (rows,): the cosine of each row with ``vector``; 0 if one of them is zero.

    Each row is computed separately, so its cosine does not depend on the other rows.
    """
    other, count = vector.astype(np.float64), len(matrix)
    rows = np.empty((min(count, _ROWS_AT_ONCE), len(other)))
    products, dots, squares = np.empty_like(rows), np.empty(count), np.empty(count)
    for start in range(0, count, _ROWS_AT_ONCE):
        part = matrix[start : start + _ROWS_AT_ONCE]
        end, wide, product = start + len(part), rows[: len(part)], products[: len(part)]
        wide[...] = part
        np.multiply(wide, other, out=product).sum(axis=1, out=dots[start:end])
        np.multiply(wide, wide, out=product).sum(axis=1, out=squares[start:end])
    lengths = np.sqrt(squares) * np.sqrt((other * other).sum())
    cosines = np.zeros(count, np.float64)
    np.divide(dots, lengths, out=cosines, where=lengths > 0)
    return cosines
