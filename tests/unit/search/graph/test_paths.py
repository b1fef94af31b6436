import pytest

from search.errors import NotFoundError
from search.graph.paths import dependency_path
from search.types.graph import EdgeType
from tests.fakes.graph import drawn


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
