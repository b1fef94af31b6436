"""Rust calls, beside what the language's own compiler made of them (``rustc --emit=mir``).

Compared are calls that the source names: what ``?``, loops, operators and derived traits call is not written where
it happens. A call of a trait's method on a known type counts as one of that type's own method where it has one, as
it does in the graph. Crates are compiled without those they depend on.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from search.types.graph import EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared

DEMAND = Demand(0.97, 0.75)
ORACLE = "rustc MIR"
CALL = re.compile(r" = .* -> (?:\[return:|unwind)")
CALLED = re.compile(r"\+ span: (\S+?):(\d+):(\d+): \d+:\d+$")
NAMED = re.compile(r", val: Value\((.*)\) \}$")
IMPLEMENTED = re.compile(r"<(.+) as (.+)>::(\w+)(?:::<.*>)?$")
SPAN = re.compile(r" (?:at|span:) (src/\S+?):(\d+):\d+: (\d+):")
"""Where the source says what a line of the listing does."""

MOST_LINES = 50
"""Of a span; a longer one is that of a whole function."""


@dataclass(frozen=True, slots=True)
class Crate:
    """A crate that needs no other: its folder, what stands for its build's settings, and its edition of Rust."""

    folder: str = ""
    options: tuple[str, ...] = ()
    edition: str = "2021"

    def path(self, inner: str) -> str:
        """Return the path in the corpus of a path in the crate."""
        return f"{self.folder}/{inner}" if self.folder else inner


CORPORA = {
    "regex": (
        Crate("regex-lite", ("--cfg", 'feature="std"', "--cfg", 'feature="string"')),
        Crate("regex-syntax", ("--cfg", 'feature="std"', "--cfg", 'feature="unicode"')),
    ),
    "hashbrown": (Crate(options=("--cfg", 'feature="raw-entry"'), edition="2024"),),
    "httparse": (Crate(options=("--cfg", 'feature="std"')),),
    "memchr": (Crate(options=("--cfg", 'feature="std"', "--cfg", 'feature="alloc"')),),
    "semver": (Crate(options=("--cfg", 'feature="std"')),),
    "smallvec": (Crate(),),
    "aho-corasick": (Crate(options=("--cfg", 'feature="std"')),),
}


