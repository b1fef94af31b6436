"""The intent ``graph``: hits, and beside them what they depend on.

The hits of a hybrid search are the seeds of an expansion. Hits and reached nodes stand by turns (the balanced
order of the pipeline's contract), nodes nearest first, so that a short list shows both. Nothing in a text says how
much a dependency matters for a question; a node therefore has the score of the best hit, halved with every step,
and the list is in this order and not by score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from search.types.expansion import Expansion
from search.types.graph import EdgeType

T = TypeVar("T")

DEPTH = 2
"""Steps from a hit: what it uses, and what that uses."""
NODES_OF_A_HIT = 16
"""Nodes that are walked for each hit: one chunk can hold many definitions, and each of them is a seed."""
DECAY = 0.5
"""Factor of the score with every step."""
EDGES = (
    EdgeType.DEFINES,
    EdgeType.MAPS_TO,
    EdgeType.INHERITS,
    EdgeType.IMPLEMENTS,
    EdgeType.FOREIGN_KEY,
    EdgeType.READS_TABLE,
    EdgeType.WRITES_TABLE,
    EdgeType.READS_VIEW,
    EdgeType.TRIGGER_ON,
    EdgeType.CALLS,
    EdgeType.INSTANTIATES,
)
"""What is followed: members of hits, structure, database and calls, as in a tree."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A node that is no hit itself, with its score in 0..1 and the node it was reached from."""

    id: str
    score: float
    depth: int
    parent: str | None


def reached(expansion: Expansion, scores: Sequence[float]) -> list[Reached]:
    """Return the expanded nodes without the seeds, by depth and identifier; ``scores`` are those of the hits."""
    best = max(scores, default=0.0)
    nodes = sorted((node for node in expansion.nodes if node.depth), key=lambda node: (node.depth, node.id))
    return [Reached(node.id, best * DECAY**node.depth, node.depth, node.parent) for node in nodes]


def interleaved(first: Sequence[T], second: Sequence[T]) -> list[T]:
    """Return one of the first, one of the second, and so on; the rest of the longer one follows."""
    missing = object()
    pairs = zip_longest(first, second, fillvalue=missing)
    return [item for pair in pairs for item in pair if item is not missing]  # type: ignore[misc]  # the filler is out
