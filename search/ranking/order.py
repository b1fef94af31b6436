"""Orders files: a pure function of candidate scores and settings.

The service calls it once for each query, the window again for every step of the slider; both get the same order.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from msgspec import structs

from search.ranking.aggregate import best_three, shares
from search.ranking.candidates import Candidates, Floats, Integers
from search.ranking.constants import CARD_PER_WEIGHT, GRID, PINNED_LEAD
from search.ranking.fusion import chunk_blend, reciprocal, relevance, spread
from search.ranking.rank_weight import rank_weight
from search.ranking.waiting import awaited_meaning
from search.ranking.words_alone import by_words_alone
from search.types.query import Aggregate, Fusion, RankSettings, Threshold
from search.types.results import FileHit, Parts

_NOT_EXACT = 4
"""Rank after pinned files (0, demoted ones 1) and files that use what the query names (2, demoted ones 3)."""

STRUCTURE = 2
"""Column of structure among the parts."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order of m files and the scores it is based on.

    Attributes:
        files: indices into the candidates' files, best first; without files that no signal in use matches.
        rank_score: (m,) what orders the files, 0..1; the sum of ``parts``.
        parts: (m, 4) words, meaning, structure and history, in the order of `search.types.results.Parts`; (m, 5)
            with the part of the reader once files were read.
        scale: (m,) factor from the share of a signal to what it adds to ``parts``.
        keyword, semantic, relevance: (m,) those of each file's first chunk, or their aggregates over its chunks.
        chunk_relevance, chunk_score: (n,) of each chunk, and what orders the chunks of a file.
        chunks: chunk indices of each file, best first.
    """

    files: tuple[int, ...]
    rank_score: Floats
    parts: Floats
    scale: Floats
    keyword: Floats
    semantic: Floats
    relevance: Floats
    chunk_relevance: Floats
    chunk_score: Floats
    chunks: tuple[tuple[int, ...], ...]


def rank(candidates: Candidates, settings: RankSettings) -> Ranking:
    """Return the order of the candidate files.

    With structure off this is the formula of the contract: the blend of each chunk, aggregated by file. With
    structure on, each signal is aggregated by file first and rescaled over the candidates; then the structural
    signals are added and the demotion is applied. Pinned files rank before all others, whichever signal matched;
    files that use what the query names follow. Among both those that are not demoted come first, then the score
    decides. Ties: lower file id.
    """
    weight, blend = settings.effective_weight, chunk_blend(candidates, settings)
    keyword, semantic = _contract_signals(candidates, settings, blend, candidates.keyword, candidates.semantic)
    if settings.structure:
        parts, scale = _structured_parts(candidates, settings, blend)
        if candidates.spelt is not None:
            _raise_behind_first(parts, candidates.spelt & (candidates.demotion >= 1.0))
        pin_rank = _pin_rank(candidates)
    else:
        parts, scale = _plain_parts(candidates, settings, blend)
        pin_rank = np.full(len(scale), _NOT_EXACT, np.int8)
    for lowest in range(_NOT_EXACT - 1, -1, -1):
        if (pin_rank == lowest).any():
            _lift(parts, pin_rank <= lowest)
    largest = max(1.0, float(total_of(parts).max(initial=0.0)))
    parts = _on_grid(parts / largest) if settings.structure else parts
    score = total_of(parts)
    order = np.lexsort((-score, pin_rank))  # files are in the order of their ids, and the sort is stable
    relevant = _is_match(candidates, settings) | (pin_rank < _NOT_EXACT)
    return Ranking(
        files=tuple(order[relevant[order]].tolist()),
        rank_score=score,
        parts=parts,
        scale=scale / largest,
        keyword=keyword,
        semantic=semantic,
        relevance=relevance(keyword, semantic, weight),
        chunk_relevance=relevance(candidates.keyword, candidates.semantic, weight),
        chunk_score=blend,
        chunks=_chunks_by_file(candidates, blend),
    )


def _pin_rank(candidates: Candidates) -> npt.NDArray[np.int8]:
    """Return (m,) the rank of each file's kind of answer, see `_NOT_EXACT`."""
    demoted = (candidates.demotion < 1.0).astype(np.int8)
    ranks = np.where(candidates.pinned, demoted, np.where(candidates.uses, 2 + demoted, _NOT_EXACT))
    return ranks.astype(np.int8)


def passing(candidates: Candidates, settings: RankSettings, ranking: Ranking) -> np.typing.NDArray[np.bool_]:
    """Return (m,) which files reach the threshold."""
    by_confidence = settings.threshold is Threshold.CONFIDENCE
    return (candidates.confidence if by_confidence else ranking.relevance) >= settings.min_score


def total_of(parts: Floats) -> Floats:
    """Return (m,) the sums of the parts of m files, added from left to right as `Parts.total` does."""
    total = ((parts[:, 0] + parts[:, 1]) + parts[:, 2]) + parts[:, 3]
    return np.asarray(total + parts[:, 4] if parts.shape[1] > 4 else total)


def _on_grid(parts: Floats) -> Floats:
    """Return the parts rounded down to multiples of 1 / `GRID`, which add up exactly in any order."""
    return np.floor(parts * GRID) / GRID


def multiplied(ranking: Ranking, factors: Floats) -> Ranking:
    """Return the ranking with the scores of m files multiplied, in the same order.

    A smaller score has smaller parts. What a larger score gains belongs to structure.
    """
    fewer = np.minimum(factors, 1.0)
    parts = ranking.parts * fewer[:, np.newaxis]
    parts[:, STRUCTURE] += ranking.rank_score * (factors - fewer)
    parts = _on_grid(parts)
    return replace(ranking, parts=parts, rank_score=total_of(parts), scale=ranking.scale * fewer)


