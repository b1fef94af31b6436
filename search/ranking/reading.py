"""Blends the scores of the reader into a ranking: a pure function, because the slider blends again from memory."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np

from search.ranking.candidates import Floats, Reading
from search.ranking.constants import GRID
from search.ranking.order import Ranking, total_of


def with_reading(ranking: Ranking, groups: Sequence[Hashable], reading: Reading) -> tuple[Ranking, list[Hashable]]:
    """Return the ranking with the files first that were read, and the groups in the new order.

    The parts of a file that was read shrink by the share of the reader, whose part takes what they lose. The other
    files keep their order behind them, with at most the lowest score of a result that was read.

    Args:
        ranking: best first; the files of a group follow each other.
        groups: the key that each file shares with the files of its result.
        reading: the scores of the reader.
    """
    members: dict[Hashable, list[int]] = {}
    for group, index in zip(groups, ranking.files, strict=True):
        members.setdefault(group, []).append(index)
    is_read = ~np.isnan(reading.scores)
    results = [(group, files) for group, files in members.items() if is_read[files[0]]]
    if not results:
        return ranking, list(groups)
    others = [(group, files) for group, files in members.items() if not is_read[files[0]]]
    parts, scale = _blended(ranking, reading, is_read)
    total = total_of(parts)
    results.sort(key=lambda result: -total[result[1][0]])
    _limit(parts, scale, [index for _, files in others for index in files], float(total[results[-1][1][0]]))
    placed = [(group, index) for group, files in (*results, *others) for index in files]
    files = tuple(index for _, index in placed)
    return replace(ranking, files=files, parts=parts, rank_score=total_of(parts), scale=scale), [
        group for group, _ in placed
    ]


def _blended(ranking: Ranking, reading: Reading, is_read: np.typing.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return (m, 5) the parts with that of the reader, on the grid, and (m,) the factors of signals."""
    factors = np.where(is_read, 1.0 - reading.weight, 1.0)
    reader = reading.weight * np.clip(np.where(is_read, reading.scores, 0.0), 0.0, 1.0)
    parts = np.column_stack([ranking.parts[:, :4] * factors[:, np.newaxis], reader])
    return np.floor(parts * GRID) / GRID, ranking.scale * factors


def _limit(parts: Floats, scale: Floats, files: Sequence[int], most: float) -> None:
    """Lower the scores of these files in place to ``most``, where they are above it; all parts shrink alike."""
    for index in files:
        total = float(total_of(parts[index : index + 1])[0])
        if total > most:
            factor = most / total
            parts[index] = np.floor(parts[index] * factor * GRID) / GRID
            scale[index] *= factor
            rest = most - float(total_of(parts[index : index + 1])[0])
            parts[index, int(np.argmax(parts[index]))] += rest  # exact: both are on the grid
