"""Single rules of resolution, each on the smallest project that shows it."""

import pytest

from indexer.facts.extract import extract
from indexer.linking.graph import RepositoryScope, referred_by
from indexer.resolve.build import resolve
from indexer.types import FileScope
from search.types.graph import Origin
from search.types.ids import FileId, RootId
from tests.unit.indexer.resolve.graph_samples import SCOPE, edges, graph_of, parsed

TABLE = "CREATE TABLE [dbo].[Order] (Id INT)\nGO\n"


def node(graph, name):
    return next(each for each in graph.nodes if each.id == f"r@b:{name}")


def test_a_partial_class_is_one_node_with_two_places() -> None:
    graph = graph_of({"a.cs": "namespace N; partial class A { }", "b.cs": "namespace N;\npartial class A { }"})
    assert node(graph, "cs:N.A").spans == ("a.cs:1-1", "b.cs:2-2")


def test_overloads_share_a_node() -> None:
    graph = graph_of({"a.cs": "class A {\n void F() { }\n void F(int x) { }\n}"})
    assert node(graph, "cs:A.F").spans == ("a.cs:2-2", "a.cs:3-3")


def test_a_type_in_a_project_that_is_not_referenced_is_out_of_sight() -> None:
    files = {
        "A/A.csproj": "<Project/>", "A/a.cs": "namespace N; public class Store { public void Keep() { } }",
        "B/B.csproj": "<Project/>", "B/b.cs": "using N; class User { void Go(Store s) { s.Keep(); } }",
    }  # fmt: skip
    assert not any("Store" in edge and "User" in edge for edge in edges(graph_of(files)))
    files["B/B.csproj"] = '<Project><ProjectReference Include="..\\A\\A.csproj" /></Project>'
    assert "cs:User.Go calls cs:N.Store.Keep" in edges(graph_of(files))


STORE = "namespace N; public class Store { public void Keep() { } }"
USER = "using N; class User { void Go(Store s) { s.Keep(); } }"


@pytest.mark.parametrize(
    "reference",
    ["..\\**\\*.csproj", "$(Sources)\\Elsewhere\\A.csproj", "../a/a.csproj"],
    ids=["pattern", "property", "other letters"],
)
def test_a_reference_that_a_build_would_work_out_is_followed(reference: str) -> None:
    files = {
        "A/A.csproj": "<Project/>", "A/a.cs": STORE,
        "B/B.csproj": f'<Project><ProjectReference Include="{reference}" /></Project>', "B/b.cs": USER,
    }  # fmt: skip
    assert "cs:User.Go calls cs:N.Store.Keep" in edges(graph_of(files))


def test_references_in_a_shared_build_file_leave_it_to_the_namespaces() -> None:
    shared = '<Project><ItemGroup Condition="$(X)"><ProjectReference Include="$(Y)"/></ItemGroup></Project>'
    files = {
        "Directory.Build.targets": shared, "A/A.csproj": "<Project/>", "A/a.cs": STORE,
        "B/B.csproj": "<Project/>", "B/b.cs": USER,
    }  # fmt: skip
    assert "cs:User.Go calls cs:N.Store.Keep" in edges(graph_of(files))


CONTEXTS = """
namespace {0} {{
    class Context : DbContext {{ public DbSet<Core.Note> Notes {{ get; set; }} }}
    class NoteMap : IEntityTypeConfiguration<Core.Note> {{
        public void Configure(EntityTypeBuilder<Core.Note> builder) {{ builder.ToTable("Notes", "{1}"); }}
    }}
    class Desk {{ Context context; void Keep(Core.Note note) {{ context.Notes.Add(note); }} }}
}}"""


def test_a_class_that_two_contexts_share_has_a_table_in_each() -> None:
    reference = '<Project><ProjectReference Include="../Core/Core.csproj" /></Project>'
    graph = graph_of({
        "Core/Core.csproj": "<Project/>", "Core/note.cs": "namespace Core { public class Note { } }",
        "Sales/Sales.csproj": reference, "Sales/a.cs": CONTEXTS.format("Sales", "sales"),
        "Stock/Stock.csproj": reference, "Stock/b.cs": CONTEXTS.format("Stock", "stock"),
        "t.sql": "CREATE TABLE [sales].[Notes] (Id INT)\nGO\nCREATE TABLE [stock].[Notes] (Id INT)",
    })  # fmt: skip
    assert {edge for edge in edges(graph) if "notes" in edge} == {
        "cs:Core.Note maps_to sql:sales.notes",
        "cs:Core.Note maps_to sql:stock.notes",
        "cs:Sales.Desk.Keep writes_table sql:sales.notes",
        "cs:Stock.Desk.Keep writes_table sql:stock.notes",
    }


