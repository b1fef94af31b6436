"""``keyword_rerank`` and ``codebert_rerank``: the candidates in another order."""

from collections.abc import Sequence

from search.errors import BadInputError
from search.retrieval.scorers import TextScorer, candidate_bm25

WIDEN_FACTOR = 6
"""Candidates for each wanted result; the contract's figure."""


class KeywordReranker:
    """Orders candidates by BM25Okapi whose statistics are those of the candidates.

    Args:
        widen_factor: how many times ``top_k`` candidates it wants to see, from 1.
    """

    def __init__(self, widen_factor: int = WIDEN_FACTOR) -> None:
        self.widen_factor = _from_one(widen_factor)

    def rerank(self, query: str, candidates: Sequence[tuple[str, str]], /) -> list[str]:
        """Return the identifiers best first; candidates of equal score keep their order."""
        return _best_first(candidates, candidate_bm25(query, [text for _, text in candidates]))


class ModelReranker:
    """Orders candidates by a model's score of query and text.

    Args:
        scorer: a cross-encoder or a bi-encoder.
        widen_factor: how many times ``top_k`` candidates it wants to see, from 1.
    """

    def __init__(self, scorer: TextScorer, widen_factor: int = WIDEN_FACTOR) -> None:
        self._scorer = scorer
        self.widen_factor = _from_one(widen_factor)

    def rerank(self, query: str, candidates: Sequence[tuple[str, str]], /) -> list[str]:
        """Return the identifiers best first; candidates of equal score keep their order."""
        return _best_first(candidates, self._scorer.scores(query, [text for _, text in candidates]))


def _from_one(widen_factor: int) -> int:
    if widen_factor < 1:
        raise BadInputError("pipeline.bad_widen_factor", value=repr(widen_factor))
    return widen_factor


def _best_first(candidates: Sequence[tuple[str, str]], scores: Sequence[float]) -> list[str]:
    order = sorted(range(len(candidates)), key=lambda i: (-scores[i], i))
    return [candidates[i][0] for i in order]
