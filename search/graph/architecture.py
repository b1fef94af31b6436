"""Checks rules on dependencies: shortest paths from the selected nodes to forbidden ones.

Ways follow dependencies as they are written: imports, calls, types, data. A call through an interface ends at the
interface; what implements it is another's dependency. So are the handlers of a message, and a mapping that another
file writes. An import of a package counts for all that its file defines.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_table import TYPES, mask_of
from search.graph.names import Visible, everything
from search.graph.visibility import GraphVisibility
from search.types.architecture import ArchitectureRule, CheckedRule, Violation
from search.types.graph import Direction, EdgeType, Node, Origin, PathStep

NO_DEPENDENCIES = frozenset((EdgeType.DEFINES, EdgeType.MENTIONS, EdgeType.LINKS_TO))
AT_RUN_TIME = frozenset(("message", "message_name", "request"))
"""Tiers of edges between two that do not know each other."""

_FOLLOWED = mask_of([each for each in TYPES if each not in NO_DEPENDENCIES])
_IMPORTS = mask_of((EdgeType.IMPORTS,))
_MAPS_TO = TYPES.index(EdgeType.MAPS_TO)

Fits = Callable[[Node], bool]
Way = tuple[int, int]
"""The node before, and the row of the edge from it."""


def checked(
    graph: DependencyGraph, rule: ArchitectureRule, repository: str, visible: Visible = everything
) -> CheckedRule:
    """Return a rule with everything in sight that breaks it."""
    visibility = GraphVisibility(graph, visible)
    speaks_of, forbids = _any_of(rule.sources), _any_of(rule.forbidden)
    nodes = graph.nodes
    sources = [
        at
        for at, node in enumerate(nodes)
        if node.origin is Origin.SOURCE and speaks_of(node) and visibility.sees(at)
    ]
    inside = set(sources)
    targets = {at for at, node in enumerate(nodes) if at not in inside and forbids(node) and visibility.sees(at)}
    violations = _violations(graph, visibility, sources, targets) if targets else ()
    return CheckedRule(repository, rule, len(sources), tuple(violations))


def _violations(
    graph: DependencyGraph, visibility: GraphVisibility, sources: Sequence[int], targets: set[int]
) -> Iterator[Violation]:
    came_from: dict[int, Way] = {}
    seen = set(sources)
    waiting = list(sources)
    for position in waiting:  # grows while it is walked
        reached: set[int] = set()
        for other, row in _dependencies(graph, visibility, position):
            if other in targets:
                if other not in reached:
                    reached.add(other)
                    yield _violation(graph, came_from, (position, row), other)
            elif other not in seen:
                seen.add(other)
                came_from[other] = (position, row)
                waiting.append(other)


def _dependencies(graph: DependencyGraph, visibility: GraphVisibility, position: int) -> Iterator[Way]:
    """Yield the dependencies of a node, with the row of the edge."""
    adjacency = graph.adjacency(Direction.DEPENDS_ON)
    for other, code, row in visibility.leading(adjacency.along(position, _FOLLOWED)):
        if not _is_written(graph, position, code, row):
            continue
        yield other, row
    node = graph.nodes[position]
    home = graph.get(node.file_id) if node.file_id and node.kind != "file" else None
    if home is not None:
        for other, _, row in visibility.leading(adjacency.along(graph.position(home.id), _IMPORTS)):
            if graph.nodes[other].origin is Origin.EXTERNAL:
                yield other, row


def _is_written(graph: DependencyGraph, position: int, code: int, row: int) -> bool:
    """Return whether the edges of a node belong to its own code."""
    edge = graph.edge(row)
    if code != _MAPS_TO:
        return edge.tier not in AT_RUN_TIME
    return any(span.rpartition(":")[0] == edge.path for span in graph.nodes[position].spans)


def _violation(graph: DependencyGraph, came_from: dict[int, Way], last: Way, target: int) -> Violation:
    steps: list[PathStep] = []
    position = target
    way: Way | None = last
    while way is not None:
        before, row = way
        steps.append(PathStep(graph.nodes[before], graph.nodes[position], (graph.edge(row),)))
        position, way = before, came_from.get(before)
    return Violation(graph.nodes[position], graph.nodes[target], tuple(reversed(steps)))


def _any_of(selectors: Sequence[str]) -> Fits:
    tests = [_test(*selector.split(":", 1)) for selector in selectors]
    return lambda node: any(test(node) for test in tests)


def _test(kind: str, pattern: str) -> Fits:
    """Return whether a node fits a selector; of names case does not matter, of paths it does."""
    if kind == "path":
        path = re.compile(path_pattern(pattern))
        return lambda node: bool(node.path) and path.fullmatch(node.path) is not None
    name = re.compile(".*".join(map(re.escape, pattern.split("*"))), re.IGNORECASE)
    if kind == "ext":
        return lambda node: node.origin is Origin.EXTERNAL and name.fullmatch(node.qualname) is not None
    if kind == "sql":
        return lambda node: node.language == "sql" and name.fullmatch(node.qualname) is not None
    if kind == "kind":
        return lambda node: name.fullmatch(node.kind) is not None
    return lambda node: name.fullmatch(node.qualname) is not None


def path_pattern(glob: str) -> str:
    """Return the regular expression of a path with ``*``, ``**`` and ``?``; a folder matches everything in it."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob.strip("/"))
    meanings = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return "".join(meanings.get(part, re.escape(part)) for part in parts) + "(?:/.*)?"
