"""One database whose scripts call its schema by several names, or by none."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SALES = "CREATE TABLE sales.orders (id INT)\nGO\nCREATE TABLE sales.lines (id INT REFERENCES sales.orders)\nGO\n"
BARE = "CREATE TABLE orders (id INT)\nGO\nCREATE TABLE lines (id INT REFERENCES orders)\nGO\n"


def objects(files: dict[str, str]) -> set[str]:
    return {node.id.removeprefix("r@b:sql:") for node in graph_of(files).nodes if node.id.startswith("r@b:sql:")}


def test_what_is_created_without_a_schema_is_in_the_only_schema_that_others_name() -> None:
    assert objects({"a/all.sql": SALES, "b/bare.sql": BARE}) == {"sales.orders", "sales.lines"}


def test_two_schemas_that_have_a_table_each_leave_a_name_without_one_where_it_is() -> None:
    other = "CREATE TABLE stock.orders (id INT)\nGO\nCREATE TABLE stock.lines (id INT)\nGO\n"
    assert {"dbo.orders", "dbo.lines"} <= objects({"a/all.sql": SALES, "c/o.sql": other, "b/bare.sql": BARE})


def test_a_folder_with_one_name_of_many_in_common_has_tables_of_its_own() -> None:
    own = (
        "".join(f"CREATE TABLE t{number} (id INT)\nGO\n" for number in range(9))
        + "CREATE TABLE orders (id INT)\nGO\n"
    )
    assert "dbo.orders" in objects({"a/all.sql": SALES, "b/bare.sql": own})


def test_scripts_of_one_schema_in_several_dialects_define_the_same_tables() -> None:
    creations = {
        "sqlserver": "CREATE TABLE [dbo].[{0}] ([id] INT)\nGO\n",
        "mysql": "CREATE TABLE `{0}` (`id` INT) ENGINE=InnoDB;\n",
        "postgres": "CREATE TABLE {0} (id SERIAL, at TIMESTAMPTZ);\n",
    }
    files = {
        f"db/tables_{dialect}.sql": "".join(text.format(name) for name in ("orders", "lines"))
        for dialect, text in creations.items()
    }
    files |= {
        "a.py": "def f(): run('SELECT id, at FROM orders')",
    }
    assert objects(files) == {"dbo.orders", "dbo.lines"}
    assert "py:a:f reads_table sql:dbo.orders" in edges(graph_of(files))


def test_a_trigger_is_called_by_its_table_and_apart_from_a_function_of_its_name() -> None:
    script = """
CREATE TABLE [dbo].[orders] ([id] INT)
GO
CREATE FUNCTION dbo.note() RETURNS INT AS BEGIN RETURN 1 END
GO
CREATE TRIGGER dbo.note ON dbo.orders AFTER INSERT AS INSERT INTO dbo.orders (id) VALUES (1)
GO
"""
    assert objects({"a.sql": script}) == {"dbo.orders", "dbo.note", "dbo.orders.note"}
    mysql = (
        "CREATE TABLE `t` (`id` INT) ENGINE=InnoDB;\nCREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET @a = 1;"
    )
    assert "sql:main.t.tr trigger_on sql:main.t" in edges(graph_of({"m.sql": mysql}))
