"""The definitions of one file with their lines."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from search.graph.dependency_graph import DependencyGraph
from search.graph.visibility import GraphVisibility
from search.types.graph import Node

_CONTAINERS = frozenset({"file", "namespace", "module", "package"})
"""Kinds of node that a place in a file is not narrowed down to."""


class DefinitionSpan(msgspec.Struct, frozen=True):
    """Lines of a definition in a file, from 1, both inclusive; a partial class has several such spans."""

    node: Node
    start: int
    end: int


def definitions_in(
    graph: DependencyGraph, visibility: GraphVisibility, file: str, path: str
) -> Sequence[DefinitionSpan]:
    """Return the definitions in sight of the file with this identifier and path, by their first line."""
    if file not in graph:
        return ()
    spans = _spans(graph, visibility, graph.position(file), path)
    return sorted(spans, key=lambda span: (span.start, -span.end, span.node.id))


def spans_of(nodes: Iterable[Node], path: str) -> list[DefinitionSpan]:
    """Return where nodes are defined in the file with this path, without what only contains them, by line."""
    spans = [span for node in nodes if node.kind not in _CONTAINERS for span in _of_node(node, path)]
    return sorted(spans, key=lambda span: (span.start, -span.end, span.node.id))


def innermost(spans: Sequence[DefinitionSpan], line: int) -> DefinitionSpan | None:
    """Return the smallest of the spans that contains a line."""
    around = [span for span in spans if span.start <= line <= span.end]
    return min(around, key=lambda span: span.end - span.start, default=None)


def _spans(graph: DependencyGraph, visibility: GraphVisibility, file: int, path: str) -> Iterator[DefinitionSpan]:
    waiting, seen = [file], {file}
    while waiting:
        for member in graph.members(waiting.pop()):
            if member in seen or not visibility.sees(member):
                continue
            seen.add(member)
            waiting.append(member)
            node = graph.nodes[member]
            if node.kind not in _CONTAINERS:
                yield from _of_node(node, path)


def _of_node(node: Node, path: str) -> Iterator[DefinitionSpan]:
    if not node.spans and node.path == path:
        yield DefinitionSpan(node, node.start_line, node.end_line)
    for span in node.spans:
        span_path, _, lines = span.rpartition(":")
        start, _, end = lines.partition("-")
        if span_path == path:
            yield DefinitionSpan(node, int(start), int(end))
