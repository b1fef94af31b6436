"""SQL in the strings of programs, however the language lets one write a string."""

import pytest

from indexer.facts.strings import content
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SCHEMA = "\n".join(f'CREATE TABLE "T{number}" ("Id" INTEGER);' for number in range(1, 7))
WRITTEN = {
    "A.java": r"""
class A {
 void one() { run("INSERT INTO \"T1\" (\"Id\") VALUES (1)"); }
 void two() { run("SELECT a\nFROM T2 x\nWHERE b = 1"); }
 void three(String where) {
  run("SELECT a " + // columns
      "FROM \"T3\" " + where); }
 void four() { run("x" + load("SELECT a FROM T4 WHERE b = 1")); }
 void five() { run(("SELECT a FROM T5") + " WHERE b = 1"); }
}
""",
    "a.py": r"""
QUERY = "SELECT a FROM T5 WHERE b = 1"
def one(): run("INSERT INTO \"T1\" (\"Id\") VALUES (1)")
def two(): run("SELECT a\nFROM T2 x\nWHERE b = 1")
def three(where): run("SELECT a "
    "FROM \"T3\" " + where)
def four(): run("x" + load(f"SELECT a FROM T4 WHERE b = {x}"))
def five(): run(QUERY)
""",
    "a.ts": r"""
function one() { run("INSERT INTO \"T1\" (\"Id\") VALUES (1)"); }
function two() { run("SELECT a\nFROM T2 x\nWHERE b = 1"); }
function three(where) {
  run("SELECT a " +
      'FROM "T3" ' + where); }
function four() { run("x" + load(`SELECT a FROM T4 WHERE b = ${x}`)); }
function five() { run(("SELECT a FROM T5") + " WHERE b = 1"); }
""",
    "a.go": r"""
package a
const query = "SELECT a FROM T5 WHERE b = 1"
func one() { run("INSERT INTO \"T1\" (\"Id\") VALUES (1)") }
func two() { run("SELECT a\nFROM T2 x\nWHERE b = 1") }
func three(where string) { run("SELECT a " +
   `FROM "T3" ` + where) }
func four() { run("x" + load("SELECT a FROM T4 WHERE b = 1")) }
func five() { run(query) }
""",
    "a.cpp": r"""
void one() { run("INSERT INTO \"T1\" (\"Id\") VALUES (1)"); }
void two() { run("SELECT a\nFROM T2 x\nWHERE b = 1"); }
void three() { run("SELECT a "
    "FROM \"T3\" WHERE b = 1"); }
void four() { run(R"sql(SELECT a FROM "T4" WHERE b = ")")sql"); }
void five() { run(load("x", "SELECT a FROM T5 WHERE b = 1")); }
""",
    "A.cs": r'''
class A {
 void one() { Run($"INSERT INTO \"T1\" (\"Id\") VALUES ({x})"); }
 void two() { Run($@"SELECT a FROM ""T2"" WHERE ""{column}"" = ""{value}"""); }
 void three(string where) { Run("SELECT a " +
   "FROM \"T3\" " + where); }
 void four() { Run("x" + Load("SELECT a FROM T4 WHERE b = 1")); }
 void five() { Run($@"SELECT a
   FROM ""T5"" WHERE ""{column}"""); }
}
''',
}


@pytest.mark.parametrize("path", sorted(WRITTEN))
def test_a_statement_leads_to_its_table_however_it_is_written(path: str) -> None:
    result = edges(graph_of({path: WRITTEN[path], "s.sql": SCHEMA}))
    used = {
        (each.split()[0].rpartition(".")[2].rpartition("#")[2].rpartition(":")[2], each.split()[2])
        for each in result
        if " reads_table " in each or " writes_table " in each
    }
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
    assert {(name, f"sql:main.t{number}") for name, number in numbers.items()} <= used


