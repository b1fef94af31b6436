"""Nodes, edges and dependency trees."""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from search.messages import Message
from search.types.files import DEFAULT_TENANT
from search.types.ids import FileId, NodeId, RootId


class EdgeType(StrEnum):
    """Typed dependency, from the one that depends to the one it depends on; highest display priority first."""

    MAPS_TO = "maps_to"
    INHERITS = "inherits"
    IMPLEMENTS = "implements"
    FOREIGN_KEY = "foreign_key"
    READS_TABLE = "reads_table"
    WRITES_TABLE = "writes_table"
    READS_VIEW = "reads_view"
    TRIGGER_ON = "trigger_on"
    CALLS = "calls"
    INSTANTIATES = "instantiates"
    REFERENCES = "references"
    IMPORTS = "imports"
    ANNOTATED_BY = "annotated_by"
    LINKS_TO = "links_to"
    MENTIONS = "mentions"
    DEFINES = "defines"
    """Containment: a file defines a class, a class its methods. Not a dependency; walked only at a tree's root."""


class Direction(StrEnum):
    """Which way a tree is walked."""

    DEPENDS_ON = "depends-on"
    USED_BY = "used-by"
    """With a group of its own for tests."""
    TESTED_BY = "tested-by"
    """The tests among what uses it."""
    BOTH = "both"


class Origin(StrEnum):
    """The origin of a node."""

    SOURCE = "source"
    INFERRED = "inferred"
    EXTERNAL = "external"


class NodeState(StrEnum):
    """The role of a node in a tree."""

    EXPANDED = "expanded"
    LEAF = "leaf"
    CYCLE = "cycle"
    """It is its own ancestor on this branch."""
    SHOWN_ABOVE = "shown_above"
    TRUNCATED = "truncated"
    EXTERNAL = "external"
    AMBIGUOUS = "ambiguous"


OVERLOAD = "overload"
"""Tier of the edge from the node of a name to each of the methods of that name."""

VALUE = "value"
"""Tier of the edge to a constant or a class that is named as a value, such as a limit that is compared with."""

UNDECIDED = "/overload"
"""Behind the tier of an edge to several overloads, of which it is not known which one is meant."""

MANY_PLACES = 5
"""A helper at this many places of a group is shown once; its further lines are folded."""


class Record(msgspec.Struct, frozen=True, gc=False):
    """Base of the values below that a graph has thousands of: made in a tenth of a frozen dataclass's time."""


class Node(Record, frozen=True):
    """One row of ``nodes``.

    Attributes:
        kind: file, namespace, class, interface, method, function, table, view, procedure, section, package ...
        name: short name; ``qualname`` is the full one.
        path: file that holds its definition, relative to the root; empty for external and inferred nodes.
        spans: every place of the definition as ``path:start-end`` (a partial class has several).
        ambiguous: how many references in it had several candidates and so made no edge.
        historic: only in dated migration scripts; hidden by default.
        in_tests: for tests alone, though its file has other code: ``#[cfg(test)]`` of Rust.
    """

    id: NodeId
    kind: str
    name: str
    qualname: str
    language: str
    repository: str
    branch: str
    path_hash: RootId
    file_id: FileId
    path: str
    start_line: int
    end_line: int
    origin: Origin = Origin.SOURCE
    spans: tuple[str, ...] = ()
    ambiguous: int = 0
    historic: bool = False
    in_tests: bool = False
    tenant: str = DEFAULT_TENANT
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class Edge(Record, frozen=True):
    """One row of ``edges``; unique by (source, target, type).

    Attributes:
        tier: how it was found: exact, scope, self, var, static, dotted, chain, proc_string, literal ...
        confidence: 0..1, measured for the tier.
        path, line: where the evidence stands (line from 1).
        columns: of a table, that are read or written as far as SQL names them; ``*`` for all.
    """

    source: NodeId
    target: NodeId
    type: EdgeType
    tier: str
    confidence: float
    file_id: FileId
    path: str
    line: int
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeRequest:
    """Ask for a dependency tree.

    Attributes:
        target: a canonical identifier, a path, or a name that is unique in the index.
        edges: allowed types; empty means the default set (structure, database and calls).
        path: of a file; where the target is the name of several things, the one that is defined there is meant.
        tests: whether the tests that use the target are shown, in a group of their own.
        overloads: whether each overload of a method is a node, as it is where one is named by its parameters.
    """

    target: str
    direction: Direction = Direction.BOTH
    depth: int = 3
    max_nodes: int = 64
    edges: tuple[EdgeType, ...] = ()
    path: str = ""
    tests: bool = True
    overloads: bool = False


