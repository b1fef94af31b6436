"""C and C++ calls, beside the compiler's own call graph (``gcc -fcallgraph-info``).

Compared are calls that the source names: what a macro's text calls, constructors, destructors and operators are
not written where they happen. A call through a pointer or of a virtual method has no target for the compiler and
is not judged. A unit that does not compile here is left out, and so are the edges found in it.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from os.path import normpath
from pathlib import Path

from search.types.graph import Edge, EdgeType
from tests.benchmarks.graph_oracles.c_includes import UNIT_SUFFIXES
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph, spans
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, shown

DEMAND = Demand(0.97, 0.75)
ORACLE = "gcc -fcallgraph-info"
NODE = re.compile(r'node: \{ title: "([^"]*)" label: "([^"]*)"( shape : ellipse)?')
CALL = re.compile(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*)")?')
MARKER = re.compile(r'# (\d+) "([^"]+)"')
BY_POINTER = "__indirect_call"
CALLABLE = frozenset(("function", "method"))

Spot = tuple[str, int]
"""A file, relative to the root, and a line."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """How the units of a corpus are compiled.

    Attributes:
        folders: where the units lie.
        options: of the compiler.
        made: files that the corpus' own build would make, and what stands in them here.
    """

    folders: tuple[str, ...]
    options: tuple[str, ...] = ()
    made: tuple[tuple[str, str], ...] = ()


CORPORA = {
    "jq": Corpus(
        ("src/",),
        ("-D_GNU_SOURCE", "-DIEEE_8087", "-Ivendor", "-Ivendor/decNumber"),
        (("src/version.h", '#define JQ_VERSION ""\n'), ("src/builtin.inc", '""\n'), ("src/config_opts.inc", "")),
    ),
    "leveldb": Corpus(("db/", "table/", "util/"), ("-DLEVELDB_PLATFORM_POSIX=1", "-std=c++17")),
    "cjson": Corpus(("",)),
    "lua": Corpus(("",), ("-DLUA_USE_POSIX",)),
    "zlib": Corpus(("",)),
    "pugixml": Corpus(("src/",)),
    "jsoncpp": Corpus(("src/",)),
    "ninja": Corpus(("src/",)),
    "yaml-cpp": Corpus(("src/",)),
}


@dataclass(slots=True)
class Calls:
    """What the compiler says of all units.

    Attributes:
        homes: function, by its name in the object file -> where it is defined.
        calls: caller and called.
        pointed: places of calls whose target the compiler does not know.
        lines: that are left of a file after its conditions.
        units: how many were compiled.
    """

    homes: dict[str, Spot] = field(default_factory=dict)
    calls: set[tuple[str, str]] = field(default_factory=set)
    pointed: set[Spot] = field(default_factory=set)
    lines: set[Spot] = field(default_factory=set)
    units: int = 0


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each corpus."""
    for name, corpus in CORPORA.items():
        row = Row("C/C++ calls", name, ORACLE, DEMAND)
        root = corpora.folder(name)
        if shutil.which("gcc") is None:
            yield replace(row, missing="gcc is not installed")
        elif root is None:
            yield replace(row, missing="no corpus")
        else:
            graph = source_graph(root)
            yield compare(row, graph, compiled(graph, corpus, corpora.scratch / name))


def compiled(graph: SourceGraph, corpus: Corpus, scratch: Path) -> Calls:
    """Return what the compiler says of the units of a corpus; tests are none."""
    for path, text in corpus.made:
        made = scratch / "made" / path
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(text, "utf-8")
    units = [
        path
        for path in sorted(graph.facts)
        if path.startswith(corpus.folders) and path.endswith(UNIT_SUFFIXES) and "test" not in path.lower()
    ]
    result = Calls()
    for number, unit in enumerate(units):
        _compile(graph.root, unit, corpus, scratch, number, result)
    return result


