"""Go calls and new objects, beside the language's own type checker (``go_calls/main.go``, standard library alone).

Packages outside are not needed: what is called on their types is unknown to the checker and not compared.
"""

import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from search.types.graph import EdgeType
from tests.benchmarks.graph_oracles.go_packages import module_of, readable
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared

DEMAND = Demand(0.97, 0.75)
CORPORA = ("gin", "cobra", "restic", "traefik", "pflag", "mux", "bbolt")
PROGRAM = Path(__file__).parent / "go_calls" / "main.go"
CHECKS = (("call", "Go calls", EdgeType.CALLS), ("make", "Go instantiates", EdgeType.INSTANTIATES))


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield two rows for each corpus."""
    for corpus in CORPORA:
        row = Row("Go calls", corpus, "go/types", DEMAND)
        root = readable(corpora, corpus)
        if isinstance(root, Path):
            yield from compare(corpus, source_graph(root), checked(root))
        else:
            yield replace(row, missing=root)


def checked(root: Path) -> dict[str, set[tuple[str, str]]]:
    """Return caller and called, or a file that was read, by kind."""
    command = ["go", "run", str(PROGRAM), str(root.resolve()), module_of(root)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    results: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for line in done.stdout.splitlines():
        kind, caller, called = line.split("\t")
        results[kind].add(
            (caller if caller.startswith("file:") or kind == "file" else f"go:{caller}", f"go:{called}")
        )
    return results


def compare(name: str, graph: SourceGraph, truth: dict[str, set[tuple[str, str]]]) -> Iterator[Row]:
    """Yield calls and new objects."""
    files = {path for path, _ in truth["file"]}
    for kind, check, type_ in CHECKS:
        ours = {(local(edge.source), local(edge.target)) for edge in graph.by_type[type_] if edge.path in files}
        ours = {(source, target) for source, target in ours if target.startswith("go:") and source != target}
        yield compared(Row(check, name, "go/types", DEMAND), ours, truth[kind])
