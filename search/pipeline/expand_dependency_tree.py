"""The step ``expand_dependency_tree``: from seeds to their dependencies."""

from collections.abc import Mapping

import structlog

from search.errors import PipelineError
from search.pipeline.parameters import from_settings, whole_number
from search.pipeline.state import PipelineState, Runtime, Step
from search.types.expansion import Expansion, ExpansionLimits
from search.types.graph import EdgeType, TreeDebug

log = structlog.get_logger(__name__)


def expand_dependency_tree(
    state: PipelineState, step: Step, settings: Mapping[str, object], runtime: Runtime
) -> None:
    """Write the expanded nodes, their edges and the counts; without seeds everything stays empty.

    Raises:
        PipelineError: a field, a parameter or a setting is missing or wrong.
    """
    state.require("repository", "branch")
    limits = _limits(step, settings)
    seeds = list(dict.fromkeys(state.retrieval_seed_nodes))
    if not seeds:
        _write(state, Expansion((), (), (), _nothing()), seeds)
        return
    expansion = runtime.graph_provider.expand(
        seeds=seeds,
        repository=state.repository,
        branch=state.branch,
        retrieval_filters=state.retrieval_filters,
        limits=limits,
        active_index=runtime.active_index,
    )
    _write(state, expansion, seeds)
    log.info("expand_dependency_tree", seeds=len(seeds), nodes=len(expansion.nodes), edges=len(expansion.edges))


def _limits(step: Step, settings: Mapping[str, object]) -> ExpansionLimits:
    depth = whole_number("max_depth", from_settings(step, "max_depth_from_settings", settings))
    nodes = whole_number("max_nodes", from_settings(step, "max_nodes_from_settings", settings))
    return ExpansionLimits(depth, nodes, _allowlist(from_settings(step, "edge_allowlist_from_settings", settings)))


def _allowlist(value: object) -> tuple[EdgeType, ...]:
    known = tuple(EdgeType)
    if not isinstance(value, (list, tuple)):
        raise PipelineError("pipeline.edges_not_a_list", value=repr(value))
    unknown = [item for item in value if item not in known]
    if unknown:
        raise PipelineError("pipeline.unknown_edge", value=repr(unknown[0]), known=", ".join(known))
    return tuple(EdgeType(item) for item in value)


def _nothing() -> TreeDebug:
    return TreeDebug(seed_count=0, expanded_count=0, edges_count=0, truncated=False, reason="no_seeds")


def _write(state: PipelineState, expansion: Expansion, seeds: list[str]) -> None:
    state.graph_seed_nodes = list(expansion.seeds) or seeds
    state.graph_expanded_nodes = [node.id for node in expansion.nodes]
    state.graph_places = {node.id: (node.depth, node.parent) for node in expansion.nodes}
    state.graph_edges = [
        {"from_id": edge.from_id, "to_id": edge.to_id, "edge_type": edge.edge_type.value}
        for edge in expansion.edges
    ]
    debug = expansion.debug
    state.graph_debug = {
        "seed_count": debug.seed_count,
        "expanded_count": debug.expanded_count,
        "edges_count": debug.edges_count,
        "truncated": debug.truncated,
        "reason": debug.reason,
    }
