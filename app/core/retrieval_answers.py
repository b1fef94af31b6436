"""The operations of the retrieval contracts: evidence, documents, and what pipelines, tools and agents ask."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from search.types.context import ContextAnswer, ContextRequest
from search.types.documents import DocumentAnswer, DocumentRequest
from search.types.expansion import Expansion, ExpansionLimits
from search.types.filters import RowFilter
from search.types.retrieval import ChunkParents, RetrievedChunk, SearchRequest, SearchResponse

if TYPE_CHECKING:
    from app.core.retrieval_runtime import Retrieval


class RetrievalAnswers:
    """The part of `LocalCore` that answers from the retrieval of an index.

    Args:
        retrieval: what the index offers; made at the first call.
        answering: a context in which each question is answered.
    """

    def __init__(
        self, retrieval: "Callable[[], Retrieval]", answering: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._retrieval = retrieval
        self._answering = answering

    def context(self, request: ContextRequest, /) -> ContextAnswer:
        """Return the evidence for a question; see `SearchCore.context`."""
        with self._answering():
            return self._retrieval().context.find(request)

    def documents(self, request: DocumentRequest, /) -> DocumentAnswer:
        """Return documents by meaning alone; see `SearchCore.documents`."""
        with self._answering():
            return self._retrieval().documents.find(request)

    def retrieve(self, request: SearchRequest, /) -> SearchResponse:
        """Return the hits of one retrieval; see `SearchCore.retrieve`."""
        with self._answering():
            return self._retrieval().backend.search(request)

    def fetch_texts(
        self,
        *,
        ids: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        active_index: str | None = None,
    ) -> dict[str, str]:
        """Return texts within a scope; see `SearchCore.fetch_texts`."""
        return self._retrieval().backend.fetch_texts(
            ids=ids,
            repository=repository,
            branch=branch,
            retrieval_filters=retrieval_filters,
            active_index=active_index,
        )

    def expand(
        self,
        *,
        seeds: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        limits: ExpansionLimits,
        active_index: str | None = None,
    ) -> Expansion:
        """Return what some seeds depend on within a scope; see `SearchCore.expand`."""
        return self._retrieval().graph.expand(
            seeds=seeds,
            repository=repository,
            branch=branch,
            retrieval_filters=retrieval_filters,
            limits=limits,
            active_index=active_index,
        )

    def nearest_chunks(self, text: str, filters: RowFilter, limit: int, /) -> list[RetrievedChunk]:
        """Return the nearest chunks of a text; see `SearchCore.nearest_chunks`."""
        with self._answering():
            return self._retrieval().chunks.nearest_chunks(text, filters, limit)

    def parents(self, ids: Sequence[str], filters: RowFilter, /) -> dict[str, ChunkParents]:
        """Return where chunks and nodes belong; see `SearchCore.parents`."""
        return self._retrieval().chunks.parents(ids, filters)
