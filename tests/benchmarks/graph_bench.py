"""Dependency trees on a large graph: ``python tests/benchmarks/graph_bench.py [--folder DIR]``.

The synthetic graph has the size and shape that C# and T-SQL of a large product gave (44,000 nodes, 180,000 edges,
a few hubs that thousands depend on). Prints milliseconds for a tree of 500 nodes, random roots and hubs apart,
and the ratio of its memory to that of the same graph in networkx. ``--folder`` measures a source folder instead
(`graph_folder`), and the same trees.
"""

import argparse
import gc
import random
import statistics
import sys
import time
import tracemalloc
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.graph.dependency_graph import DependencyGraph
from search.graph.tree import dependency_tree
from search.types.graph import Direction, Edge, EdgeType, Node, TreeRequest
from tests.fakes.graph import edge, node

NODES = 44_000
EDGES = 180_000
ROOTS = 300
HUBS = 30
SEED = 7

KINDS = ("method", "method", "method", "class", "interface", "procedure", "table")
TYPES = (EdgeType.CALLS, EdgeType.CALLS, EdgeType.REFERENCES, EdgeType.READS_TABLE, EdgeType.DEFINES)


def scale_free() -> tuple[list[Node], list[Edge]]:
    """Return a graph in which a node is depended on the more often, the more often it already is."""
    draw = random.Random(SEED)
    nodes = [node(f"cs:Area{n % 97}.Type{n // 9}.Member{n}", draw.choice(KINDS)) for n in range(NODES)]
    targets = list(range(200))
    edges: list[Edge] = []
    for _ in range(EDGES):
        source, target = draw.randrange(NODES), draw.choice(targets)
        edges.append(edge(nodes[source], nodes[target], draw.choice(TYPES), line=draw.randrange(1, 900)))
        targets += [target, draw.randrange(NODES)]
    return nodes, edges


def milliseconds(graph: DependencyGraph, roots: list[str], direction: Direction, **limits: int) -> list[float]:
    """Return how long each tree kept the processor, sorted."""
    seconds: list[float] = []
    for root in roots:
        began = time.process_time()  # of this process: others on the machine do not count
        dependency_tree(graph, TreeRequest(root, direction, **limits))
        seconds.append((time.process_time() - began) * 1000)
    return sorted(seconds)


def report(graph: DependencyGraph) -> None:
    """Print percentiles for random roots and for the nodes that most depend on."""
    draw = random.Random(SEED)
    gc.collect()
    gc.freeze()  # a snapshot lives long: a full collection over it would be measured as a slow tree
    ids = [each.id for each in graph.nodes]
    graph.names.find(ids[0])  # builds the index of names once
    by_use = sorted(range(len(ids)), key=lambda n: -graph.adjacency(Direction.USED_BY).degree(n))
    groups = {"random": draw.choices(ids, k=ROOTS), "hubs": [ids[n] for n in by_use[:HUBS]]}
    for name, roots in groups.items():
        for direction in (Direction.DEPENDS_ON, Direction.USED_BY, Direction.BOTH):
            seconds = milliseconds(graph, roots, direction, depth=5, max_nodes=500)
            p95 = seconds[int(len(seconds) * 0.95)]
            sys.stdout.write(
                f"tree of 500, {name:6} {direction.value:10} p50 {statistics.median(seconds):6.2f} ms"
                f"  p95 {p95:6.2f} ms  max {seconds[-1]:6.2f} ms\n"
            )


def compare_memory(nodes: list[Node], edges: list[Edge]) -> None:
    """Print bytes an edge, beside networkx."""
    tracemalloc.start()
    graph = DependencyGraph(nodes, edges)
    own = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    retained = graph.to_networkx()
    other = tracemalloc.get_traced_memory()[0] - own
    tracemalloc.stop()
    count = len(graph.table)
    sys.stdout.write(
        f"memory: {own / count:.0f} bytes an edge, networkx {other / count:.0f}, ratio {other / own:.1f}"
        f" ({retained.number_of_edges():,} merged edges)\n"
    )


def main() -> None:
    """Measure the synthetic graph or a folder."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path)
    folder = options.parse_args().folder
    if folder is not None:
        from tests.benchmarks.graph_folder import measure  # its processes import this file again

        built = measure(folder)
        graph = DependencyGraph(built.nodes, built.edges)
    else:
        nodes, edges = scale_free()
        began = time.perf_counter()
        graph = DependencyGraph(nodes, edges)
        sys.stdout.write(f"build: {time.perf_counter() - began:.2f} s\n")
        compare_memory(nodes, edges)
    sys.stdout.write(f"{len(graph):,} nodes, {len(graph.table):,} edges\n")
    report(graph)


if __name__ == "__main__":
    main()
