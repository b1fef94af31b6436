"""Rows of vectors in 8 bits: a scan of them returns every row that can be among the nearest.

A row ``u`` of length 1 is stored as ``u' = scale * codes``, and a query ``q`` as ``q'``. With ``e = u' - u`` and
``r = q - q'``, the product of ``u'`` and ``q'`` differs from the cosine by at most ``|r| + |e| + |e||r|``,
by the Cauchy-Schwarz inequality. The exact vectors of some hundred rows decide the remaining cases.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Errors = TypeVar("Errors", float, Floats)

_MOST = 127
"""The largest code; -128 is not used, so the range is symmetric."""
_ROUNDING = 1e-5
"""Ten times the float32 rounding error of a sum of some hundred products of components of unit vectors."""
_STRETCH = 64
"""Number of values in a block whose largest value is computed first."""
_FEW = 4
"""If at most one row in this many counts, only those rows are multiplied, else all."""


@dataclass(frozen=True, slots=True, eq=False)
class QuantizedRows:
    """Unit vectors of rows in 8 bits; rows are only appended, so earlier objects stay valid.

    Attributes:
        codes: int8 of shape (room, dimension).
        scales: float32 of shape (room,): what codes are multiplied by; 0 for a vector of length 0.
        errors: float32 of shape (room,): length of the difference to the unit vector.
        worst: the largest error.
    """

    codes: npt.NDArray[np.int8]
    scales: Floats
    errors: Floats
    worst: float

    @classmethod
    def empty(cls, room: int, dimension: int) -> "QuantizedRows":
        """Return no rows, with room for some."""
        return cls(
            np.empty((room, dimension), np.int8), np.empty(room, np.float32), np.empty(room, np.float32), 0.0
        )

    def grown(self, count: int, rows: Floats, room: int) -> "QuantizedRows":
        """Return the first ``count`` rows, followed by rows of any length, with this much room."""
        made = self if room <= len(self.codes) else self._moved(slice(count), count, room)
        codes, scales, errors = _quantized(rows)
        end = count + len(rows)
        made.codes[count:end], made.scales[count:end], made.errors[count:end] = codes, scales, errors
        worst = max(made.worst, float(errors.max(initial=0.0)))
        return QuantizedRows(made.codes, made.scales, made.errors, worst)

    def packed(self, rows: Integers) -> "QuantizedRows":
        """Return only these rows, in this order."""
        return self._moved(rows, len(rows), len(rows))

    def _moved(self, rows: Integers | slice, count: int, room: int) -> "QuantizedRows":
        made = QuantizedRows.empty(room, self.codes.shape[1])
        made.codes[:count], made.scales[:count] = self.codes[rows], self.scales[rows]
        made.errors[:count] = self.errors[rows]
        return QuantizedRows(made.codes, made.scales, made.errors, self.worst)

    def candidates(self, vector: Floats, counted: Mask, limit: int) -> Integers:
        """Return counted rows, ascending, that include each one that can be among the nearest ``limit``.

        Args:
            vector: of any length.
            counted: of shape (rows,): which rows count.
            limit: number of nearest rows; all rows as near as the last one are candidates.
        """
        rows = np.flatnonzero(counted)
        if len(rows) <= limit or limit < 1:
            return rows[: max(limit, 0)]
        first = _Level.of(_unit(vector))
        near = self._products(first, rows, len(counted))
        best = _largest(near, limit)
        least = float((near[best] - first.slack(self.errors[rows[best]])).min())
        left = np.flatnonzero(near >= least - first.slack(self.worst))
        left = left[near[left] + first.slack(self.errors[rows[left]]) >= least]
        rows, near = rows[left], near[left]
        second = _Level.of(first.rest)
        near = near + _dots(second.codes, self.codes[rows]) * (self.scales[rows] * np.float32(second.step))
        slack = second.slack(self.errors[rows])
        least = float(_kth_largest(near - slack, limit))
        return np.asarray(rows[near + slack >= least])

    def _products(self, level: "_Level", rows: Integers, count: int) -> Floats:
        """Return the product of the query with each of these rows; ``count`` is the number of all rows."""
        step = np.float32(level.step)
        if len(rows) * _FEW <= count:
            return _dots(level.codes, self.codes[rows]) * (self.scales[rows] * step)
        near = _dots(level.codes, self.codes[:count])
        near *= self.scales[:count]
        near *= step
        return near if len(rows) == count else near[rows]


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """A vector in 8 bits, and the remainder."""

    codes: npt.NDArray[np.int8]
    step: float
    rest: Floats
    length: float

    @classmethod
    def of(cls, vector: Floats) -> "_Level":
        step = float(np.abs(vector).max(initial=0.0)) / _MOST
        codes = np.rint(vector / np.float32(step or 1.0))
        rest = vector - np.float32(step) * codes
        return cls(codes.astype(np.int8), step, rest, float(np.linalg.norm(rest)))

    def slack(self, errors: Errors) -> Errors:
        """Return how far the product with rows of these errors may be from their cosine."""
        return errors * (1 + self.length) + (self.length + _ROUNDING)


def _quantized(rows: Floats) -> tuple[npt.NDArray[np.int8], Floats, Floats]:
    """Return codes, scales and errors of rows of any length."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    steps = np.maximum(rows.max(axis=1, initial=0.0), -rows.min(axis=1, initial=0.0)) / np.float32(_MOST)
    codes = np.rint(rows / np.where(steps > 0, steps, np.float32(1))[:, None])
    lost = codes * steps[:, None]
    lost -= rows
    per_unit = np.float32(1) / np.where(lengths > 0, lengths, np.float32(1))
    return codes.astype(np.int8), steps * per_unit, np.sqrt(np.einsum("ij,ij->i", lost, lost)) * per_unit


def _dots(codes: npt.NDArray[np.int8], rows: npt.NDArray[np.int8]) -> Floats:
    """Return the product of one row of codes with each of some, float32 of shape (rows,); exact below 2 ** 24."""
    import numkong

    dots = np.empty(len(rows), np.float32)
    numkong.cdist(codes[None], rows, metric="dot", out=dots[None])
    return dots


def _unit(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector if length == 0.0 else np.asarray(vector / np.float32(length), np.float32)


def _kth_largest(values: Floats, count: int) -> np.float32:
    return np.float32(np.partition(values, len(values) - count)[len(values) - count])


def _largest(values: Floats, count: int) -> Integers:
    """Return the indices of the ``count`` largest values, in no order; there are more values than that.

    A value below the ``count`` largest block maxima is not one of them, so few values remain.
    """
    stretches = len(values) // _STRETCH
    if stretches <= count:
        return np.argpartition(values, len(values) - count)[-count:]
    highest = values[: stretches * _STRETCH].reshape(-1, _STRETCH).max(axis=1)
    left = np.flatnonzero(values >= np.partition(highest, stretches - count)[stretches - count])
    return np.asarray(left[np.argpartition(values[left], len(left) - count)[-count:]])
