"""The step ``fetch_node_texts``: the texts of seeds and expanded nodes within a token budget."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

import structlog

from search.errors import PipelineError
from search.pipeline.parameters import choice, whole_number
from search.pipeline.state import PipelineState, Runtime, Step

RETRIEVAL_PERCENT = 70
"""Share of the model's context that retrieval may fill when the step names no budget (the contract's figure)."""
MODES = ("seed_first", "graph_first", "balanced")
NODES, HITS = "nodes", "hits"
"""Whether the text of a seed is that of its node, such as a whole class, or that of the retrieved chunk.

With ``hits`` a text that lies within one that is in already is left out, such as a method of a class.
"""
LOADED_AT_ONCE = 16
"""Texts in memory at a time beside those that are in."""
MOST_CHARACTERS_OF_A_TOKEN = 20
"""A text with more characters for each token that is left is not loaded; code has 2 to 5 for a token."""

log = structlog.get_logger(__name__)


def fetch_node_texts(state: PipelineState, step: Step, settings: Mapping[str, object], runtime: Runtime) -> None:
    """Write ``node_texts``: whole texts in priority order, skipping each that exceeds the rest of the budget.

    Texts are loaded a few at a time, and none that is known to be far larger than the rest of the budget.

    Raises:
        PipelineError: a field, a parameter or a setting is missing or wrong.
    """
    state.require("repository", "branch")
    budget = budget_tokens(step, settings)
    mode = choice(step, "prioritization_mode", MODES, missing="balanced")
    seed_texts = choice(step, "seed_texts", (NODES, HITS), missing=NODES)
    queue = list(candidates(state, mode, seed_texts))
    seeds = set(state.retrieval_seed_nodes) | set(state.graph_seed_nodes)
    rest = _Rest(budget)
    state.node_texts = []
    chosen: list[str] = []
    for batch in _affordable(queue, _sizes(queue, state, runtime), rest):
        for node, text in _texts(batch, state, runtime).items():
            tokens = runtime.token_counter.count(text)
            if tokens > rest.tokens or (seed_texts == HITS and any(text in other for other in chosen)):
                continue
            rest.tokens -= tokens
            chosen.append(text)
            depth, parent = (0, None) if node in seeds else state.graph_places.get(node, (1, None))
            state.node_texts.append(
                {"id": node, "text": text, "is_seed": node in seeds, "depth": depth, "parent_id": parent}
            )
    used = budget - rest.tokens
    log.info("fetch_node_texts", budget=budget, used=used, candidates=len(queue), texts=len(state.node_texts))


@dataclass(slots=True)
class _Rest:
    """The rest of a budget."""

    tokens: int


def _sizes(ids: Sequence[str], state: PipelineState, runtime: Runtime) -> Mapping[str, int]:
    """Return about how many characters the larger of these texts have, without loading any."""
    if runtime.text_sizes is None:
        return {}
    return runtime.text_sizes(ids, state.repository, state.branch, state.retrieval_filters)


def _affordable(queue: Sequence[str], sizes: Mapping[str, int], rest: _Rest) -> Iterator[list[str]]:
    """Yield the candidates in order, a few at a time, without those larger than the rest of the budget by then."""
    waiting = iter(queue)
    while rest.tokens > 0:
        fitting = (node for node in waiting if sizes.get(node, 0) <= rest.tokens * MOST_CHARACTERS_OF_A_TOKEN)
        batch = list(islice(fitting, LOADED_AT_ONCE))
        if not batch:
            return
        yield batch


def _texts(ids: Sequence[str], state: PipelineState, runtime: Runtime) -> Mapping[str, str]:
    """Return the visible texts in the order of their identifiers."""
    texts = runtime.retrieval_backend.fetch_texts(
        ids=ids,
        repository=state.repository,
        branch=state.branch,
        retrieval_filters=state.retrieval_filters,
        active_index=runtime.active_index,
    )
    return {node: texts[node] for node in ids if node in texts}


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

    Where the text of a seed is that of its chunk, a balanced order has all seeds first: what answers comes before
    what it depends on. What the best seed led to comes before what others led to, and the nodes of the seeds come
    last, if there is room for them.

    For 20 questions to jq, 2,000 and 4,000 tokens of such an order held the lines that answer 8 and 10 of them and
    the file of 15; with a node after every two hits it was 7 and 9.
    """
    nodes = list(dict.fromkeys(state.graph_seed_nodes or state.retrieval_seed_nodes))
    seeds = list(dict.fromkeys(state.retrieval_seed_nodes)) if seed_texts == HITS else nodes
    known = {*seeds, *nodes}
    reached = [node for node in dict.fromkeys(state.graph_expanded_nodes) if node not in known]
    depths = {node: state.graph_places.get(node, (1, None))[0] for node in reached}
    graph = sorted(reached if seed_texts == HITS else sorted(reached), key=depths.__getitem__)
    yield from _ordered(seeds, graph, "seed_first" if (mode, seed_texts) == ("balanced", HITS) else mode)
    yield from (node for node in nodes if node not in set(seeds))


def _ordered(seeds: Sequence[str], graph: Sequence[str], mode: str) -> Iterator[str]:
    if mode == "seed_first":
        yield from (*seeds, *graph)
    elif mode == "graph_first":
        yield from (*graph, *seeds)
    else:
        for pair in zip_longest(seeds, graph):
            yield from (node for node in pair if node is not None)
