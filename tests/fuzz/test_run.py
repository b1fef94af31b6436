"""What ``make fuzz`` counts coverage of, with a stand-in for the fuzzer, which only some systems have."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]

_FUZZER = """
import sys
from contextlib import contextmanager

counted = set()


@contextmanager
def instrument_imports(include):
    before = set(sys.modules)
    yield
    counted.update(set(sys.modules) - before)


def Setup(arguments, run):
    pass


def Fuzz():
    print(*sorted(counted))
"""


@pytest.mark.parametrize(
    ("target", "module"),
    [
        ("lua", "indexer.languages.lua.extractor"),
        ("python", "indexer.languages.python.extractor"),
        ("docx", "indexer.parsing.word"),
        ("query", "search.query.parse"),
    ],
)
def test_coverage_is_counted_of_what_a_target_imports_only_when_it_runs(
    target: str, module: str, tmp_path: Path
) -> None:
    (tmp_path / "atheris.py").write_text(_FUZZER)
    command = [sys.executable, "-P", "-m", "tests.fuzz.run", "--target", target, "--seconds", "1"]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(CHECKOUT)])}
    done = subprocess.run(command, cwd=tmp_path, env=paths, capture_output=True, text=True, check=True)
    assert module in done.stdout.split()
