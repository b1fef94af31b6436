"""Edges of a graph in columns: 30 bytes an edge where a graph of dictionaries takes 400."""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from search.types.graph import Edge, EdgeType
from search.types.ids import FileId, NodeId

Integers = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

TYPES: tuple[EdgeType, ...] = tuple(EdgeType)
"""Edge types by display priority; the place in it is the code that the columns hold."""

CODE: dict[EdgeType, int] = {edge_type: code for code, edge_type in enumerate(TYPES)}

_Value = TypeVar("_Value", str, tuple[str, FileId], tuple[str, ...])

_TYPES_OF_MASK: dict[int, tuple[EdgeType, ...]] = {}


def mask_of(edge_types: Sequence[EdgeType]) -> int:
    """Return a set of edge types as bits; bit n is ``TYPES[n]``."""
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
        others: shape (edges,), positions of the neighbours, by type within a row, then ascending.
        types: shape (edges,), codes of the edge types.
        rows: shape (edges,), the edge's row in the edge table.
        masks: shape (nodes,), the types of a node's edges as bits (`mask_of`).
    """

    starts: "memoryview[int]"
    others: "memoryview[int]"
    types: "memoryview[int]"
    rows: "memoryview[int]"
    masks: "memoryview[int]"

    def of(self, position: int) -> list[tuple[int, int, int]]:
        """Return (neighbour, type code, row) of every edge of a node, by type and neighbour."""
        return self._between(self.starts[position], self.starts[position + 1])

    def along(self, position: int, allowed: int) -> list[tuple[int, int, int]]:
        """Return the same for edges whose type is in a mask: of a hub's thousands of edges few are followed."""
        mask = self.masks[position]
        if not mask & ~allowed or not mask & allowed:
            return self.of(position) if mask & allowed else []
        rows: list[tuple[int, int, int]] = []
        start, end = self.starts[position], self.starts[position + 1]
        mask &= allowed
        while mask:
            code = (mask & -mask).bit_length() - 1
            start = bisect_left(self.types, code, start, end)
            following = bisect_left(self.types, code + 1, start, end)
            rows += self._between(start, following)
            start, mask = following, mask & (mask - 1)
        return rows

    def _between(self, start: int, end: int) -> list[tuple[int, int, int]]:
        # Views: cutting a few elements out of an array costs three times as much.
        others, types, rows = self.others[start:end], self.types[start:end], self.rows[start:end]
        return list(zip(others.tolist(), types.tolist(), rows.tolist(), strict=True))

    def degree(self, position: int) -> int:
        """Return the number of edges of a node."""
        return self.starts[position + 1] - self.starts[position]