def test_tables_of_owned_classes_and_schemas_in_attributes_are_read() -> None:
    source = """
    class Order { } class Line { } [Table("Log", Schema = "audit")] class Entry { }
    class Map { public void Configure(EntityTypeBuilder<Order> builder) {
        builder.ToTable("Orders", schema: "sales");
        builder.OwnsMany<Line>("lines", line => { line.ToTable("Lines", "sales"); });
    } }"""
    assert {edge for edge in edges(graph_of({"a.cs": source})) if " maps_to " in edge} == {
        "cs:Entry maps_to sql:audit.log",
        "cs:Line maps_to sql:sales.lines",
        "cs:Order maps_to sql:sales.orders",
    }


def test_the_user_of_an_identity_context_has_the_table_that_the_platform_gives_it() -> None:
    source = "class Person : IdentityUser { } class Ctx : IdentityDbContext<Person, IdentityRole, string> { }"
    assert {edge for edge in edges(graph_of({"a.cs": source})) if " maps_to " in edge} == {
        "cs:Person maps_to sql:main.aspnetusers"
    }


def test_a_type_name_with_two_meanings_makes_no_edge_but_a_count() -> None:
    graph = graph_of({
        "a.cs": "namespace A; public class Item { }",
        "b.cs": "namespace B; public class Item { }",
        "c.cs": "using A;\nusing B;\nclass User { void Go(Item item) { } }",
    })  # fmt: skip
    assert not any(edge.startswith("cs:User.Go references") for edge in edges(graph))
    assert node(graph, "cs:User.Go").ambiguous == 1


def test_platform_names_bind_only_to_a_typed_receiver() -> None:
    source = """
    public static class More { public static void Add(this Box box, int x) { } }
    public class Box { public object Get(int x) => null; }
    class User {
        void Go(dynamic any, Box box) { any.Add(1); any.Get(1); Other.Get(2); box.Get(1); box.Add(2); }
    }"""
    results = {edge for edge in edges(graph_of({"a.cs": source})) if " calls " in edge}
    assert results == {"cs:User.Go calls cs:Box.Get", "cs:User.Go calls cs:More.Add"}


def test_a_loop_variable_has_the_type_of_the_elements() -> None:
    source = """
    class Item { public void Run() { } }
    class User { IReadOnlyList<Item> items; void Go() { foreach (var item in items) { item.Run(); } } }"""
    assert "cs:User.Go calls cs:Item.Run" in edges(graph_of({"a.cs": source}))


def test_the_last_declaration_before_a_call_decides() -> None:
    source = """
    class A { public void Run() { } }
    class B { public void Run() { } }
    class User { void Go() {
        { var x = new A();
          x.Run(); }
        { var x = new B();
          x.Run(); }
    } }"""
    result = edges(graph_of({"a.cs": source}))
    assert {"cs:User.Go calls cs:A.Run", "cs:User.Go calls cs:B.Run"} <= result


def test_a_lambda_parameter_hides_a_field_of_the_same_name() -> None:
    source = """
    class Item { public void Run() { } }
    class User { Item item; void Go() { things.Each(item => item.Run()); } }"""
    assert not any(" calls " in edge for edge in edges(graph_of({"a.cs": source})))


def test_a_table_without_a_script_is_inferred_from_its_mapping() -> None:
    graph = graph_of({"a.cs": "class Ctx : DbContext { public DbSet<Car> Cars { get; set; } } class Car { }"})
    assert node(graph, "sql:main.cars").origin is Origin.INFERRED
    assert "cs:Car maps_to sql:main.cars" in edges(graph)


def test_a_procedure_pattern_with_several_matches_makes_no_edge() -> None:
    procedures = "\nGO\n".join(f"CREATE PROCEDURE dbo.{name}_ReadById AS SELECT 1" for name in ("A", "B"))
    code = 'class R { void Go() { Run($"[dbo].[{name}_ReadById]"); } }'
    graph = graph_of({"p.sql": procedures, "r.cs": code})
    assert not any(" calls " in edge for edge in edges(graph))
    assert node(graph, "cs:R.Go").ambiguous == 1


