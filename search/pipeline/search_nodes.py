"""The step ``search_nodes``: from the query to seed identifiers, and no text."""

from collections.abc import Mapping, Sequence

import structlog

from search.errors import PipelineError
from search.pipeline.parameters import choice, whole_number
from search.pipeline.query_parser import JsonishQueryParser, ParsedPayload
from search.pipeline.state import PipelineState, Reranker, Runtime, Step
from search.retrieval.conditions import CONSTRAINT_KEYS, SCOPE_KEYS, SECURITY_KEYS
from search.types.query import RRF_K
from search.types.retrieval import SearchRequest, SearchType

RERANK_NONE = "none"
RERANK_CHOICES = (RERANK_NONE, "keyword_rerank", "codebert_rerank")
_PARSERS = {"JsonishQueryParser": JsonishQueryParser, "jsonish": JsonishQueryParser}

log = structlog.get_logger(__name__)


def search_nodes(state: PipelineState, step: Step, settings: Mapping[str, object], runtime: Runtime) -> None:
    """Write ``retrieval_seed_nodes``: canonical identifiers in ranking order; asks the backend once.

    Raises:
        PipelineError: a field, a parameter or the query is missing or wrong.
    """
    clear(state)
    state.require("repository", "branch")
    search_type = SearchType(choice(step, "search_type", tuple(SearchType)))
    rerank = _rerank(step, search_type)
    top_k = _top_k(step, settings)
    payload = _payload(state, step)
    reranker = None if rerank == RERANK_NONE else _reranker(runtime, rerank)
    request = SearchRequest(
        search_type=search_type,
        query=payload.query,
        top_k=top_k * reranker.widen_factor if reranker else top_k,
        repository=state.repository,
        branch=state.branch,
        retrieval_filters=merged_filters(state, payload.filters),
        active_index=runtime.active_index,
        rrf_k=_rrf_k(step, search_type),
    )
    response = runtime.retrieval_backend.search(request)
    ids = [hit.id for hit in response.hits]
    if reranker:
        ids = _reranked(reranker, request, ids, runtime)
    state.retrieval_hits = [{"id": hit.id, "score": hit.score, "rank": hit.rank} for hit in response.hits]
    state.retrieval_seed_nodes = ids[:top_k]
    log.info("search_nodes", search_type=search_type.value, top_k=top_k, rerank=rerank, hits=len(ids))


def clear(state: PipelineState) -> None:
    """Empty everything that retrieval, graph and texts of an earlier run left in the state."""
    for name in (
        "retrieval_seed_nodes",
        "retrieval_hits",
        "graph_seed_nodes",
        "graph_expanded_nodes",
        "graph_edges",
        "graph_node_texts",
        "node_texts",
        "context_blocks",
    ):
        setattr(state, name, [])
    state.graph_debug = {}
    state.graph_places = {}


def merged_filters(state: PipelineState, parsed: Mapping[str, object]) -> dict[str, object]:
    """Return the state's filters with the parsed ones added: a parsed filter narrows and never replaces.

    Raises:
        PipelineError: a parsed filter is not known.
    """
    added: dict[str, object] = {}
    for key, value in sorted(parsed.items()):
        if key in SECURITY_KEYS or key in SCOPE_KEYS:
            log.debug("parsed filter ignored", key=key, reason="only the caller sets it")
        elif key not in CONSTRAINT_KEYS:
            raise PipelineError("pipeline.unknown_filter", key=repr(key), known=", ".join(CONSTRAINT_KEYS))
        elif value is not None:
            added[key] = value
    return {**added, **state.retrieval_filters, "repository": state.repository, "branch": state.branch}


def _payload(state: PipelineState, step: Step) -> ParsedPayload:
    name = step.raw.get("query_parser")
    if name is None:
        payload = ParsedPayload(state.last_model_response.strip())
    elif name in _PARSERS:
        payload = _PARSERS[str(name)]().parse(state.last_model_response)
    else:
        raise PipelineError("pipeline.unknown_parser", name=repr(name))
    if not payload.query.strip():
        raise PipelineError("pipeline.empty_query")
    return payload


def _top_k(step: Step, settings: Mapping[str, object]) -> int:
    if "top_k" in step.raw:
        return whole_number("top_k", step.raw["top_k"])
    if "top_k" in settings:
        return whole_number("settings.top_k", settings["top_k"])
    raise PipelineError("pipeline.top_k_missing")


def _rrf_k(step: Step, search_type: SearchType) -> int:
    if search_type is not SearchType.HYBRID:
        return RRF_K
    return whole_number("rrf_k", step.raw.get("rrf_k", RRF_K))


def _rerank(step: Step, search_type: SearchType) -> str:
    rerank = choice(step, "rerank", RERANK_CHOICES, missing=RERANK_NONE)
    if rerank != RERANK_NONE and search_type is not SearchType.SEMANTIC:
        raise PipelineError(
            "pipeline.rerank_not_semantic", rerank=repr(rerank), search_type=repr(search_type.value)
        )
    return rerank


def _reranker(runtime: Runtime, name: str) -> Reranker:
    if name not in runtime.rerankers:
        raise PipelineError("pipeline.unknown_reranker", name=repr(name))
    return runtime.rerankers[name]


def _reranked(reranker: Reranker, request: SearchRequest, ids: Sequence[str], runtime: Runtime) -> list[str]:
    texts = runtime.retrieval_backend.fetch_texts(
        ids=ids,
        repository=request.repository,
        branch=request.branch,
        retrieval_filters=request.retrieval_filters,
        active_index=request.active_index,
    )
    ordered = reranker.rerank(request.query, [(item, texts[item]) for item in ids if item in texts])
    known = set(ids)
    return [item for item in dict.fromkeys(ordered) if item in known]
