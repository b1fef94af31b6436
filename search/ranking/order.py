"""Orders files: a pure function of candidate scores and settings.

The service calls it once for each query, the window again for every step of the slider; both get the same order.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from search.ranking.aggregate import best_three, shares
from search.ranking.candidates import Candidates, Floats, Integers
from search.ranking.constants import CARD_PER_WEIGHT, MEANT_LIKE_WORDS
from search.ranking.fusion import chunk_blend, reciprocal, spread
from search.ranking.words_alone import by_words_alone
from search.types.query import Aggregate, Fusion, RankSettings


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order of m files and the scores it is based on.

    Attributes:
        files: indices into the candidates' files, best first; without files that no signal in use matches and
            files below the threshold.
        score: (m,) final score in 0..1.
        keyword, semantic: (m,) each file's two signals in 0..1.
        chunk_score: (n,) blend of each chunk.
        chunks: chunk indices of each file, best first.
    """

    files: tuple[int, ...]
    score: Floats
    keyword: Floats
    semantic: Floats
    chunk_score: Floats
    chunks: tuple[tuple[int, ...], ...]


def rank(candidates: Candidates, settings: RankSettings) -> Ranking:
    """Return the order of the candidate files.

    With structure off this is the formula of the contract: the blend of each chunk, aggregated by file. With
    structure on, each signal is aggregated by file first and normalised over the candidates; then the structural
    signals are added and the demotion is applied. Pinned files rank before all others, whichever signal matched;
    among them those that are not demoted come first, then the score decides. Ties: lower file id.
    """
    blend = chunk_blend(candidates, settings)
    keyword, semantic = _file_signals(candidates, settings, blend)
    weight = settings.effective_weight
    total = (1.0 - weight) * keyword + weight * semantic
    pinned = candidates.pinned if settings.structure else np.zeros(len(total), np.bool_)
    relevant = _is_match(candidates, settings) | pinned
    if settings.structure:
        total += weight * MEANT_LIKE_WORDS * keyword * candidates.unembedded
        card = weight * CARD_PER_WEIGHT * candidates.card
        structure = candidates.structure + by_words_alone(weight) * candidates.names
        total = (total + card + structure) * candidates.demotion
    first = pinned & (candidates.demotion >= 1.0)
    own, total = total, _lifted(_lifted(total, pinned), first)
    score = total / max(1.0, float(total.max(initial=0.0)))
    pin_rank = (~pinned).astype(np.int8) + ~first
    order = np.lexsort((-own, -score, pin_rank))  # files are in the order of their ids, and the sort is stable
    files = tuple(order[(relevant & (score >= settings.min_score))[order]].tolist())
    return Ranking(files, score, keyword, semantic, blend, _chunks_by_file(candidates, blend))


def _file_signals(candidates: Candidates, settings: RankSettings, blend: Floats) -> tuple[Floats, Floats]:
    files, counted = len(candidates.file_ids), _counted(candidates, settings.effective_weight)
    owner = candidates.chunk_file[counted]
    keyword, semantic = (signal[counted] for signal in _chunk_signals(candidates, settings))
    if settings.structure and settings.aggregate is Aggregate.MAX:
        return best_three(owner, keyword, files), best_three(owner, spread(semantic), files)
    share = shares(owner, blend[counted], files, settings.aggregate, settings.temperature)
    return _sums(owner, share * keyword, files), _sums(owner, share * semantic, files)


def _is_match(candidates: Candidates, settings: RankSettings) -> np.typing.NDArray[np.bool_]:
    """Return (m,) which files a signal in use matches; cosines are not rescaled here, as the lowest would be 0."""
    counted = _counted(candidates, settings.effective_weight)
    keyword, semantic = (signal[counted] for signal in _chunk_signals(candidates, settings))
    used = (keyword > 0.0) & (settings.effective_weight < 1.0) | (semantic > 0.0) & (
        settings.effective_weight > 0.0
    )
    return np.bincount(candidates.chunk_file[counted][used], minlength=len(candidates.file_ids)) > 0


def _counted(candidates: Candidates, weight: float) -> np.typing.NDArray[np.bool_]:
    """Return which chunks count for their file's score: at weight 0 or 1 only those that this signal found.

    Weight 0 is therefore the keyword mode and weight 1 the semantic mode, however chunks are aggregated.
    """
    if weight == 0.0:
        return (candidates.keyword_rank > 0) | (candidates.keyword > 0.0)
    if weight == 1.0:
        return (candidates.semantic_rank > 0) | (candidates.semantic > 0.0)
    return np.ones(len(candidates.chunk_ids), np.bool_)


def _sums(owner: Integers, values: Floats, files: int) -> Floats:
    return np.bincount(owner, values, files).astype(np.float64)


def _chunk_signals(candidates: Candidates, settings: RankSettings) -> tuple[Floats, Floats]:
    if settings.fusion is Fusion.WEIGHTED:
        return candidates.keyword, candidates.semantic
    return (
        reciprocal(candidates.keyword_rank, settings.rrf_k),
        reciprocal(candidates.semantic_rank, settings.rrf_k),
    )


def _lifted(total: Floats, files: np.typing.NDArray[np.bool_]) -> Floats:
    """Return the totals with each of these files raised at least to the best of the others."""
    if not files.any() or files.all():
        return total
    return np.where(files, np.maximum(total, total[~files].max()), total)


def _chunks_by_file(candidates: Candidates, blend: Floats) -> tuple[tuple[int, ...], ...]:
    """Return the chunks of each file, best first; ties by id."""
    order = np.lexsort((-(blend + candidates.bonus), candidates.chunk_file)).tolist()
    ends = np.cumsum(np.bincount(candidates.chunk_file, minlength=len(candidates.file_ids))).tolist()
    return tuple(tuple(order[start:end]) for start, end in pairwise([0, *ends]))
