"""What `graph_bench` measures of a source folder: extraction, resolution, memory, one changed file.

All in processor time of this process, but for the build by the clock, which reads in the processes that the index
reads in. Two references of the same run stand beside it, by which figures of different machines compare:
tree-sitter's parse alone of the files in the language with most text, and a million writes into a dictionary.
"""

import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import msgspec
from tree_sitter import Parser

from indexer.collector import collector_paused
from indexer.discovery.finder import FileFinder
from indexer.discovery.walk import discover
from indexer.facts.extract import decode, encode, extract
from indexer.facts.model import FileFacts
from indexer.facts.shared_texts import SharedTexts
from indexer.facts.syntax import grammar
from indexer.linking.graph import Graph
from indexer.parsing.parse import parse_file
from indexer.pipeline.control import PACES
from indexer.pipeline.ports import Depth, LabelledFile, ReadRequest
from indexer.pipeline.reading import Reader
from indexer.pipeline.reading_pool import process_count, read_all
from indexer.pipeline.text_stage import batches
from indexer.resolve.build import resolve
from indexer.resolve.change import Change
from indexer.resolve.changes import concerned
from indexer.types import ParsedFile
from resources.languages import languages
from search.types.files import Root
from search.types.status import Speed
from tests.benchmarks.graph_oracles.graphs import SCOPE

MILLION = 1_000_000
MEGABYTE = MILLION
LEAST_BYTES = 100_000
"""Of a language with less, no speed is told."""


def measure(folder: Path) -> Graph:
    """Return the graph of a folder; print what building it took, and what one changed file takes."""
    began = time.process_time()
    parsed = [parse_file(result) for result in discover(folder) if result.skip is None]
    texts = [each for each in parsed if isinstance(each, ParsedFile)]
    reading = time.process_time() - began
    facts, extracting = extracted(texts)
    began = time.process_time()
    graph = resolve(facts, SCOPE)
    resolving = time.process_time() - began
    whole = reading + extracting + resolving
    parts = f"{reading:.1f} s of it reading, {extracting:.1f} s extraction, {resolving:.1f} s resolution"
    sys.stdout.write(f"build: {whole:.1f} s of processor time, {parts}\n")
    sys.stdout.write(f"memory of the process that resolves: {most_memory(facts):.0f} MB at most\n")
    for kind, changed in chosen(facts).items():
        sys.stdout.write(f"one file, {kind}: {one_file(changed, texts, facts, graph, whole)}\n")
    sys.stdout.write(f"by the clock: {by_the_clock(folder, graph)}\n")
    return graph


