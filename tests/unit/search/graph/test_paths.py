import pytest

from search.errors import AmbiguousNameError, NotFoundError
from search.graph.dependency_graph import DependencyGraph
from search.graph.paths import dependency_path, dependency_paths
from search.types.graph import EdgeType
from search.types.graph_queries import PathRequest
from tests.fakes.graph import drawn, edge, id_of, node


def way(picture: list[str], source: str, target: str, **kinds: str) -> list[str] | None:
    path = dependency_path(drawn(picture, **kinds), source, target)
    return None if path is None else [step.target.qualname for step in path.steps]


def test_the_shortest_way_is_found():
    assert way(["a calls b", "b calls c", "c calls d", "b calls d"], "a", "d") == ["b", "d"]


def test_of_equal_ways_the_strongest_edge_decides_and_then_the_name():
    assert way(["a calls b", "a inherits c", "b calls d", "c calls d"], "a", "d") == ["c", "d"]
    assert way(["a calls c", "a calls b", "b calls d", "c calls d"], "a", "d") == ["b", "d"]


def test_there_is_no_way_against_the_edges():
    assert way(["a calls b"], "b", "a") is None


def test_a_way_along_references_is_only_a_last_resort():
    assert way(["a references d", "a calls b", "b calls d"], "a", "d") == ["b", "d"]
    assert way(["a references d"], "a", "d") == ["d"]


def test_named_edges_have_no_last_resort():
    graph = drawn(["a references d"])
    assert dependency_path(graph, "a", "d", edges=(EdgeType.CALLS,)) is None


def test_a_class_begins_and_ends_with_its_members():
    picture = ["A defines A.go", "A.go calls B.run", "B defines B.run", "B.run calls t"]
    kinds = {"A_go": "method", "B_run": "method"}
    assert way(picture, "A", "B", **kinds) == ["A.go", "B.run"]
    assert way(picture, "A", "t", **kinds) == ["A.go", "B.run", "t"]


def test_a_thing_is_no_step_away_from_itself():
    assert way(["a calls b"], "a", "a") == []


def test_nothing_out_of_sight_is_on_the_way():
    graph = drawn(["a calls b", "b calls c", "a calls x", "x calls y", "y calls c"])
    path = dependency_path(graph, "a", "c", visible=lambda node: node.name != "b")
    assert path is not None
    assert [step.target.name for step in path.steps] == ["x", "y", "c"]
    with pytest.raises(NotFoundError):
        dependency_path(graph, "a", "b", visible=lambda node: node.name != "b")


SEVERAL = ["a calls b", "a calls c", "b calls d", "c calls d", "c calls e", "e calls d", "a calls d", "d calls a"]


def ways(request: PathRequest, picture: list[str] = SEVERAL) -> list[str]:
    paths = dependency_paths(drawn(picture), request)
    return ["".join(step.target.qualname for step in path.steps) for path in paths.ways]


def test_several_ways_come_shortest_first_and_pass_nothing_twice():
    assert ways(PathRequest("a", "d")) == ["d", "bd", "cd", "ced"]
    assert ways(PathRequest("a", "d", most=2)) == ["d", "bd"]
    assert ways(PathRequest("d", "b")) == ["ab"]


def test_ways_can_be_those_that_pass_a_thing():
    assert ways(PathRequest("a", "d", via="c")) == ["cd", "ced"]
    assert ways(PathRequest("a", "d", via="e")) == ["ced"]
    assert ways(PathRequest("b", "d", via="e")) == []


def test_each_step_of_a_way_that_passes_a_thing_has_its_edge():
    (path,) = dependency_paths(drawn(SEVERAL), PathRequest("a", "d", via="e")).ways
    assert [(step.source.name, step.target.name, len(step.edges)) for step in path.steps] == [
        ("a", "c", 1),
        ("c", "e", 1),
        ("e", "d", 1),
    ]