def _compile(root: Path, unit: str, corpus: Corpus, scratch: Path, number: int, calls: Calls) -> None:
    language = "c" if unit.endswith(".c") else "c++"
    options = [each for each in corpus.options if language == "c++" or not each.startswith("-std=c++")]
    base = ["gcc", "-x", language, "-w", "-I.", "-Iinclude", f"-I{scratch / 'made'}", *options]
    output = scratch / f"{number}.o"
    output.parent.mkdir(parents=True, exist_ok=True)
    retained = ("-fkeep-static-functions", "-fkeep-inline-functions", "-fno-builtin", "-fcallgraph-info")
    command = [*base, "-O0", "-c", *retained, "-o", str(output), unit]
    if subprocess.run(command, cwd=root, capture_output=True, check=False).returncode:
        return
    calls.units += 1
    done = subprocess.run(
        [*base, "-E", "-fdirectives-only", unit],
        cwd=root,
        capture_output=True,
        check=True,
        text=True,
        errors="replace",
    )
    calls.lines.update(_lines_left(done.stdout))
    _read(output.with_suffix(".ci").read_text("utf-8", "replace"), unit, calls)


def _lines_left(text: str) -> Iterator[Spot]:
    path, line = "", 0
    for each in text.split("\n"):
        marker = MARKER.match(each)
        if marker:
            line, path = int(marker[1]), normpath(marker[2])
        else:
            if each.strip():
                yield path, line
            line += 1


def _read(text: str, unit: str, calls: Calls) -> None:
    for title, label, is_outside in NODE.findall(text):
        spot = _spot(label.rpartition("\\n")[2])
        if spot is not None and not is_outside:
            calls.homes[title] = spot
    for caller, called, label in CALL.findall(text):
        spot = _spot(label)
        if spot is None:
            continue
        if called == BY_POINTER:
            calls.pointed.add(spot)
        else:
            calls.calls.add((caller, called))


def _spot(text: str) -> Spot | None:
    path, _, rest = text.partition(":")
    line = rest.partition(":")[0]
    return (normpath(path), int(line)) if line.isdigit() else None


def compare(row: Row, graph: SourceGraph, truth: Calls) -> Row:
    """Return the row: pairs of functions of which the one calls the other by name."""
    nodes = {title: node for title, spot in truth.homes.items() if (node := _function(graph, *spot))}
    callers = set(nodes.values())
    named = ((caller, called if called in nodes else _base_constructor(called)) for caller, called in truth.calls)
    pairs = {(nodes[caller], nodes[called]) for caller, called in named if {caller, called} <= nodes.keys()}
    known = {
        (caller, called) for caller, called in pairs if caller != called and _is_written(graph, caller, called)
    }
    edges = [edge for edge in graph.by_type[EdgeType.CALLS] if local(edge.source) in callers]
    ours = {(local(edge.source), local(edge.target)) for edge in edges}
    judged = {(local(edge.source), local(edge.target)) for edge in edges if _is_judged(graph, edge, truth)}
    return replace(
        row,
        oracle=f"{row.oracle}, {truth.units} units",
        judged=len(judged),
        right=len(judged & pairs),
        truth=len(known),
        covered=len(known & ours),
        wrong=shown(judged - pairs),
        lost=shown(known - ours),
    )


def _base_constructor(title: str) -> str:
    """Return the constructor that the one of whole objects is another name of, in the object file."""
    return title.replace("C1E", "C2E")


def _function(graph: SourceGraph, path: str, line: int) -> str:
    around = [each for each in graph.around(path, line) if each.kind in CALLABLE]
    return local(around[0].id) if around else ""


def _is_written(graph: SourceGraph, caller: str, called: str) -> bool:
    """Return whether the text of a function has the name of what it calls, and a parenthesis behind it."""
    node = graph.nodes[called]
    holder = node.qualname.rpartition(".")[0].rpartition(".")[2]
    if node.name in {holder, f"~{holder}"} or node.name.startswith("operator"):
        return False
    name = re.compile(rf"\b{re.escape(node.name)}\s*[(<]")
    texts = (graph.text(path)[first - 1 : last] for path, first, last in spans(graph.nodes[caller]))
    return any(name.search(line) for lines in texts for line in lines)


def _is_judged(graph: SourceGraph, edge: Edge, truth: Calls) -> bool:
    spot = (edge.path, edge.line)
    is_function = graph.nodes[local(edge.target)].kind in CALLABLE
    return is_function and edge.source != edge.target and spot in truth.lines and spot not in truth.pointed
