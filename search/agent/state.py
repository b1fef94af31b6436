"""The state that flows through the agent's graph, and what a search leaves in it."""

from datetime import UTC, datetime
from typing import Any, Literal, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from search.errors import BadInputError

Intent = Literal["vector", "bm25", "hybrid", "graph"]
INTENTS: tuple[Intent, ...] = ("vector", "bm25", "hybrid", "graph")


class RetrievedContext(BaseModel):
    """One piece of retrieved text.

    Attributes:
        id: canonical identifier of the chunk.
        score: 0..1.
        source: path of the file.
        document_id: identifier of the file.
        rank: from 1.
        metadata: ``rrf_score``, ``rrf_rank``; after reranking ``rerank_score`` and ``original_rrf_rank``.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    id: str = Field(min_length=1)
    text: str
    score: float = Field(ge=0.0, le=1.0)
    source: str
    document_id: str
    rank: int = Field(ge=1)
    search_type: Intent
    metadata: dict[str, Any] = Field(default_factory=dict)


class SearchMetadata(BaseModel):
    """How a search went; ``latency_ms`` is wall time in milliseconds."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    latency_ms: float = Field(ge=0.0)
    result_count: int = Field(ge=0)
    search_mode: Intent
    vector_results_count: int = Field(ge=0)
    bm25_results_count: int = Field(ge=0)
    reranking_applied: bool
    error: str | None = None


class AgentState(TypedDict):
    """What the nodes of the graph read and write.

    ``intent`` is one of `INTENTS`, or empty to have the router detect it.
    """

    query: str
    intent: str
    messages: list[Any]
    retrieved_contexts: list[dict[str, Any]]
    metadata: dict[str, Any]
    route_decision: NotRequired[str]


def create_initial_state(query: str, intent: str = "", *, now: datetime | None = None) -> AgentState:
    """Return the state that a run starts with; without an intent the router detects it.

    Raises:
        BadInputError: the intent is not one of ``vector``, ``bm25``, ``hybrid``, ``graph``.
    """
    if intent and intent not in INTENTS:
        raise BadInputError("agent.unknown_intent", intent=repr(intent), known=", ".join(INTENTS))
    stamp = (now or datetime.now(UTC)).isoformat()
    return AgentState(
        query=query,
        intent=intent,
        messages=[],
        retrieved_contexts=[],
        metadata={"timestamp": stamp, "agent_path": []},
    )
