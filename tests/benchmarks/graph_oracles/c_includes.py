"""C and C++ includes between files, beside the compiler's own list (``gcc -H``).

The compiler does not print a header again that it has already read, so precision is asked for one by one: an
include is right when the compiler, given that line alone in the including folder, opens the same file.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from os.path import normpath, relpath
from pathlib import Path

from search.types.graph import EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, shown

DEMAND = Demand(0.98, 0.98)
CORPORA = {"jq": "src", "fmt": "src", "nlohmann-json": "tests/src", "abseil-cpp": "absl/strings"} | {
    "lua": "",
    "zlib": "",
    "ninja": "src",
    "yaml-cpp": "src",
}
"""Corpus -> folder whose sources are compiled units."""

INCLUDE_FOLDERS = (".", "include", "src", "single_include", "test", "tests/thirdparty/doctest", "test/gtest")
COMPILER = ("gcc", "-M", "-MG", "-H", "-nostdinc", "-w", "-MF", "/dev/null")
"""Headers of the system are passed over: they are not part of any corpus."""

UNITS = 60
"""Most compiled units a corpus."""

UNIT_SUFFIXES = (".c", ".cc", ".cpp")


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each corpus."""
    for corpus, folder in CORPORA.items():
        row = Row("C/C++ includes", corpus, "gcc -H", DEMAND)
        root = corpora.folder(corpus)
        if shutil.which("gcc") is None:
            yield replace(row, missing="gcc is not installed")
        elif root is None:
            yield replace(row, missing="no corpus")
        else:
            yield measured(row, root, folder, corpora)


def measured(row: Row, root: Path, folder: str, corpora: Corpora) -> Row:
    """Return the row: recall over all the compiler opens, precision over edges drawn at random."""
    graph = source_graph(root)
    result = graph.file_imports()
    units = sorted(path for path in graph.facts if path.startswith(f"{folder}/") and path.endswith(UNIT_SUFFIXES))
    truth = {pair for unit in units[:UNITS] for pair in opened(root, unit) if set(pair) <= graph.facts.keys()}
    drawn = drawn_edges(graph, corpora)
    wrong = {(source, target) for source, target, line in drawn if not confirms(root, source, target, line)}
    return replace(
        row,
        judged=len(drawn),
        right=len(drawn) - len(wrong),
        truth=len(truth),
        covered=len(truth & result),
        wrong=shown(wrong),
        lost=shown(truth - result),
    )


def drawn_edges(graph: SourceGraph, corpora: Corpora) -> list[tuple[str, str, int]]:
    """Return source, target and line of includes drawn at random."""
    includes = [
        (edge.path, graph.nodes[edge.target.partition(":")[2]].path, edge.line)
        for edge in graph.by_type[EdgeType.IMPORTS]
        if graph.facts[edge.path].language in {"c", "cpp"}
    ]
    return random.Random(corpora.seed).sample(includes, min(corpora.sites // 2, len(includes)))


def options(root: Path, start: Path) -> list[str]:
    """Return the compiler's search path as seen from ``start``."""
    return [f"-I{relpath(root / each, start)}" for each in INCLUDE_FOLDERS if (root / each).is_dir()]


def opened(root: Path, unit: str) -> set[tuple[str, str]]:
    """Return including and included file of all that one unit opens inside the root."""
    language = "c" if unit.endswith(".c") else "c++"
    command = [*COMPILER, "-x", language, *options(root, root), unit]
    done = subprocess.run(command, cwd=root, capture_output=True, check=False, text=True, errors="replace")
    results: set[tuple[str, str]] = set()
    stack = [unit]
    for line in done.stderr.splitlines():
        match = re.match(r"(\.+) (.+)", line)
        if not match:
            continue
        path = normpath(match.group(2))
        path = relpath(path, root) if path.startswith("/") else path
        del stack[len(match.group(1)) :]
        if not path.startswith("../") and not stack[-1].startswith("../"):
            results.add((stack[-1], path))
        stack.append(path)
    return {(source, target) for source, target in results if source != target}


def confirms(root: Path, source: str, target: str, line: int) -> bool:
    """Return whether the compiler opens ``target`` for the include in this line of ``source``."""
    text = (root / source).read_text("utf-8", "replace").splitlines()[line - 1]
    folder = str((root / source).parent)
    command = [*COMPILER, "-x", "c++", *options(root, Path(folder)), "-"]
    done = subprocess.run(
        command, cwd=folder, input=text, capture_output=True, check=False, text=True, errors="replace"
    )
    first = next((each[2:] for each in done.stderr.splitlines() if each.startswith(". ")), "")
    return bool(first) and (Path(folder) / first).resolve() == (root / target).resolve()
