"""docs/contracts.md names modules and tests that are there, and no row is empty."""

import re
from pathlib import Path

HOME = Path(__file__).parents[2]
PAGE = (HOME / "docs" / "contracts.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in PAGE.splitlines()
    if line[:3] == "| `" or (line[:2] == "| " and "::test_" in line)
]


def _names_by_file() -> dict[str, set[str]]:
    results: dict[str, set[str]] = {}
    for path in sorted((HOME / "tests").rglob("test_*.py")):
        names = re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        results.setdefault(path.name, set()).update(names)
    return results


def test_every_row_is_whole() -> None:
    assert len(ROWS) > 150
    assert all(len(row) == 3 and all(row) for row in ROWS)


def test_every_module_is_there() -> None:
    modules = {path for row in ROWS for path in re.findall(r"`((?:search|app|indexer|ui)/[\w/]+\.py)`", row[1])}
    assert modules
    assert [path for path in sorted(modules) if not (HOME / path).is_file()] == []


def test_every_test_is_there() -> None:
    known = _names_by_file()
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)
    assert named
    assert [f"{file}::{name}" for file, name in named if name not in known.get(file, set())] == []


def test_every_benchmark_is_there() -> None:
    assert all((HOME / path).is_file() for path in re.findall(r"`(tests/benchmarks/\w+\.py)`", PAGE))
