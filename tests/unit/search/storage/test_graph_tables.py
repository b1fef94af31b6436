import pytest
from msgspec.structs import replace

from search.storage.schema import EDGES, NODES
from search.storage.storage import Storage
from search.types.filters import Access, RowFilter
from search.types.graph import Edge, EdgeType, Node, Origin
from search.types.ids import RootId

A, B = RootId("a" * 64), RootId("b" * 64)
EVERYTHING = RowFilter()


def node(name: str, root: RootId = A, **arguments: object) -> Node:
    values = {"kind": "class", "language": "python", "branch": "main", "start_line": 1, "end_line": 9}
    return Node(
        **{
            "id": f"{root[0]}@main:py:{name}",
            "name": name,
            "qualname": name,
            "repository": root[0],
            "path_hash": root,
            "file_id": f"{root[0]}@main:file:{name}.py",
            "path": f"{name}.py",
            **values,
            **arguments,
        }
    )


def edge(source: Node, target: Node, kind: EdgeType = EdgeType.CALLS, line: int = 3) -> Edge:
    return Edge(source.id, target.id, kind, "exact", 1.0, source.file_id, source.path, line)


def test_a_graph_comes_back_as_it_was_written(storage):
    first, second = node("One", spans=("One.py:1-9", "More.py:2-4"), groups=("g",)), node("Two", historic=True)
    storage.graph.replace_scope(A, [second, first], [edge(second, first), edge(first, second)])
    assert storage.graph.nodes(EVERYTHING) == [first, second]
    assert storage.graph.edges() == [edge(first, second), edge(second, first)]


def test_an_edge_keeps_its_columns_also_in_an_index_that_was_made_without_them(storage):
    first, second = node("One"), node("Two")
    storage.graph.replace_scope(A, [first, second], [edge(first, second)])
    storage.database.write(EDGES, lambda table: table.drop_columns(["columns"]))
    assert storage.graph.edges() == [edge(first, second)]
    again = Storage(storage.layout.folder, storage.database.written_with)
    assert again.graph.edges() == [edge(first, second)]
    reading = replace(edge(first, second), columns=("Id", "Name"))
    again.graph.replace_scope(A, [first, second], [reading])
    assert again.graph.edges() == [reading]


def test_a_node_of_tests_stays_one_also_in_an_index_that_was_made_without_such(storage):
    tested, test = node("One"), node("Two", in_tests=True)
    storage.graph.replace_scope(A, [tested, test], [])
    assert storage.graph.nodes(EVERYTHING) == [tested, test]
    storage.database.write(NODES, lambda table: table.drop_columns(["in_tests"]))
    assert storage.graph.nodes(EVERYTHING) == storage.graph.with_letters("o", 9) == [tested, node("Two")]
    again = Storage(storage.layout.folder, storage.database.written_with)
    assert again.graph.nodes(EVERYTHING) == [tested, node("Two")]
    again.graph.replace_scope(A, [tested, replace(test, end_line=8)], [])
    assert again.graph.nodes(EVERYTHING) == [tested, replace(test, end_line=8)]


def test_a_streamed_graph_is_the_one_that_is_read_at_once(storage):
    first, two, other = node("One", groups=("g",)), node("Two", spans=("a:1-2",)), node("Three", B)
    storage.graph.replace_scope(A, [first, two], [edge(first, two), replace(edge(two, first), columns=("Id",))])
    storage.graph.replace_scope(B, [other], [])
    assert sorted(storage.graph.stream_nodes([A, B]), key=lambda each: each.id) == storage.graph.nodes(EVERYTHING)
    assert sorted(storage.graph.stream_edges([A, B]), key=lambda each: each.source) == storage.graph.edges()
    assert list(storage.graph.stream_nodes([B])) == [other]


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ("renew", {"renew", "renew(int)", "Lease.renew"}),
        ("LEASE.renew", {"Lease.renew"}),
        ("worker.py", {"worker.py"}),
        ("src\\worker.py", {"worker.py"}),
        ("worker", {"worker.py"}),
        ("a@main:py:renew", {"renew"}),
        ("Größe", {"Größe"}),
        ("o'clock%", set()),
    ],
)
def test_nodes_are_known_by_ends_of_names_and_paths(storage, form: str, names: set[str]):
    nodes = [node("renew"), node("renew(int)"), node("renewal"), replace(node("Lease.renew"), name="renew")]
    nodes += [node("worker.py", kind="file", path="src/worker.py"), node("Größe")]
    storage.graph.replace_scope(A, nodes, [])
    known = {each.id: each.qualname for each in nodes}
    assert {known[each.id] for each in storage.graph.named([form])} >= names
    assert len(storage.graph.named([form])) <= max(len(names), 3)


