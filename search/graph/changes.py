"""From changed lines of files to the definitions that hold them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from search.graph.dependency_graph import DependencyGraph
from search.graph.visibility import GraphVisibility
from search.types.graph import Node
from search.types.ids import FileId, NodeId

Lines = Sequence[tuple[int, int]]
"""(first, last), from 1, inclusive; (n + 1, n) where lines after n were removed."""


@dataclass(frozen=True, slots=True)
class ChangedNodes:
    """What some changes touched.

    Attributes:
        definitions: the innermost definition around each changed line; whole files where no line is named.
        files: those with changed lines outside every definition.
    """

    definitions: tuple[NodeId, ...]
    files: tuple[NodeId, ...]


def changed_nodes(
    graph: DependencyGraph, visibility: GraphVisibility, changes: Mapping[FileId, Lines]
) -> ChangedNodes:
    """Return the definitions in sight that hold changed lines; files that are not in sight are left out."""
    spans = _spans(graph, visibility, changes.keys())
    definitions: set[NodeId] = set()
    files: set[NodeId] = set()
    for file, lines in changes.items():
        node = graph.get(file)
        if node is None or not visibility.sees_node(node):
            continue
        if not lines:
            definitions.add(node.id)
            continue
        inside = spans.get(file, [])
        for first, last in lines:
            touched = set(_touched(inside, first, last))
            definitions |= touched - {NodeId("")}
            if NodeId("") in touched:
                files.add(node.id)
    return ChangedNodes(tuple(sorted(definitions)), tuple(sorted(files)))


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    id: NodeId

    @property
    def size(self) -> tuple[int, NodeId]:
        return (self.end - self.start, self.id)


def _spans(
    graph: DependencyGraph, visibility: GraphVisibility, files: Iterable[FileId]
) -> dict[FileId, list[_Span]]:
    """Return the spans of definitions in each file; a partial class has spans in several files."""
    wanted: dict[tuple[str, str], FileId] = {}
    for file in files:
        node = graph.get(file)
        if node is not None:
            wanted[(node.path_hash, node.path)] = file
    spans: dict[FileId, list[_Span]] = {}
    for node in graph.nodes:
        if node.kind == "file" or not node.path or not visibility.sees_node(node):
            continue
        for path, start, end in _spans_of(node):
            if (node.path_hash, path) in wanted:
                spans.setdefault(wanted[(node.path_hash, path)], []).append(_Span(start, end, node.id))
    return spans


def _spans_of(node: Node) -> Iterator[tuple[str, int, int]]:
    if not node.spans:
        yield node.path, node.start_line, node.end_line
    for span in node.spans:
        path, _, lines = span.rpartition(":")
        start, _, end = lines.partition("-")
        yield path, int(start), int(end)


def _touched(spans: Sequence[_Span], first: int, last: int) -> Iterator[NodeId]:
    """Yield the innermost definition of each line, and an empty identifier for a line outside all of them.

    Where lines were removed, what holds both the line before and the one after has changed.
    """
    if first > last:
        yield _innermost(spans, last, first)
        return
    line = first
    while line <= last:
        yield _innermost(spans, line, line)
        borders = [span.start for span in spans if span.start > line]
        borders += [span.end + 1 for span in spans if span.end >= line]
        line = min(borders, default=last + 1)


def _innermost(spans: Sequence[_Span], first: int, last: int) -> NodeId:
    around = [span for span in spans if span.start <= first and last <= span.end]
    return min(around, key=lambda span: span.size).id if around else NodeId("")
