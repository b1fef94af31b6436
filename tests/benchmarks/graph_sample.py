"""Edges to be judged by reading: ``python tests/benchmarks/graph_sample.py --folder DIR [--count N] [--seed N]``.

Draws edges at random, the same number of each type as far as there are so many (with ``--type``, of each tier),
and prints each with its evidence line. An edge is right when that line, read in its file, says what the edge says.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from indexer.parsing.decoding import decode
from search.types.graph import Edge, EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, graph_of, local

LEFT_OUT = frozenset((EdgeType.DEFINES,))
MAX_CHARS = 160


def drawn(graph: SourceGraph, count: int, seed: int, only: str = "") -> list[Edge]:
    """Return edges by type and place: rare groups first take what they have, the others share the rest."""
    draw = random.Random(seed)
    by_group: dict[str, list[Edge]] = defaultdict(list)
    for type_, edges in graph.by_type.items():
        for edge in edges if type_ not in LEFT_OUT and only in {"", type_.value} else ():
            by_group[edge.tier if only else type_.value].append(edge)
    groups = sorted(by_group.values(), key=len)
    results: list[Edge] = []
    for at, edges in enumerate(groups):
        share = round((count - len(results)) / (len(groups) - at))
        results += draw.sample(edges, min(share, len(edges)))
    return sorted(results, key=lambda edge: (edge.type, edge.path, edge.line))


def shown(graph: SourceGraph, edges: list[Edge]) -> Iterator[str]:
    """Yield two lines an edge: what it says, and where."""
    for number, edge in enumerate(edges, 1):
        decoded = decode((graph.root / edge.path).read_bytes())
        lines = decoded.text.split("\n") if decoded is not None else []
        text = lines[edge.line - 1].strip()[:MAX_CHARS] if edge.line <= len(lines) else ""
        yield f"{number:3} {edge.type} ({edge.tier})  {local(edge.source)}  ->  {local(edge.target)}"
        yield f"      {edge.path}:{edge.line}: {text}"


def main() -> None:
    """Print the sample of one folder."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--seed", type=int, default=11)
    options.add_argument("--type", default="", choices=[each.value for each in EdgeType])
    arguments = options.parse_args()
    graph = graph_of(arguments.folder)
    sys.stdout.write(f"seed {arguments.seed}\n")
    sys.stdout.write("\n".join(shown(graph, drawn(graph, arguments.count, arguments.seed, arguments.type))) + "\n")


if __name__ == "__main__":
    main()
