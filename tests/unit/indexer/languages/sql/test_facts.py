"""SQL in every dialect: objects, what they use, and each trap that a simpler scanner steps into."""

import sqlite3

import pytest

from indexer.facts.extract import extract
from indexer.facts.model import FileFacts
from indexer.languages.sql.uses import uses_in_text
from indexer.types import ParsedFile


def facts(text: str) -> FileFacts:
    return extract(ParsedFile("a.sql", "sql", text, "utf-8", ""))


def uses(text: str) -> set[str]:
    return {f"{use.role} {use.name}" for use in facts(text).sql}


PROCEDURE = "CREATE PROCEDURE dbo.P @Id INT AS BEGIN\n"

TRAPS = [
    ("SET NOCOUNT ON\nUPDATE dbo.T SET a = 1", {"writes dbo.T"}),
    ("SELECT SUBSTRING(a FROM 2) FROM dbo.T", {"reads dbo.T"}),
    ("SELECT EXTRACT(YEAR FROM made), TRIM(BOTH 'x' FROM b) FROM dbo.T", {"reads dbo.T"}),
    ("SELECT SUBSTRING(a, 1, 2) FROM dbo.T", {"reads dbo.T"}),
    ("SELECT 1 FROM ((A x JOIN B y ON x.i = y.i) JOIN C z ON 1 = 1)", {"reads A", "reads B", "reads C"}),
    ("SELECT 1 FROM A, B x, (SELECT 2 FROM C) d, E", {"reads A", "reads B", "reads C", "reads E"}),
    ("SELECT name FROM language", {"reads language"}),
    (
        "UPDATE u SET a = 1 FROM dbo.Users u JOIN dbo.Orders o ON 1 = 1",
        {"writes dbo.Users", "reads dbo.Users", "reads dbo.Orders"},
    ),
    ("DELETE u FROM dbo.Users AS u", {"writes dbo.Users", "reads dbo.Users"}),
    ("DELETE FROM dbo.Users WHERE id IN (SELECT id FROM dbo.Old)", {"writes dbo.Users", "reads dbo.Old"}),
    ("DELETE TOP (10) FROM dbo.Users", {"writes dbo.Users"}),
    ("WITH c AS (SELECT 1 FROM T), d (x) AS (SELECT 2 FROM c) SELECT * FROM d", {"reads T"}),
    ("INSERT INTO dbo.T (a) SELECT b FROM dbo.S", {"writes dbo.T", "reads dbo.S"}),
    ("INSERT dbo.T VALUES (1)", {"writes dbo.T"}),
    ("SELECT * INTO #x FROM dbo.T; INSERT INTO #x SELECT 1; DELETE FROM @rows", {"reads dbo.T"}),
    (
        "MERGE dbo.T AS t USING dbo.S AS s ON t.i = s.i WHEN MATCHED THEN UPDATE SET a = 1",
        {"writes dbo.T", "reads dbo.S"},
    ),
    ("TRUNCATE TABLE dbo.T", {"writes dbo.T"}),
    (
        "EXEC @rc = dbo.Q @a; EXECUTE [dbo].[R]; EXEC ('SELECT 1'); EXEC sp_executesql @s",
        {"calls dbo.Q", "calls dbo.R", "calls sp_executesql"},
    ),
    ("SELECT * FROM dbo.T WITH (NOLOCK) CROSS APPLY dbo.Split(a) s", {"reads dbo.T", "calls dbo.Split"}),
    ("IF a IS DISTINCT FROM b SELECT 1 FROM T", {"reads T"}),
    ("-- FROM x\n/* FROM y */ SELECT 'FROM z' FROM T", {"reads T"}),
    ("SELECT a FROM T ORDER BY b OFFSET 1 ROWS FETCH NEXT 5 ROWS ONLY", {"reads T"}),
    ("SELECT * FROM a JOIN b USING (id), LATERAL (SELECT 1 FROM c) d", {"reads a", "reads b", "reads c"}),
    ("CREATE TABLE #t (i INT REFERENCES dbo.X); SELECT * FROM #t", {"foreign_key dbo.X"}),
]


@pytest.mark.parametrize(("body", "expected"), TRAPS)
def test_a_procedure_uses_what_its_body_names(body: str, expected: set[str]) -> None:
    result = facts(PROCEDURE + body + "\nEND\nGO\n")
    assert [each.local_id for each in result.definitions] == ["sql:dbo.p"]
    assert {f"{use.role} {use.name}" for use in result.sql} == expected
    assert {use.owner for use in result.sql} <= {0}