def most_memory(facts: Sequence[FileFacts]) -> float:
    """Return the most megabytes of a process that reads facts from bytes and resolves them, as the index does."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, get_context("spawn")) as child:
        path = Path(folder) / "facts"
        path.write_bytes(msgspec.msgpack.encode([encode(each) for each in facts]))
        return child.submit(_resolved_from, path).result() / MEGABYTE


def _resolved_from(path: Path) -> int:
    texts = SharedTexts()
    encoded = msgspec.msgpack.decode(path.read_bytes(), type=list[bytes])
    with collector_paused():
        facts = [texts.share(decode(data)) for data in encoded]
        del encoded
        resolve(facts, SCOPE)
    return _peak_bytes()


def _peak_bytes() -> int:
    """Return the most memory of this process since its program was loaded; of Linux alone."""
    status = Path("/proc/self/status").read_text()
    line = next(each for each in status.splitlines() if each.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def extracted(texts: Sequence[ParsedFile]) -> tuple[list[FileFacts], float]:
    """Return facts, and the seconds that they took; print megabytes a second of each language."""
    size: dict[str, int] = defaultdict(int)
    for each in texts:
        size[each.language] += len(each.text)
    parsed = {name for name, each in languages().items() if each.grammar is not None}
    most = max(parsed.intersection(size), key=size.__getitem__)
    parsing, writing = references([each for each in texts if each.language == most])
    sys.stdout.write(f"references: {most} parsed alone {parsing:.2f} MB/s, a million writes {writing:.2f} s\n")
    seconds: dict[str, float] = defaultdict(float)
    facts: list[FileFacts] = []
    for each in texts:
        began = time.process_time()
        facts.append(extract(each))
        seconds[each.language] += time.process_time() - began
    for language in sorted(size, key=lambda name: -size[name]):
        if size[language] > LEAST_BYTES and seconds[language]:
            speed = size[language] / MEGABYTE / seconds[language]
            message = f"{size[language] / MEGABYTE:6.1f} MB  {speed:6.2f} MB/s  {speed / parsing:6.2f}"
            sys.stdout.write(f"extraction: {language:14} {message} of {most} parsed alone\n")
    return facts, sum(seconds.values())


def references(texts: Sequence[ParsedFile]) -> tuple[float, float]:
    """Return megabytes a second of parsing texts of one language, and the seconds of a million writes."""
    sources = [each.text.encode() for each in texts]
    parser = Parser(grammar(texts[0].language))
    began = time.process_time()
    for source in sources:
        parser.parse(source)
    parsed = time.process_time()
    written: dict[int, str] = {}
    for number in range(MILLION):
        written[number & 1023] = str(number)
    ended = time.process_time()
    return sum(map(len, sources)) / MEGABYTE / (parsed - began), ended - parsed


def by_the_clock(folder: Path, graph: Graph) -> str:
    """Return the seconds of a build as the index has it: files are read in its processes, then all is resolved."""
    began = time.perf_counter()
    finder = FileFinder()
    root = Root(SCOPE.path_hash, str(folder.resolve()), SCOPE.repository, SCOPE.branch)
    matching = [each for each in finder.everything(root) if each.skip is None]
    cut = batches(
        [ReadRequest(LabelledFile(each, finder.label(root, each)), depth=Depth.FACTS) for each in matching]
    )
    pace = PACES[Speed.NORMAL]
    reads = read_all(Reader(), root, cut, size_bytes=sum(each.size_bytes for each in matching), pace=pace)
    encoded = [each.facts for batch in reads for each in batch if each is not None and each.facts]
    resolving = time.perf_counter()
    with collector_paused():
        same = resolve([decode(data) for data in encoded], SCOPE) == graph
    ended = time.perf_counter()
    parts = f"{resolving - began:.1f} s of it reading and facts in {process_count(pace)} processes"
    return f"{ended - began:.1f} s, {parts}, equal: {same}"


def chosen(facts: list[FileFacts]) -> dict[str, int]:
    """Return the places of two files: that with most calls, and the median by calls of those in its language."""
    most = max(range(len(facts)), key=lambda at: len(facts[at].calls))
    similar = [at for at, each in enumerate(facts) if each.calls and each.language == facts[most].language]
    similar.sort(key=lambda at: (len(facts[at].calls), at))
    return {"the median by calls": similar[len(similar) // 2], "most calls": most}


def one_file(changed: int, texts: list[ParsedFile], facts: list[FileFacts], graph: Graph, whole: float) -> str:
    """Return what a change of a file takes, from stored facts to the new part of the graph.

    A method is added in front of the last brace; facts of all other files are read from bytes, as the index does.
    """
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
    seconds = time.process_time() - began
    same = replaced(graph, paths, part) == resolve(files[::-1], SCOPE)
    resolved = len(files) if paths is None else len(paths)
    message = f"{seconds:.2f} s of processor time, {resolved} files resolved, whole / one {whole / seconds:.1f}"
    return f"{message}, equal to a rebuild: {same}"


def replaced(graph: Graph, paths: frozenset[str] | None, part: Graph) -> Graph:
    """Return the graph with another part, as the tables keep it; the part itself when that is the whole."""
    if paths is None:
        return part
    nodes = {each.id: each for each in graph.nodes if each.path and each.path not in paths}
    edges = {(each.source, each.target, each.type): each for each in graph.edges if each.path not in paths}
    nodes |= {each.id: each for each in part.nodes}
    edges |= {(each.source, each.target, each.type): each for each in part.edges}
    return Graph(tuple(nodes[key] for key in sorted(nodes)), tuple(edges[key] for key in sorted(edges)))