class TreeNode(Record, frozen=True):
    """One line of a tree, in display order.

    Attributes:
        name: to show: short, with the type's name before that of a member (``Cart.Add``).
        depth: 0 for the root.
        parent_id: identifier of the node it hangs under; None for the root.
        edge_types: of the edge from or to the parent, by display priority.
        hidden: how many children are not shown (state ``truncated``).
        direction: the group of the tree it belongs to (``depends-on``, ``used-by`` or ``tested-by``; the root has
            the request's).
        incoming: those of ``edge_types`` whose edge runs from this node to its parent: in a ``used-by`` group all
            but what a member implements; in a ``depends-on`` group what implements an interface's member.
        notes: the way around a cycle, why it is truncated, how many tests use it (`search.graph.notes`).
    """

    id: NodeId
    name: str
    kind: str
    path: str
    start_line: int
    depth: int
    parent_id: NodeId | None
    edge_types: tuple[EdgeType, ...]
    state: NodeState
    hidden: int = 0
    notes: tuple[Message, ...] = ()
    direction: Direction = Direction.BOTH
    incoming: tuple[EdgeType, ...] = ()

    @property
    def note(self) -> str:
        """The notes in English, as answers in JSON have them."""
        return "; ".join(map(str, self.notes))


class TreeEdge(Record, frozen=True):
    """An edge of an expanded graph.

    Attributes:
        path, line: where the evidence stands.
        tier, confidence: how it was found, as in `Edge`.
        columns: of the table at its end, as in `Edge`; unset without any.
    """

    from_id: NodeId
    to_id: NodeId
    edge_type: EdgeType
    path: str = ""
    line: int = 0
    tier: str = ""
    confidence: float = 1.0
    columns: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True, slots=True)
class TreeDebug:
    """Counts of an expansion, as the pipeline contract names them."""

    seed_count: int
    expanded_count: int
    edges_count: int
    truncated: bool
    reason: str


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """A tree in display order, with the edges between its nodes.

    Attributes:
        namesakes: identifiers of what the name of the root stands for besides, when it is written in another case.
        language: of the root; empty where it has none.
    """

    root: NodeId
    direction: Direction
    nodes: tuple[TreeNode, ...]
    edges: tuple[TreeEdge, ...]
    debug: TreeDebug
    namesakes: tuple[NodeId, ...] = ()
    language: str = ""


@dataclass(frozen=True, slots=True)
class PathStep:
    """From one node of a path to the next.

    Attributes:
        edges: the parallel edges that make the step, by type; that of a call through an interface runs against it.
    """

    source: Node
    target: Node
    edges: tuple[TreeEdge, ...]


@dataclass(frozen=True, slots=True)
class DependencyPath:
    """A shortest way from one node to another it depends on.

    Attributes:
        steps: in order; empty when both ends are the same node.
    """

    source: Node
    target: Node
    steps: tuple[PathStep, ...]


@dataclass(frozen=True, slots=True)
class DependencyPaths:
    """The ways from one thing to another, the shortest first; all begin and end with the same nodes.

    Attributes:
        sources, targets: identifiers of what the two names were taken for; several where they are ambiguous.
    """

    ways: tuple[DependencyPath, ...]
    sources: tuple[NodeId, ...]
    targets: tuple[NodeId, ...]
