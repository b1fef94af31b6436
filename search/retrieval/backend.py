"""The retrieval contract: every pipeline, tool and agent uses a backend through this protocol only."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from search.types.retrieval import SearchRequest, SearchResponse


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
