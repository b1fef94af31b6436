"""Python imports between the modules of a package, beside grimp."""

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.graph_oracles.graphs import source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared

DEMAND = Demand(0.99, 0.99)
PACKAGES = {
    "networkx": "networkx",
    "libcst": "libcst",
    "fastapi": "fastapi",
    "httpx": "httpx",
    "requests": "src/requests",
    "aiohttp": "aiohttp",
    "scrapy": "scrapy",
    "click": "src/click",
    "marshmallow": "src/marshmallow",
    "attrs": "src/attr",
    "tinydb": "tinydb",
}
"""Corpus -> folder of its package."""


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each package."""
    for corpus, package in PACKAGES.items():
        row = Row("Python imports", corpus, "grimp", DEMAND)
        root = corpora.folder(corpus)
        if importlib.util.find_spec("grimp") is None:
            yield replace(row, missing="grimp is not installed")
        elif root is None or not (root / package).is_dir():
            yield replace(row, missing="no corpus")
        else:
            modules, known = truth(root, package)
            pairs = {pair for pair in ours(root, package) if modules.issuperset(pair)}
            yield compared(row, pairs, known)


def ours(root: Path, package: str) -> set[tuple[str, str]]:
    """Return the graph's imports inside a package as module names."""
    top = package.rpartition("/")[0]

    def module(path: str) -> str:
        inner = path.removeprefix(f"{top}/") if top else path
        return inner.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    return {
        (module(source), module(target))
        for source, target in source_graph(root).file_imports()
        if source.startswith(f"{package}/") and target.startswith(f"{package}/")
        if source.endswith(".py") and target.endswith(".py")
    }


def truth(root: Path, package: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the modules that grimp reads and what they import from each other.

    A module's import of itself is none. A module that is a symbolic link is left out: the index follows no links.
    """
    import grimp

    top, _, name = package.rpartition("/")
    with first_on_path(str(root / top)), forgotten(name):
        graph = grimp.build_graph(name, cache_dir=None)
    links = {each for each in graph.modules if (root / top / f"{each.replace('.', '/')}.py").is_symlink()}
    modules = set(graph.modules) - links
    return modules, {
        (importer, imported)
        for importer in modules
        for imported in graph.find_modules_directly_imported_by(importer) & modules
        if importer != imported
    }


@contextmanager
def first_on_path(folder: str) -> Iterator[None]:
    """Let the corpus be found before an installed package of the same name."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


@contextmanager
def forgotten(name: str) -> Iterator[None]:
    """Let an installed package of this name be forgotten for a while: grimp asks the import system."""
    retained = {key: sys.modules.pop(key) for key in list(sys.modules) if key.partition(".")[0] == name}
    try:
        yield
    finally:
        sys.modules.update(retained)
