"""Whether the graph denies what code says: ``python tests/benchmarks/graph_pairs.py --folder DIR``.

Draws sites of the text at random where a definition makes an object (``new Store(`` or ``Store(``) or calls a
member by its type (``Store.Open(``), found by patterns that know nothing of the graph, and asks for a way from the
definition around the site to what is named. A site counts when its type is the only one of that name there;
what a file imports from elsewhere under the same name is left to the reader of what it prints.
"""

import argparse
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.graph.constructors import Constructors
from search.graph.dependency_graph import DependencyGraph
from search.graph.paths import dependency_path
from search.types.graph import Node
from tests.benchmarks.graph_oracles.graphs import SourceGraph, source_graph

LANGUAGES = frozenset(("csharp", "java", "python", "typescript", "tsx", "javascript"))
MADE = re.compile(r"\bnew\s+([A-Z]\w*)\s*(?:<[\w, ]*>)?\(")
MADE_IN_PYTHON = re.compile(r"(?<![\w.])([A-Z]\w*)\(")
CALLED = re.compile(r"(?<![\w.])([A-Z]\w*)\.(\w+)\(")
DECLARED = re.compile(r"(?<!\breturn)(?<!\bawait)(?<!\bthrow)(?<!\belse)(?<!\bin)(?<!\byield)[\w>\]?]\s+$")
"""A type before a name: the member of an interface is declared, not called."""

BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STRING_OR_COMMENT = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|//.*|#.*")
TYPES = frozenset(("class", "struct", "record", "interface", "enum"))
SOURCES = frozenset(("method", "function", "constructor"))


class CallSite(NamedTuple):
    """Where a definition says that it depends on another.

    Attributes:
        kind: ``makes`` or ``calls``.
        source, target: identifiers of the two nodes.
    """

    kind: str
    path: str
    line: int
    source: str
    target: str


class CallSites:
    """Finds the sites of a graph's sources."""

    def __init__(self, source: SourceGraph) -> None:
        self._source = source
        self.graph = DependencyGraph(source.merged.nodes, source.merged.edges)
        self._types: dict[str, list[Node]] = defaultdict(list)
        for node in self.graph.nodes:
            if node.kind in TYPES and node.path:
                self._types[node.name].append(node)
        self._constructors = self.graph.derived(Constructors).positions

    def all(self) -> Iterator[CallSite]:
        """Yield all sites."""
        for path, facts in sorted(self._source.facts.items()):
            if facts.language not in LANGUAGES:
                continue
            made = MADE_IN_PYTHON if facts.language == "python" else MADE
            text = "\n".join(self._source.text(path))
            text = BLOCK_COMMENT.sub(lambda each: "\n" * each.group().count("\n"), text)
            for number, line in enumerate(text.split("\n"), 1):
                code = STRING_OR_COMMENT.sub("", line)
                around = [each for each in self._source.around(path, number) if each.kind in SOURCES]
                source = around[0] if around else None
                if source is None or source.start_line == number:
                    continue
                yield from self._in(code, made, path, number, source)

    def _in(self, code: str, made: re.Pattern[str], path: str, number: int, source: Node) -> Iterator[CallSite]:
        for match in made.finditer(code):
            target = self._constructor(match.group(1), source)
            if target is not None and target.id != source.id:
                yield CallSite("makes", path, number, source.id, target.id)
        for match in CALLED.finditer(code):
            if DECLARED.search(code[: match.start()]):
                continue
            target = self._member(*match.groups(), source)
            if target is not None and target.id != source.id:
                yield CallSite("calls", path, number, source.id, target.id)

    def _parts(self, name: str, source: Node) -> list[int]:
        types = self._types.get(name, [])
        is_one = len(types) == 1 and types[0].language == source.language
        return self.graph.members(self.graph.position(types[0].id)) if is_one else []

    def _constructor(self, name: str, source: Node) -> Node | None:
        own = [each for each in self._parts(name, source) if each in self._constructors]
        return self.graph.nodes[own[0]] if own else None

    def _member(self, type_: str, name: str, source: Node) -> Node | None:
        named = [self.graph.nodes[each] for each in self._parts(type_, source)]
        return next((each for each in named if each.name == name and each.kind in SOURCES), None)


def main() -> None:
    """Print how many sites are denied, and which."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--seed", type=int, default=11)
    arguments = options.parse_args()
    sites = CallSites(source_graph(arguments.folder))
    by_kind: dict[str, list[CallSite]] = defaultdict(list)
    for each in sites.all():
        by_kind[each.kind].append(each)
    for kind, listed in sorted(by_kind.items()):
        drawn = random.Random(arguments.seed).sample(listed, min(arguments.count, len(listed)))
        denied = [each for each in drawn if dependency_path(sites.graph, each.source, each.target) is None]
        sys.stdout.write(
            f"{arguments.folder.name} {kind}: {len(denied)} of {len(drawn)} denied, of {len(listed)}\n"
        )
        for each in denied:
            sys.stdout.write(f"  {each.path}:{each.line} {each.source} -> {each.target}\n")


if __name__ == "__main__":
    main()
