"""Go imports between the packages of a module, beside ``go list``."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from tests.benchmarks.graph_oracles.graphs import SourceGraph, source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared

DEMAND = Demand(0.98, 0.98)
CORPORA = ("gin", "cobra", "pflag", "mux", "bbolt")
KINDS = (("GoFiles", "Imports"), ("TestGoFiles", "TestImports"), ("XTestGoFiles", "XTestImports"))
"""Files and imports of a package, of its tests, and of its tests from outside."""


class Package(TypedDict, total=False):
    """What ``go list -json`` says of a package, as far as it is used here."""

    ImportPath: str
    GoFiles: list[str]
    TestGoFiles: list[str]
    XTestGoFiles: list[str]
    Imports: list[str]
    TestImports: list[str]
    XTestImports: list[str]


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each corpus."""
    for corpus in CORPORA:
        row = Row("Go imports", corpus, "go list", DEMAND)
        root = readable(corpora, corpus)
        if isinstance(root, Path):
            module = module_of(root)
            graph = source_graph(root)
            packages = listed(root, module, corpora.scratch)
            yield compared(row, ours(graph, packages, module), truth(packages, module, graph))
        else:
            yield replace(row, missing=root)


def readable(corpora: Corpora, corpus: str) -> Path | str:
    """Return the folder of a corpus that Go can read, or why there is none."""
    if shutil.which("go") is None:
        return "go is not installed"
    return corpora.folder(corpus) or "no corpus"


def module_of(root: Path) -> str:
    """Return the name of a root's module."""
    return re.findall(r"^module\s+(\S+)", (root / "go.mod").read_text("utf-8"), re.MULTILINE)[0]


def listed(root: Path, module: str, scratch: Path) -> list[Package]:
    """Return the packages of a root; without modules, so that nothing has to be downloaded."""
    home = scratch / "gopath" / "src" / module
    if not home.is_dir():
        shutil.copytree(root, home, symlinks=True)
    environment = {**os.environ, "GO111MODULE": "off", "GOPATH": str(scratch / "gopath"), "CGO_ENABLED": "0"}
    environment |= {"GOCACHE": str(scratch / "gocache"), "GOFLAGS": ""}
    command = ["go", "list", "-e", "-json", "./..."]
    done = subprocess.run(command, cwd=home, capture_output=True, check=False, text=True, env=environment)
    return list(documents(done.stdout))


def documents(text: str) -> Iterator[Package]:
    """Yield the JSON values that stand one after the other."""
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield value


def truth(packages: list[Package], module: str, graph: SourceGraph) -> set[tuple[str, str]]:
    """Return kind of files with their package, and imported package, of imports inside the module.

    A package of generated files alone is left out: the index skips them.
    """
    folders = {path.rpartition("/")[0] for path, each in graph.facts.items() if each.language == "go"}
    return {
        (f"{each['ImportPath']} {files}", imported)
        for each in packages
        for files, imports in KINDS
        for imported in each.get(imports, ())
        if f"{imported}/".startswith(f"{module}/")
        if imported[len(module) + 1 :] in folders
    }


def ours(graph: SourceGraph, packages: list[Package], module: str) -> set[tuple[str, str]]:
    """Return the graph's imports in the same form, of files that ``go list`` takes into account."""
    kind_of = {
        f"{each['ImportPath']}/{name}".removeprefix(f"{module}/"): f"{each['ImportPath']} {files}"
        for each in packages
        for files, _ in KINDS
        for name in each.get(files, ())
    }
    return {
        (kind_of[path], module if folder == "." else f"{module}/{folder}")
        for path, folder in graph.package_imports("go")
        if path in kind_of
    }
