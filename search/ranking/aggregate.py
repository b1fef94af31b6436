"""Aggregates the scores of chunks into scores of files."""

import math
from collections.abc import Sequence

import numpy as np

from search.ranking.candidates import Floats, Integers
from search.ranking.constants import CHUNKS_TOTAL, SECOND_CHUNK, THIRD_CHUNK
from search.types.query import Aggregate


def softmax_attention(scores: Sequence[float], temperature: float) -> list[float]:
    """Return the attention weight of each score; they sum to 1.

    The maximum is subtracted first, so that no temperature above 0 overflows.
    """
    best = max(scores)
    raised = [math.exp((score - best) / temperature) for score in scores]
    total = math.fsum(raised)
    return [value / total for value in raised]


def shares(chunk_file: Integers, blend: Floats, files: int, method: Aggregate, temperature: float) -> Floats:
    """Return (n,) the share of each chunk in its file's score; the shares of a file sum to 1.

    ``max`` gives everything to the best chunk (the first of equals), ``mean`` an equal share to each, and
    ``softmax_attn`` a share by attention.
    """
    if method is Aggregate.MEAN:
        counts = np.bincount(chunk_file, minlength=files)
        return 1.0 / counts[chunk_file]
    best = np.full(files, -np.inf)
    np.maximum.at(best, chunk_file, blend)
    if method is Aggregate.MAX:
        result = np.zeros(len(blend))
        at_best = np.flatnonzero(blend == best[chunk_file])
        _, first = np.unique(chunk_file[at_best], return_index=True)
        result[at_best[first]] = 1.0
        return result
    raised = np.exp((blend - best[chunk_file]) / temperature)
    return np.asarray(raised / np.bincount(chunk_file, weights=raised, minlength=files)[chunk_file])


def best_three(chunk_file: Integers, values: Floats, files: int) -> Floats:
    """Return (files,) the weighted mean of each file's best three values; the weights are in `constants`."""
    order = np.lexsort((-values, chunk_file))
    sorted_files, sorted_values = chunk_file[order], values[order]
    starts = np.searchsorted(sorted_files, np.arange(files))
    position = np.arange(len(order)) - starts[sorted_files]
    weight = np.select([position == 0, position == 1, position == 2], [1.0, SECOND_CHUNK, THIRD_CHUNK], 0.0)
    return np.bincount(sorted_files, weights=sorted_values * weight, minlength=files) / CHUNKS_TOTAL


def term_coverage(owner: Integers, scores: Floats, files: int) -> Floats:
    """Return (files,) the share of the words that each file contains, 0..1; all 0 if no file contains any.

    Each term counts by the file's best chunk for it, so that the words may be spread over chunks. A file that has
    the best chunk for every term gets 1. A rare term scores higher and therefore counts more.

    Args:
        owner: (n,) the file of each candidate chunk.
        scores: (n, t) what each of t terms adds to the chunk's score, not below 0.
        files: number of candidate files.
    """
    best = np.zeros((files, scores.shape[1]))
    np.maximum.at(best, owner, scores)
    most = float(best.max(axis=0, initial=0.0).sum())
    return best.sum(axis=1) / most if most > 0.0 else np.zeros(files)
