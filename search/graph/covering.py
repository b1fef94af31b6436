"""Which tests depend on some definitions, directly or through a few others."""

from collections.abc import Iterable
from dataclasses import dataclass

from search.graph.code_of_tests import IsTest
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.names import Visible
from search.graph.steps import Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction
from search.types.ids import FileId

MOST_DISTANCE = 3
"""Steps from a test to covered code: a test calls a public function, which calls the rest."""
MOST_VISITED = 2_000
"""Nodes visited for one file; the users of what everything uses cover nothing in particular."""


@dataclass(frozen=True, slots=True)
class TestUse:
    """A definition for tests that depends on one of the definitions asked about.

    Attributes:
        user: the definition in the test.
        used: nodes that it uses directly.
        distance: steps to the definition asked about, from 1.
        line: first line of the definition in the test.
    """

    __test__ = False

    file_id: FileId
    user: str
    used: str
    distance: int
    line: int


class CoveringTests:
    """Walks from definitions to the tests that depend on them, among the nodes that a client may see."""

    def __init__(self, graph: DependencyGraph, visible: Visible, is_test: IsTest) -> None:
        self._graph = graph
        self._visibility = GraphVisibility(graph, visible)
        self._steps = Steps(graph, self._visibility, EdgePolicy(None), Direction.USED_BY)
        self._is_test = is_test

    def of(self, definitions: Iterable[str]) -> dict[FileId, TestUse]:
        """Return the nearest use of each file with tests; tests are not walked through."""
        level = sorted(self._starts(definitions))
        seen = set(level)
        uses: dict[FileId, TestUse] = {}
        for distance in range(1, MOST_DISTANCE + 1):
            level = self._further(level, seen, uses, distance)
        return uses

    def _starts(self, definitions: Iterable[str]) -> set[int]:
        positions = (self._graph.position(node) for node in definitions if node in self._graph)
        seen = [position for position in positions if self._visibility.sees(position)]
        return {part for position in seen for part in (position, *self._steps.family(position))}

    def _further(
        self, level: Iterable[int], seen: set[int], uses: dict[FileId, TestUse], distance: int
    ) -> list[int]:
        """Enter the tests one step away from a level, and return the other nodes there."""
        beyond: list[int] = []
        for position in level:
            for other in self._steps.others(position, at_root=distance == 1):
                if other in seen or len(seen) >= MOST_VISITED:
                    continue
                seen.add(other)
                node = self._graph.nodes[other]
                if not self._is_test(node):
                    beyond.append(other)
                elif node.file_id not in uses:
                    user, used = self._visibility.label(other), self._visibility.label(position)
                    uses[node.file_id] = TestUse(node.file_id, user, used, distance, node.start_line)
        return beyond
