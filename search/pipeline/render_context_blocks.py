"""The step ``render_context_blocks``: from texts to the evidence that a model reads."""

from collections.abc import Mapping

from search.pipeline.parameters import choice
from search.pipeline.state import PipelineState, Runtime, Step

FORMATS = ("flat", "indented")
MAX_LEVELS = 3
"""Levels of indentation; deeper nodes are shown at the last."""
INDENT = "    "


def render_context_blocks(
    state: PipelineState, step: Step, settings: Mapping[str, object], runtime: Runtime
) -> None:
    """Write ``context_blocks``: one block a node text, each headed by its identifier.

    ``flat`` keeps the order of the texts; ``indented`` puts each node under its parent.

    Raises:
        PipelineError: the format is not known.
    """
    del settings, runtime
    if choice(step, "format", FORMATS, missing="flat") == "flat":
        state.context_blocks = [_block(item, 0) for item in state.node_texts]
    else:
        state.context_blocks = [_block(item, level) for item, level in _tree_order(state)]


def _block(item: Mapping[str, object], level: int) -> str:
    lines = (f"[{item['id']}]", *str(item["text"]).splitlines())
    return "\n".join(INDENT * level + line for line in lines)


def _tree_order(state: PipelineState) -> list[tuple[dict[str, object], int]]:
    """Return the texts depth-first: each under its nearest ancestor that has a text, at most three levels deep."""
    shown = {str(item["id"]) for item in state.node_texts}
    children: dict[str | None, list[dict[str, object]]] = {}
    for item in state.node_texts:
        children.setdefault(_shown_parent(item, shown, state), []).append(item)
    ordered: list[tuple[dict[str, object], int]] = []
    stack = [(item, 0) for item in reversed(children.get(None, []))]
    while stack:
        item, level = stack.pop()
        ordered.append((item, min(level, MAX_LEVELS - 1)))
        stack.extend((child, level + 1) for child in reversed(children.get(str(item["id"]), [])))
    return ordered


def _shown_parent(item: Mapping[str, object], shown: set[str], state: PipelineState) -> str | None:
    parent = item["parent_id"]
    passed = {str(item["id"])}
    while parent is not None and str(parent) not in shown and str(parent) not in passed:
        passed.add(str(parent))
        parent = state.graph_places.get(str(parent), (0, None))[1]
    if parent is None or str(parent) not in shown or str(parent) in passed:
        return None
    return str(parent)
