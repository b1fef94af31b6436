"""The dependency graph of a folder: the real discovery, parser, extractors and resolver, without a database."""

from pathlib import Path

from indexer.discovery.walk import discover
from indexer.facts.extract import extract
from indexer.linking.graph import RepositoryScope
from indexer.parsing.parse import parse_file
from indexer.resolve.build import resolve
from indexer.types import ParsedFile
from search.graph.dependency_graph import DependencyGraph
from search.types.ids import RootId


def graph_of_folder(root: Path, repository: str) -> DependencyGraph:
    """Return what the files below ``root`` depend on, with ``main`` as the branch."""
    matching = [each for each in discover(root) if each.skip is None]
    parsed = [result for result in (parse_file(each) for each in matching) if isinstance(result, ParsedFile)]
    graph = resolve([extract(each) for each in parsed], RepositoryScope(repository, "main", RootId("sample")))
    return DependencyGraph(graph.nodes, graph.edges)