def test_of_dated_scripts_only_the_last_definition_counts() -> None:
    graph = graph_of({
        "2023-01-01_a.sql": TABLE + "CREATE PROCEDURE dbo.P AS SELECT * FROM dbo.[Order]",
        "2024-01-01_b.sql": "CREATE TABLE dbo.Log (Id INT)\nGO\nCREATE OR ALTER PROC dbo.P AS DELETE dbo.Log",
    })  # fmt: skip
    assert {edge for edge in edges(graph) if edge.startswith("sql:dbo.p ")} == {
        "sql:dbo.p writes_table sql:dbo.log"
    }
    assert not node(graph, "sql:dbo.p").historic


def test_what_only_old_scripts_define_is_historic_where_there_is_a_current_schema() -> None:
    graph = graph_of({
        "db/Order.sql": TABLE,
        "migrations/2023-01-01_a.sql": TABLE + "CREATE PROCEDURE dbo.Gone AS SELECT 1",
    })  # fmt: skip
    assert node(graph, "sql:dbo.gone").historic
    assert not node(graph, "sql:dbo.order").historic
    assert node(graph, "sql:dbo.order").spans == ("db/Order.sql:1-1",)


def test_an_unqualified_name_finds_the_only_object_so_named() -> None:
    graph = graph_of(
        {"a.sql": "CREATE TABLE sales.orders (id INT);", "b.sql": "CREATE VIEW v AS SELECT * FROM orders;"}
    )
    assert "sql:main.v reads_table sql:sales.orders" in edges(graph)


def test_python_files_of_a_package_do_not_see_their_own_folder() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/typing.py": "",
        "pkg/a.py": "import typing\nfrom . import typing as own\n",
    }
    results = [edge for edge in edges(graph_of(files)) if edge.startswith("file:pkg/a.py")]
    assert results == ["file:pkg/a.py imports file:pkg/typing.py"]


def test_a_src_layout_is_seen_from_tests() -> None:
    files = {
        "src/shop/__init__.py": "", "src/shop/cart.py": "def add(): pass\n",
        "tests/test_cart.py": "from shop.cart import add\nadd()\n",
    }  # fmt: skip
    result = edges(graph_of(files))
    assert "file:tests/test_cart.py imports file:src/shop/cart.py" in result
    assert "file:tests/test_cart.py calls py:shop.cart:add" in result


def test_a_circle_of_re_exports_and_bases_ends() -> None:
    files = {"a.py": "from b import x\nclass A(x): pass\nx()\n", "b.py": "from a import x\nfrom a import *\n"}
    assert "file:a.py imports file:b.py" in edges(graph_of(files))
    assert graph_of({"c.cs": "class A : B { } class B : A { void F() { this.G(); } }"}).nodes


def test_a_document_mentions_only_names_that_are_certain() -> None:
    code = "namespace N; class OrderBook { public void Close() { } } class Order { } "
    text = "# T\n\n`OrderBook.Close()` `Order` `Close` `N.Order` `OrderBooks`\n"
    result = edges(graph_of({"a.cs": code, "t.md": text}))
    assert {edge for edge in result if " mentions " in edge} == {
        "doc:t.md#T mentions cs:N.OrderBook.Close",
        "doc:t.md#T mentions cs:N.Order",
    }


def test_references_are_counted_once_for_each_other_file() -> None:
    graph = graph_of({
        "a.py": "def f(): pass\ndef g(): f()\n",
        "b.py": "import a\na.f()\na.g()\n",
        "c.py": "from a import f\nf()\n",
    })  # fmt: skip
    assert referred_by(graph) == {FileId("r@b:file:a.py"): 2}


def test_a_place_under_other_rights_is_not_told() -> None:
    facts = [extract(parsed(path, "namespace N; partial class A { }")) for path in ("a.cs", "secret/b.cs")]
    rights = ("r", "b", "h", "secret/b.cs", "csharp", ".cs", "", "", "", "", "local", ("board",), (), ())
    scope = RepositoryScope("r", "b", RootId("h"), files={"secret/b.cs": FileScope(*rights)})
    graph = resolve(facts, scope)
    assert node(graph, "cs:N.A").spans == ("a.cs:1-1",)
    assert node(graph, "file:secret/b.cs").groups == ("board",)


def test_no_facts_give_no_graph() -> None:
    graph = resolve([], SCOPE)
    assert graph.nodes == ()
    assert graph.edges == ()


