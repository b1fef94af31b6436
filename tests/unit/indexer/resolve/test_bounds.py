"""Projects that refer to themselves or elsewhere, and more of one thing than anybody writes."""

from indexer.facts.model import FileFacts
from tests.unit.indexer.resolve.graph_samples import edges, extract, graph_of, parsed

REFERENCE = '<Project><ItemGroup><ProjectReference Include="{}"/></ItemGroup></Project>'
OVERLOADS = 5_000
SCHEMAS = 500


def read(path: str, text: str) -> FileFacts:
    return extract(parsed(path, text))


def test_projects_that_refer_to_each_other_in_a_circle_see_each_other() -> None:
    files = {
        "a/a.csproj": REFERENCE.format("..\\b\\b.csproj"),
        "b/b.csproj": REFERENCE.format("..\\a\\a.csproj"),
        "a/a.cs": "public class A { B b; }",
        "b/b.cs": "public class B { A a; }",
    }
    assert edges(graph_of(files)) == {"cs:A references cs:B", "cs:B references cs:A"}


def test_a_project_that_is_no_xml_is_named_and_its_files_are_read() -> None:
    facts = read("a/a.csproj", "this is { no project <<<")
    assert facts.problems == ("project: a.csproj cannot be read: there is no element <Project> in it",)
    files = {"a/a.csproj": "this is { no project <<<", "a/a.cs": "class A { B b; } class B { }"}
    assert edges(graph_of(files)) == {"cs:A references cs:B"}


def test_what_a_project_includes_from_outside_of_the_folder_is_named() -> None:
    inside = read("a/a.csproj", '<Project><ItemGroup><Compile Include="..\\lib\\**\\*.cs"/></ItemGroup></Project>')
    assert inside.problems == ()
    sources = read("a/a.csproj", '<Project><ItemGroup><Compile Include="..\\..\\x\\*.cs"/></ItemGroup></Project>')
    assert sources.problems == ("project: a.csproj names what lies outside of the indexed folder: ../x/*.cs",)
    outside = read("a/a.csproj", REFERENCE.format("..\\..\\other\\b.csproj"))
    assert outside.problems == (
        "project: a.csproj names what lies outside of the indexed folder: ../other/b.csproj",
    )


def test_thousands_of_overloads_are_one_method() -> None:
    methods = "\n".join(f"  void Add(T{number} a, int b) {{ Add(1, 2); }}" for number in range(OVERLOADS))
    calls = "class B { void Go(A a) { a.Add(1, 2); } }"
    graph = graph_of({"a.cs": f"class A {{\n{methods}\n}}", "b.cs": calls})
    (method,) = (node for node in graph.nodes if node.name == "Add")
    assert len(method.spans) == OVERLOADS
    assert "cs:B.Go calls cs:A.Add" in edges(graph)


def test_a_schema_for_each_tenant_keeps_its_tables_apart() -> None:
    statements = (
        f"CREATE SCHEMA t{number};\nCREATE TABLE t{number}.customers (id int primary key);\n"
        f"CREATE TABLE t{number}.orders (id int, customer int REFERENCES t{number}.customers(id));\n"
        for number in range(SCHEMAS)
    )
    graph = graph_of({"tenants.sql": "".join(statements)})
    tables = [node for node in graph.nodes if node.kind == "table"]
    keys = [each for each in edges(graph) if " foreign_key " in each]
    assert (len(tables), len(keys)) == (2 * SCHEMAS, SCHEMAS)
    assert all(each.split()[0].split(".")[0] == each.split()[2].split(".")[0] for each in keys)


def test_a_dump_of_rows_is_read_as_the_table_that_it_fills() -> None:
    rows = ",\n".join(f"({number}, 'create table none_{number} (id int)')" for number in range(50_000))
    dump = f"CREATE TABLE orders (id int, name text);\nINSERT INTO orders (id, name) VALUES {rows};\n"
    graph = graph_of({"dump.sql": dump})
    assert [node.name for node in graph.nodes if node.kind == "table"] == ["orders"]
