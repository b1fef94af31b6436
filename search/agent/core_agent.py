"""The agent on a search core, in this process or through the engine."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from search.agent.hybrid_search import HybridSearch, Scope
from search.agent.vector_search_agent import Patience, VectorSearchAgent
from search.config.settings import Agent
from search.errors import EngineError, NotFoundError, VectorSearchError
from search.ports import SearchCore
from search.retrieval.conditions import access_of, row_filter
from search.retrieval.scorers import TextScorer
from search.types.retrieval import SearchRequest, SearchResponse

MOST_SCOPES = 20
"""Scopes that an error lists."""


@contextmanager
def _passing() -> Iterator[None]:
    """Turn the end of an engine into a failure that passes: the next attempt starts or finds another one."""
    try:
        yield
    except EngineError as error:
        raise VectorSearchError(error.message, remedy=error.remedy) from error


class CoreBackend:
    """`RetrievalBackend` of a core."""

    def __init__(self, core: SearchCore) -> None:
        self._core = core

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Return the hits for the request; see `SearchCore.retrieve`.

        Raises:
            NotFoundError: nothing of the repository, or of the branch, is in the index, or may be seen.
        """
        with _passing():
            response = self._core.retrieve(request)
        if not response.hits:
            self._require_scope(request)
        return response

    def _require_scope(self, request: SearchRequest) -> None:
        """Tell a scope that is not there, or whose folder is on another branch now, from one without hits."""
        roots = [status.root for status in self._core.roots(access_of(request.retrieval_filters))]
        scopes = sorted({f"{root.repository}@{root.branch}" for root in roots})
        wanted = f"{request.repository}@{request.branch}"
        if wanted not in scopes:
            known = ", ".join(scopes[:MOST_SCOPES]) + (", ..." if len(scopes) > MOST_SCOPES else "")
            raise NotFoundError("agent.unknown_scope", scope=wanted, known=known or "-")

    def fetch_texts(
        self,
        *,
        ids: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        active_index: str | None = None,
    ) -> dict[str, str]:
        """Return visible texts; see `SearchCore.fetch_texts`."""
        with _passing():
            return self._core.fetch_texts(
                ids=ids,
                repository=repository,
                branch=branch,
                retrieval_filters=retrieval_filters,
                active_index=active_index,
            )


class SourceOf:
    """Return path and file id of a visible chunk or node; two empty texts if it does not exist."""

    def __init__(self, core: SearchCore, scope: Scope) -> None:
        self._core = core
        filters = {**scope.retrieval_filters, "repository": scope.repository, "branch": scope.branch}
        self._rows = row_filter(filters)

    def __call__(self, item: str) -> tuple[str, str]:
        """Return (path, file id)."""
        parents = self._core.parents([item], self._rows).get(item)
        return (parents.path, parents.parent_file_id) if parents is not None else ("", "")


def agent_on(
    core: SearchCore, scope: Scope, settings: Agent, reranker: TextScorer | None = None
) -> VectorSearchAgent:
    """Return the agent that searches one scope of a core.

    Args:
        core: in this process, or a client of the engine.
        scope: where and as whom it searches.
        settings: how many contexts, how long, how often, and whether to rerank.
        reranker: the model that reranks; without one nothing is reranked, and the state says so.
    """
    return VectorSearchAgent(
        HybridSearch(CoreBackend(core), scope, reranker, core),
        SourceOf(core, scope),
        top_k=settings.top_k,
        use_reranking=settings.use_reranking,
        max_retries=settings.max_retries,
        patience=Patience(timeout_s=settings.timeout_seconds),
    )
