"""The answer of ``search --documents``, ``--sections`` and ``--external``."""

from typing import Self

import msgspec

from search.types.documents import DocumentAnswer, VectorSearchResult
from search.types.results import Ready


class DocumentsAnswer(msgspec.Struct, frozen=True):
    """Documents or sections by falling relevance, which is the cosine with the query, clipped to 0..1.

    ``scopes`` names every ``repository@branch`` that was searched; it is empty for external documents.
    """

    query: str
    scopes: tuple[str, ...]
    min_relevance: float
    limit: int
    total_matches: int
    ready: Ready
    results: tuple[VectorSearchResult, ...]

    @classmethod
    def of(cls, answer: DocumentAnswer) -> Self:
        """Return the answer for these documents."""
        matches = answer.matches
        return cls(
            query=answer.searched,
            scopes=answer.scopes,
            min_relevance=matches.min_relevance_score,
            limit=matches.limit,
            total_matches=matches.total_matches,
            ready=answer.ready,
            results=matches.results,
        )
