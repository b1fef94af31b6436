from hypothesis import given
from hypothesis import strategies as st

from search.graph.changes import changed_nodes
from search.graph.dependency_graph import DependencyGraph
from search.graph.visibility import GraphVisibility
from search.types.graph import Node
from tests.fakes.graph import file_node, node

FILE = file_node("src/a.cs")


def part(name: str, start: int, end: int, kind: str = "method", **more: object) -> Node:
    values = {"path": "src/a.cs", "file_id": FILE.id, "start_line": start, "end_line": end}
    return node(f"cs:{name}", kind, **{**values, **more})


NODES = [FILE, part("A", 3, 20, "class"), part("A.one", 5, 8), part("A.two", 10, 14), part("B", 22, 30, "class")]
GRAPH = DependencyGraph(NODES, [])


def touched(*lines: tuple[int, int], graph: DependencyGraph = GRAPH) -> tuple[list[str], bool]:
    result = changed_nodes(graph, GraphVisibility(graph), {FILE.file_id: lines})
    return [each.rpartition(":")[2] for each in result.definitions], bool(result.files)


def test_the_innermost_definition_of_each_line_has_changed():
    assert touched((6, 6)) == (["A.one"], False)
    assert touched((8, 10)) == (["A", "A.one", "A.two"], False)
    assert touched((14, 23)) == (["A", "A.two", "B"], True)


def test_lines_outside_every_definition_change_the_file():
    assert touched((1, 2)) == ([], True)
    assert touched((31, 31)) == ([], True)


def test_removed_lines_change_what_holds_both_neighbours():
    assert touched((7, 6)) == (["A.one"], False)
    assert touched((9, 8)) == (["A"], False)
    assert touched((22, 21)) == ([], True)
    assert touched((1, 0)) == ([], True)


def test_a_file_without_lines_has_changed_as_a_whole():
    assert touched() == (["src/a.cs"], False)


def test_a_part_of_a_class_in_another_file_counts():
    split = part("P", 1, 4, "class", path="src/p.cs", spans=("src/p.cs:1-4", "src/a.cs:40-50"))
    assert touched((45, 45), graph=DependencyGraph([*NODES, split], [])) == (["P"], False)


def test_files_out_of_sight_or_unknown_change_nothing():
    visibility = GraphVisibility(GRAPH, lambda each: each.kind != "file")
    result = changed_nodes(GRAPH, visibility, {FILE.file_id: ((6, 6),), file_node("src/none.cs").file_id: ()})
    assert (result.definitions, result.files) == ((), ())


@given(st.integers(1, 34), st.integers(0, 10))
def test_a_range_touches_what_its_lines_touch(first: int, more: int):
    each = [touched((line, line)) for line in range(first, first + more + 1)]
    assert touched((first, first + more)) == (
        sorted({name for names, _ in each for name in names}),
        any(outside for _, outside in each),
    )
