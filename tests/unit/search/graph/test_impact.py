import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.errors import BadInputError
from search.graph.dependency_graph import DependencyGraph
from search.graph.impact import impact_of
from search.graph.structure import dependency_cycles, file_cycles
from search.graph.unused import unused
from search.types.graph import EdgeType, Node
from tests.fakes.graph import drawn, edge, file_node, id_of, node


def test_a_change_reaches_everything_that_depends_on_it_nearest_first():
    result = impact_of(drawn(["b calls a", "c calls b", "d calls a", "a calls z"]), [id_of("a")])
    assert [(each.node.name, each.distance, each.through) for each in result.affected] == [
        ("b", 1, id_of("a")),
        ("d", 1, id_of("a")),
        ("c", 2, id_of("b")),
    ]
    assert result.files == ("src/b.cs", "src/c.cs", "src/d.cs")


def test_a_change_of_a_class_is_a_change_of_its_members():
    graph = drawn(["A defines A.go", "X calls A.go", "A.go calls A.help", "A defines A.help"], A_go="method")
    assert [each.node.name for each in impact_of(graph, [id_of("A")]).affected] == ["X"]


def test_the_part_that_something_is_reached_through_stands_between():
    graph = drawn(["A defines A.go", "X calls A.go", "A defines A.still"], A_go="method", A_still="method")
    result = impact_of(graph, [id_of("A")])
    assert [(each.name, each.through) for each in result.parts] == [("A.go", id_of("A"))]
    assert result.affected[0].through == id_of("A.go")


def test_what_is_beyond_the_limit_is_counted_and_its_files_are_told():
    result = impact_of(drawn(["b calls a", "c calls b", "d calls c"]), [id_of("a")], max_nodes=1)
    assert ([each.name for each in result.affected], result.hidden) == (["b"], 2)
    assert result.files == ("src/b.cs", "src/c.cs", "src/d.cs")
    with pytest.raises(BadInputError, match="max-nodes is 0"):
        impact_of(drawn(["b calls a"]), [id_of("a")], max_nodes=0)


def is_a_test(each: Node) -> bool:
    return each.name.startswith("test")


def test_tests_are_counted_where_they_are_not_wanted_and_take_no_place_of_the_code():
    graph = drawn(["testA calls a", "testB calls testA", "b calls a", "c calls b", "testC calls c"])
    result = impact_of(graph, [id_of("a")], tests=False, is_test=is_a_test, max_nodes=2)
    assert [each.node.name for each in result.affected] == ["b", "c"]
    assert (result.hidden, result.tests_left_out, result.files) == (0, 3, ("src/b.cs", "src/c.cs"))
    whole = impact_of(graph, [id_of("a")], is_test=is_a_test)
    assert (len(whole.affected), whole.tests_left_out) == (5, 0)


def test_what_depends_on_a_test_are_tests():
    graph = drawn(["testB calls testA", "testC calls testB"])
    result = impact_of(graph, [id_of("testA")], tests=False, is_test=is_a_test)
    assert ([each.node.name for each in result.affected], result.tests_left_out) == (["testB", "testC"], 0)


def test_lines_outside_every_definition_reach_what_uses_the_file_itself_and_nothing_behind_it():
    item, two, three = (file_node(f"{name}.py") for name in ("one", "two", "three"))
    inside = node("py:one:f", "function", path="one.py", file_id=item.id)
    caller = node("py:three:g", "function", path="three.py", file_id=three.id)
    edges = [
        edge(two, item, EdgeType.IMPORTS),
        edge(three, two, EdgeType.IMPORTS),
        edge(item, inside, EdgeType.DEFINES),
        edge(caller, inside),
    ]
    graph = DependencyGraph([item, two, three, inside, caller], edges)
    assert [each.node.id for each in impact_of(graph, [], loosely=[item.id]).affected] == [two.id]
    assert {each.node.id for each in impact_of(graph, [item.id]).affected} == {two.id, three.id, caller.id}


