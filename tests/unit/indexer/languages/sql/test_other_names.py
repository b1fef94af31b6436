"""Scripts whose files are not called as scripts, and names that an installation completes."""

import pytest

from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

PROCEDURE = """/* made by hand */
SET NOCOUNT ON
GO
CREATE PROCEDURE {databaseOwner}[{objectQualifier}Forum_Get]
    @id int
AS
SELECT * FROM {databaseOwner}{objectQualifier}Forums WHERE id = @id
GO
CREATE TABLE {databaseOwner}[{objectQualifier}Forums] (id INT)
GO
"""
READS = "sql:dbo.forum_get reads_table sql:dbo.forums"


def language(path: str, text: str) -> str:
    result = parse(path, text.encode())
    assert isinstance(result, ParsedFile)
    return result.language


@pytest.mark.parametrize(
    "name", ["01.00.00.SqlDataProvider", "a.prc", "a.config", "a.tmpl", "a.unknown", "script"]
)
def test_a_script_is_known_by_its_content_whatever_its_name(name: str) -> None:
    assert language(name, PROCEDURE) == "sql"


@pytest.mark.parametrize(
    "text",
    [
        "To begin, CREATE TABLE orders (id INT) in the console.",
        "Create a view\n\nof the valley as it was.",
        "<configuration><add key='CREATE TABLE x (id)'/></configuration>",
        "SET x = 1\nGO home",
    ],
)
def test_prose_and_settings_that_speak_of_tables_are_no_script(text: str) -> None:
    assert language("notes.txt", text) != "sql"
    assert language("app.config", text) != "sql"


def test_marks_of_templates_are_no_part_of_a_name() -> None:
    graph = graph_of({"01.00.00.SqlDataProvider": PROCEDURE})
    assert READS in edges(graph)
    assert not [node for node in graph.nodes if "{" in node.id or "{" in node.name]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (
            "CREATE VIEW <Schema_Name, sysname, sales>.<View, sysname, Open> AS SELECT 1 FROM sales.t",
            "sql:sales.open",
        ),
        (':setvar Schema "sales"\nGO\nCREATE VIEW $(Schema).Open AS SELECT id FROM sales.t', "sql:sales.open"),
        ("CREATE VIEW $(Schema).[Opened] AS SELECT id FROM t\nGO\n", "sql:dbo.opened"),
        ("CREATE VIEW ${prefix}opened AS SELECT id FROM t\nGO\n", "sql:dbo.opened"),
        ("CREATE VIEW {{ schema }}.opened AS SELECT id FROM t\nGO\n", "sql:dbo.opened"),
    ],
    ids=["parameters", "set variable", "variable", "placeholder", "braces"],
)
def test_templates_are_filled_with_their_defaults(script: str, expected: str) -> None:
    assert f"r@b:{expected}" in {node.id for node in graph_of({"a.sql": script}).nodes}


CODE = """class Forums {
    string prefix; SqlHelper helper;
    void Get() { SqlHelper.ExecuteReader(this.connection, this.prefix + "Forum_Get", 1); }
    void Text() { Run("DELETE FROM {databaseOwner}{objectQualifier}Forums WHERE id = 1"); }
    void Quoted() { Run("DELETE FROM {databaseOwner}[{objectQualifier}Forums] WHERE id = 1"); }
}"""


def test_a_name_with_a_prefix_in_front_is_the_only_one_that_ends_so() -> None:
    script = PROCEDURE.replace("{objectQualifier}", "{objectQualifier}active_")
    assert {
        edge for edge in edges(graph_of({"01.00.00.SqlDataProvider": script, "a.cs": CODE})) if edge[:3] == "cs:"
    } == {
        "cs:Forums.Get calls sql:dbo.active_forum_get",
        "cs:Forums.Text writes_table sql:dbo.active_forums",
        "cs:Forums.Quoted writes_table sql:dbo.active_forums",
    }


def test_of_versions_of_a_procedure_the_last_one_counts() -> None:
    later = "ALTER PROCEDURE dbo.Forum_Get AS SELECT * FROM dbo.Topics\nGO\nCREATE TABLE dbo.Topics (id INT)\nGO"
    graph = edges(graph_of({"db/9.5.0.sql": PROCEDURE, "db/10.0.0.sql": later}))
    assert "sql:dbo.forum_get reads_table sql:dbo.topics" in graph
    assert READS not in graph


def test_what_a_later_version_drops_is_history() -> None:
    graph = graph_of({"db/1.0.0.sql": PROCEDURE, "db/2.0.0.sql": "DROP PROCEDURE dbo.Forum_Get\nGO"})
    assert next(node for node in graph.nodes if node.id == "r@b:sql:dbo.forum_get").historic
