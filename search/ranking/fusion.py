"""Combines two signals into one score."""

from collections.abc import Sequence

import numpy as np

from search.errors import BadInputError
from search.ranking.candidates import Candidates, Floats, Integers
from search.types.query import RRF_K, Fusion, RankSettings

_ABSENT = 1 << 30
"""Rank used in tie-breaks for items that a list lacks: after all others."""


def reciprocal_rank_fusion(
    semantic: Sequence[str], keyword: Sequence[str], top_k: int, *, rrf_k: int = RRF_K
) -> list[tuple[str, float]]:
    """Return at most ``top_k`` (id, score), best first: the score is the sum of 1 / (rrf_k + rank), ranks from 1.

    Ties: lower semantic rank, then lower keyword rank, then id. An id that occurs twice in a list counts once,
    at its better rank. Cormack, Clarke, Buettcher, SIGIR 2009.

    Raises:
        BadInputError: ``rrf_k`` or ``top_k`` is not a whole number of at least 1.
    """
    for field, value in (("rrf_k", rrf_k), ("top_k", top_k)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise BadInputError("value.not_from_one", name=field, value=repr(value))
    semantic_ranks, keyword_ranks = _ranks(semantic), _ranks(keyword)
    scored = [
        (sum(1.0 / (rrf_k + ranks[item]) for ranks in (semantic_ranks, keyword_ranks) if item in ranks), item)
        for item in {**semantic_ranks, **keyword_ranks}
    ]
    scored.sort(
        key=lambda pair: (
            -pair[0],
            semantic_ranks.get(pair[1], _ABSENT),
            keyword_ranks.get(pair[1], _ABSENT),
            pair[1],
        )
    )
    return [(item, score) for score, item in scored[:top_k]]


def _ranks(ids: Sequence[str]) -> dict[str, int]:
    return {item: rank for rank, item in enumerate(dict.fromkeys(ids), start=1)}


def chunk_blend(candidates: Candidates, settings: RankSettings) -> Floats:
    """Return (n,) the score of each chunk in 0..1: weighted sum, or weighted reciprocal ranks.

    With reciprocal ranks the weight favours one list: 0.5 is the plain formula, scaled so that rank 1 in
    both lists gives 1.
    """
    weight = settings.effective_weight
    if settings.fusion is Fusion.WEIGHTED:
        return relevance(candidates.keyword, candidates.semantic, weight)
    keyword = reciprocal(candidates.keyword_rank, settings.rrf_k)
    semantic = reciprocal(candidates.semantic_rank, settings.rrf_k)
    return (1.0 - weight) * keyword + weight * semantic


def relevance(keyword: Floats, semantic: Floats, weight: float) -> Floats:
    """Return ``weight * semantic + (1 - weight) * keyword``, in 0..1."""
    return weight * semantic + (1.0 - weight) * keyword


def spread(values: Floats) -> Floats:
    """Return the values rescaled to 0..1 over the candidates, because cosines of one query are close together."""
    if len(values) == 0:
        return values
    low, high = float(values.min()), float(values.max())
    return (values - low) / (high - low) if high > low else values


def reciprocal(ranks: Integers, rrf_k: int) -> Floats:
    """Return (rrf_k + 1) / (rrf_k + rank) for each rank from 1, and 0 for rank 0: in 0..1."""
    present = ranks > 0
    return np.where(present, (rrf_k + 1.0) / (rrf_k + np.where(present, ranks, 1)), 0.0)
