"""The graph beside that of another tool, in one run: ``python tests/benchmarks/graph_beside.py --folder DIR``.

``CODEGRAPH`` names the command of codegraph (``npm install @colbymchenry/codegraph``), which reads the same
languages and keeps a graph in SQLite. Prints what each takes to index the folder, words, symbols and dependencies,
without vectors: processor time of all processes, and the most memory of one of them so far. ``--library NAME.dll``
compares the calls of both with those that a compiler made of the folder (`graph_oracles.csharp_compiled`).
"""

import argparse
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.graph_oracles.csharp_compiled import assembly_of, calls
from tests.benchmarks.graph_oracles.graphs import source_graph
from tests.benchmarks.graph_oracles.il_reader import START, Assembly

CODEGRAPH = os.environ.get("CODEGRAPH", "codegraph")
ARITY = re.compile(r"`\d+")
CALLED = "select a.qualified_name, a.kind, b.qualified_name, b.kind from edges e join nodes a on a.id = e.source"
FUNCTIONS = frozenset(("method", "function"))
OWN = """
import sys
from contextlib import closing
from pathlib import Path
from app.composition import Role, make_core
from search.config.settings import Docs, Embeddings, Settings
if __name__ == "__main__":
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(Path(sys.argv[2]), settings, Role(follows=False))) as core:
        core.index([sys.argv[1]], semantic=False)
"""
Pairs = set[tuple[str, str]]


def spent(command: list[str], folder: Path) -> str:
    """Run a command; return its processor time and most memory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        "CODEGRAPH_TELEMETRY": "0",
    }
    subprocess.run(command, cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{seconds:.1f} s of processor time, {after.ru_maxrss / 1000:.0f} MB at most so far"


def theirs(folder: Path, assembly: Assembly) -> Pairs:
    """Return the calls that the other tool keeps, from methods that were compiled."""
    with sqlite3.connect(folder / ".codegraph" / "codegraph.db") as database:
        rows = list(database.execute(f"{CALLED} join nodes b on b.id = e.target where e.kind = 'calls'"))
    named = ((written(a, kind), written(b, called)) for a, kind, b, called in rows if called in FUNCTIONS)
    return plain({(source, target) for source, target in named if not target.endswith(START)}, assembly)


def written(name: str, kind: str) -> str:
    """Return a method as the assembly names it; constructors and fields are the start of a type."""
    holder, _, last = name.replace("::", ".").rpartition(".")
    if kind in FUNCTIONS and last != holder.rpartition(".")[2]:
        return f"{holder}.{last}"
    return f"{holder}.{START}" if kind != "class" else f"{holder}.{last}.{START}"


def plain(pairs: Pairs, assembly: Assembly) -> Pairs:
    """Return calls of methods by compiled methods, names without the numbers of type parameters."""
    methods = {ARITY.sub("", each) for each in assembly.methods}
    named = {(ARITY.sub("", source), ARITY.sub("", target)) for source, target in pairs}
    return {(source, target) for source, target in named if source in methods and source != target}


def main() -> None:
    """Print both."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--library", type=Path)
    arguments = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / arguments.folder.name
        shutil.copytree(arguments.folder, copy, ignore=shutil.ignore_patterns(".git", ".codegraph"))
        own = Path(scratch) / "own.py"
        own.write_text(OWN, "utf-8")
        name = arguments.folder.name
        sys.stdout.write(
            f"{name}, Dowse: {spent([sys.executable, str(own), str(copy), scratch + '/index'], copy)}\n"
        )
        sys.stdout.write(f"{name}, codegraph: {spent([CODEGRAPH, 'init', '.'], copy)}\n")
        if arguments.library is not None:
            assembly = assembly_of(arguments.library)
            truth = plain(assembly.calls, assembly)
            ours = plain(calls(source_graph(arguments.folder), assembly), assembly)
            for tool, pairs in (("Dowse", ours), ("codegraph", theirs(copy, assembly))):
                right = len(pairs & truth)
                figures = (
                    f"P {right / len(pairs):.3f} of {len(pairs):,}, R {right / len(truth):.3f} of {len(truth):,}"
                )
                sys.stdout.write(f"{name}, calls, {tool}: {figures}\n")


if __name__ == "__main__":
    main()
