"""JavaScript and TypeScript imports between files, beside dependency-cruiser."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.graph_oracles.graphs import source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared

DEMAND = Demand(0.99, 0.98)
CORPORA = {"express": ("lib", "examples", "test"), "trpc": ("packages",), "zod": ("packages/zod",)}
"""Corpus -> folders that are read."""

SOURCES = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
TOOL = os.environ.get("DEPCRUISE", "") or shutil.which("depcruise") or ""
"""``npm install dependency-cruiser typescript`` anywhere; ``DEPCRUISE`` names its command."""


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each corpus."""
    for corpus, folders in CORPORA.items():
        row = Row("JS/TS imports", corpus, "dependency-cruiser", DEMAND)
        root = corpora.folder(corpus)
        if not TOOL:
            yield replace(row, missing="depcruise is not installed")
        elif root is None:
            yield replace(row, missing="no corpus")
        else:
            known, modules = truth(root, folders)
            results = {
                (a, b) for a, b in source_graph(root).file_imports() if a in modules and b.endswith(SOURCES)
            }
            yield compared(row, results, known)


def truth(root: Path, folders: tuple[str, ...]) -> tuple[set[tuple[str, str]], set[str]]:
    """Return the imports between sources, and the sources that were read."""
    command = [TOOL, "--no-config", "--ts-pre-compilation-deps", "--output-type", "json", "--do-not-follow"]
    command += ["node_modules", "--exclude", "node_modules", *folders]
    done = subprocess.run(command, cwd=root, capture_output=True, check=True)
    modules = json.loads(done.stdout)["modules"]
    read = {each["source"] for each in modules if each["source"].startswith(folders)}
    imports = {
        (each["source"], dependency["resolved"])
        for each in modules
        if each["source"] in read
        for dependency in each["dependencies"]
        if not dependency["couldNotResolve"] and dependency["resolved"].endswith(SOURCES)
        if (root / dependency["resolved"]).is_file() and dependency["resolved"] != each["source"]
    }
    return imports, read
