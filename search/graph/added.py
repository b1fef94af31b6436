"""Additions since an earlier graph of a repository: dependencies, cycles of files, broken rules."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from search.graph.code_of_tests import IsTest, no_tests
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_table import TYPES, mask_of
from search.graph.names import Visible, everything
from search.graph.structure import FilePairs, file_pairs, way_between
from search.graph.visibility import GraphVisibility
from search.types.architecture import CheckedRule, Violation
from search.types.graph import EdgeType, Node, Origin, PathStep
from search.types.graph_queries import Cycle
from search.types.ids import NodeId

MOST_CYCLES = 100
"""Cycles that are looked for: a branch that closes more has one cause."""

_COMPARED_TYPES = [each for each in TYPES if each not in (EdgeType.DEFINES, EdgeType.MENTIONS, EdgeType.LINKS_TO)]
_COMPARED = mask_of(_COMPARED_TYPES)

_Ends = tuple[int, int]


def new_dependencies(
    before: DependencyGraph, now: DependencyGraph, visible: Visible = everything, is_test: IsTest = no_tests
) -> tuple[tuple[PathStep, ...], int]:
    """Return the dependencies between files that only ``now`` has, and how many more of them tests have.

    Those on a database come first, then those on packages that ``before`` lacks; those on its other packages come
    last. An import of a file is left out where a definition of that file is used as well.
    """
    known = {(edge[0], edge[1], edge[2]) for edge in _edges(before)}
    visibility = GraphVisibility(now, visible)
    rows: dict[_Ends, list[int]] = {}
    in_tests: set[_Ends] = set()
    table = now.table
    for source, target, code, row in _edges(now):
        ends = int(table.sources[row]), int(table.targets[row])
        if (source, target, code) in known or not _leaves_its_file(now, ends) or not visibility.sees_edge(row):
            continue
        if is_test(now.nodes[ends[0]]):
            in_tests.add(ends)
        else:
            rows.setdefault(ends, []).append(row)
    steps = [_step(now, ends, rows[ends]) for ends in _without_plain_imports(now, rows)]

    def order(step: PathStep) -> tuple[int, str, int, NodeId]:
        return _rank(step.target, before), step.edges[0].path, step.edges[0].line, step.target.id

    return tuple(sorted(steps, key=order)), len(in_tests)


def _rank(target: Node, before: DependencyGraph) -> int:
    if target.language == "sql":
        return 0
    if target.origin is not Origin.EXTERNAL:
        return 2
    return 3 if target.id in before else 1


def _edges(graph: DependencyGraph) -> Iterator[tuple[NodeId, NodeId, int, int]]:
    table, nodes = graph.table, graph.nodes
    for row in range(len(table)):
        code = int(table.types[row])
        if _COMPARED >> code & 1:
            yield nodes[table.sources[row]].id, nodes[table.targets[row]].id, code, row


def _leaves_its_file(graph: DependencyGraph, ends: _Ends) -> bool:
    source, target = (graph.nodes[end] for end in ends)
    return target.kind != "namespace" and (target.origin is not Origin.SOURCE or source.path != target.path)


def _without_plain_imports(graph: DependencyGraph, rows: dict[_Ends, list[int]]) -> list[_Ends]:
    """Leave out imports between files that another listed use already connects."""
    imports = TYPES.index(EdgeType.IMPORTS)
    types = graph.table.types
    used = {
        (graph.nodes[source].path, graph.nodes[target].path)
        for (source, target), between in rows.items()
        if any(int(types[row]) != imports for row in between)
    }
    return [
        ends
        for ends, between in rows.items()
        if any(int(types[row]) != imports for row in between)
        or not graph.nodes[ends[1]].path
        or (graph.nodes[ends[0]].path, graph.nodes[ends[1]].path) not in used
    ]


def _step(graph: DependencyGraph, ends: _Ends, rows: Sequence[int]) -> PathStep:
    edges = tuple(graph.edge(row) for row in sorted(rows, key=lambda row: int(graph.table.types[row])))
    return PathStep(graph.nodes[ends[0]], graph.nodes[ends[1]], edges)


def new_cycles(before: DependencyGraph, now: DependencyGraph, visible: Visible = everything) -> tuple[Cycle, ...]:
    """Return the cycles of files that a dependency closes which only ``now`` has, the shortest first.

    A link between documents closes none. Files that depended on each other before are in no new cycle, whatever is
    added between them.
    """
    pairs, earlier = (file_pairs(graph, edges=_COMPARED_TYPES, visible=visible) for graph in (now, before))
    group_before = {node.id: group for group, nodes in enumerate(earlier.groups()) for node in nodes}
    cycles: dict[frozenset[NodeId], Cycle] = {}
    for source, target in sorted(pairs.ids() - earlier.ids()):
        is_together = group_before.get(source, -1) == group_before.get(target, -2)
        cycle = None if is_together else _cycle(pairs, source, target)
        if cycle is not None:
            cycles.setdefault(frozenset(node.id for node in cycle.members), cycle)
        if len(cycles) >= MOST_CYCLES:
            break
    return tuple(sorted(cycles.values(), key=lambda cycle: (len(cycle.members), cycle.members[0].id)))


def _cycle(pairs: FilePairs, source: NodeId, target: NodeId) -> Cycle | None:
    """Return the shortest cycle through a dependency, which comes first."""
    back = way_between(pairs, target, source)
    if not back:
        return None
    way = [source, *back]
    edges = [pairs.edge(*ends) for ends in itertools.pairwise(way)]
    members: list[Node] = sorted((pairs.node(each) for each in back), key=lambda node: node.id)
    return Cycle(tuple(members), tuple(edges))


def newly_broken(before: Sequence[CheckedRule], now: Sequence[CheckedRule]) -> tuple[CheckedRule, ...]:
    """Return the rules with the violations that only ``now`` has; the two are of the same rules, in order."""
    rules: list[CheckedRule] = []
    for earlier, rule in zip(before, now, strict=True):
        known = {_last_step(violation) for violation in earlier.violations}
        fresh = tuple(each for each in rule.violations if _last_step(each) not in known)
        if fresh:
            rules.append(replace(rule, violations=fresh))
    return tuple(rules)


def _last_step(violation: Violation) -> tuple[NodeId, NodeId]:
    return violation.steps[-1].source.id, violation.target.id
