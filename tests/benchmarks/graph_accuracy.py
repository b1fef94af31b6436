"""How right the dependency graph is: ``python tests/benchmarks/graph_accuracy.py --corpora DIR``.

``DIR`` holds checkouts of public repositories, each in a folder of its usual name. Every row compares the graph's
edges with those that another program knows: a compiler, a live database, the language's own tool. A row whose
program or corpus is not there is said to be not run.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.graph_oracles.rows import Corpora, Row

ORACLES = (
    "python_imports",
    "javascript_imports",
    "javascript_checked",
    "c_includes",
    "go_packages",
    "go_compiled",
    "c_compiled",
    "rust_compiled",
    "csharp_compiled",
    "java_compiled",
    "jvm_compiled",
    "sql_postgres",
    "sql_mysql",
    "sql_sqlite",
    "python_calls",
    "ruby_traced",
    "php_traced",
    "entity_framework",
    "procedures",
    "reachability",
)
"""Modules of ``graph_oracles``, in the order of the table."""


def line(row: Row) -> str:
    """Return a row of the table."""
    start = f"{row.check:32} {row.corpus:14} {row.oracle:24}"
    if row.missing:
        return f"{start} not run: {row.missing}"
    wanted = f"wanted {row.demand.precision:.2f} {row.demand.recall:.2f}"
    return (
        f"{start} P {row.precision:.3f} ({row.right:,} of {row.judged:,})"
        f"  R {row.recall:.3f} ({row.covered:,} of {row.truth:,})  {wanted}  {row.verdict}"
    )


def examples(row: Row, count: int) -> Iterator[str]:
    """Yield edges that only one side has."""
    for title, edges in (("only in the graph", row.wrong), ("only in the oracle", row.lost)):
        for edge in edges[:count]:
            yield f"    {title}: {edge}"


def main() -> None:
    """Print one line for each row, as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--corpora", type=Path, required=True)
    options.add_argument("--oracles", nargs="*", default=ORACLES, choices=ORACLES, metavar="ORACLE")
    options.add_argument("--only", nargs="*", default=(), help="names of corpora")
    options.add_argument("--examples", type=int, default=0, help="edges to show where the two differ")
    options.add_argument(
        "--sites", type=int, default=400, help="calls drawn for oracles that are asked one by one"
    )
    options.add_argument("--seed", type=int, default=7)
    arguments = options.parse_args()
    sys.stdout.write(f"seed {arguments.seed}\n")
    with tempfile.TemporaryDirectory(prefix="graph-accuracy-") as scratch:
        path = Corpora(
            arguments.corpora, Path(scratch), frozenset(arguments.only), arguments.sites, arguments.seed
        )
        for name in arguments.oracles:
            rows: Callable[[Corpora], Iterator[Row]] = import_module(f"tests.benchmarks.graph_oracles.{name}").rows
            for row in rows(path):
                sys.stdout.write("\n".join((line(row), *examples(row, arguments.examples))) + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