def test_very_deep_chains_and_bases_are_cut_instead_of_failing() -> None:
    bases = "\n".join(f"class C{n} : C{n + 1} {{ public C{n} F() => this; }}" for n in range(400))
    chain = "class U { void Go(C0 c) { c" + ".F()" * 400 + "; } }"
    assert "cs:C0 inherits cs:C1" in edges(graph_of({"a.cs": bases, "b.cs": chain}))


SALES = (
    "CREATE TABLE dbo.Note (Id INT)\nGO\nCREATE VIEW dbo.Notes AS SELECT * FROM Note JOIN Stock.dbo.Item ON 1 = 1"
)
STOCK = "CREATE TABLE [Item] (Id INT)\nGO\nCREATE PROCEDURE Keep AS DELETE FROM Note; SELECT * FROM dbo.Note"


def test_objects_of_several_databases_are_told_apart_by_the_statement_that_enters_one() -> None:
    text = f"USE [master]\nGO\nCREATE DATABASE x\nGO\nUSE [Sales]\nGO\n{SALES}\nGO\nUSE Stock;\nGO\n{STOCK}"
    assert {edge for edge in edges(graph_of({"all.sql": text})) if edge.startswith("sql:")} == {
        "sql:sales/dbo.notes reads_table sql:sales/dbo.note",
        "sql:sales/dbo.notes reads_table sql:stock/dbo.item",
    }


def test_objects_of_several_database_projects_are_told_apart_and_code_names_the_only_one_that_fits() -> None:
    code = 'class R { void Go() { Run("SELECT * FROM dbo.Item"); Run("SELECT * FROM dbo.Note"); } }'
    graph = graph_of({
        "Sales/Sales.sqlproj": "<Project/>", "Sales/dbo/a.sql": SALES,
        "Stock/Stock.sqlproj": "<Project/>", "Stock/dbo/b.sql": f"{STOCK}\nGO\nCREATE TABLE Note (Id INT)",
        "r.cs": code,
    })  # fmt: skip
    assert {edge for edge in edges(graph) if not edge.startswith("sql:sales")} == {
        "sql:stock/dbo.keep reads_table sql:stock/dbo.note",
        "sql:stock/dbo.keep writes_table sql:stock/dbo.note",
        "cs:R.Go reads_table sql:stock/dbo.item",
    }
    assert node(graph, "cs:R.Go").ambiguous == 1


def test_one_database_by_whatever_name_stays_without_it() -> None:
    graph = graph_of({"Sql/Sql.sqlproj": "<Project/>", "Sql/a.sql": TABLE, "b.sql": "DELETE FROM Sql.dbo.[Order]"})
    assert "file:b.sql writes_table sql:dbo.order" in edges(graph)


def test_a_database_of_mysql_stands_where_others_have_a_schema() -> None:
    shop = (
        "USE `shop`;\nCREATE TABLE `Note` (Id INT);\nCREATE VIEW v AS SELECT * FROM shop.Note JOIN other.Note;\n"
    )
    other = "USE other;\nCREATE TABLE Note (Id INT) ENGINE=InnoDB;\n"
    assert "sql:main.v reads_table sql:main.note" in edges(graph_of({"a.sql": shop}))
    assert {edge for edge in edges(graph_of({"a.sql": shop, "b.sql": other})) if edge.startswith("sql:")} == {
        "sql:shop/main.v reads_table sql:shop/main.note",
        "sql:shop/main.v reads_table sql:other/main.note",
    }


def test_a_script_that_shows_no_dialect_has_the_default_schema_of_its_neighbours() -> None:
    functions = "CREATE FUNCTION f() RETURNS int AS $$ BEGIN DELETE FROM word; END $$ LANGUAGE plpgsql;"
    graph = graph_of({"f.sql": functions, "t.sql": "CREATE TABLE word (id int);"})
    assert "sql:public.f writes_table sql:public.word" in edges(graph)
    assert node(graph, "sql:public.word").qualname == "public.word"


def test_a_schema_that_stands_in_migrations_only_has_the_keys_that_later_ones_add() -> None:
    first = (
        "CREATE TABLE a (id int);\nCREATE TABLE b (id int);\nALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b (id);"
    )
    graph = graph_of({"db/migration/0001_init.up.sql": first})
    results = {(each.source, each.type.value, each.target) for each in graph.edges}
    assert ("r@b:sql:main.a", "foreign_key", "r@b:sql:main.b") in results