def test_the_same_graph_again_writes_nothing(storage):
    nodes = [node(f"N{number}") for number in range(20)]
    edges = [edge(nodes[0], other) for other in nodes[1:]]
    storage.graph.replace_scope(A, nodes, edges)
    version = storage.graph.version()
    storage.graph.replace_scope(A, nodes, edges)
    assert storage.graph.version() == version
    storage.graph.replace_scope(A, nodes, [replace(edges[0], line=4), *edges[1:]])
    assert storage.graph.version() == (version[0], version[1] + 1)
    assert storage.graph.edges()[0].line == 4


def test_what_is_not_there_any_more_disappears_and_other_roots_stay(storage):
    storage.graph.replace_scope(A, [node("One"), node("Two")], [edge(node("One"), node("Two"))])
    storage.graph.replace_scope(B, [node("One", B)], [])
    storage.graph.replace_scope(A, [node("Two")], [])
    assert storage.graph.nodes(EVERYTHING) == [node("Two"), node("One", B)]
    assert storage.graph.edges() == []
    assert storage.graph.counts_by_root()[A] == (1, 0)
    assert storage.graph.roots() == {A, B}


def test_the_graphs_of_several_roots_are_written_in_one_commit_of_each_table(storage):
    storage.graph.replace_scope(B, [node("Gone", B)], [])
    before = storage.graph.version()
    graphs = {A: ([node("One"), node("Two")], [edge(node("One"), node("Two"))]), B: ([node("One", B)], [])}
    storage.graph.replace_scopes(graphs)
    assert storage.graph.version() == (before[0] + 1, before[1] + 1)
    assert storage.graph.counts_by_root() == {A: (2, 1), B: (1, 0)}
    assert storage.graph.nodes(EVERYTHING) == [node("One"), node("Two"), node("One", B)]


def test_thousands_of_rows_disappear_at_once(storage):
    storage.graph.replace_scope(A, [node(f"N{number}") for number in range(5_000)], [])
    storage.graph.replace_scope(A, [node("N7"), node("New")], [])
    assert [result.name for result in storage.graph.nodes(EVERYTHING)] == ["N7", "New"]


def test_a_package_of_two_roots_is_one_node_and_each_root_can_drop_its_own(storage):
    def package(root: RootId) -> Node:
        external = {
            "id": "ext:nuget:Dapper",
            "kind": "package",
            "origin": Origin.EXTERNAL,
            "path": "",
            "file_id": "",
        }
        return node("Dapper", root, **external)

    storage.graph.replace_scope(A, [package(A)], [])
    storage.graph.replace_scope(B, [package(B)], [])
    assert [result.id for result in storage.graph.nodes(EVERYTHING)] == ["ext:nuget:Dapper"]
    only_b = Access(roots=(B,)).row_filter()
    assert list(storage.graph.nodes_by_id(["ext:nuget:Dapper"], only_b)) == ["ext:nuget:Dapper"]
    storage.graph.replace_scope(B, [], [])
    assert storage.graph.nodes_by_id(["ext:nuget:Dapper"], only_b) == {}
    assert [result.id for result in storage.graph.nodes(EVERYTHING)] == ["ext:nuget:Dapper"]


@pytest.mark.parametrize("name", ["it's", 'a"b', "x\0y", "😀", "a|b", "%_", "\\"])
def test_hostile_names_are_names(storage, name):
    item, two = node(name), node("Two")
    storage.graph.replace_scope(A, [item, two], [edge(item, two)])
    assert storage.graph.nodes_by_id([item.id], EVERYTHING) == {item.id: item}
    assert storage.graph.edges() == [edge(item, two)]
    storage.graph.replace_scope(A, [two], [])
    assert storage.graph.nodes(EVERYTHING) == [two]


def test_nodes_out_of_sight_are_not_given(storage):
    storage.graph.replace_scope(A, [node("Open"), node("Secret", groups=("board",))], [])
    assert [n.name for n in storage.graph.nodes(Access(groups=("staff",)).row_filter())] == ["Open"]
    assert storage.graph.nodes_by_id([node("Secret").id], Access(groups=()).row_filter()) == {}
