"""The retrieval contract: every pipeline, tool and agent uses a backend through these types only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from search.errors import BadInputError


class SearchType(StrEnum):
    """The three ways to search; reranking is a feature, not one of them."""

    SEMANTIC = "semantic"
    BM25 = "bm25"
    HYBRID = "hybrid"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One retrieval within one scope.

    Attributes:
        top_k: most hits to return; in a hybrid search also the length of each of the two lists.
        retrieval_filters: access rights and other conditions, by name; see `search.retrieval.conditions`.
        active_index: name of the index, where a backend serves several.
        rrf_k: rank offset of a hybrid search, from 1.
    """

    search_type: SearchType
    query: str
    top_k: int
    repository: str
    branch: str
    retrieval_filters: Mapping[str, object] = field(default_factory=dict)
    active_index: str | None = None
    rrf_k: int = 60

    def __post_init__(self) -> None:
        """Refuse invalid values.

        Raises:
            BadInputError: naming the field and the value.
        """
        if not isinstance(self.search_type, SearchType):
            known = ", ".join(SearchType)
            raise BadInputError("search.unknown_type", value=repr(self.search_type), known=known)
        for name in ("top_k", "rrf_k"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise BadInputError("value.not_from_one", name=name, value=repr(value))
        for name in ("query", "repository", "branch"):
            value = getattr(self, name)
            if not isinstance(value, str) or not value.strip():
                raise BadInputError("value.empty", name=name)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A canonical identifier with its score in the list it comes from and its rank from 1."""

    id: str
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """Hits in rank order, and counts for logs and tests."""

    hits: tuple[SearchHit, ...]
    debug: Mapping[str, object] = field(default_factory=dict)


class RetrievalBackend(Protocol):
    """Finds chunks and returns their texts; applies the filters before it scores anything."""

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Return the hits for the request; the same request on the same index has the same hits.

        Raises:
            VectorSearchError: the retrieval failed for a temporary reason.
        """
        ...

    def fetch_texts(
        self,
        *,
        ids: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        active_index: str | None = None,
    ) -> dict[str, str]:
        """Return the text of each identifier (chunk, node or file) that is visible here, in the order given."""
        ...
