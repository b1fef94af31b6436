"""C#: statements in which a constant, an argument or a prefix stands for a part of the name of a table."""

import pytest

from indexer.facts.extract import extract
from indexer.languages.sql.holes import prefix_hole, prefixes_of
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, parsed

SCRIPT = """CREATE TABLE QRTZ_TRIGGERS (ID INT);
CREATE TABLE QRTZ_CRON_TRIGGERS (ID INT);
CREATE TABLE QRTZ_JOBS (ID INT);
CREATE TABLE QRTZ_LOCKS (ID INT);
CREATE TABLE orders (ID INT);
"""
NAMES = """public static class Tables {
    public const string Subst = "{0}";
    public const string Prefix = "ord";
    public const string Orders = Prefix + "ers";
    public static readonly string Again = $"{Orders}";
    public const string Triggers = "TRIGGERS", Jobs = "JOBS";
}
"""


def used(body: str, members: str = "", parameters: str = "string other") -> set[str]:
    page = f"class Page {{ {members} void Read({parameters}) {{ {body} }} }}"
    result = edges(graph_of({"schema.sql": SCRIPT, "names.cs": NAMES, "page.cs": page}))
    tables = ("reads_table", "writes_table")
    return {each.removeprefix("cs:Page.").replace("sql:main.", "") for each in result if each.split()[1] in tables}


@pytest.mark.parametrize(
    "body",
    [
        'Run($"SELECT ID FROM {Tables.Orders} WHERE ID = 1");',
        'Run("SELECT ID FROM " + Tables.Again);',
        'Run(string.Format("SELECT ID FROM {0} WHERE ID = {1}", Tables.Orders, other));',
        'Run(string.Format(Culture, "SELECT {1} FROM {0}", Tables.Orders, other));',
        'text.AppendFormat("SELECT ID FROM {0}{1}", "ord", "ers");',
        'text.AppendFormat("SELECT ID FROM {0}", new object[] { Tables.Orders });',
        'const string table = "orders"; Run($"SELECT ID FROM {table}");',
        'Run($"SELECT ID FROM {nameof(orders)}");',
    ],
)
def test_the_text_of_a_constant_is_part_of_a_statement(body: str) -> None:
    assert used(body) == {"Read reads_table orders"}


@pytest.mark.parametrize(
    "body",
    [
        'Run($"SELECT ID FROM {Tables.Missing}");',
        'Run($"SELECT ID FROM {other}");',
        'Run(string.Format("SELECT ID FROM {0}", other));',
        'Run(Pick("SELECT ID FROM {0}", Tables.Orders));',
        'var Orders = other; Run($"SELECT ID FROM {Orders}");',
        'Run($"SELECT ID FROM {other}TRIGGERS");',
    ],
)
def test_a_name_that_only_the_running_program_knows_is_none(body: str) -> None:
    assert used(body, members='const string Orders = "orders";') == set()


def test_what_stands_for_the_prefix_of_several_tables_is_that_prefix() -> None:
    members = """
    static readonly string All = Invariant($"SELECT ID FROM {Tables.Subst}{Tables.Triggers}");
    const string Jobs = $"DELETE FROM {Tables.Subst}{Tables.Jobs}";
    string Locks() => $"SELECT ID FROM {Tables.Subst}LOCKS";
    """
    assert used("Run(All);", members) == {
        "All reads_table qrtz_triggers",
        "Jobs writes_table qrtz_jobs",
        "Locks reads_table qrtz_locks",
        "Read reads_table qrtz_triggers",
    }


@pytest.mark.parametrize(
    "name", ["{options.Schema}.job", '""{options.Schema}"".""job""', "[{options.Schema}].[job]", '{Owner}""job""']
)
def test_a_schema_that_is_not_known_leaves_a_short_name_certain(name: str) -> None:
    script = "CREATE TABLE job (ID INT); CREATE TABLE jobs (ID INT);"
    page = f'class Page {{ void Read() {{ Run($@"SELECT ID FROM {name} WHERE ID = 1"); }} }}'
    result = edges(graph_of({"schema.sql": script, "page.cs": page}))
    assert "cs:Page.Read reads_table sql:main.job" in result


@pytest.mark.parametrize(
    "statement",
    ["update top (1) j set a = 1 output x.a from job j", "delete top (@n) j output x.a from job j where a = 1"],
)
def test_a_statement_of_tsql_may_stop_after_some_rows(statement: str) -> None:
    page = f'class Page {{ void Read() {{ Run("{statement}"); }} }}'
    result = edges(graph_of({"schema.sql": "CREATE TABLE job (a INT);", "page.cs": page}))
    assert "cs:Page.Read writes_table sql:main.job" in result


