"""The values of the retrieval contract: requests, hits, and the chunks that the retrieval tools pass on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class RetrievedChunk:
    """A chunk with its score; ``parent_file_id``, ``path`` and ``node_id`` are what the index holds of it.

    Where one of them is missing it is empty, and `ParentsOfChunksTool` looks it up.
    """

    chunk_id: str
    text: str
    score: float
    parent_file_id: str = ""
    path: str = ""
    node_id: str = ""


@dataclass(frozen=True, slots=True)
class ChunkParents:
    """Where a chunk belongs."""

    parent_file_id: str
    path: str
    node_id: str
