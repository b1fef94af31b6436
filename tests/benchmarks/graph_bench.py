"""Dependency trees on a large graph: ``python tests/benchmarks/graph_bench.py [--folder DIR]``.

The synthetic graph has the size and shape that C# and T-SQL of a large product gave (44,000 nodes, 180,000 edges,
a few hubs that thousands depend on). Prints milliseconds for a tree of 500 nodes, random roots and hubs apart,
and the ratio of its memory to that of the same graph in networkx. ``--folder`` measures a source folder instead:
extraction by language, resolution, memory, one changed file beside the whole, and the same trees. Beside them it
prints two references of the same run, by which figures of different machines compare: tree-sitter's parse of the
C# files alone, and a million writes into a dictionary.
"""

import argparse
import gc
import random
import statistics
import sys
import time
import tracemalloc
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import psutil
from tree_sitter import Parser

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from indexer.collector import collector_paused
from indexer.discovery.walk import discover
from indexer.facts.extract import decode, encode, extract
from indexer.facts.model import FileFacts
from indexer.facts.syntax import grammar
from indexer.parsing.parse import parse_file
from indexer.resolve.build import resolve
from indexer.resolve.change import Change
from indexer.resolve.changes import concerned
from indexer.resolve.graph import Graph
from indexer.types import ParsedFile
from search.graph.dependency_graph import DependencyGraph
from search.graph.tree import dependency_tree
from search.types.graph import Direction, Edge, EdgeType, Node, TreeRequest
from tests.benchmarks.graph_oracles.graphs import SCOPE
from tests.fakes.graph import edge, node

NODES = 44_000
EDGES = 180_000
ROOTS = 300
HUBS = 30
SEED = 7
MILLION = 1_000_000
MEGABYTE = MILLION
LEAST_BYTES = 100_000
"""Of a language with less, no speed is told."""

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
    taken: list[float] = []
    for root in roots:
        began = time.process_time()  # of this process: others on the machine do not count
        dependency_tree(graph, TreeRequest(root, direction, **limits))
        taken.append((time.process_time() - began) * 1000)
    return sorted(taken)


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
            taken = milliseconds(graph, roots, direction, depth=5, max_nodes=500)
            p95 = taken[int(len(taken) * 0.95)]
            sys.stdout.write(
                f"tree of 500, {name:6} {direction.value:10} p50 {statistics.median(taken):6.2f} ms"
                f"  p95 {p95:6.2f} ms  max {taken[-1]:6.2f} ms\n"
            )


def compare_memory(nodes: list[Node], edges: list[Edge]) -> None:
    """Print bytes an edge, beside networkx."""
    tracemalloc.start()
    graph = DependencyGraph(nodes, edges)
    own = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    kept = graph.to_networkx()
    other = tracemalloc.get_traced_memory()[0] - own
    tracemalloc.stop()
    count = len(graph.table)
    sys.stdout.write(
        f"memory: {own / count:.0f} bytes an edge, networkx {other / count:.0f}, ratio {other / own:.1f}"
        f" ({kept.number_of_edges():,} merged edges)\n"
    )


def references(texts: list[ParsedFile]) -> tuple[float, float]:
    """Return megabytes a second of parsing C# alone, and the seconds of a million writes into a dictionary."""
    sources = [each.text.encode() for each in texts if each.language == "csharp"]
    parser = Parser(grammar("csharp"))
    began = time.process_time()
    for source in sources:
        parser.parse(source)
    parsed = time.process_time()
    written: dict[int, str] = {}
    for number in range(MILLION):
        written[number & 1023] = str(number)
    ended = time.process_time()
    return sum(map(len, sources)) / MEGABYTE / (parsed - began), ended - parsed


def extracted(folder: Path) -> tuple[list[ParsedFile], list[FileFacts]]:
    """Return the texts of a folder's files, then their facts; print megabytes a second of each language."""
    parsed = [parse_file(found) for found in discover(folder) if found.skip is None]
    texts = [each for each in parsed if isinstance(each, ParsedFile)]
    parsing, writing = references(texts)
    sys.stdout.write(f"references: C# parsed alone {parsing:.2f} MB/s, a million writes {writing:.2f} s\n")
    seconds: dict[str, float] = defaultdict(float)
    size: dict[str, int] = defaultdict(int)
    facts: list[FileFacts] = []
    for each in texts:
        began = time.process_time()
        facts.append(extract(each))
        seconds[each.language] += time.process_time() - began
        size[each.language] += len(each.text)
    for language in sorted(size, key=lambda name: -size[name]):
        if size[language] > LEAST_BYTES and seconds[language]:
            speed = size[language] / MEGABYTE / seconds[language]
            told = f"{size[language] / MEGABYTE:6.1f} MB  {speed:6.2f} MB/s"
            sys.stdout.write(f"extraction: {language:14} {told}  {speed / parsing:6.2f} of C# parsed alone\n")
    return texts, facts


def built(folder: Path) -> DependencyGraph:
    """Return the graph of a folder; print what building it took, and what one changed file takes."""
    process = psutil.Process()
    began = time.process_time()
    texts, facts = extracted(folder)
    resolving = time.process_time()
    graph = resolve(facts, SCOPE)
    ended = time.process_time()
    whole = ended - began
    memory = process.memory_info().rss / MEGABYTE
    sys.stdout.write(
        f"build: {whole:.1f} s of processor time, {ended - resolving:.1f} s of it resolution, {memory:.0f} MB\n"
    )
    sys.stdout.write(f"one file: {one_file(texts, facts, graph, whole)}\n")
    return DependencyGraph(graph.nodes, graph.edges)


def one_file(texts: list[ParsedFile], facts: list[FileFacts], graph: Graph, whole: float) -> str:
    """Return what a change of the file with most calls takes, from stored facts to the new part of the graph.

    A method is added in front of the last brace; facts of all other files are read from bytes, as the index does.
    """
    changed = max(range(len(texts)), key=lambda at: len(facts[at].calls))
    text = texts[changed].text
    edited = text[: text.rstrip().rfind("}")] + "\npublic void AddedByTheBenchmark() { }\n}\n"
    stored = {each.path: encode(each) for each in facts}
    began = time.process_time()
    after = extract(replace(texts[changed], text=edited))
    stored[after.path] = encode(after)
    with collector_paused():
        files = [decode(data) for data in stored.values()]
        paths = concerned(Change([facts[changed]], [after], files, stored))
        part = resolve(files, SCOPE, paths)
    taken = time.process_time() - began
    same = replaced(graph, paths, part) == resolve(files[::-1], SCOPE)
    resolved = len(files) if paths is None else len(paths)
    told = f"{taken:.2f} s of processor time, {resolved} files resolved, whole / one {whole / taken:.1f}"
    return f"{told}, equal to a rebuild: {same}"


def replaced(graph: Graph, paths: frozenset[str] | None, part: Graph) -> Graph:
    """Return the graph with another part, as the tables keep it; the part itself when that is the whole."""
    if paths is None:
        return part
    nodes = {each.id: each for each in graph.nodes if each.path and each.path not in paths}
    edges = {(each.source, each.target, each.type): each for each in graph.edges if each.path not in paths}
    nodes |= {each.id: each for each in part.nodes}
    edges |= {(each.source, each.target, each.type): each for each in part.edges}
    return Graph(tuple(nodes[key] for key in sorted(nodes)), tuple(edges[key] for key in sorted(edges)))


def main() -> None:
    """Measure the synthetic graph or a folder."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path)
    folder = options.parse_args().folder
    if folder is not None:
        graph = built(folder)
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
