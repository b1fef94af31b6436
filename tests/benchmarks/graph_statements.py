"""Whether statements in code reach their tables: ``python tests/benchmarks/graph_statements.py --folder DIR``.

Finds the strings of code that name a table, a view or a procedure, the only one of its name in the graph,
behind ``FROM``, ``JOIN``, ``INTO``, ``UPDATE`` or ``EXEC``, by patterns that know nothing else of the graph,
and asks for a way from the definition around the name to that object. Prints those that the graph denies.
Migrations in Python are left out: what they say of tables is history.
"""

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from indexer.languages.sql.history import is_migration
from search.graph.dependency_graph import DependencyGraph
from search.graph.paths import dependency_path
from search.types.graph import Node
from tests.benchmarks.graph_oracles.graphs import SourceGraph, source_graph

LANGUAGES = frozenset(("csharp", "java", "python", "typescript", "tsx", "javascript", "go", "rust"))
OBJECTS = frozenset(("table", "view", "procedure"))
STRING = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?P<raw>\"\"\".*?\"\"\"|'''.*?''')|(?P<verbatim>[$@]{1,2}\"(?:[^\"]|\"\")*\")"
    r"|(?P<plain>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`)",
    re.DOTALL,
)
"""A comment, or a string of one of the languages."""

NAME = re.compile(
    r"\b(?:FROM|JOIN|INTO|UPDATE|EXEC(?:UTE)?)(?:\s|\\n)+(?:[\[\"`\\]*\w+[\]\"`\\]*\.)*[\[\"`\\]*(?P<name>\w+)"
)


def named(source: SourceGraph, objects: dict[str, list[Node]]) -> Iterator[tuple[str, int, str]]:
    """Yield path, line and name of each object that a statement names."""
    for path, facts in sorted(source.facts.items()):
        if facts.language not in LANGUAGES or is_migration(path, facts.language):
            continue
        text = "\n".join(source.text(path))
        for string in STRING.finditer(text):
            for match in NAME.finditer(string.group()) if string.lastgroup else ():
                if match["name"].lower() in objects:
                    at = string.start() + match.start("name")
                    yield path, text.count("\n", 0, at) + 1, match["name"].lower()


def main() -> None:
    """Print how many names lead to their objects, and those that do not."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--shown", type=int, default=20)
    arguments = options.parse_args()
    source = source_graph(arguments.folder)
    graph = DependencyGraph(source.merged.nodes, source.merged.edges)
    objects: dict[str, list[Node]] = defaultdict(list)
    for node in graph.nodes:
        if node.kind in OBJECTS and node.language == "sql" and not node.historic:
            objects[node.name.lower()].append(node)
    objects = {name: nodes for name, nodes in objects.items() if len(nodes) == 1}
    denied, count = [], 0
    for path, line, name in named(source, objects):
        around = source.around(path, line)
        around = [each for each in around if each.kind != "constant"]
        start = around[0].id if around else f"corpus@main:file:{path}"
        count += 1
        if not any(dependency_path(graph, start, each.id) for each in objects[name]):
            denied.append(f"{path}:{line} {start} -> {name}")
    sys.stdout.write(f"{arguments.folder.name}: {count - len(denied)} of {count} reach their object\n")
    sys.stdout.write("".join(f"  {each}\n" for each in denied[: arguments.shown]))


if __name__ == "__main__":
    main()
