"""Ruby calls, beside those that happen when a repository's own tests are run (``ruby_calls/tracer.rb``).

A program without types is known only by running it, so recall is of the calls that tests make, and precision of
the graph's edges at whose line a method of that name was called. A call counts as known where the graph names the
method that ran or one that it overrides. Left out are calls that the source does not name, operators, and methods
that are made while the program runs. ``CORPORA/NAME.trace`` is read in the place of a run where it is there.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.benchmarks.graph_oracles.graphs import source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row
from tests.benchmarks.graph_oracles.traces import RunNodes, read_trace

DEMAND = Demand(0.97, 0.75)
ORACLE = "TracePoint of its tests"
TRACER = Path(__file__).parent / "ruby_calls" / "tracer.rb"
MOST_SECONDS = 1_200


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests that need no gems but those of Debian and corpora.

    Attributes:
        folders: where files are required from, from the folder of the corpus.
        files: patterns of the tests' files, in the order in which they are read.
        required: what is required before them.
    """

    folders: tuple[str, ...]
    files: tuple[str, ...]
    required: tuple[str, ...] = ()


CORPORA = {
    "rack": Suite(("lib", "test"), ("test/spec_*.rb",)),
    "liquid": Suite(("lib", "test"), ("test/unit/**/*_test.rb", "test/integration/**/*_test.rb")),
    "kramdown": Suite(("lib", "test"), ("test/test_*.rb",)),
    "rexml": Suite(("lib", "test"), ("test/helper.rb", "test/**/test_*.rb"), ("test/unit",)),
    "yard": Suite(("lib", "spec"), ("spec/spec_helper.rb", "spec/**/*_spec.rb"), ("rspec/autorun",)),
    "roda": Suite(("lib", "../rack/lib", "../minitest-hooks/lib"), ("spec/*_spec.rb", "spec/plugin/*_spec.rb")),
    "sinatra": Suite(
        ("lib", "rack-protection/lib", "../rack/lib", "../rack-session/lib", "../mustermann/mustermann/lib"),
        ("test/*_test.rb",),
    ),
}


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield calls of methods and of attributes for each corpus."""
    for corpus, suite in CORPORA.items():
        root = corpora.folder(corpus)
        row = Row("Ruby calls", corpus, ORACLE, DEMAND)
        if shutil.which("ruby") is None:
            yield replace(row, missing="ruby is not installed")
        elif root is None:
            yield replace(row, missing="no corpus")
        else:
            stored = corpora.corpora / f"{corpus}.trace"
            output = stored if stored.exists() else traced(root.resolve(), suite, corpora.scratch / stored.name)
            yield from compare(row, root, output)


def traced(root: Path, suite: Suite, output: Path) -> Path:
    """Run the tests and return the file with what they called; tests that fail have called something as well."""
    files = [str(path) for pattern in suite.files for path in sorted(root.glob(pattern))]
    folders = [f"-I{root / folder}" for folder in suite.folders]
    command = ["ruby", "-W0", *folders, str(TRACER), *suite.required, *files]
    environment = {**os.environ, "TRACE_ROOT": str(root), "TRACE_OUTPUT": str(output)}
    subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False, timeout=MOST_SECONDS)
    return output


def compare(row: Row, root: Path, output: Path) -> Iterator[Row]:
    """Yield the rows of a run."""
    nodes, trace = RunNodes(source_graph(root), is_written), read_trace(root, output)
    yield nodes.compare(row, trace)
    yield nodes.compare(replace(row, check="Ruby attributes"), trace, of_properties=True)


def is_written(name: str, lines: str) -> bool:
    """Return whether lines have the name of a call; operators have none."""
    written = "new|super" if name == "initialize" else re.escape(name.removesuffix("="))
    is_name = re.fullmatch(r"\w+[?!=]?", name) is not None
    return is_name and re.search(rf"(?<![\w@])(?:{written})(?!\w)", lines) is not None
