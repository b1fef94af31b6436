"""Recognizes the nodes of a graph that belong to tests."""

from collections.abc import Callable

from search.graph.dependency_graph import DependencyGraph
from search.types.graph import Node

IsTest = Callable[[Node], bool]
"""Whether a node belongs to a test."""

_UNKNOWN, _OTHER, _TEST = 0, 1, 2


def no_tests(_: Node) -> bool:
    """Take no node for one of a test."""
    return False


class CodeOfTests:
    """Says by position which nodes belong to tests; computed on demand and cached with the graph."""

    def __init__(self, graph: DependencyGraph) -> None:
        self._graph = graph
        self._known: dict[IsTest, bytearray] = {}

    def has(self, position: int, is_test: IsTest) -> bool:
        """Return whether a node belongs to a test."""
        known = self._known.get(is_test)
        if known is None:
            known = self._known[is_test] = bytearray(len(self._graph))
        if known[position] == _UNKNOWN:
            known[position] = _TEST if is_test(self._graph.nodes[position]) else _OTHER
        return known[position] == _TEST
