"""Short answers of the tools that follow dependencies: each thing once, with the place of its use."""

from collections.abc import Iterable
from typing import Self

import msgspec

from app.core.answers.graph import PathAnswer
from search.types.graph import EdgeType, Node
from search.types.graph_queries import Dependent, Impact, TableUse
from search.types.ids import NodeId

_DIGITS = 2


class NotedPath(PathAnswer, frozen=True):
    """A shortest way; where there is none, ``notes`` say whether there is one from target to source."""

    notes: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class ShortDefinition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A definition; its name is the end of its id. Lines are left out of a file as a whole."""

    id: NodeId
    kind: str
    path: str = ""
    start_line: int = 0
    end_line: int = 0


class ShortDependent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that depends on another: ``distance`` steps away, the last of them to ``through``.

    ``evidence`` is ``path:line`` of that step, ``edge_types`` its kinds, ``sure`` how certain it is. ``path`` is
    left out where it is that of the evidence, and ``through`` where it is the only thing that was asked about.
    """

    id: NodeId
    kind: str
    evidence: str = ""
    path: str = ""
    start_line: int = 0
    end_line: int = 0
    distance: int = 1
    through: NodeId = NodeId("")
    edge_types: tuple[EdgeType, ...] = ()
    sure: float = 1.0
    columns: tuple[str, ...] = ()


class ShortImpact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dependents of what is changed, nearest first, and the ``files`` that contain all of them.

    ``hidden`` more are affected, and ``tests_left_out`` tests. ``parts`` are definitions inside the changed ones
    that something was reached through. ``unknown`` files are not in the index, ``stale`` ones differ from what was
    indexed. Where one definition affects tests at most, ``mentioned_in`` other files contain its name.
    """

    changed: tuple[ShortDefinition, ...]
    affected: tuple[ShortDependent, ...]
    files: tuple[str, ...]
    hidden: int = 0
    tests_left_out: int = 0
    mentioned_in: int = 0
    parts: tuple[ShortDefinition, ...] = ()
    unknown: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()

    @classmethod
    def of(cls, impact: Impact) -> Self:
        """Return the short answer for an impact."""
        only = impact.changed[0].id if len(impact.changed) == 1 else NodeId("")
        return cls(
            changed=_definitions(impact.changed),
            affected=_dependents(impact.affected, only),
            files=impact.files,
            hidden=impact.hidden,
            tests_left_out=impact.tests_left_out,
            mentioned_in=impact.mentioned_in,
            parts=_definitions(each.node for each in impact.parts),
            unknown=impact.unknown,
            stale=impact.stale,
        )


class ShortTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who uses a table; ``refers_to`` and ``referred_by`` are foreign keys, ``hidden`` more are not listed."""

    table: ShortDefinition
    readers: tuple[ShortDependent, ...]
    writers: tuple[ShortDependent, ...]
    mapped: tuple[ShortDependent, ...] = ()
    refers_to: tuple[ShortDependent, ...] = ()
    referred_by: tuple[ShortDependent, ...] = ()
    triggers: tuple[ShortDependent, ...] = ()
    mentioned: tuple[ShortDependent, ...] = ()
    hidden: int = 0

    @classmethod
    def of(cls, use: TableUse) -> Self:
        """Return the short answer for the use of a table."""
        (table,) = _definitions((use.table,))
        return cls(
            table=table,
            readers=_dependents(use.readers, table.id),
            writers=_dependents(use.writers, table.id),
            mapped=_dependents(use.mapped, table.id),
            refers_to=_dependents(use.refers_to, table.id),
            referred_by=_dependents(use.referred_by, table.id),
            triggers=_dependents(use.triggers, table.id),
            mentioned=_dependents(use.mentioned, table.id),
            hidden=use.hidden,
        )


def _definitions(nodes: Iterable[Node]) -> tuple[ShortDefinition, ...]:
    return tuple(ShortDefinition(node.id, node.kind, node.path, *_lines(node)) for node in nodes)


def _lines(node: Node) -> tuple[int, int]:
    return (0, 0) if node.kind == "file" else (node.start_line, node.end_line)


def _dependents(group: Iterable[Dependent], only: NodeId) -> tuple[ShortDependent, ...]:
    return tuple(_dependent(each, only) for each in group)


def _dependent(dependent: Dependent, only: NodeId) -> ShortDependent:
    node = dependent.node
    seen = [edge for edge in dependent.edges if edge.path]
    edge = seen[0] if seen else None
    columns = [edge.columns for edge in dependent.edges if edge.columns is not msgspec.UNSET]
    start_line, end_line = _lines(node)
    return ShortDependent(
        id=node.id,
        kind=node.kind,
        evidence=f"{edge.path}:{edge.line}" if edge is not None else "",
        path="" if edge is not None and edge.path == node.path else node.path,
        start_line=start_line,
        end_line=end_line,
        distance=dependent.distance,
        through=NodeId("") if dependent.through == only else dependent.through,
        edge_types=tuple(edge.edge_type for edge in dependent.edges),
        sure=round(max((edge.confidence for edge in dependent.edges), default=1.0), _DIGITS),
        columns=tuple(dict.fromkeys(column for names in columns for column in names)),
    )
