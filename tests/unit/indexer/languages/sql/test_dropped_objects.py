"""Tables that a repository's scripts make and drop again are past."""

import pytest

from tests.unit.indexer.resolve.graph_samples import graph_of

MADE = "CREATE TABLE old (id INT);\n"
KEPT = "CREATE TABLE kept (id INT);\n"


@pytest.mark.parametrize(
    ("files", "past"),
    [
        ({"all.sql": f"{MADE}{KEPT}DROP TABLE old;\n"}, {"old"}),
        ({"all.sql": f"DROP TABLE IF EXISTS old;\n{MADE}{KEPT}"}, set()),
        ({"migrations/1_a.sql": MADE + KEPT, "migrations/2_b.sql": "DROP TABLE old;\n"}, {"old"}),
        ({"migrations/2_a.sql": MADE + KEPT, "migrations/1_b.sql": "DROP TABLE IF EXISTS old;\n"}, set()),
        ({"migrations/1_a.up.sql": MADE + KEPT, "migrations/2_b.down.sql": "DROP TABLE old;\n"}, set()),
        ({"migrations/1_a.sql": MADE + KEPT, "migrations/2_b.sql": f"DROP TABLE old;\n{MADE}"}, set()),
    ],
    ids=["same script", "dropped first", "later script", "earlier script", "taken back", "made anew"],
)
def test_a_table_that_is_dropped_after_it_was_made_is_past(files: dict[str, str], past: set[str]) -> None:
    tables = [each for each in graph_of(files).nodes if each.kind == "table"]
    assert {each.name for each in tables if each.historic} == past
    assert {each.name for each in tables} == {"old", "kept"}