def test_the_number_of_ways_is_bounded_where_there_are_millions():
    picture = [
        f"n{level}{first} calls n{level + 1}{second}"
        for level in range(8)
        for first in "abcd"
        for second in "abcd"
    ]
    assert len(ways(PathRequest("n0a", "n8a", most=5), picture)) == 5


def shop(*, twice: bool = False) -> DependencyGraph:
    """Return a controller that reads a table; a property, or two, has the name of the table in capitals."""
    page, handler = node("cs:Page"), node("cs:Handler.Handle", "method")
    table, own = node("sql:main.orders", "table"), node("cs:Context.Orders", "property")
    second = [node("cs:Other.Orders", "property")] if twice else []
    edges = [edge(page, handler), edge(handler, table, EdgeType.READS_TABLE)]
    return DependencyGraph([page, handler, table, own, *second], edges)


@pytest.mark.parametrize("twice", [False, True])
def test_a_way_to_another_meaning_of_a_name_is_a_way(twice: bool):
    paths = dependency_paths(shop(twice=twice), PathRequest("Page", "Orders"))
    assert [[step.target.name for step in path.steps] for path in paths.ways] == [["Handle", "orders"]]
    assert paths.targets == ("shop@main:sql:main.orders",)


def test_a_way_from_another_meaning_of_a_name_is_a_way():
    graph = drawn(["Login references x", "Pages.Login calls Cart"], x="function", Pages_Login="method")
    paths = dependency_paths(graph, PathRequest("Login", "Cart"))
    assert (paths.sources, len(paths.ways)) == ((id_of("Pages.Login"),), 1)


def test_a_name_stands_for_another_spelling_only_where_nothing_is_spelled_so():
    graph = drawn(["login references x", "Login calls Cart"], login="function", x="function")
    assert dependency_paths(graph, PathRequest("login", "Cart")).ways == ()
    assert dependency_paths(graph, PathRequest("login", "Cart")).sources == (id_of("login"),)
    assert dependency_paths(graph, PathRequest("LOGIN", "Cart")).sources == (id_of("Login"),)


def test_a_way_of_the_usual_meaning_comes_before_a_shorter_one_of_another():
    graph = drawn(["Login calls b", "b calls Cart", "Pages.Login calls Cart"], Pages_Login="method")
    assert dependency_paths(graph, PathRequest("Login", "Cart")).sources == (id_of("Login"),)


def test_of_several_meanings_the_nearest_ones_are_joined():
    picture = ["One.run calls b", "b calls Cart", "Two.run calls Cart"]
    graph = drawn(picture, One_run="function", Two_run="function")
    (path,) = dependency_paths(graph, PathRequest("run", "Cart")).ways
    assert path.source.id == id_of("Two.run")


def test_without_a_way_all_meanings_that_were_tried_are_said():
    paths = dependency_paths(shop(), PathRequest("Orders", "Page"))
    assert paths.ways == ()
    assert paths.sources == (id_of("Context.Orders"), "shop@main:sql:main.orders")
    assert paths.targets == (id_of("Page"),)


def test_an_identifier_has_no_other_meaning():
    assert dependency_paths(shop(), PathRequest("Page", id_of("Context.Orders"))).ways == ()


def test_a_name_of_far_too_many_things_has_to_be_made_clear_where_there_is_no_way():
    picture = [f"C{number:02}.run calls x" for number in range(30)]
    graph = drawn([*picture, "y calls z"], **{f"C{number:02}_run": "method" for number in range(30)})
    assert dependency_paths(graph, PathRequest("run", "x")).sources == (id_of("C00.run"),)
    with pytest.raises(AmbiguousNameError):
        dependency_paths(graph, PathRequest("run", "y"))


def test_the_meanings_are_tried_in_the_order_that_is_wanted():
    graph = drawn(["One.run calls Cart", "Two.run calls Cart"], One_run="function", Two_run="function")
    paths = dependency_paths(graph, PathRequest("run", "Cart"), order=lambda nodes: nodes[::-1])
    assert paths.sources == (id_of("Two.run"),)
