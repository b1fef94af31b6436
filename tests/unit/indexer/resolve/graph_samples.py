"""The sample projects of tests/golden/graph and their expected edges.

``python -m tests.unit.indexer.resolve.graph_samples`` writes the expected files again; read the difference.
"""

import random
import sys
from pathlib import Path

from indexer.discovery.languages import language_of
from indexer.facts.extract import extract
from indexer.facts.model import FileFacts
from indexer.linking.graph import Graph, RepositoryScope
from indexer.resolve.build import resolve
from indexer.types import ParsedFile
from search.types.graph import EdgeType
from search.types.ids import RootId

FOLDER = Path(__file__).parents[3] / "golden" / "graph"
SAMPLES = ("shop", "mixed", "compiled", "reach")
SCOPE = RepositoryScope("r", "b", RootId("h"))


def parsed(path: str, text: str) -> ParsedFile:
    return ParsedFile(path, language_of(path), text, "utf-8", "")


def facts_of(sample: str) -> list[FileFacts]:
    root = FOLDER / sample
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    return [extract(parsed(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))) for path in paths]


def graph_of(files: dict[str, str]) -> Graph:
    return resolve([extract(parsed(path, text)) for path, text in files.items()], SCOPE)


def edge_lines(graph: Graph) -> list[str]:
    """One line an edge but containment: source, type, target, tier, evidence."""
    return [
        f"{short(edge.source)} {edge.type} {short(edge.target)} ({edge.tier}, {edge.path}:{edge.line})"
        for edge in graph.edges
        if edge.type is not EdgeType.DEFINES
    ]


def edges(graph: Graph) -> set[str]:
    """``source type target`` of every edge but containment."""
    return {line.rpartition(" (")[0] for line in edge_lines(graph)}


def short(node: str) -> str:
    return node.removeprefix("r@b:")


def expected(sample: str) -> Path:
    return FOLDER / f"{sample}.edges"


def main() -> None:
    if sys.argv[1:] == ["--shuffled"]:
        seed = random.Random(7)
        for sample in SAMPLES:
            facts = facts_of(sample)
            seed.shuffle(facts)
            sys.stdout.write(repr(resolve(facts, SCOPE)))
        return
    for sample in SAMPLES:
        lines = edge_lines(resolve(facts_of(sample), SCOPE))
        expected(sample).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
