"""SQLite schemas, beside a live database that loaded them; what a view reads, SQLite's authorizer tells."""

import sqlite3
from collections.abc import Iterator

from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared
from tests.benchmarks.graph_oracles.sql_schemas import ours

DEMAND = Demand(0.98, 0.98)
SCHEMAS = {
    "sakila": "sqlite-sakila-db/sqlite-sakila-schema.sql",
    "chinook": "ChinookDatabase/DataSources/Chinook_Sqlite.sql",
}
OWN = "main."


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each kind of edge of each schema."""
    for corpus, script in SCHEMAS.items():
        root = corpora.folder(corpus)
        if root is None:
            yield Row("SQL schema", corpus, "SQLite", DEMAND, missing="no corpus")
            continue
        text = (root / script).read_text("utf-8-sig")
        schema = ours(text, (root / script).name)
        for kind, known in truth(text).items():
            if known or schema.edges[kind]:
                yield compared(Row(f"SQL {kind}", corpus, "SQLite", DEMAND), schema.edges[kind], known)


def truth(text: str) -> dict[str, set[tuple[str, str]]]:
    """Return tables, foreign keys, views and triggers of a loaded script."""
    database = sqlite3.connect(":memory:")
    database.executescript(text)
    listed = list(database.execute("select type, name, tbl_name from sqlite_master"))
    tables = [name for kind, name, _ in listed if kind == "table" and not name.startswith("sqlite_")]
    keys = {
        (named(table), named(row[2]))
        for table in tables
        for row in database.execute(f'pragma foreign_key_list("{table}")')
        if row[2].lower() != table.lower()
    }
    views = [name for kind, name, _ in listed if kind == "view"]
    results = {
        "tables": {("", named(table)) for table in tables},
        "foreign keys": keys,
        "views": {pair for view in views for pair in reads(database, view)},
        "triggers": {
            (named(f"{table}.{name}"), named(table)) for kind, name, table in listed if kind == "trigger"
        },
    }
    database.close()
    return results


def reads(database: sqlite3.Connection, view: str) -> set[tuple[str, str]]:
    """Return what SQLite reads on behalf of a view itself, not of views that it uses."""
    results: set[tuple[str, str]] = set()

    def authorize(
        action: int, name: str | None, _column: str | None, _database: str | None, by: str | None
    ) -> int:
        if action == sqlite3.SQLITE_READ and name and by and by.lower() == view.lower():
            results.add((named(view), named(name)))
        return sqlite3.SQLITE_OK

    database.set_authorizer(authorize)
    database.execute(f'explain select * from "{view}"')
    database.set_authorizer(None)
    return {(source, target) for source, target in results if source != target}


def named(name: str) -> str:
    """Return the name of an object in the graph."""
    return f"{OWN}{name}".lower()
