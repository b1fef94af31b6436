"""Which code reads or writes a table, directly or through views and procedures."""

from collections.abc import Iterator
from dataclasses import replace

from search.errors import BadInputError, NotFoundError
from search.graph.code_of_tests import IsTest, no_tests
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import CALLING, SPEAKING, EdgePolicy
from search.graph.edge_table import mask_of
from search.graph.impact import dependent
from search.graph.names import Visible, everything
from search.graph.steps import Step, Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction, EdgeType, Node
from search.types.graph_queries import MOST_SHOWN, Dependent, TableUse

TABLES = frozenset({"table", "view"})
ROUTINES = frozenset({"procedure", "function"})
"""Kinds of database objects whose callers count as users of the tables that they use."""

READING = (EdgeType.READS_TABLE, EdgeType.READS_VIEW)
WRITING = (EdgeType.WRITES_TABLE,)

_READING, _WRITING, _CALLING = mask_of(READING), mask_of(WRITING), mask_of(CALLING)


def table_use(
    graph: DependencyGraph,
    table: str,
    *,
    visible: Visible = everything,
    is_test: IsTest = no_tests,
    max_nodes: int = MOST_SHOWN,
) -> TableUse:
    """Return who reads and who writes a table or view, itself named by identifier or name; tests come last.

    Raises:
        BadInputError: the number of nodes is out of range.
        NotFoundError: no such table or view in sight; the remedy has the nearest names.
        AmbiguousNameError: the name matches several.
    """
    if max_nodes < 1:
        raise BadInputError("graph.bad_node_limit", value=max_nodes)
    root = _resolved(graph, table, visible)
    visibility = GraphVisibility(graph, visible, historic=root.historic)
    position = graph.position(root.id)
    readers, writers = _Users(graph, visibility, position, is_test).users()
    groups = {
        "readers": readers,
        "writers": writers,
        "mapped": _direct(graph, visibility, position, Direction.USED_BY, EdgeType.MAPS_TO),
        "refers_to": _direct(graph, visibility, position, Direction.DEPENDS_ON, EdgeType.FOREIGN_KEY),
        "referred_by": _direct(graph, visibility, position, Direction.USED_BY, EdgeType.FOREIGN_KEY),
        "triggers": _direct(graph, visibility, position, Direction.USED_BY, EdgeType.TRIGGER_ON),
        "mentioned": _direct(graph, visibility, position, Direction.USED_BY, *SPEAKING),
    }
    hidden = sum(max(0, len(group) - max_nodes) for group in groups.values())
    return TableUse(
        table=root, hidden=hidden, **{name: tuple(group[:max_nodes]) for name, group in groups.items()}
    )


def _resolved(graph: DependencyGraph, name: str, visible: Visible) -> Node:
    visibility = GraphVisibility(graph, visible, historic=True)

    def is_table(node: Node) -> bool:
        return node.kind in TABLES and visibility.sees_node(node)

    try:
        return graph.names.resolve(name, is_table)
    except NotFoundError as error:
        raise NotFoundError("graph.no_table", name=name, remedy=error.remedy) from error


def _direct(
    graph: DependencyGraph, visibility: GraphVisibility, position: int, direction: Direction, *types: EdgeType
) -> list[Dependent]:
    steps = Steps(graph, visibility, EdgePolicy(types), direction)
    return [dependent(steps, step, 1, position) for step in steps.of(position)]


def _shown_by(user: Dependent, *, writing: bool) -> Dependent:
    """Return a user with the evidence of what its group is about, where it also does the other."""
    kinds = WRITING if writing else READING
    return replace(user, edges=tuple(edge for edge in user.edges if edge.edge_type in kinds) or user.edges)


class _Users:
    """Readers and writers of one table, found breadth first, so that each stands where it is nearest."""

    def __init__(self, graph: DependencyGraph, visibility: GraphVisibility, table: int, is_test: IsTest) -> None:
        self._graph = graph
        self._is_test = is_test
        self._table = table
        self._steps = Steps(graph, visibility, EdgePolicy((*READING, *WRITING, *CALLING)), Direction.USED_BY)

    def users(self) -> tuple[list[Dependent], list[Dependent]]:
        return self._group(writing=False), self._group(writing=True)

    def _group(self, *, writing: bool) -> list[Dependent]:
        below: dict[int, list[Dependent]] = {self._table: []}
        level, distance = [self._table], 0
        while level:
            distance += 1
            fresh: list[int] = []
            for position in level:
                for step in self._steps.of(position):
                    if step.other in below or not self._belongs(position, step, writing=writing):
                        continue
                    below[step.other] = []
                    below[position].append(
                        _shown_by(dependent(self._steps, step, distance, position), writing=writing)
                    )
                    if self._leads_on(step.other):
                        fresh.append(step.other)
            level = fresh
        return list(self._in_display_order(below, self._table))

    def _belongs(self, position: int, step: Step, *, writing: bool) -> bool:
        """Return whether a user belongs to the group; callers of a routine count as the routine does.

        A view only reads; among the writers it represents those that write through it.
        """
        if self._graph.nodes[position].kind in ROUTINES:
            return bool(step.mask & _CALLING)
        if not writing:
            return bool(step.mask & _READING)
        is_view = self._graph.nodes[step.other].kind == "view"
        return bool(step.mask & _WRITING) or (is_view and self._is_written(step.other))

    def _is_written(self, view: int) -> bool:
        return any(step.mask & _WRITING for step in self._steps.of(view))

    def _leads_on(self, position: int) -> bool:
        node = self._graph.nodes[position]
        return node.kind == "view" or (node.language == "sql" and node.kind in ROUTINES)

    def _in_display_order(self, below: dict[int, list[Dependent]], position: int) -> Iterator[Dependent]:
        for each in sorted(below[position], key=lambda user: self._is_test(user.node)):
            yield each
            yield from self._in_display_order(below, self._graph.position(each.node.id))
