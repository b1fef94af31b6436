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


def changed_nodes(graph: DependencyGraph, sight: GraphVisibility, changes: Mapping[FileId, Lines]) -> ChangedNodes:
    """Return the definitions in sight that hold changed lines; files that are not in sight are left out."""
    places = _places(graph, sight, changes.keys())
    definitions: set[NodeId] = set()
    files: set[NodeId] = set()
    for file, lines in changes.items():
        node = graph.get(file)
        if node is None or not sight.sees_node(node):
            continue
        if not lines:
            definitions.add(node.id)
            continue
        inside = places.get(file, [])
        for first, last in lines:
            touched = set(_touched(inside, first, last))
            definitions |= touched - {NodeId("")}
            if NodeId("") in touched:
                files.add(node.id)
    return ChangedNodes(tuple(sorted(definitions)), tuple(sorted(files)))


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    end: int
    id: NodeId

    @property
    def size(self) -> tuple[int, NodeId]:
        return (self.end - self.start, self.id)


def _places(graph: DependencyGraph, sight: GraphVisibility, files: Iterable[FileId]) -> dict[FileId, list[_Place]]:
    """Return the places of definitions in each file; a partial class has some in several."""
    wanted: dict[tuple[str, str], FileId] = {}
    for file in files:
        node = graph.get(file)
        if node is not None:
            wanted[(node.path_hash, node.path)] = file
    found: dict[FileId, list[_Place]] = {}
    for node in graph.nodes:
        if node.kind == "file" or not node.path or not sight.sees_node(node):
            continue
        for path, start, end in _spans(node):
            if (node.path_hash, path) in wanted:
                found.setdefault(wanted[(node.path_hash, path)], []).append(_Place(start, end, node.id))
    return found


def _spans(node: Node) -> Iterator[tuple[str, int, int]]:
    if not node.spans:
        yield node.path, node.start_line, node.end_line
    for span in node.spans:
        path, _, lines = span.rpartition(":")
        start, _, end = lines.partition("-")
        yield path, int(start), int(end)


def _touched(places: Sequence[_Place], first: int, last: int) -> Iterator[NodeId]:
    """Yield the innermost definition of each line, and an empty identifier for a line outside all of them.

    Where lines were removed, what holds both the line before and the one after has changed.
    """
    if first > last:
        yield _innermost(places, last, first)
        return
    line = first
    while line <= last:
        yield _innermost(places, line, line)
        borders = [place.start for place in places if place.start > line]
        borders += [place.end + 1 for place in places if place.end >= line]
        line = min(borders, default=last + 1)


def _innermost(places: Sequence[_Place], first: int, last: int) -> NodeId:
    around = [place for place in places if place.start <= first and last <= place.end]
    return min(around, key=lambda place: place.size).id if around else NodeId("")