@pytest.mark.parametrize(
    ("kind", "tier", "names"),
    [
        ("constant", "value", ["taker", "caller"]),
        ("constant", "scope", ["taker", "caller"]),
        ("enum", "value", ["taker", "caller"]),
        ("property", "value", ["taker", "caller"]),
        ("class", "value", ["taker", "caller"]),
        ("function", "import", ["taker", "caller"]),
        ("namespace", "scope", []),
    ],
)
def test_a_change_of_what_is_named_as_a_value_reaches_those_who_name_it(kind: str, tier: str, names: list[str]):
    limit, taker, caller = (
        node("py:m:LIMIT", kind),
        node("py:m:taker", "function"),
        node("py:m:caller", "function"),
    )
    named = edge(taker, limit, EdgeType.REFERENCES, tier=tier)
    graph = DependencyGraph([limit, taker, caller], [named, edge(caller, taker)])
    assert [each.node.name for each in impact_of(graph, [limit.id]).affected] == names


@pytest.mark.parametrize("kind", ["class", "interface", "struct", "enum", "trait", "type", "union", "delegate"])
def test_a_change_of_a_type_reaches_what_names_it_and_what_depends_on_that(kind: str):
    graph = drawn(["Config references Size", "scan calls Config"], Size=kind, Config="struct", scan="function")
    assert [each.node.name for each in impact_of(graph, [id_of("Size")]).affected] == ["Config", "scan"]


def test_what_only_names_a_type_on_the_way_is_not_reached():
    graph = drawn(["Config instantiates Size", "scan references Config"], scan="function")
    assert [each.node.name for each in impact_of(graph, [id_of("Size")]).affected] == ["Config"]


def test_a_change_of_a_method_does_not_reach_what_names_its_type():
    graph = drawn(["A defines A.go", "X references A", "Y calls A.go"], A_go="method")
    assert [each.node.name for each in impact_of(graph, [id_of("A.go")]).affected] == ["Y"]


def test_a_change_of_an_attribute_reaches_what_is_marked_with_it():
    graph = drawn(["Cart annotated_by Audited"])
    assert [each.node.name for each in impact_of(graph, [id_of("Audited")]).affected] == ["Cart"]


def test_a_change_of_a_decorator_reaches_the_functions_that_it_runs_around_and_their_callers():
    kinds = {"guard": "function", "view": "function", "caller": "function"}
    graph = drawn(["view annotated_by guard", "caller calls view"], **kinds)
    assert [each.node.name for each in impact_of(graph, [id_of("guard")]).affected] == ["view", "caller"]


def test_what_is_only_marked_with_an_attribute_on_the_way_is_not_reached():
    graph = drawn(["Audited calls log", "Cart annotated_by Audited"], log="function")
    assert [each.node.name for each in impact_of(graph, [id_of("log")]).affected] == ["Audited"]


def test_a_change_of_a_file_reaches_what_names_its_types():
    item = file_node("size.rs")
    size, user = node("rs:Size", path="size.rs", file_id=item.id), node("rs:Config", path="config.rs")
    edges = [edge(item, size, EdgeType.DEFINES), edge(user, size, EdgeType.REFERENCES)]
    graph = DependencyGraph([item, size, user], edges)
    assert [each.node.name for each in impact_of(graph, [item.id]).affected] == ["Config"]


def test_with_edges_of_certain_types_only_these_reach_what_depends_on_a_type():
    graph = drawn(["Config references Size", "scan calls Size"])
    calls = impact_of(graph, [id_of("Size")], edges=[EdgeType.CALLS])
    assert [each.node.name for each in calls.affected] == ["scan"]


def test_what_is_out_of_sight_is_not_affected():
    graph = drawn(["b calls a", "c calls b"])
    result = impact_of(graph, [id_of("a"), "no such thing"], visible=lambda each: each.name != "b")
    assert (result.affected, result.files) == ((), ())


