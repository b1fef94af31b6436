"""The table of mutants fits the sources, the tests and the rules of docs/contracts.md."""

import ast
import tomllib

from tests.contracts.differential import QUESTIONS
from tests.mutants.table import ROOT, mutants, rule_tests

MUTANTS = mutants()
RULES = rule_tests((ROOT / "docs" / "contracts.md").read_text(encoding="utf-8"))

SHARED = {"path", "paths", "table", "unused", "architecture", "parents", "locate_change", "commit"}
"""Operations whose filters others share: those of visible graphs, of requests and of the search.

Of ``commit`` either of its two filters suffices: it answers only a client that sees everything.
"""


def test_every_mutant_fits_its_source_and_changes_it() -> None:
    for mutant in MUTANTS:
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        changed = mutant.mutated(text)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text)), mutant.rule


def test_every_mutant_breaks_a_rule_of_the_contracts_page() -> None:
    assert [item.rule for item in MUTANTS if item.rule not in RULES] == []


def test_every_test_that_a_mutant_names_is_there() -> None:
    missing = [
        test
        for test in sorted({test for item in MUTANTS for test in item.tests})
        if f"def {test.partition('::')[2]}(" not in (ROOT / test.partition("::")[0]).read_text(encoding="utf-8")
    ]
    assert missing == []
    assert all(item.tests for item in MUTANTS)


def test_every_access_filter_is_where_the_table_has_it_and_is_held_by_an_operation() -> None:
    rows = tomllib.loads((ROOT / "tests/mutants/filters.toml").read_text(encoding="utf-8"))["filter"]
    for row in rows:
        text = (ROOT / row["file"]).read_text(encoding="utf-8")
        assert text.count(row["before"]) == 1, row
        ast.parse(text.replace(row["before"], row["after"]))
        assert set(row["operations"]) <= set(QUESTIONS)
    assert set(QUESTIONS) - {name for row in rows for name in row["operations"]} <= SHARED


def test_every_rule_of_the_contracts_page_has_a_mutant() -> None:
    assert set(RULES) - {item.rule for item in MUTANTS} == set()
