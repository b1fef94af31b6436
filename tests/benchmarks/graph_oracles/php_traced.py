"""PHP calls, beside those that happen when a repository's own tests are run under Xdebug.

Recall is of the calls that the tests make, precision of the graph's edges at whose line a function of that name
was called. A call counts as known where the graph names the method that ran or one that it overrides; where each
is declared says ``php_calls/declared.php``. Left out are calls that the source does not name, as of ``__get``.
``CORPORA/NAME.trace`` is read in the place of a run where it is there.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.graph_oracles.graphs import source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row
from tests.benchmarks.graph_oracles.traces import RunNodes, read_trace

DEMAND = Demand(0.97, 0.75)
ORACLE = "Xdebug of its tests"
DECLARED = Path(__file__).parent / "php_calls" / "declared.php"
MOST_SECONDS = 1_200
CORPORA = {
    "psr7": "tests",
    "php-parser": "test",
    "twig": "tests",
    "commonmark": "tests/unit",
}
"""Name of a corpus -> the folder of its tests, which need no libraries but those of Debian."""

ENTRY_PARTS = 10
"""Parts of a line of a trace that says where a function was called."""

ENTRY, USER = "0", "1"
NAME, KIND, FILE, LINE = 5, 6, 8, 9
"""Parts of such a line."""


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield a row for each corpus."""
    for corpus, tests in CORPORA.items():
        root = corpora.folder(corpus)
        row = Row("PHP calls", corpus, ORACLE, DEMAND)
        if shutil.which("php") is None or shutil.which("phpunit") is None:
            yield replace(row, missing="php or phpunit is not installed")
        elif root is None:
            yield replace(row, missing="no corpus")
        else:
            stored = corpora.corpora / f"{corpus}.trace"
            output = stored if stored.exists() else traced(root.resolve(), tests, corpora.scratch / stored.name)
            yield compare(row, root, output)


def compare(row: Row, root: Path, output: Path) -> Row:
    """Return the row of a run."""
    return RunNodes(source_graph(root), is_written).compare(row, read_trace(root, output))


def is_written(name: str, lines: str) -> bool:
    """Return whether lines have the name of a call: ``new`` or ``parent::`` for a constructor."""
    if name == "__construct":
        return re.search(r"\bnew\b|__construct\b", lines) is not None
    return re.search(rf"(?<![\w$]){re.escape(name)}\s*\(", lines, re.IGNORECASE) is not None


def traced(root: Path, tests: str, output: Path) -> Path:
    """Run the tests and return the file with what they called, in the form of `read_trace`."""
    folder = output.parent / f"{output.name}.run"
    folder.mkdir()
    pipe, declared = folder / "trace.xt", folder / "declared"
    os.mkfifo(pipe)
    options = {
        "xdebug.mode": "trace",
        "xdebug.start_with_request": "yes",
        "xdebug.trace_format": "1",
        "xdebug.use_compression": "0",
        "xdebug.output_dir": str(folder),
        "xdebug.trace_output_name": "trace",
        "auto_prepend_file": str(DECLARED),
        "memory_limit": "-1",
    }
    command = ["php", *(f"-d{key}={value}" for key, value in options.items()), str(shutil.which("phpunit"))]
    command += ["--no-configuration", "--do-not-cache-result", tests]
    environment = {**os.environ, "TRACE_ROOT": str(root), "TRACE_DECLARED": str(declared)}
    with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL) as process:
        with pipe.open("rb") as lines:
            called = set(entries(lines, f"{root}/"))
        process.wait(MOST_SECONDS)
    output.write_text("".join(f"{line}\n" for line in trace_lines(called, declared)), "utf-8")
    return output


def entries(lines: Iterable[bytes], start: str) -> Iterator[tuple[str, str, str]]:
    """Yield path, line and name of the calls in a folder; a name begins with its class."""
    for line in lines:
        parts = line.decode("utf-8", "replace").split("\t", ENTRY_PARTS)
        if len(parts) > LINE and parts[2] == ENTRY and parts[FILE].startswith(start):
            yield parts[FILE], parts[LINE], parts[NAME]


def trace_lines(called: set[tuple[str, str, str]], declared: Path) -> Iterator[str]:
    """Yield the lines of a trace, by calls and by where methods are declared."""
    positions: dict[str, str] = {}
    for line in declared.read_text("utf-8").splitlines():
        kind, parts = line.split("\t", 1)
        if kind == "method":
            name, position = parts.split("\t", 1)
            positions[name] = position
        else:
            yield line
    for path, line, name in sorted(called):
        short = re.split(r"->|::|\\", name)[-1]
        yield f"site\t{path}\t{line}\t{short}"
        if name in positions:
            yield f"call\t{path}\t{line}\t{short}\t{positions[name]}"
