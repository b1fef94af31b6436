"""``VectorSearchChunksTool``: the first retrieval of chunks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import structlog

from search.errors import BadInputError
from search.retrieval.conditions import row_filter
from search.types.filters import RowFilter

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
        for name in ("query_text", "collection"):
            value = getattr(self, name)
            if not isinstance(value, str) or not value.strip():
                raise BadInputError("value.empty_text", name=name, value=repr(value))
        require_positive("top_k", self.top_k)


def require_positive(name: str, value: object) -> None:
    """Refuse what is not a whole number from 1 up.

    Raises:
        BadInputError: naming the field and the value.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadInputError("value.not_from_one", name=name, value=repr(value))


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
        """
        noted = log.bind(collection=request.collection, top_k=request.top_k, filters=sorted(request.filters))
        noted.info("vector search started")
        if request.collection not in self._collections:
            noted.error("vector search failed", reason="unknown collection")
            known = ", ".join(sorted(self._collections)) or "none"
            raise BadInputError("tools.unknown_collection", name=repr(request.collection), known=known)
        try:
            filters = row_filter(request.filters)
        except BadInputError as error:
            noted.error("vector search failed", reason=str(error))
            raise
        chunks = self._collections[request.collection].nearest_chunks(request.query_text, filters, request.top_k)
        noted.info("vector search done", chunks=len(chunks))
        return VectorSearchChunksOutput(tuple(chunks), request.top_k)
