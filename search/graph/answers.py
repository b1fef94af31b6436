"""Files that answer a question about a name: who calls it, what it depends on, where it is defined."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from search.graph.dependency_graph import DependencyGraph
from search.graph.dispatch import Dispatch
from search.graph.edge_sets import EdgePolicy
from search.graph.edge_table import CODE, TYPES
from search.graph.names import Visible
from search.graph.steps import Steps
from search.graph.visibility import GraphVisibility
from search.messages import Message
from search.types.graph import Direction, EdgeType, Node, Origin
from search.types.ids import FileId

MOST_MEANINGS = 20
"""A name with more nodes than this is too vague for an answer from the graph."""

CALLS = (EdgeType.CALLS, EdgeType.INSTANTIATES)
READS = (EdgeType.READS_TABLE, EdgeType.READS_VIEW)
WRITES = (EdgeType.WRITES_TABLE, EdgeType.TRIGGER_ON)
USES = tuple(edge_type for edge_type in EdgeType if edge_type is not EdgeType.DEFINES)

_REASONS = MappingProxyType(
    {
        EdgeType.MAPS_TO: ("uses.maps_to", "used.mapped_by"),
        EdgeType.INHERITS: ("uses.inherits", "used.inherited_by"),
        EdgeType.IMPLEMENTS: ("uses.implements", "used.implemented_by"),
        EdgeType.FOREIGN_KEY: ("uses.foreign_key", "used.foreign_key_of"),
        EdgeType.READS_TABLE: ("uses.reads", "used.read_by"),
        EdgeType.WRITES_TABLE: ("uses.writes", "used.written_by"),
        EdgeType.READS_VIEW: ("uses.reads", "used.read_by"),
        EdgeType.TRIGGER_ON: ("uses.trigger_on", "used.triggers"),
        EdgeType.CALLS: ("uses.calls", "used.called_by"),
        EdgeType.INSTANTIATES: ("uses.creates", "used.created_by"),
        EdgeType.REFERENCES: ("uses.refers_to", "used.referred_to_by"),
        EdgeType.IMPORTS: ("uses.imports", "used.imported_by"),
        EdgeType.ANNOTATED_BY: ("uses.annotated_by", "used.annotates"),
        EdgeType.LINKS_TO: ("uses.links_to", "used.linked_from"),
        EdgeType.MENTIONS: ("uses.mentions", "used.mentioned_by"),
    }
)
"""Codes of the messages that describe an edge from its source and from its target."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A place in a file that answers.

    Attributes:
        line: from 1, in the file; 0 where no line is known.
        reason: such as ``calls LeaseService.renew, line 40``.
        rank: of the edge type, 0 for the strongest.
    """

    file_id: FileId
    line: int
    reason: Message
    rank: int


class NameInGraph:
    """The nodes of a name in the part of a graph that a client may see.

    Args:
        name: as typed: short, qualified, a path or an identifier.
        visible: nodes that the rights of the request allow.
    """

    def __init__(self, graph: DependencyGraph, name: str, visible: Visible) -> None:
        self._graph = graph
        self._visibility = GraphVisibility(graph, visible)
        self._steps = Steps(graph, self._visibility, EdgePolicy(None), Direction.USED_BY)
        self._dispatch = Dispatch(graph, self._visibility)
        self._nodes_named = self._named(name)

    @property
    def exists(self) -> bool:
        """Return whether the name has nodes, but not too many."""
        return bool(self._nodes_named)

    def users(self, edge_types: Sequence[EdgeType]) -> list[Evidence]:
        """Return the places where files use the nodes of the name, or their parts, by edges of these types."""
        inside = self._inside()
        called = {*inside, *self._declarations(inside)}
        return self._uses(called, inside, edge_types, Direction.USED_BY)

    def dependencies(self, edge_types: Sequence[EdgeType] = USES) -> list[Evidence]:
        """Return the definitions on which the nodes of the name, or their parts, depend."""
        inside = self._inside()
        return self._uses(inside, inside, edge_types, Direction.DEPENDS_ON)

    def definitions(self) -> list[Evidence]:
        """Return where it is defined."""
        return [
            Evidence(file, line, Message("uses.defines", name=self._visibility.label(position), line=line), 0)
            for position in self._nodes_named
            for file, line in _locations(self._graph.nodes[position])
        ]

    def _named(self, name: str) -> list[int]:
        nodes = self._graph.names.find(name, self._visibility.sees_node)
        if not any(letter.isupper() or not letter.isalpha() for letter in name):
            nodes = [node for node in nodes if node.name == name]  # a plain word names nothing in another case
        living = [node for node in nodes if not node.historic and node.origin is not Origin.EXTERNAL] or nodes
        return [self._graph.position(node.id) for node in living] if len(living) <= MOST_MEANINGS else []

    def _inside(self) -> set[int]:
        return {part for position in self._nodes_named for part in (position, *self._steps.family(position))}

    def _declarations(self, inside: Iterable[int]) -> Iterator[int]:
        """Yield the interface members that members implement: who calls these runs those."""
        for position in inside:
            for declared in self._dispatch.of(position, Direction.USED_BY):
                yield declared.other

    def _uses(
        self, starts: Iterable[int], inside: set[int], edge_types: Sequence[EdgeType], direction: Direction
    ) -> list[Evidence]:
        wanted = {CODE[edge_type] for edge_type in edge_types}
        uses = [
            self._evidence(position, other, row, direction)
            for position in sorted(starts)
            for other, code, row in self._graph.adjacency(direction).of(position)
            if code in wanted and other not in inside and self._visibility.sees_edge(row)
        ]
        return sorted(
            (use for use in uses if use.file_id),
            key=lambda use: (use.rank, use.file_id, use.line, str(use.reason)),
        )

    def _evidence(self, position: int, other: int, row: int, direction: Direction) -> Evidence:
        table = self._graph.table
        code = int(table.types[row])
        file = table.files[table.evidence[row]]
        line, label = int(table.lines[row]), self._visibility.label(position)
        using, used = _REASONS[TYPES[code]]
        if direction is Direction.USED_BY:
            reason = Message("uses.at_line", use=Message(using, name=label), line=line)
            return Evidence(file.file_id, line, reason, code)
        target = self._graph.nodes[other]
        use = Message(used, target=self._visibility.label(other), name=label)
        reason = Message("used.at_line", use=use, path=file.path, line=line)
        return Evidence(target.file_id, target.start_line, reason, code)


def _locations(node: Node) -> Iterator[tuple[FileId, int]]:
    """Yield file and first line of every place of a definition."""
    scope = node.file_id.partition(":file:")[0]
    for span in node.spans or (f"{node.path}:{node.start_line}-{node.end_line}",):
        path, _, lines = span.rpartition(":")
        if path:
            yield FileId(f"{scope}:file:{path}"), int(lines.partition("-")[0])
