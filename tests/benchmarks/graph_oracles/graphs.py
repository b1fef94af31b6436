"""The graph of a corpus as the benchmark reads it: discovery, parser, extractors and resolver, no database."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from indexer.discovery.languages import language_of
from indexer.discovery.walk import discover
from indexer.facts.extract import EXTRACTED_LANGUAGES, extract
from indexer.facts.model import FileFacts
from indexer.linking.graph import Graph, RepositoryScope
from indexer.parsing.decoding import decode
from indexer.parsing.parse import parse_file
from indexer.resolve.build import resolve
from indexer.types import ParsedFile
from search.graph.overloads import Merged, merged
from search.types.graph import Edge, EdgeType, Node
from search.types.ids import RootId

SCOPE = RepositoryScope("corpus", "main", RootId("corpus"))
PREFIX = "corpus@main:"


@dataclass(eq=False)
class SourceGraph:
    """A folder's facts and graph, with the look-ups that oracles need."""

    root: Path
    facts: dict[str, FileFacts]
    graph: Graph
    _texts: dict[str, list[str]] = field(default_factory=dict)

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """Nodes by identifier without repository and branch."""
        return {local(node.id): node for node in self.merged.nodes}

    @cached_property
    def merged(self) -> Merged:
        """The graph with one node for all overloads of a method: compilers' listings are compared by name."""
        return merged(self.graph.nodes, self.graph.edges)

    @cached_property
    def by_type(self) -> dict[EdgeType, list[Edge]]:
        """Edges by type, in the graph's order."""
        results: dict[EdgeType, list[Edge]] = defaultdict(list)
        for edge in self.merged.edges:
            results[edge.type].append(edge)
        return results

    def pairs(self, *types: EdgeType) -> set[tuple[str, str]]:
        """Return source and target of the edges of these types, as local identifiers."""
        return {(local(edge.source), local(edge.target)) for each in types for edge in self.by_type[each]}

    def file_imports(self) -> set[tuple[str, str]]:
        """Return importing and imported path of all imports between files."""
        return {
            (source.removeprefix("file:"), target.removeprefix("file:"))
            for source, target in self.pairs(EdgeType.IMPORTS)
            if source.startswith("file:") and target.startswith("file:")
        }

    def package_imports(self, language: str) -> set[tuple[str, str]]:
        """Return importing path and imported package of a language whose packages are nodes."""
        return {
            (source.removeprefix("file:"), target.removeprefix(f"{language}:"))
            for source, target in self.pairs(EdgeType.IMPORTS)
            if target.startswith(f"{language}:")
        }

    @cached_property
    def definitions(self) -> dict[str, list[tuple[int, int, Node]]]:
        """Path -> first line, last line and node of all it defines, outer before inner."""
        results: dict[str, list[tuple[int, int, Node]]] = defaultdict(list)
        for node in self.merged.nodes:
            for path, first, last in spans(node):
                if node.kind != "file":
                    results[path].append((first, last, node))
        for entries in results.values():
            entries.sort(key=lambda entry: (entry[0], -entry[1]))
        return results

    def text(self, path: str) -> list[str]:
        """Return the lines of a file as they were read."""
        if path not in self._texts:
            decoded = decode((self.root / path).read_bytes())
            self._texts[path] = decoded.text.split("\n") if decoded is not None else []
        return self._texts[path]

    def around(self, path: str, line: int) -> list[Node]:
        """Return the definitions around a line, innermost first."""
        results = [node for first, last, node in self.definitions.get(path, ()) if first <= line <= last]
        return results[::-1]


def local(node_id: str) -> str:
    """Return an identifier without repository and branch."""
    return node_id.removeprefix(PREFIX)


def spans(node: Node) -> Iterator[tuple[str, int, int]]:
    """Yield path, first and last line of a node's places."""
    for span in node.spans:
        path, _, lines = span.rpartition(":")
        first, _, last = lines.partition("-")
        yield path, int(first), int(last)


def facts_of(root: Path) -> Iterator[FileFacts]:
    """Yield the facts of all files of a folder, as the index would: empty sources are files without facts."""
    for result in discover(root):
        if result.skip is not None and result.skip.reason == "empty":
            language = language_of(result.path)
            if language in EXTRACTED_LANGUAGES:
                yield FileFacts(result.path, language)
        elif result.skip is None:
            parsed = parse_file(result)
            if isinstance(parsed, ParsedFile):
                yield extract(parsed)


def graph_of(root: Path, without: str = "") -> SourceGraph:
    """Return the graph of a folder, without the files whose paths end with ``without`` unless that is empty."""
    facts = {each.path: each for each in facts_of(root) if not without or not each.path.endswith(without)}
    return SourceGraph(root, facts, resolve(list(facts.values()), SCOPE))


@lru_cache(maxsize=1)
def source_graph(root: Path) -> SourceGraph:
    """Return the graph of a folder; the last one is kept for the next oracle."""
    return graph_of(root)
