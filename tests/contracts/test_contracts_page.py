"""docs/contracts.md names modules and tests that are there, and no row is empty."""

import re
from pathlib import Path

HOME = Path(__file__).parents[2]
PAGE = (HOME / "docs" / "contracts.md").read_text(encoding="utf-8")
RULES, NUMBERED = PAGE.split("\n## Every requirement, by number\n")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| ").split(" | ")]


ROWS = [
    _cells(line) for line in RULES.splitlines() if line[:3] == "| `" or (line[:2] == "| " and "::test_" in line)
]
REQUIREMENTS = [_cells(line) for line in NUMBERED.splitlines() if re.match(r"\| [A-Z]\d+ \|", line)]
SHARES = [_cells(line) for line in NUMBERED.splitlines() if re.match(r"\| [\w-]+ \| \d+ \|", line)]
STATES = ("met", "replaced", "partly", "missing")


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


def test_every_requirement_has_a_number_a_proof_and_a_state() -> None:
    assert len(REQUIREMENTS) > 400
    for letter in "PFHVA":
        numbers = [int(row[0][1:]) for row in REQUIREMENTS if row[0][0] == letter]
        assert numbers == list(range(1, len(numbers) + 1))
    assert [row for row in REQUIREMENTS if len(row) != 4 or not all(row)] == []
    assert [row for row in REQUIREMENTS if row[3].partition(":")[0] not in STATES] == []
    assert [row for row in REQUIREMENTS if "`" not in row[2]] == []


def test_the_shares_of_the_requirements_add_up() -> None:
    states = [row[3].partition(":")[0] for row in REQUIREMENTS]
    assert SHARES[-1] == ["all", str(len(states)), *(str(states.count(state)) for state in STATES)]
    assert [sum(int(row[column]) for row in SHARES[:-1]) for column in range(1, 6)] == list(
        map(int, SHARES[-1][1:])
    )