def with_scores(hit: FileHit, ranking: Ranking, index: int) -> FileHit:
    """Return the hit with the scores that the file at this index has."""
    parts = Parts(*ranking.parts[index].tolist())
    return structs.replace(
        hit,
        rank_score=parts.total,
        parts=parts,
        scale=float(ranking.scale[index]),
        keyword=float(ranking.keyword[index]),
        semantic=float(ranking.semantic[index]),
        relevance=float(ranking.relevance[index]),
    )


def _plain_parts(candidates: Candidates, settings: RankSettings, blend: Floats) -> tuple[Floats, Floats]:
    """Return (m, 4) the parts by the contract's formula, and (m,) ones."""
    files, weight = len(candidates.file_ids), settings.effective_weight
    signals = candidates.keyword, candidates.semantic
    if settings.fusion is Fusion.RRF:
        signals = _reciprocals(candidates, settings.rrf_k)
    words, meaning = _contract_signals(candidates, settings, blend, *signals)
    none = np.zeros(files)
    return np.column_stack([(1.0 - weight) * words, weight * meaning, none, none]), np.ones(files)


def _structured_parts(candidates: Candidates, settings: RankSettings, blend: Floats) -> tuple[Floats, Floats]:
    """Return (m, 4) the parts with structure, and (m,) the factor by which each file is demoted."""
    words, meaning = _strengths(candidates, settings, blend)
    weight = rank_weight(settings)
    alone = by_words_alone(weight)
    vectors = meaning + CARD_PER_WEIGHT * candidates.card
    columns = [
        (1.0 - weight) * words,
        weight * (vectors + awaited_meaning(words, vectors, candidates.unembedded)),
        candidates.structure + alone * candidates.names,
        candidates.history + alone * candidates.history_names,
    ]
    return np.column_stack(columns) * candidates.demotion[:, np.newaxis], candidates.demotion.copy()


def _strengths(candidates: Candidates, settings: RankSettings, blend: Floats) -> tuple[Floats, Floats]:
    """Return (m,) each file's strength in words and in meaning, 0..1 over the candidates."""
    words, meaning = candidates.words, candidates.meaning
    if settings.fusion is Fusion.RRF:
        words, meaning = _reciprocals(candidates, settings.rrf_k)
    if settings.aggregate is not Aggregate.MAX:
        unscaled = candidates.semantic if settings.fusion is Fusion.WEIGHTED else meaning
        return _contract_signals(candidates, settings, blend, words, unscaled)
    meaning = spread(meaning) if settings.fusion is Fusion.RRF else meaning
    counted, files = _counted(candidates, settings.effective_weight), len(candidates.file_ids)
    owner = candidates.chunk_file[counted]
    return best_three(owner, words[counted], files), best_three(owner, meaning[counted], files)


def _contract_signals(
    candidates: Candidates, settings: RankSettings, blend: Floats, words: Floats, meaning: Floats
) -> tuple[Floats, Floats]:
    """Return (m,) both signals of each file as the contract aggregates those of its chunks.

    With structure on the best chunk is the one that is shown first, whose bonus counts.
    """
    counted, files = _counted(candidates, settings.effective_weight), len(candidates.file_ids)
    owner, order_by = candidates.chunk_file[counted], (blend + candidates.bonus * settings.structure)[counted]
    share = shares(owner, order_by, files, settings.aggregate, settings.temperature)
    return _sums(owner, share * words[counted], files), _sums(owner, share * meaning[counted], files)


def _reciprocals(candidates: Candidates, rrf_k: int) -> tuple[Floats, Floats]:
    return reciprocal(candidates.keyword_rank, rrf_k), reciprocal(candidates.semantic_rank, rrf_k)


def _is_match(candidates: Candidates, settings: RankSettings) -> np.typing.NDArray[np.bool_]:
    """Return (m,) which files a signal in use matches."""
    weight, counted = settings.effective_weight, _counted(candidates, settings.effective_weight)
    by_word, by_meaning = candidates.keyword > 0.0, (candidates.semantic > 0.0) | (candidates.meaning > 0.0)
    if settings.fusion is Fusion.RRF:
        by_word, by_meaning = candidates.keyword_rank > 0, candidates.semantic_rank > 0
    used = counted & (by_word & (weight < 1.0) | by_meaning & (weight > 0.0))
    return np.bincount(candidates.chunk_file[used], minlength=len(candidates.file_ids)) > 0


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


def _lift(parts: Floats, files: np.typing.NDArray[np.bool_]) -> None:
    """Raise the structure of these files in place, all by as much, until the lowest leads all others."""
    if files.any() and not files.all():
        total = total_of(parts)
        gap = float(total[~files].max() - total[files].min()) + PINNED_LEAD
        parts[files, STRUCTURE] += max(0.0, gap)


def _raise_behind_first(parts: Floats, files: np.typing.NDArray[np.bool_]) -> None:
    """Raise the structure of these files in place to between the two best others, unless they are better."""
    if files.any() and not files.all():
        total = total_of(parts)
        between = float(np.sort(total[~files])[-2:].mean())
        parts[files, STRUCTURE] += np.maximum(0.0, between - total[files])


def _chunks_by_file(candidates: Candidates, blend: Floats) -> tuple[tuple[int, ...], ...]:
    """Return the chunks of each file, best first; ties by id."""
    order = np.lexsort((-(blend + candidates.bonus), candidates.chunk_file)).tolist()
    ends = np.cumsum(np.bincount(candidates.chunk_file, minlength=len(candidates.file_ids))).tolist()
    return tuple(tuple(order[start:end]) for start, end in pairwise([0, *ends]))