@given(st.permutations(["b calls a", "c calls b", "a calls c", "d inherits c"]))
def test_the_order_of_edges_does_not_change_an_impact(picture: list[str]):
    assert [each.node.name for each in impact_of(drawn(picture), [id_of("a")]).affected] == ["b", "c", "d"]


def test_rings_are_listed_the_largest_first():
    graph = drawn(["a calls b", "b calls a", "c calls d", "d calls e", "e calls c", "e calls a", "f calls f"])
    cycles = dependency_cycles(graph)
    assert [tuple(node.name for node in cycle.members) for cycle in cycles] == [tuple("cde"), tuple("ab")]
    assert [(edge.from_id, edge.to_id) for edge in cycles[0].edges] == [
        (id_of("c"), id_of("d")),
        (id_of("d"), id_of("e")),
        (id_of("e"), id_of("c")),
    ]


def test_of_a_large_ring_a_shortest_way_around_is_told():
    cycle = dependency_cycles(drawn(["a calls b", "b calls c", "c calls d", "d calls a", "b calls a"]))[0]
    assert len(cycle.members) == 4
    assert [(edge.from_id, edge.to_id, edge.line) for edge in cycle.edges] == [
        (id_of("a"), id_of("b"), 5),
        (id_of("b"), id_of("a"), 5),
    ]


def test_files_depend_on_each_other_through_what_they_hold():
    item, two = file_node("one.py"), file_node("two.py")
    first = node("py:one:f", "function", path="one.py", file_id=item.id)
    second = node("py:two:g", "function", path="two.py", file_id=two.id)
    there, back = edge(first, second), edge(two, item, EdgeType.IMPORTS, file_id=two.id, path="two.py")
    graph = DependencyGraph([item, two, first, second], [there, back])
    cycle = file_cycles(graph)[0]
    assert [member.id for member in cycle.members] == [item.id, two.id]
    assert [(edge.from_id, edge.to_id, edge.edge_type, edge.path) for edge in cycle.edges] == [
        (item.id, two.id, EdgeType.CALLS, "one.py"),
        (two.id, item.id, EdgeType.IMPORTS, "two.py"),
    ]
    assert file_cycles(graph, visible=lambda each: each.id != two.id) == []


def test_what_nothing_uses_is_listed_and_a_type_lives_by_its_members():
    graph = drawn(
        ["X calls A.go", "A defines A.go", "A defines A.dead", "doc mentions A.dead", "doc mentions B"],
        A_go="method",
        A_dead="method",
        doc="section",
    )
    assert [each.node.qualname for each in unused(graph)] == ["A.dead", "B", "X"]


def test_of_an_unused_type_the_members_are_not_told_nor_what_the_language_calls():
    graph = drawn(
        ["A defines A.go", "B defines B.__len__", "B defines B.main", "X calls B", "B calls X"],
        A_go="method",
        B___len__="method",
        B_main="method",
    )
    assert [each.node.qualname for each in unused(graph)] == ["A"]


def test_a_language_of_which_no_use_is_known_is_not_judged():
    caller, called, dead = node("cs:A"), node("cs:B"), node("cs:C")
    item, part = node("ruby:Cart"), node("ruby:Cart.add", "method")
    edges = [edge(caller, called), edge(item, part, EdgeType.DEFINES)]
    graph = DependencyGraph([caller, called, dead, item, part], edges)
    assert [each.node.qualname for each in unused(graph)] == ["A", "C"]


def test_what_only_tests_use_is_unused_and_tests_themselves_are_not_judged() -> None:
    graph = drawn(
        ["Cart defines Cart.add", "CartTest.adds calls Cart.add", "Shop.run calls Mail"], Cart_add="method"
    )
    definitions = unused(graph, is_test=lambda node: "Test" in node.path)
    assert [(each.node.name, each.by_tests) for each in definitions] == [("Cart", True), ("run", False)]
