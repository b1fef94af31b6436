"""Languages whose classes are scopes: nested types, members of the classes around, classes without a name."""

import pytest

from search.types.graph import EdgeType
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

TREE = """
package p;
class Tree extends Plant {
    Node root = new Node();
    static final Visitor PRINTER = new Visitor() {
        public void visit() { print(); }
    };
    static void print() { }
    void grow() {
        root.split();
        ((Node) first()).split();
        water();
        soil.turn();
        Shelf.MAIN.put();
    }
    Object first() { return null; }
    void walk() {
        final Visitor ours = new Visitor() {
            public void visit() { Tree.this.grow(); this.rest(); leaf(); }
        };
    }
    void leaf() { }
    static class Node { void split() { } }
    class Branch extends Node { void bend() { grow(); split(); root.split(); } }
}
"""
PLANT = """
package p;
class Plant { Soil soil; void water() { } static class Soil { void turn() { } } }
class Shelf { static final Shelf MAIN = null; void put() { } }
abstract class Visitor { abstract void visit(); void rest() { } }
@interface Shown { String value(); }
enum Kind {
    ROUND { void roll() { turn(); } };
    void spin(Object o) { if (o instanceof Shelf s) s.put(); Kind.ROUND.turn(); int turn = turn(); }
    void turn() { }
    void ask(Shown shown) { shown.value(); }
}
"""


@pytest.fixture(scope="module")
def tree() -> set[str]:
    return edges(graph_of({"p/Tree.java": TREE, "p/Plant.java": PLANT}))


@pytest.mark.parametrize(
    "edge",
    [
        "java:p.Tree instantiates java:p.Tree.Node",
        "java:p.Tree.Branch inherits java:p.Tree.Node",
        "java:p.Tree.grow calls java:p.Tree.Node.split",
        "java:p.Tree.grow calls java:p.Plant.water",
        "java:p.Tree.grow calls java:p.Plant.Soil.turn",
        "java:p.Tree.grow calls java:p.Shelf.put",
        "java:p.Tree.Branch.bend calls java:p.Tree.grow",
        "java:p.Tree.Branch.bend calls java:p.Tree.Node.split",
        "java:p.Kind.ask calls java:p.Shown.value",
        "java:p.Kind.spin calls java:p.Shelf.put",
        "java:p.Kind.spin calls java:p.Kind.turn",
    ],
)
def test_a_name_means_what_the_classes_around_it_know(tree: set[str], edge: str) -> None:
    assert edge in tree


@pytest.mark.parametrize(
    "edge",
    [
        "java:p.Tree.PRINTER.Visitor{} inherits java:p.Visitor",
        "java:p.Tree.PRINTER.Visitor{}.visit calls java:p.Tree.print",
        "java:p.Tree.walk.Visitor{} inherits java:p.Visitor",
        "java:p.Tree.walk.Visitor{}.visit calls java:p.Tree.grow",
        "java:p.Tree.walk.Visitor{}.visit calls java:p.Visitor.rest",
        "java:p.Tree.walk.Visitor{}.visit calls java:p.Tree.leaf",
        "java:p.Kind.ROUND.roll calls java:p.Kind.turn",
    ],
)
def test_a_class_without_a_name_is_named_by_its_place_and_its_base(tree: set[str], edge: str) -> None:
    assert edge in tree


def test_a_method_of_a_class_without_a_name_is_none_of_the_class_around() -> None:
    files = {"p/Tree.java": TREE, "p/Plant.java": PLANT}
    graph = graph_of(files)
    targets = {
        edge.target for edge in graph.edges if edge.type is EdgeType.DEFINES and edge.source == "r@b:java:p.Tree"
    }
    assert "r@b:java:p.Tree.PRINTER.Visitor{}" in targets
    assert "r@b:java:p.Tree.visit" not in targets
