"""Overloads in the graph that is walked: merged, and apart where that is asked for."""

import pytest

from search.errors import AmbiguousNameError
from search.graph.dependency_graph import DependencyGraph
from search.graph.tree import dependency_tree
from search.types.graph import Direction, TreeRequest
from tests.unit.indexer.resolve.graph_samples import graph_of, short

CODE = """
namespace Shop;
public class Cart {
    public void Add(int id) { Log(); }
    public void Add(string name) { Add(1); }
    void Log() { }
}
public class Page { void Show(Cart cart) { cart.Add("x"); } void Other(Cart cart) { cart.Add(1); } }
"""


@pytest.fixture(name="graph")
def _graph() -> DependencyGraph:
    graph = graph_of({"a.cs": CODE, "b.md": "# B\n\nSee `Cart.Add`.\n"})
    return DependencyGraph(graph.nodes, graph.edges)


def lines(graph: DependencyGraph, target: str, direction: Direction) -> list[str]:
    tree = dependency_tree(graph, TreeRequest(target, direction))
    return [f"{'  ' * node.depth}{node.name}" for node in tree.nodes]


def test_overloads_are_one_node_with_the_edges_of_all(graph) -> None:
    assert lines(graph, "Cart.Add", Direction.DEPENDS_ON) == ["Cart.Add", "  Cart.Log"]
    assert lines(graph, "cs:Shop.Cart.Add", Direction.USED_BY)[1:3] == ["  Page.Other", "  Page.Show"]


def test_apart_each_has_its_own_edges_and_the_place_of_its_name_in_its_type(graph) -> None:
    apart = graph.apart
    assert lines(apart, "Cart.Add(string)", Direction.DEPENDS_ON) == [
        "Cart.Add(string)",
        "  Cart.Add(int)",
        "    Cart.Log",
    ]
    assert lines(apart, "cs:Shop.Cart.Add(string)", Direction.USED_BY)[:2] == ["Cart.Add(string)", "  Page.Show"]
    owner = apart.nodes[apart.parent(apart.position("r@b:cs:Shop.Cart.Add(int)"))]
    assert short(owner.id) == "cs:Shop.Cart"


def test_apart_a_name_without_parameters_lists_the_overloads(graph) -> None:
    for name in ("Cart.Add", "Add", "cs:Shop.Cart.Add"):
        with pytest.raises(AmbiguousNameError) as raised:
            graph.apart.names.resolve(name)
        assert raised.value.candidates == ("r@b:cs:Shop.Cart.Add(int)", "r@b:cs:Shop.Cart.Add(string)")


def test_a_document_that_speaks_of_the_name_speaks_of_each_overload(graph) -> None:
    for name in ("Cart.Add(int)", "Cart.Add(string)"):
        assert any("B" in line for line in lines(graph.apart, name, Direction.USED_BY))


def test_a_graph_without_overloads_is_the_same_apart() -> None:
    graph = graph_of({"a.cs": "class A { void F() { } }"})
    whole = DependencyGraph(graph.nodes, graph.edges)
    assert whole.apart is whole