def test_go_ends_a_procedure_and_what_follows_belongs_to_the_file() -> None:
    result = facts("CREATE PROC dbo.P AS SELECT 1 FROM A; SELECT 2 FROM B\nGO\nSELECT 3 FROM C\nGO\n")
    assert {(use.owner, use.name) for use in result.sql} == {(0, "A"), (0, "B"), (-1, "C")}


def test_a_definition_begins_with_its_comment_and_ends_with_its_last_token() -> None:
    result = facts("SELECT 1;\n-- Reads.\n-- More.\nCREATE VIEW dbo.V AS\nSELECT 1\nGO\n").definitions[0]
    assert (result.kind, result.name, result.qualname) == ("view", "V", "dbo.V")
    assert (result.start_line, result.end_line) == (2, 5)


def test_foreign_keys_and_their_actions() -> None:
    text = """CREATE TABLE dbo.A (i INT REFERENCES dbo.B (i) ON DELETE CASCADE ON UPDATE SET NULL);
    GO
    ALTER TABLE dbo.A ADD CONSTRAINT k FOREIGN KEY (j) REFERENCES dbo.C (j) ON DELETE SET NULL ON UPDATE CASCADE"""
    sql = facts(text).sql
    assert {(use.owner, use.source, use.role, use.name) for use in sql} == {
        (0, "", "foreign_key", "dbo.B"),
        (-1, "dbo.A", "foreign_key", "dbo.C"),
    }


def test_a_trigger_is_on_its_table_and_its_events_are_no_writes() -> None:
    text = """CREATE TRIGGER dbo.G ON dbo.T AFTER INSERT, UPDATE, DELETE AS
    BEGIN IF UPDATE(a) INSERT INTO dbo.L SELECT 1 FROM inserted END"""
    assert uses(text) - {"reads inserted"} == {"trigger_on dbo.T", "writes dbo.L"}


def test_postgres_bodies_temporary_tables_and_triggers() -> None:
    text = """
    CREATE FUNCTION public.f(p int) RETURNS int LANGUAGE plpgsql AS $body$
    BEGIN
        CREATE TEMP TABLE passing (id int); INSERT INTO passing SELECT id FROM customer; RETURN 1;
    END $body$;
    CREATE TRIGGER stamp BEFORE UPDATE ON language FOR EACH ROW EXECUTE FUNCTION public.f();
    CREATE TRIGGER stamp BEFORE UPDATE ON film FOR EACH ROW EXECUTE PROCEDURE public.f();
    CREATE MATERIALIZED VIEW v AS SELECT * FROM ONLY customer;
COPY customer (id) FROM stdin;
1	SELECT 1 FROM nothing
\\.
    CREATE TABLE "Quoted" (id serial);"""
    result = facts(text)
    assert result.dialect == "postgres"
    assert [each.local_id for each in result.definitions] == [
        "sql:public.f", "sql:public.language.stamp", "sql:public.film.stamp", "sql:public.v", "sql:public.quoted",
    ]  # fmt: skip
    assert {(use.owner, use.role, use.name) for use in result.sql} == {
        (0, "reads", "customer"), (1, "trigger_on", "language"), (1, "calls", "public.f"),
        (2, "trigger_on", "film"), (2, "calls", "public.f"), (3, "reads", "customer"),
    }  # fmt: skip


def test_mysql_delimiters_and_inner_semicolons() -> None:
    text = """DELIMITER $$
CREATE DEFINER=`root`@`localhost` PROCEDURE `p` (IN a INT)
BEGIN
  # a comment about FROM nothing
  IF a THEN INSERT INTO x VALUES (1); END IF;
  SELECT CASE WHEN a THEN 1 ELSE 2 END FROM y; CALL q(1);
END$$
CREATE TRIGGER t BEFORE INSERT ON film FOR EACH ROW SET NEW.a = 1 $$
DELIMITER ;
SELECT * FROM z;
"""
    result = facts(text)
    assert [(each.kind, each.local_id) for each in result.definitions] == [
        ("procedure", "sql:main.p"),
        ("trigger", "sql:main.film.t"),
    ]
    assert {(use.owner, use.role, use.name) for use in result.sql} == {
        (0, "writes", "x"), (0, "reads", "y"), (0, "calls", "q"), (1, "trigger_on", "film"), (-1, "reads", "z"),
    }  # fmt: skip


def test_bodies_without_a_delimiter_end_with_their_block() -> None:
    text = """CREATE TRIGGER t AFTER UPDATE OF a ON b BEGIN
      UPDATE c SET x = CASE WHEN y THEN 1 ELSE 2 END; DELETE FROM d;
    END;
    CREATE TABLE e (id INTEGER PRIMARY KEY AUTOINCREMENT);"""
    result = facts(text)
    assert [each.local_id for each in result.definitions] == ["sql:main.b.t", "sql:main.e"]
    assert {f"{use.role} {use.name}" for use in result.sql} == {"trigger_on b", "writes c", "writes d"}