def test_a_table_in_a_schema_goes_before_the_same_one_in_a_variable_of_sqlcmd() -> None:
    scripts = {
        "a.sql": "CREATE TABLE [$(Schema)].[Job] (Id INT)\nGO\n",
        "b.sql": "CREATE TABLE [Hang].[Job] (Id INT)\nGO\n",
    }
    page = 'class Page { void Read(string s) { Run($"select Id from [{s}].Job"); } }'
    assert "cs:Page.Read reads_table sql:hang.job" in edges(graph_of({**scripts, "page.cs": page}))
    only = edges(graph_of({"a.sql": scripts["a.sql"], "page.cs": page}))
    assert "cs:Page.Read reads_table sql:$(schema).job" in only


def test_a_statement_that_is_part_of_another_one_is_used_by_whoever_names_that() -> None:
    members = """
    const string From = " FROM orders o ";
    static readonly string Head = $"SELECT o.ID {From}";
    static readonly string Whole = Invariant($"{Head} WHERE 1 = 1");
    """
    assert "Read reads_table orders" in used("Run(Whole);", members)


def test_a_place_means_no_prefix_where_names_behind_it_leave_it_open() -> None:
    tables = ["a_one", "a_two", "a_three", "b_three", "four"]
    assert prefixes_of(["{x}one", "{x}two", "{this.X}three"], tables) == {"x": "a_"}
    assert prefixes_of(["{x}one", "{x}two"], tables) == {}
    assert prefixes_of(["{x}one", "{x}two", "{x}three", "{x}four"], tables) == {}
    assert prefixes_of(["{x}one", "{x}two", "{x}three"], ["a_one", "a_two", "a_three", *tables[3:]]) == {"x": "a_"}
    assert prefixes_of(["{x}one", "{x}two", "{x}none"], tables) == {}


def test_the_place_of_a_prefix_is_called_by_its_last_name() -> None:
    assert prefix_hole("{this.TablePrefix}TRIGGERS") == ("tableprefix", "triggers")
    assert prefix_hole("dbo.{Prefix()}Jobs") == ("prefix", "jobs")
    assert prefix_hole("{schema}.Jobs") == prefix_hole("{a}{b}Jobs") == prefix_hole("Jobs") == ("", "")


def test_constants_that_double_each_other_end() -> None:
    doubling = "".join(f'const string A{at} = A{at + 1} + A{at + 1} + "x";' for at in range(60))
    members = f'{doubling} const string A60 = "orders"; const string B = C + "x"; const string C = B + "x";'
    assert used('Run($"SELECT ID FROM {A0}"); Run("SELECT ID FROM " + B);', members) == set()


def test_a_long_row_of_places_is_read() -> None:
    holes = "".join(f"{{{at % 100}}}" for at in range(5_000))
    values = ", ".join(["Tables.Orders"] * 5_000)
    text = f'class A {{ void B() {{ string.Format("SELECT ID FROM {holes}", {values}); }} }}'
    assert extract(parsed("a.cs", text)).definitions


def test_texts_in_deep_and_long_calls_are_read() -> None:
    deep = "F(" * 800 + '"SELECT a FROM b {x}"' + ', "SELECT a FROM {0} {x}")' * 800
    wide = ", ".join(['"SELECT ID FROM {0}"'] * 4_000)
    text = f"class A {{ static string X = {deep}; string Y = Format({wide}); }}"
    assert extract(parsed("a.cs", text)).definitions


@pytest.mark.parametrize(
    "body",
    [
        'Log("hello {0}");',
        'Log($"select * from {{0}}");',
        'Run(string.Format("SELECT ID FROM {0}"));',
    ],
)
def test_a_text_with_a_number_in_braces_may_be_all_that_a_call_is_handed(body: str) -> None:
    assert not used(body)
    assert used(f'{body} Run("SELECT ID FROM orders");') == {"Read reads_table orders"}


def test_constants_that_are_made_of_many_others_end() -> None:
    many = [f'const string C{at} = "x"' + f" + C{at + 1}" * 12 + ";" for at in range(7)]
    assert not used('Run("SELECT ID FROM " + C0);', " ".join([*many, 'const string C7 = "orders";']))