def test_a_script_that_drops_what_it_made_tells_less_than_one_that_keeps_it() -> None:
    graph = graph_of(
        {
            "a.sql": "CREATE TABLE dbo.Current (Id INT)\nGO\nDROP TABLE dbo.Current\nGO\n",
            "b.sql": "CREATE VIEW dbo.Current AS SELECT 1 AS Id\nGO\n",
        }
    )
    assert node(graph, "sql:dbo.current").kind == "view"


def test_a_function_uses_what_the_statement_uses_that_it_hands_on_by_name() -> None:
    source = "package db\nconst find = `SELECT id FROM accounts WHERE id = 1`\nfunc Find(q Q) { q.Query(find) }\n"
    results = {(each.source, each.target) for each in graph_of({"db/a.go": source}).edges}
    assert ("r@b:go:db.Find", "r@b:sql:main.accounts") in results


def test_a_method_of_a_mapper_uses_what_its_statement_in_xml_uses() -> None:
    files = {
        "Orders.java": "package shop;\npublic interface Orders { Order find(int id); }\n",
        "orders.xml": """<mapper namespace="shop.Orders">
            <sql id="from">FROM orders o</sql>
            <select id="find">SELECT o.id <include refid="from"/> <where>o.id &lt; #{id}</where></select>
            <insert id="add"><![CDATA[INSERT INTO lines (id) VALUES (#{id})]]></insert></mapper>""",
    }
    results = {(each.source, each.type.value, each.target) for each in graph_of(files).edges}
    assert ("r@b:java:shop.Orders.find", "reads_table", "r@b:sql:main.orders") in results
    assert ("r@b:file:orders.xml", "writes_table", "r@b:sql:main.lines") in results


def test_a_name_without_a_schema_is_the_object_in_a_default_schema_before_one_in_another() -> None:
    files = {
        "mysql/a.sql": "CREATE TABLE shop.event (id int) ENGINE=x;\nCREATE TABLE shop.b (id int) ENGINE=x;\n",
        "postgres/b.sql": "CREATE TABLE event (id serial);\n",
        "use.py": 'def read(q):\n    q("SELECT id FROM event WHERE id = 1")\n',
    }
    results = {(each.source, each.target) for each in graph_of(files).edges}
    assert ("r@b:py:use:read", "r@b:sql:public.event") in results


def test_a_statement_with_a_hole_may_name_its_own_parts_in_there() -> None:
    text = 'def read(q, steps):\n    q(f"WITH a AS (SELECT 1), {steps} SELECT id FROM sequences WHERE id = 1")\n'
    assert not [each for each in graph_of({"use.py": text}).nodes if each.origin is Origin.INFERRED]


STATEMENTS = """
public class Store {
    public void Read(Db db) {
        var text = new StringBuilder();
        text.Append("SELECT o.Id ");
        text.Append("FROM\\tOrders o ");
        text.Append("LEFT OUTER JOIN Lines l ");
        db.ExecuteReader(text.ToString());
    }
    public void Write(Db db) { db.ExecuteNonQuery("Update Orders " + "Set Id = 1"); }
    public void Drop(Db db) { db.ExecuteNonQuery("delete Lines where Id = @id"); }
    public void Call(Db db) { db.ExecuteNonQuery("close_order(:id,:user)"); }
    public string Title() { return "Update Orders"; }
}
"""


def test_statements_that_are_put_together_line_by_line_lead_to_their_tables() -> None:
    scripts = (
        "CREATE TABLE orders (id serial);\nCREATE TABLE lines (id serial);\n"
        "CREATE FUNCTION close_order(i int, u text) RETURNS void AS $$ BEGIN END $$ LANGUAGE plpgsql;\n"
    )
    graph = graph_of({"a.sql": scripts, "Store.cs": STATEMENTS})
    assert {each for each in edges(graph) if each.startswith("cs:")} == {
        "cs:Store.Read reads_table sql:public.orders",
        "cs:Store.Read reads_table sql:public.lines",
        "cs:Store.Write writes_table sql:public.orders",
        "cs:Store.Drop writes_table sql:public.lines",
        "cs:Store.Call calls sql:public.close_order",
    }


def test_an_argument_that_is_this_hides_no_other_call_of_a_file() -> None:
    text = 'class A { void F(Http h) { h.GetAsync(this); h.MapGet("/x", this); G(); } void G() { } }'
    assert edges(graph_of({"a.cs": text})) == {"cs:A.F calls cs:A.G"}
