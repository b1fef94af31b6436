"""The step ``fetch_node_texts``: the texts of seeds and expanded nodes within a token budget."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

import structlog

from search.errors import PipelineError
from search.pipeline.parameters import choice, whole_number
from search.pipeline.state import PipelineState, Runtime, Step

RETRIEVAL_PERCENT = 70
"""Share of the model's context that retrieval may fill when the step names no budget (the contract's figure)."""
MODES = ("seed_first", "graph_first", "balanced")
NODES, HITS = "nodes", "hits"
"""What the text of a seed is: that of its node, perhaps a whole class, or that of the chunk that was found."""

log = structlog.get_logger(__name__)


def fetch_node_texts(state: PipelineState, step: Step, settings: Mapping[str, object], runtime: Runtime) -> None:
    """Write ``node_texts``: whole texts in priority order, skipping each that does not fit what is left.

    Raises:
        PipelineError: a field, a parameter or a setting is missing or wrong.
    """
    state.require("repository", "branch")
    budget = budget_tokens(step, settings)
    mode = choice(step, "prioritization_mode", MODES, missing="balanced")
    queue = list(candidates(state, mode, choice(step, "seed_texts", (NODES, HITS), missing=NODES)))
    texts = runtime.retrieval_backend.fetch_texts(
        ids=queue,
        repository=state.repository,
        branch=state.branch,
        retrieval_filters=state.retrieval_filters,
        active_index=runtime.active_index,
    )
    seeds = set(state.retrieval_seed_nodes) | set(state.graph_seed_nodes)
    left = budget
    state.node_texts = []
    for node in queue:
        tokens = runtime.token_counter.count(texts[node]) if node in texts else 0
        if node not in texts or tokens > left:
            continue
        left -= tokens
        depth, parent = (0, None) if node in seeds else state.graph_places.get(node, (1, None))
        state.node_texts.append(
            {"id": node, "text": texts[node], "is_seed": node in seeds, "depth": depth, "parent_id": parent}
        )
    log.info(
        "fetch_node_texts", budget=budget, used=budget - left, candidates=len(queue), texts=len(state.node_texts)
    )


def budget_tokens(step: Step, settings: Mapping[str, object]) -> int:
    """Return the step's budget, else 70 % of ``max_context_tokens``, rounded down.

    Raises:
        PipelineError: both kinds of limit are given, or a needed number is missing or not above 0.
    """
    if "budget_tokens" in step.raw and "max_chars" in step.raw:
        raise PipelineError("pipeline.two_budgets")
    if "max_chars" in step.raw:
        raise PipelineError("pipeline.max_chars")
    if step.raw.get("budget_tokens") is not None:
        return whole_number("budget_tokens", step.raw["budget_tokens"])
    most = whole_number("settings.max_context_tokens", settings.get("max_context_tokens"))
    # in whole numbers: 0.7 has no exact float, and 0.7 * 90 would round down to 62
    return whole_number("budget_tokens", most * RETRIEVAL_PERCENT // 100)


def candidates(state: PipelineState, mode: str, seed_texts: str = NODES) -> Iterator[str]:
    """Yield every node once in the order of the mode: seeds in ranking order, others by depth and id.

    Where the text of a seed is that of its chunk, what the best seed led to comes before what others led to, and
    the nodes of the seeds come last, if there is room for them.
    """
    nodes = list(dict.fromkeys(state.graph_seed_nodes or state.retrieval_seed_nodes))
    seeds = list(dict.fromkeys(state.retrieval_seed_nodes)) if seed_texts == HITS else nodes
    known = {*seeds, *nodes}
    reached = [node for node in dict.fromkeys(state.graph_expanded_nodes) if node not in known]
    depths = {node: state.graph_places.get(node, (1, None))[0] for node in reached}
    graph = sorted(reached if seed_texts == HITS else sorted(reached), key=depths.__getitem__)
    yield from _ordered(seeds, graph, mode)
    yield from (node for node in nodes if node not in set(seeds))


def _ordered(seeds: Sequence[str], graph: Sequence[str], mode: str) -> Iterator[str]:
    if mode == "seed_first":
        yield from (*seeds, *graph)
    elif mode == "graph_first":
        yield from (*graph, *seeds)
    else:
        for seed, node in zip_longest(seeds, graph):
            yield from (item for item in (seed, node) if item is not None)