@pytest.mark.parametrize(
    ("statement", "role"),
    [
        ("INSERT OR IGNORE INTO T1 (Id) VALUES (1)", "writes_table"),
        ("INSERT IGNORE INTO T1 (Id) VALUES (1)", "writes_table"),
        ("REPLACE INTO T1 (Id) VALUES (1)", "writes_table"),
        ("UPDATE OR IGNORE T1 SET Id = 1", "writes_table"),
        ("INSERT T1 (Id) VALUES (1)", "writes_table"),
        ("TRUNCATE T1", "writes_table"),
        ("INNER JOIN T1 t ON t.Id = o.Id", "reads_table"),
    ],
)
def test_a_statement_of_any_dialect_is_known_as_one(statement: str, role: str) -> None:
    text = f'def one():\n    run("{statement}")'
    assert f"py:a:one {role} sql:main.t1" in edges(graph_of({"a.py": text, "s.sql": SCHEMA}))


def test_a_schema_may_be_called_statistics() -> None:
    schema = "CREATE TABLE statistics.covers (id INTEGER);"
    text = 'def one():\n    run("DELETE FROM statistics.covers WHERE id = 1")'
    result = edges(graph_of({"a.py": text, "s.sql": schema}))
    assert "py:a:one writes_table sql:statistics.covers" in result


def test_a_part_of_a_later_line_is_found_there() -> None:
    graph = graph_of({"A.java": WRITTEN["A.java"], "s.sql": SCHEMA})
    lines = {edge.line for edge in graph.edges if edge.target.endswith("sql:main.t3")}
    assert lines >= {7}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.ts", 'function one() { const sql = "SELECT a FROM T1"; }\nfunction two(sql) {\n run(sql); }'),
        ("a.py", 'sql = "SELECT a FROM T1"\ndef two(sql):\n    run(sql)'),
        (
            "a.go",
            'package a\nfunc one() { sql := "SELECT a FROM T1"; run(sql) }\nfunc two(sql string) { run(sql) }',
        ),
        ("A.cs", 'class A { string sql = "SELECT a FROM T1";\nvoid two(string sql) {\n Run(sql); } }'),
    ],
)
def test_a_variable_of_a_function_is_not_the_constant_of_its_name(path: str, text: str) -> None:
    result = edges(graph_of({path: text, "s.sql": SCHEMA}))
    assert not [each for each in result if "two" in each and "_table" in each]


def test_what_a_function_defines_knows_its_variables() -> None:
    text = """
class A {
 void one() {
  String sql = "SELECT a FROM T1 WHERE b = 1";
  run(new Work() { void execute() {
   call(sql); } });
 }
 void two() { run(sql); }
}
"""
    result = edges(graph_of({"A.java": text, "s.sql": SCHEMA}))
    users = {each.split()[0] for each in result if each.endswith(" reads_table sql:main.t1")}
    assert users == {"java:A.one", "java:A.one.Work{}.execute"}


def test_methods_of_c_sharp_use_the_statements_of_fields_and_of_constants_elsewhere() -> None:
    fields = """
class A : C {
 const string Sql = "SELECT a FROM T1 WHERE b = 1";
 private readonly string _second = @"SELECT a FROM T2 WHERE b = 1";
 static string Third => "SELECT a FROM T3 WHERE b = 1";
 void one() { Query(Sql); }
 void two() { Query(_second + where); }
 void three() { Query($"{Third} AND a = 2"); }
 void four() { Query(B.Shared); }
 void five() { new Command { Text = Inherited }; }
}
"""
    others = """
class B { public const string Shared = "SELECT a FROM T4 WHERE b = 1"; }
class C { protected static readonly string Inherited = "SELECT a FROM T5 WHERE b = 1"; }
"""
    result = edges(graph_of({"A.cs": fields, "B.cs": others, "s.sql": SCHEMA}))
    for number, name in enumerate(("one", "two", "three", "four", "five"), 1):
        assert f"cs:A.{name} reads_table sql:main.t{number}" in result


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        (r'"a \"b\" \\ c\n"', 'a "b" \\ c '),
        ("'''a 'b' '''", "a 'b' "),
        (r'r"a\n"', "a\\n"),
        ('r#"a "b""#', 'a "b"'),
        ('R"x(a (b) ")x"', 'a (b) "'),
        ('f"a {b}"', "a {b}"),
        ("`a ${b}`", "a ${b}"),
        ('"a \\\n b"', "a  b"),
        ('"', ""),
        ('"a', "a"),
        ("name", "name"),
        ("", ""),
    ],
)
def test_what_stands_between_quotes(literal: str, expected: str) -> None:
    assert content(literal) == expected
