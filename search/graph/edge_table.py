"""Edges of a graph in columns: 30 bytes an edge where a graph of dictionaries takes 400."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.types.graph import Edge, EdgeType
from search.types.ids import FileId, NodeId

Integers = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

TYPES: tuple[EdgeType, ...] = tuple(EdgeType)
"""Edge types by display priority; the place in it is the code that the columns hold."""

CODE: dict[EdgeType, int] = {edge_type: code for code, edge_type in enumerate(TYPES)}

_TYPES_OF_MASK: dict[int, tuple[EdgeType, ...]] = {}


def mask_of(edge_types: Sequence[EdgeType]) -> int:
    """Return a set of edge types as bits; bit n stands for ``TYPES[n]``."""
    mask = 0
    for edge_type in edge_types:
        mask |= 1 << CODE[edge_type]
    return mask


def types_of(mask: int) -> tuple[EdgeType, ...]:
    """Return the types of a mask by display priority; equal masks give the same tuple."""
    if mask not in _TYPES_OF_MASK:
        _TYPES_OF_MASK[mask] = tuple(name for code, name in enumerate(TYPES) if mask >> code & 1)
    return _TYPES_OF_MASK[mask]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A file in which edges were found."""

    file_id: FileId
    path: str


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Neighbours of every node in one direction, in compressed rows.

    Attributes:
        starts: shape (nodes + 1,); the neighbours of node n are at ``starts[n]:starts[n + 1]``.
        others: shape (edges,), positions of the neighbours, ascending within a row, then by type.
        types: shape (edges,), codes of the edge types.
        rows: shape (edges,), the edge's row in the edge table.
    """

    starts: "memoryview[int]"
    others: "memoryview[int]"
    types: "memoryview[int]"
    rows: "memoryview[int]"

    def of(self, position: int) -> list[tuple[int, int, int]]:
        """Return (neighbour, type code, row) of every edge of a node, by neighbour and type."""
        # Views: cutting a few elements out of an array costs three times as much.
        part = slice(self.starts[position], self.starts[position + 1])
        others, types, rows = self.others[part], self.types[part], self.rows[part]
        return list(zip(others.tolist(), types.tolist(), rows.tolist(), strict=True))

    def degree(self, position: int) -> int:
        """Return the number of edges of a node."""
        return self.starts[position + 1] - self.starts[position]


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """All edges, by (source, target, type); columns of shape (edges,).

    Attributes:
        sources, targets: node positions.
        types: codes into ``TYPES``.
        tiers: codes into ``tier_names``.
        confidences: 0..1.
        evidence: places in ``files``.
        lines: from 1.
        dangling: how many edges were left out because an end is not in the graph.
    """

    sources: Integers
    targets: Integers
    types: Bytes
    tiers: Bytes
    confidences: npt.NDArray[np.float32]
    evidence: Integers
    lines: Integers
    tier_names: tuple[str, ...]
    files: tuple[Evidence, ...]
    dangling: int

    def __len__(self) -> int:
        return len(self.sources)

    def outgoing(self, node_count: int) -> Adjacency:
        """Return for every node what it depends on."""
        rows = np.arange(len(self), dtype=np.int32)
        return _adjacency(self.sources, self.targets, self.types, rows, node_count)

    def incoming(self, node_count: int) -> Adjacency:
        """Return for every node what depends on it."""
        rows = np.lexsort((self.types, self.sources, self.targets)).astype(np.int32)
        return _adjacency(self.targets, self.sources[rows], self.types[rows], rows, node_count)


def edge_table(edges: Sequence[Edge], positions: Mapping[NodeId, int]) -> EdgeTable:
    """Return the edges in columns; those with an end that is not in ``positions`` are counted as dangling."""
    known = [edge for edge in edges if edge.source in positions and edge.target in positions]
    known = _one_each(known)
    files = sorted({(edge.file_id, edge.path) for edge in known})
    tiers = sorted({edge.tier for edge in known})
    place_of = {file: place for place, file in enumerate(files)}
    tier_of = {tier: code for code, tier in enumerate(tiers)}
    sources = np.fromiter((positions[edge.source] for edge in known), np.int32, len(known))
    targets = np.fromiter((positions[edge.target] for edge in known), np.int32, len(known))
    types = np.fromiter((CODE[edge.type] for edge in known), np.uint8, len(known))
    order = np.lexsort((types, targets, sources))
    return EdgeTable(
        sources=sources[order],
        targets=targets[order],
        types=types[order],
        tiers=np.fromiter((tier_of[edge.tier] for edge in known), np.uint8, len(known))[order],
        confidences=np.fromiter((edge.confidence for edge in known), np.float32, len(known))[order],
        evidence=np.fromiter((place_of[edge.file_id, edge.path] for edge in known), np.int32, len(known))[order],
        lines=np.fromiter((edge.line for edge in known), np.int32, len(known))[order],
        tier_names=tuple(sys.intern(tier) for tier in tiers),
        files=tuple(Evidence(FileId(file), path) for file, path in files),
        dangling=sum(edge.source not in positions or edge.target not in positions for edge in edges),
    )


def _one_each(edges: list[Edge]) -> list[Edge]:
    """Keep of equal (source, target, type) the one with the first evidence, whatever order they came in."""
    best: dict[tuple[str, str, EdgeType], Edge] = {}
    for edge in edges:
        key = (edge.source, edge.target, edge.type)
        other = best.get(key)
        if other is None or (edge.path, edge.line, edge.tier) < (other.path, other.line, other.tier):
            best[key] = edge
    return list(best.values())


def _adjacency(owners: Integers, others: Integers, types: Bytes, rows: Integers, node_count: int) -> Adjacency:
    counts = np.bincount(owners, minlength=node_count)
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))
    return Adjacency(starts.data, others.data, types.data, rows.data)
