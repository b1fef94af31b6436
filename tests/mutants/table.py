"""The mutants: small breakages of the rules in docs/contracts.md, and the tests that have to notice them.

Each file of ``tests/mutants/table`` is a group. A mutant replaces one text of a source file by another. The tests
that must then fail are those beside its rule in docs/contracts.md, unless it names its own.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).with_name("table")
PAGE = ROOT / "docs" / "contracts.md"

_TEST = re.compile(r"`(test_\w+\.py)::(test_\w+)`")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One breakage of one rule.

    Attributes:
        rule: the requirement in docs/contracts.md that it breaks, as it stands there.
        file: the source file, from the repository's root.
        before, after: the text that occurs exactly once in the file, and what replaces it.
        tests: what pytest is asked to run.
    """

    group: str
    rule: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    def mutated(self, text: str) -> str:
        """Return the file's text with the rule broken.

        Raises:
            ValueError: the text to replace does not occur exactly once.
        """
        count = text.count(self.before)
        if count != 1:
            raise ValueError(f"{self.group}: {self.file} has {self.before!r} {count} times, not once")
        return text.replace(self.before, self.after)


def rule_tests(page: str) -> dict[str, tuple[str, ...]]:
    """Return the tests (``file.py::name``) beside each requirement of docs/contracts.md."""
    rules: dict[str, tuple[str, ...]] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        named = tuple("::".join(pair) for pair in _TEST.findall(cells[-1]))
        if line.startswith("| ") and len(cells) == 3 and named:
            rules[cells[0]] = (*rules.get(cells[0], ()), *named)
    return rules


def mutants() -> list[Mutant]:
    """Return all mutants, group by group."""
    rules = rule_tests(PAGE.read_text(encoding="utf-8"))
    paths = {path.name: path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("test_*.py"))}
    return [
        _mutant(file.stem, row, rules, paths)
        for file in sorted(FOLDER.glob("*.toml"))
        for row in tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
    ]


def _mutant(group: str, row: dict, rules: dict[str, tuple[str, ...]], paths: dict[str, str]) -> Mutant:
    named = row.get("tests") or rules.get(row["rule"], ())
    tests = tuple(f"{paths.get(file, file)}::{name}" for file, name in (test.split("::") for test in named))
    return Mutant(group, row["rule"], row["file"], row["before"], row["after"], tests)
