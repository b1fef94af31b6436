"""``VectorSearchChunksTool``: the first retrieval of chunks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import structlog

from search.errors import BadInputError
from search.retrieval.conditions import row_filter
from search.tools.failure_log import failure_logged, input_fields
from search.types.filters import RowFilter
from search.types.retrieval import RetrievedChunk

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class VectorSearchChunksInput:
    """What is to be found. Nothing has a hidden default: ``top_k`` comes from the caller's configuration.

    Attributes:
        collection: name of the index.
        filters: by name, as `search.retrieval.conditions` reads them.
    """

    query_text: str
    collection: str
    top_k: int
    filters: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse missing fields.

        Raises:
            BadInputError: naming the field and the value.
        """
        named = input_fields({"collection": self.collection, "top_k": self.top_k})
        with failure_logged("vector search refused", **named):
            for name in ("query_text", "collection"):
                value = getattr(self, name)
                if not isinstance(value, str) or not value.strip():
                    raise BadInputError("value.empty_text", name=name, value=repr(value))
            require_positive("top_k", self.top_k)


def require_positive(name: str, value: object) -> None:
    """Refuse everything but a whole number from 1 up.

    Raises:
        BadInputError: naming the field and the value.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadInputError("value.not_from_one", name=name, value=repr(value))


@dataclass(frozen=True, slots=True)
class VectorSearchChunksOutput:
    """Chunks best first, ties by identifier."""

    chunks: tuple[RetrievedChunk, ...]
    used_top_k: int


class ChunkSearch(Protocol):
    """Finds the nearest chunks of a text in one collection."""

    def nearest_chunks(self, text: str, filters: RowFilter, limit: int, /) -> list[RetrievedChunk]:
        """Return at most ``limit`` chunks best first; cards of files are left out."""
        ...


class VectorSearchChunksTool:
    """Encodes a text and returns its nearest chunks.

    Args:
        collections: what can be searched, by name.
    """

    def __init__(self, collections: Mapping[str, ChunkSearch]) -> None:
        self._collections = collections

    def run(self, request: VectorSearchChunksInput) -> VectorSearchChunksOutput:
        """Return the nearest chunks.

        Raises:
            BadInputError: the collection or a filter is not known.
            VectorSearchError: the retrieval failed for a temporary reason.
        """
        fields = {
            "collection": request.collection,
            "top_k": request.top_k,
            "filters": sorted(map(str, request.filters)),
        }
        log.info("vector search started", **fields)
        with failure_logged("vector search failed", **fields):
            collection = self._collection(request.collection)
            chunks = collection.nearest_chunks(request.query_text, row_filter(request.filters), request.top_k)
        log.info("vector search done", chunks=len(chunks), **fields)
        return VectorSearchChunksOutput(tuple(chunks), request.top_k)

    def _collection(self, name: str) -> ChunkSearch:
        if name not in self._collections:
            known = ", ".join(sorted(self._collections)) or "none"
            raise BadInputError("tools.unknown_collection", name=repr(name), known=known)
        return self._collections[name]
