"""What ends in a table by reading does so in the graph, and nothing else."""

from indexer.resolve.build import resolve
from search.graph.dependency_graph import DependencyGraph
from tests.benchmarks.graph_oracles.reachability import SAMPLE, reached, read_pairs
from tests.unit.indexer.resolve.graph_samples import SCOPE, facts_of


def test_every_callable_of_the_sample_reaches_the_tables_that_were_read_and_no_others() -> None:
    graph = resolve(facts_of(SAMPLE.name), SCOPE)
    prefix = f"{SCOPE.repository}@{SCOPE.branch}:"
    pairs = reached(DependencyGraph(graph.nodes, graph.edges))
    assert {(source.removeprefix(prefix), target.removeprefix(prefix)) for source, target in pairs} == read_pairs()
