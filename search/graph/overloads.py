"""Overloads of a method: one node in the graph that is walked, or a node each in a graph of their own.

The stored graph has both: the node of the name with all places, and below it a node for each overload, which the
edges lead to. Merged, edges of overloads are those of the name.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from search.types.graph import OVERLOAD, UNDECIDED, Edge, EdgeType, Node
from search.types.ids import NodeId

Key = tuple[NodeId, NodeId, EdgeType]


def is_overload(name: str) -> bool:
    """Return whether a name ends with the types of parameters, ``Add(int,string)``."""
    return name.endswith(")") and "(" in name and not name.endswith("()")


class Merged(NamedTuple):
    """A graph in which overloads are one node.

    Attributes:
        edges: can be read once.
        overloads: the nodes that are not among ``nodes``.
        edges_apart: edges of the overloads and of their names, as stored; complete when ``edges`` were read.
    """

    nodes: Sequence[Node]
    edges: Iterable[Edge]
    overloads: Sequence[Node]
    edges_apart: Sequence[Edge]


def merged(nodes: Iterable[Node], edges: Iterable[Edge], overload_edges: Iterable[Edge] | None = None) -> Merged:
    """Return a graph with one node for all overloads of a name; of equal edges the surest is kept.

    Args:
        nodes: of the graph.
        edges: of the graph; where ``overload_edges`` are given, they may be a stream, which is read once.
        overload_edges: those of ``edges`` whose tier is `OVERLOAD`, if they are known.
    """
    nodes = tuple(nodes)
    if overload_edges is None:
        edges = overload_edges = tuple(edges)
    name_of = {edge.target: edge.source for edge in overload_edges if edge.tier == OVERLOAD}
    if not name_of:
        return Merged(nodes, edges, (), ())
    apart: list[Edge] = []
    return Merged(
        [node for node in nodes if node.id not in name_of],
        _merged_edges(edges, name_of, apart),
        [node for node in nodes if node.id in name_of],
        apart,
    )


def _merged_edges(edges: Iterable[Edge], name_of: Mapping[NodeId, NodeId], apart: list[Edge]) -> Iterator[Edge]:
    """Yield the edges of the merged graph, and add those of overloads and their names to ``apart``."""
    split = {*name_of, *name_of.values()}
    for edge in edges:
        if edge.source in split or edge.target in split:
            apart.append(edge)
        else:
            yield edge
    apart.sort(key=_order)
    best: dict[Key, Edge] = {}
    for edge in apart:
        source, target = name_of.get(edge.source, edge.source), name_of.get(edge.target, edge.target)
        if source != target:
            known = best.get((source, target, edge.type))
            other = _decided(edge, source, target)
            best[source, target, edge.type] = (
                other if known is None else _joined(*sorted((known, other), key=_rank))
            )
    yield from best.values()


def _order(edge: Edge) -> tuple[str, str, str]:
    return edge.source, edge.target, edge.type.value


def _decided(edge: Edge, source: NodeId, target: NodeId) -> Edge:
    """Return an edge between names; which overload was meant does not matter to it."""
    tier = edge.tier.removesuffix(UNDECIDED)
    confidence = edge.confidence if tier == edge.tier else 2 * edge.confidence
    return replace(edge, source=source, target=target, tier=tier, confidence=confidence)


def _joined(surer: Edge, other: Edge) -> Edge:
    """Return the surer of two edges, with the columns that either of them has."""
    columns = tuple(dict.fromkeys((*surer.columns, *other.columns)))
    return surer if columns == surer.columns else replace(surer, columns=columns)


def _rank(edge: Edge) -> tuple[float, str, int, str]:
    return -edge.confidence, edge.path, edge.line, edge.tier


def taken_apart(
    nodes: Iterable[Node], edges: Iterable[Edge], overloads: Sequence[Node], edges_apart: Sequence[Edge]
) -> tuple[list[Node], list[Edge]]:
    """Return the graph in which each overload has the place of its name, from the parts of a merged one."""
    below: dict[NodeId, list[NodeId]] = defaultdict(list)
    for edge in edges_apart:
        if edge.tier == OVERLOAD:
            below[edge.source].append(edge.target)
    result = [edge for edge in edges if edge.source not in below and edge.target not in below]
    for edge in edges_apart:
        if edge.tier != OVERLOAD:
            sources, targets = (below.get(end, [end]) for end in (edge.source, edge.target))
            result += [replace(edge, source=source, target=target) for source in sources for target in targets]
    return [*(node for node in nodes if node.id not in below), *overloads], result