class Columns(NamedTuple):
    """Views of the columns of an `EdgeTable`: one value of them is read in a third of the time."""

    sources: "memoryview[int]"
    targets: "memoryview[int]"
    types: "memoryview[int]"
    tiers: "memoryview[int]"
    confidences: "memoryview[float]"
    evidence: "memoryview[int]"
    lines: "memoryview[int]"
    columns: "memoryview[int]"


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
        columns: places in ``column_sets``.
        dangling: how many edges were left out because an end is not in the graph.
    """

    sources: Integers
    targets: Integers
    types: Bytes
    tiers: Bytes
    confidences: npt.NDArray[np.float32]
    evidence: Integers
    lines: Integers
    columns: Integers
    column_sets: tuple[tuple[str, ...], ...]
    tier_names: tuple[str, ...]
    files: tuple[Evidence, ...]
    dangling: int

    def __len__(self) -> int:
        return len(self.sources)

    def views(self) -> Columns:
        """Return views of the columns."""
        return Columns(*(getattr(self, name).data for name in Columns._fields))

    def outgoing(self, node_count: int) -> Adjacency:
        """Return the dependencies of every node."""
        rows = np.lexsort((self.targets, self.types, self.sources)).astype(np.int32)
        return _adjacency(self.sources[rows], self.targets[rows], self.types[rows], rows, node_count)

    def incoming(self, node_count: int) -> Adjacency:
        """Return for every node what depends on it."""
        rows = np.lexsort((self.sources, self.types, self.targets)).astype(np.int32)
        return _adjacency(self.targets[rows], self.sources[rows], self.types[rows], rows, node_count)


def edge_table(edges: Iterable[Edge], positions: Mapping[NodeId, int]) -> EdgeTable:
    """Return the edges in columns, whatever order they come in; no edge stays in memory as an object.

    Those with an end that is not in ``positions`` are counted as dangling. Of equal (source, target, type) the one
    with the first evidence is kept.
    """
    position_of = positions.get
    ends, types, confidences, lines = array("i"), array("B"), array("f"), array("i")
    evidence, tiers, columns = _Coded[tuple[str, FileId]](), _Coded[str](), _Coded[tuple[str, ...]]()
    for edge in edges:
        ends.extend((position_of(edge.source, -1), position_of(edge.target, -1)))
        types.append(CODE[edge.type])
        confidences.append(edge.confidence)
        lines.append(edge.line)
        evidence.add((edge.path, edge.file_id))
        tiers.add(edge.tier)
        columns.add(edge.columns)
    return _table(
        (np.array(ends[::2], np.int32), np.array(ends[1::2], np.int32), np.array(types, np.uint8)),
        np.array(confidences, np.float32),
        np.array(lines, np.int32),
        (evidence, tiers, columns),
    )


def _table(
    edges: tuple[Integers, Integers, Bytes],
    confidences: npt.NDArray[np.float32],
    lines: Integers,
    coded: "tuple[_Coded[tuple[str, FileId]], _Coded[str], _Coded[tuple[str, ...]]]",
) -> EdgeTable:
    """Return a table of these edges, which are columns of sources, targets and types, in any order."""
    sources, targets, types = edges
    (files, evidence), (tier_names, tiers), (column_sets, columns) = (
        coded[0].ranked(),
        coded[1].ranked(),
        coded[2].ranked(),
    )
    known = (sources >= 0) & (targets >= 0)
    order = np.lexsort((tiers, lines, evidence, types, targets, sources, ~known))[: np.count_nonzero(known)]
    order = order[_differs_from_previous(sources[order], targets[order], types[order])]
    return EdgeTable(
        sources=sources[order],
        targets=targets[order],
        types=types[order],
        tiers=tiers[order].astype(np.uint8),
        confidences=confidences[order],
        evidence=evidence[order],
        lines=lines[order],
        columns=columns[order],
        column_sets=tuple(column_sets),
        tier_names=tuple(sys.intern(tier) for tier in tier_names),
        files=tuple(Evidence(file, path) for path, file in files),
        dangling=len(sources) - int(np.count_nonzero(known)),
    )


class _Coded(Generic[_Value]):
    """A column of values of which many are equal."""

    def __init__(self) -> None:
        self._code_of: dict[_Value, int] = {}
        self._codes = array("i")

    def add(self, value: _Value) -> None:
        """Append a value."""
        self._codes.append(self._code_of.setdefault(value, len(self._code_of)))

    def ranked(self) -> tuple[list[_Value], Integers]:
        """Return the different values in order, and for each value of the column its place among them."""
        different = sorted(self._code_of)
        rank_of = np.zeros(len(different), np.int32)
        rank_of[[self._code_of[value] for value in different]] = np.arange(len(different), dtype=np.int32)
        return different, rank_of[np.array(self._codes, np.int32)]


def _differs_from_previous(*columns: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.bool_]:
    differs = np.zeros(len(columns[0]), np.bool_)
    differs[:1] = True
    for column in columns:
        differs[1:] |= column[1:] != column[:-1]
    return differs


def _adjacency(owners: Integers, others: Integers, types: Bytes, rows: Integers, node_count: int) -> Adjacency:
    counts = np.bincount(owners, minlength=node_count)
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))
    masks = np.zeros(node_count, np.uint32)
    np.bitwise_or.at(masks, owners, np.uint32(1) << types.astype(np.uint32))
    return Adjacency(starts.data, others.data, types.data, rows.data, masks.data)
