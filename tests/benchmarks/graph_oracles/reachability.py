"""Which code ends in which table, end to end, beside what a person read in the sources.

The pairs of tests/golden/graph/reach.pairs name all callables of the sample that lead to a table. They also see
what compilers cannot tell: which member runs when that of a base or an interface is called.
"""

from collections.abc import Iterator
from pathlib import Path

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT, EdgePolicy
from search.graph.steps import Steps
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction
from tests.benchmarks.graph_oracles.graphs import graph_of, local
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared

SAMPLE = Path(__file__).parents[2] / "golden" / "graph" / "reach"
CODE = frozenset(("function", "method", "constructor"))
WANTED = Demand(0.98, 1.0)


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for the own sample."""
    if not corpora.only or SAMPLE.name in corpora.only:
        graph = graph_of(SAMPLE).graph
        ours = reached(DependencyGraph(graph.nodes, graph.edges))
        yield compared(Row("call site to table", "own sample", "by reading", WANTED), ours, read_pairs())


def read_pairs() -> set[tuple[str, str]]:
    """Return callable and table of every pair that was read."""
    lines = SAMPLE.with_suffix(".pairs").read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line and not line.startswith("#"))
    return {(source, target) for source, target in pairs}


def reached(graph: DependencyGraph) -> set[tuple[str, str]]:
    """Return every callable outside of SQL with every table that the default edges lead to from it."""
    steps = Steps(graph, GraphVisibility(graph), EdgePolicy(DEFAULT), Direction.DEPENDS_ON)
    return {
        (local(node.id), local(graph.nodes[other].id))
        for position, node in enumerate(graph.nodes)
        if node.kind in CODE and node.language != "sql"
        for other in _below(steps, position)
        if graph.nodes[other].kind == "table"
    }


def _below(steps: Steps, start: int) -> list[int]:
    seen = {start}
    waiting = [start]
    for position in waiting:  # grows while it is walked: that is breadth first
        fresh = [other for other in steps.others(position) if other not in seen]
        seen.update(fresh)
        waiting += fresh
    return waiting