@pytest.mark.parametrize(
    ("text", "local_id"),
    [
        ("CREATE TABLE [Sales].[Order Lines] (i INT)", "sql:sales.order lines"),
        ("CREATE TABLE Shop.dbo.T (i INT)", "sql:dbo.t"),
        ("CREATE OR ALTER VIEW dbo.V AS SELECT 1", "sql:dbo.v"),
        ("CREATE TABLE IF NOT EXISTS t (i INTEGER)", "sql:main.t"),
        ("CREATE TABLE t (i bigserial)", "sql:public.t"),
        ("CREATE ALGORITHM=MERGE DEFINER=`a`@`b` SQL SECURITY INVOKER VIEW `v` AS SELECT 1", "sql:main.v"),
        ("create type dbo.Ids as table (Id uniqueidentifier)", "sql:dbo.ids"),
    ],
)
def test_the_identifier_is_lower_cased_with_its_schema(text: str, local_id: str) -> None:
    assert [each.local_id for each in facts(text).definitions] == [local_id]


@pytest.mark.parametrize(
    "text", ["CREATE INDEX i ON t (a)", "CREATE TEMP TABLE t (i INT)", "GRANT SELECT ON t TO x", 'FROM ""', "["]
)
def test_what_is_no_object_defines_nothing(text: str) -> None:
    assert facts(text).definitions == ()


def test_sql_in_a_string_keeps_holes_and_lines() -> None:
    result = uses_in_text("SELECT *\nFROM {Schema}.{Table} t\nJOIN [dbo].[Other] o ON 1 = 1", 3, 10)
    assert [(use.owner, use.role, use.name, use.line) for use in result] == [
        (3, "reads", "{Schema}.{Table}", 11),
        (3, "reads", "dbo.Other", 12),
    ]


SCHEMA = """
CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE album (id INTEGER PRIMARY KEY, artist_id INTEGER REFERENCES artist (id) ON DELETE CASCADE);
CREATE TABLE track (id INTEGER PRIMARY KEY, album_id INTEGER, FOREIGN KEY (album_id) REFERENCES album (id));
CREATE TABLE language (id INTEGER PRIMARY KEY, track_id INTEGER);
CREATE VIEW album_sizes AS SELECT a.id, count(*) AS size FROM album a, track t
WHERE t.album_id = a.id GROUP BY a.id;
CREATE VIEW spoken AS SELECT * FROM ((track t JOIN language l ON l.track_id = t.id)
LEFT JOIN album_sizes s ON s.id = t.album_id);
CREATE VIEW recent AS WITH newest AS (SELECT max(id) AS id FROM artist) SELECT * FROM newest JOIN album USING (id);
CREATE VIEW nested AS SELECT (SELECT name FROM artist LIMIT 1), x.*
FROM (SELECT * FROM spoken UNION SELECT * FROM spoken) x;
"""


def tables_read(connection: sqlite3.Connection, view: str) -> set[str]:
    seen: set[str] = set()

    def note(
        action: int, first: str | None, _column: str | None, _database: str | None, _inner: str | None
    ) -> int:
        if action == sqlite3.SQLITE_READ and first:
            seen.add(first)
        return sqlite3.SQLITE_OK

    connection.set_authorizer(note)
    connection.execute(f"SELECT * FROM {view}").fetchall()
    connection.set_authorizer(None)
    return seen


def test_views_read_what_sqlite_says_they_read() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA)
    result = facts(SCHEMA)
    names = [each.name for each in result.definitions]
    direct = {
        name: {use.name for use in result.sql if names[use.owner] == name and use.role == "reads"}
        for name in names
    }

    def closure(name: str) -> set[str]:
        return direct[name].union(*(closure(each) for each in direct[name]))

    views = [each.name for each in result.definitions if each.kind == "view"]
    assert views == ["album_sizes", "spoken", "recent", "nested"]
    for view in views:
        assert closure(view) == tables_read(connection, view) - {view, "newest", "x", ""}
    connection.close()


def test_foreign_keys_are_those_of_sqlite() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA)
    result = facts(SCHEMA)
    mine = {(result.definitions[use.owner].name, use.name) for use in result.sql if use.role == "foreign_key"}
    tables = [each.name for each in result.definitions if each.kind == "table"]
    theirs = {
        (table, row[2]) for table in tables for row in connection.execute(f"PRAGMA foreign_key_list({table})")
    }
    connection.close()
    assert mine == theirs