@dataclass(frozen=True, slots=True)
class Called:
    """A call: where its name stands, and the path of what is called."""

    path: str
    line: int
    column: int
    name: str


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each crate."""
    for corpus, crates in CORPORA.items():
        root = corpora.folder(corpus)
        for crate in crates:
            row = Row("Rust calls", f"{corpus}/{crate.folder}".rstrip("/"), ORACLE, DEMAND)
            if shutil.which("rustc") is None:
                yield replace(row, missing="rustc is not installed")
            elif root is None:
                yield replace(row, missing="no corpus")
            else:
                listing = listing_of(root / crate.folder, crate, corpora.scratch)
                yield compare(row, source_graph(root), crate, listing)


def listing_of(folder: Path, crate: Crate, scratch: Path) -> list[str]:
    """Return the lines of the compiler's listing of a crate.

    Raises:
        subprocess.CalledProcessError: it does not compile.
    """
    output = scratch / f"{folder.name}.mir"
    command = ["rustc", "--edition", crate.edition, "--crate-type", "lib", "--cap-lints", "allow", *crate.options]
    shown = ("--emit=mir", "-Zmir-opt-level=0", "-Zmir-include-spans=yes", "-Ztrim-diagnostic-paths=no")
    command += [*shown, "-o", str(output), "src/lib.rs"]
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1"}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return output.read_text("utf-8").split("\n")


def compiled_lines(lines: list[str]) -> set[tuple[str, int]]:
    """Return the places of the source that were compiled; what only other systems compile is none."""
    spans = {(span[1], int(span[2]), int(span[3])) for line in lines for span in SPAN.finditer(line)}
    return {(path, at) for path, first, last in spans for at in range(first, min(last, first + MOST_LINES) + 1)}


def calls_of(lines: list[str]) -> Iterator[Called]:
    """Yield the calls of a listing: below each stands what is called, and where the source names it."""
    for at, line in enumerate(lines):
        if not CALL.search(line):
            continue
        spot = CALLED.search(lines[at + 2]) if at + 2 < len(lines) else None
        name = next((match for each in lines[at + 3 : at + 5] if (match := NAMED.search(each))), None)
        if spot is not None and name is not None:
            yield Called(spot[1], int(spot[2]), int(spot[3]), without_arguments(name[1]))


def without_arguments(path: str) -> str:
    """Return ``a::Type::name`` of ``a::Type::<X>::name::<Y>``; inside ``<a::Type<X> as Trait>::name`` the same."""
    match = IMPLEMENTED.match(path)
    if match:
        own = without_arguments(match[1].lstrip("&").removeprefix("mut "))
        return f"<{own} as {without_arguments(match[2])}>::{match[3]}"
    depth, retained = 0, []
    for at, sign in enumerate(path):
        depth += sign == "<"
        if not depth:
            retained.append(sign)
        depth -= sign == ">" and path[at - 1] != "-"
    return "".join(retained).replace("::::", "::").rstrip(":")


def compare(row: Row, graph: SourceGraph, crate: Crate, listing: list[str]) -> Row:
    """Return the row: pairs of functions of which the one calls the other by name."""
    truth: set[tuple[str, str]] = set()
    compiled: set[tuple[str, int]] = set()
    lines = {(crate.path(path), line) for path, line in compiled_lines(listing)}
    for call in calls_of(listing):
        path = crate.path(call.path)
        compiled.add((path, call.line))
        target = node_of(graph, crate.folder, call.name)
        if target and is_written(graph, path, call, graph.nodes[target].name):
            truth.add((source_of(graph, path, call.line), target))
    callers = {source for source, _ in truth} | {source_of(graph, *spot) for spot in compiled}
    ours = {
        (local(edge.source), local(edge.target))
        for edge in graph.by_type[EdgeType.CALLS]
        if edge.path.startswith(crate.path("src/")) and local(edge.source) in callers
        if (edge.path, edge.line) in lines
        if graph.nodes[local(edge.target)].kind != "macro"
    }
    return compared(
        row, {pair for pair in ours if pair[0] != pair[1]}, {each for each in truth if each[0] != each[1]}
    )


def source_of(graph: SourceGraph, path: str, line: int) -> str:
    """Return the function around a place; empty outside of all."""
    around = [each for each in graph.around(path, line) if each.kind in {"function", "method"}]
    return local(around[0].id) if around else ""


def node_of(graph: SourceGraph, folder: str, name: str) -> str:
    """Return the node of a path of the compiler's; of a trait's method that of the type, else the trait's own."""
    match = IMPLEMENTED.match(name)
    paths = [f"{match[1]}::{match[3]}", f"{match[2]}::{match[3]}"] if match else [name]
    starts = (f"rs:{folder.replace('/', '::')}::",) if folder else ("rs:", "rs:crate::")
    known = [f"{start}{path}" for path in paths for start in starts]
    apart = (members_apart(graph).get(each, "") for each in known)
    return next((each for each in known if each in graph.nodes), "") or next(filter(None, apart), "")


@lru_cache(maxsize=1)
def members_apart(graph: SourceGraph) -> dict[str, str]:
    """Return the methods whose ``impl`` is in another file than their type, by the compiler's path."""
    pairs = graph.pairs(EdgeType.DEFINES)
    return {f"{source}::{graph.nodes[target].name}": target for source, target in pairs if target in graph.nodes}


def is_written(graph: SourceGraph, path: str, call: Called, name: str) -> bool:
    """Return whether the place of a call, which may go on below, has the name of what is called."""
    lines = graph.text(path)[call.line - 1 : call.line + 4]
    lines[:1] = [lines[0].encode()[call.column - 1 :].decode("utf-8", "replace")] if lines else []
    return re.search(rf"\b{re.escape(name)}\b", "\n".join(lines)) is not None
