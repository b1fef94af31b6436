"""The agent that retrieves: retries what may pass, then degrades; never blocks the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_exponential
from tenacity.wait import WaitBaseT

from search.agent.base_agent import BaseAgent, Timing
from search.agent.hybrid_search import HybridHit, HybridResult, HybridSearch
from search.agent.state import INTENTS, AgentState, Intent, RetrievedContext, SearchMetadata
from search.errors import BadInputError, VectorSearchError

MAX_RETRIES = 3
"""Attempts in all."""
BACK_OFF = wait_exponential(multiplier=1, min=1, max=10)
"""Waits 1 s, 2 s, 4 s ... between attempts, at most 10 s."""
TIMEOUT_S = 30.0
"""Seconds for all attempts together."""
TOP_K = 5


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the agent waits: between attempts, and in all.

    Raises:
        BadInputError: the time in all is not a finite number above 0.
    """

    wait: WaitBaseT = BACK_OFF
    timeout_s: float = TIMEOUT_S

    def __post_init__(self) -> None:
        if not 0.0 < self.timeout_s < float("inf"):
            raise BadInputError("agent.bad_timeout", value=repr(self.timeout_s))


class VectorSearchAgent(BaseAgent):
    """Searches for the state's query and writes contexts and metadata.

    Args:
        source_of: gives (path, file id) of a chunk identifier.
        top_k: contexts wanted.
        max_retries: attempts in all, from 1.
        patience: pauses between attempts, and the time for all of them.

    Raises:
        BadInputError: ``top_k`` or ``max_retries`` is below 1.
    """

    def __init__(
        self,
        hybrid_search: HybridSearch,
        source_of: Callable[[str], tuple[str, str]],
        *,
        top_k: int = TOP_K,
        use_reranking: bool = True,
        max_retries: int = MAX_RETRIES,
        patience: Patience = Patience(),
    ) -> None:
        super().__init__("VectorSearchAgent")
        if top_k < 1 or max_retries < 1:
            raise BadInputError("agent.bad_limits", top_k=repr(top_k), max_retries=repr(max_retries))
        self._search = hybrid_search
        self._source_of = source_of
        self._top_k = top_k
        self._use_reranking = use_reranking
        self._max_retries = max_retries
        self._patience = patience

    async def process(self, state: AgentState) -> AgentState:
        """Return the state with ``retrieved_contexts`` and ``metadata["search"]``.

        An empty query gives no contexts; a search that keeps failing gives none and an error in the metadata.
        """
        timing = self._measure_latency()
        self._add_trace(state, "started")
        mode = _mode(state)
        query = state["query"].strip()
        if not query:
            return self._finished(state, mode, timing, HybridResult((), 0, 0, reranking_applied=False))
        try:
            result = await self._search_in_time(query, mode)
        except VectorSearchError as error:
            self._log_error("vector_search", error, query_length=len(query))
            return self._degraded(state, mode, timing, error)
        return self._finished(state, mode, timing, result)

    async def _search_in_time(self, query: str, mode: Intent) -> HybridResult:
        seconds = self._patience.timeout_s
        try:
            async with asyncio.timeout(seconds):
                return await self._search_with_retry(query, mode)
        except TimeoutError as error:
            raise VectorSearchError("agent.timed_out", seconds=seconds) from error

    async def _search_with_retry(self, query: str, mode: Intent) -> HybridResult:
        retrying = AsyncRetrying(
            stop=stop_after_attempt(self._max_retries),
            wait=self._patience.wait,
            retry=retry_if_exception_type(VectorSearchError),
            reraise=True,
        )
        async for attempt in retrying:
            with attempt:
                return await asyncio.to_thread(
                    self._search.hybrid_search, query, top_k=self._top_k, mode=mode, rerank=self._use_reranking
                )
        raise VectorSearchError("agent.no_attempt")

    def _finished(self, state: AgentState, mode: Intent, timing: Timing, result: HybridResult) -> AgentState:
        contexts = self._convert_results(result.hits, mode)
        latency = self._calculate_latency_ms(timing)
        metadata = SearchMetadata(
            latency_ms=latency,
            result_count=len(contexts),
            search_mode=mode,
            vector_results_count=result.vector_results_count,
            bm25_results_count=result.bm25_results_count,
            reranking_applied=result.reranking_applied,
        )
        state["retrieved_contexts"] = [context.model_dump() for context in contexts]
        state["metadata"]["search"] = metadata.model_dump()
        self._add_trace(state, f"completed ({len(contexts)} results, {latency:.0f}ms)")
        self._log_success(
            "vector_search",
            query_length=len(state["query"]),
            result_count=len(contexts),
            latency_ms=latency,
            reranking_applied=result.reranking_applied,
        )
        return state

    def _degraded(self, state: AgentState, mode: Intent, timing: Timing, error: VectorSearchError) -> AgentState:
        metadata = SearchMetadata(
            latency_ms=self._calculate_latency_ms(timing),
            result_count=0,
            search_mode=mode,
            vector_results_count=0,
            bm25_results_count=0,
            reranking_applied=False,
            error=str(error),
        )
        state["retrieved_contexts"] = []
        state["metadata"]["search"] = metadata.model_dump()
        return self._set_error(state, error, "vector search")

    def _convert_results(self, hits: Sequence[HybridHit], mode: Intent) -> list[RetrievedContext]:
        return [self._context(hit, mode) for hit in hits]

    def _context(self, hit: HybridHit, mode: Intent) -> RetrievedContext:
        source, document = self._source_of(hit.id)
        metadata: dict[str, object] = {"rrf_score": hit.rrf_score, "rrf_rank": hit.rrf_rank}
        if hit.rerank_score is not None:
            metadata |= {"rerank_score": hit.rerank_score, "original_rrf_rank": hit.rrf_rank}
        if hit.depth:
            metadata |= {"graph_depth": hit.depth, "graph_parent": hit.parent}
        return RetrievedContext(
            id=hit.id,
            text=hit.text,
            score=hit.score,
            source=source,
            document_id=document,
            rank=hit.rank,
            search_type=mode,
            metadata=metadata,
        )


def _mode(state: AgentState) -> Intent:
    wanted = state.get("route_decision") or state["intent"]
    return next((intent for intent in INTENTS if intent == wanted), "hybrid")
