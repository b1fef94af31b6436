"""``keyword_rerank``: BM25 over the candidates alone."""

from collections.abc import Sequence

from rank_bm25 import BM25Okapi

from search.analysis.terms import joined_terms, query_terms
from search.errors import BadInputError

WIDEN_FACTOR = 6
"""Candidates for each wanted result; the contract's figure."""


class KeywordReranker:
    """Orders candidates by BM25Okapi whose statistics are those of the candidates.

    Args:
        widen_factor: how many times ``top_k`` candidates it wants to see, from 1.
    """

    def __init__(self, widen_factor: int = WIDEN_FACTOR) -> None:
        if widen_factor < 1:
            raise BadInputError(f"widen_factor is {widen_factor!r}", remedy="It must be a whole number from 1 up.")
        self.widen_factor = widen_factor

    def rerank(self, query: str, candidates: Sequence[tuple[str, str]], /) -> list[str]:
        """Return the identifiers best first; candidates of equal score keep their order."""
        terms = [joined_terms(text).split() for _, text in candidates]
        if not any(terms):
            return [item for item, _ in candidates]
        scores = BM25Okapi(terms).get_scores(query_terms(query))
        order = sorted(range(len(candidates)), key=lambda i: (-scores[i], i))
        return [candidates[i][0] for i in order]
