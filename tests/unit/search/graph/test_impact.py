from hypothesis import given
from hypothesis import strategies as st

from search.graph.dependency_graph import DependencyGraph
from search.graph.impact import impact_of, table_use
from search.graph.structure import dependency_cycles, file_cycles, unused
from search.types.graph import EdgeType
from tests.fakes.graph import drawn, edge, file_node, id_of, node


def test_a_change_reaches_everything_that_depends_on_it_nearest_first():
    found = impact_of(drawn(["b calls a", "c calls b", "d calls a", "a calls z"]), [id_of("a")])
    assert [(each.node.name, each.distance, each.through) for each in found.affected] == [
        ("b", 1, id_of("a")),
        ("d", 1, id_of("a")),
        ("c", 2, id_of("b")),
    ]
    assert found.files == ("src/b.cs", "src/c.cs", "src/d.cs")


def test_a_change_of_a_class_is_a_change_of_its_members():
    graph = drawn(["A defines A.go", "X calls A.go", "A.go calls A.help", "A defines A.help"], A_go="method")
    assert [each.node.name for each in impact_of(graph, [id_of("A")]).affected] == ["X"]


def test_what_is_out_of_sight_is_not_affected():
    graph = drawn(["b calls a", "c calls b"])
    found = impact_of(graph, [id_of("a"), "no such thing"], visible=lambda each: each.name != "b")
    assert (found.affected, found.files) == ((), ())


@given(st.permutations(["b calls a", "c calls b", "a calls c", "d inherits c"]))
def test_the_order_of_edges_does_not_change_an_impact(picture: list[str]):
    assert [each.node.name for each in impact_of(drawn(picture), [id_of("a")]).affected] == ["b", "c", "d"]


def test_a_table_tells_who_reads_and_who_writes_it():
    picture = ["p reads_table t", "p writes_table t", "q reads_table t", "E maps_to t", "x foreign_key t"]
    use = table_use(drawn([*picture, "m calls p"], t="table"), "t")
    assert [[each.name for each in group] for group in (use.readers, use.writers, use.linked)] == [
        ["p", "q"],
        ["p"],
        ["E", "x"],
    ]


def test_rings_are_listed_the_largest_first():
    graph = drawn(["a calls b", "b calls a", "c calls d", "d calls e", "e calls c", "e calls a", "f calls f"])
    assert dependency_cycles(graph) == [tuple(map(id_of, "cde")), tuple(map(id_of, "ab"))]


def test_files_depend_on_each_other_through_what_they_hold():
    one, two = file_node("one.py"), file_node("two.py")
    first = node("py:one:f", "function", path="one.py", file_id=one.id)
    second = node("py:two:g", "function", path="two.py", file_id=two.id)
    there, back = edge(first, second), edge(two, one, EdgeType.IMPORTS, file_id=two.id, path="two.py")
    graph = DependencyGraph([one, two, first, second], [there, back])
    assert file_cycles(graph) == [(one.id, two.id)]
    assert file_cycles(graph, visible=lambda each: each.id != two.id) == []


def test_what_nothing_uses_is_listed_and_a_type_lives_by_its_members():
    graph = drawn(
        ["X calls A.go", "A defines A.go", "A defines A.dead", "doc mentions A.dead", "doc mentions B"],
        A_go="method",
        A_dead="method",
        doc="section",
    )
    assert [each.qualname for each in unused(graph)] == ["A.dead", "B", "X"]
