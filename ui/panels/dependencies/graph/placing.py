"""Where the boxes are placed on the canvas, by the layout library. Pure; call it in a thread."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

COLUMN_GAP, ROW_GAP = 72, 14
"""Pixels between two columns, where edges are drawn, and between two boxes of a column."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sized:
    """A box to be placed: its key, its column and its size."""

    key: str
    rank: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The boxes that are laid out.

    Attributes:
        edges: keys of two boxes; those within a column do not matter for the placement.
        former: centres of boxes in the drawing before, which keep their order.
        moved: centres of boxes that a person moved, which stay there.
    """

    boxes: tuple[Sized, ...]
    edges: tuple[tuple[str, str], ...]
    former: Mapping[str, Point]
    moved: Mapping[str, Point]


def placed(plan: Plan) -> dict[str, Point]:
    """Return the centre of each box: columns from left to right by rank, few crossings, boxes apart."""
    if not plan.boxes:
        return {}
    import graphlay

    columns = {rank: column for column, rank in enumerate(sorted({box.rank for box in plan.boxes}))}
    graph = graphlay.Graph()
    for box in plan.boxes:
        graph.node(
            box.key, width=box.width, height=box.height, rank={"fixed": columns[box.rank]}, **_hints(plan, box.key)
        )
    rank_of = {box.key: box.rank for box in plan.boxes}
    for first, second in plan.edges:
        if rank_of[first] != rank_of[second]:
            graph.edge(*sorted((first, second), key=lambda key: rank_of[key]))
    positions = graphlay.layout(graph, preset="layered", options=_OPTIONS).positions()
    return {box.key: positions[box.key] for box in plan.boxes}


_OPTIONS: Mapping[str, object] = {
    "direction": "leftright",
    "effort": "fast",
    "routing": {"style": "diagonal"},
    "spacing": {"layer_gap": COLUMN_GAP, "node_gap": ROW_GAP, "isolated_gap": ROW_GAP},
}
"""Edges are drawn as curves by the canvas, so that the cheapest routing does; positions alone are used."""


def _hints(plan: Plan, key: str) -> dict[str, Any]:
    point = plan.moved.get(key) or plan.former.get(key)
    if point is None:
        return {}
    return {"position": {"x": point[0], "y": point[1]}, "pinned": key in plan.moved}
