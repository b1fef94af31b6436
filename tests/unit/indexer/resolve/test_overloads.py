"""Overloads: a node each, and calls that lead to the one that their arguments suit."""

import pytest

from indexer.linking.graph import Graph
from search.graph.overloads import merged
from search.types.graph import OVERLOAD
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, short

STORE = """
namespace Shop;
public class Order { public int Id; public string Name; }
public class BigOrder : Order { }
public enum Kind { A, B }
public interface IStore { void Save(int id); void Save(Order order); void Save(string name, int count = 0); }
public class Store : IStore {
    public void Save(int id) { Save("all"); }
    public void Save(Order order) { Log(order.Id, 1); }
    public void Save(string name, int count = 0) { Log("x", 2); }
    static void Log(object what, long count) { }
    static void Log(string what, int count) { }
}
public static class Extensions {
    public static void Print(this Order order) { }
    public static void Print(this IStore store) { }
    public static T Pick<T>(this Order order, T other) => other;
    public static string Pick(this Order order, string other) => other;
    public static Order Seek(this Order order, int id) => null;
    public static T Seek<T>(this Order order, int id) => default;
}
public class User {
    readonly IStore _store;
    Order Make() => null;
    void Run(System.Action<int> action) { }
    void Case(Order order, BigOrder big, Unknown other) { %s; }
}
"""
CALLS = {
    "_store.Save(3)": {"IStore.Save(int)"},
    "_store.Save(-3)": {"IStore.Save(int)"},
    "_store.Save(Make())": {"IStore.Save(Order)"},
    "_store.Save(new BigOrder())": {"IStore.Save(Order)"},
    "_store.Save(big)": {"IStore.Save(Order)"},
    "_store.Save(order.Id)": {"IStore.Save(int)"},
    "_store.Save(order.Name)": {"IStore.Save(string,int)"},
    "_store.Save(order.Id.ToString())": {"IStore.Save(string,int)"},
    '_store.Save("x" + order)': {"IStore.Save(string,int)"},
    "_store.Save(name: order.Name, count: 2)": {"IStore.Save(string,int)"},
    "_store.Save(null)": {"IStore.Save(Order)", "IStore.Save(string,int)"},
    "_store.Save(other.Something)": {"IStore.Save(int)", "IStore.Save(Order)", "IStore.Save(string,int)"},
    "order.Print()": {"Extensions.Print(Order)"},
    "_store.Print()": {"Extensions.Print(IStore)"},
    'order.Pick("x")': {"Extensions.Pick(Order,string)"},
    "order.Pick(1)": {"Extensions.Pick`1(Order,T)"},
    "order.Seek(1)": {"Extensions.Seek(Order,int)"},
    "order.Seek<Order>(1)": {"Extensions.Seek`1(Order,int)"},
    "order.Pick<string>(order.Name)": {"Extensions.Pick`1(Order,T)"},
}
JAVA = """
package shop;
class Order { int id; String name; }
class BigOrder extends Order { }
interface Store {
    void save(int id); void save(Order order); void save(String name, int count); void save(long... ids);
}
class Shelf implements Store {
    public void save(int id) { save("all", id); }
    public void save(Order order) { }
    public void save(String name, int count) { }
    public void save(long... ids) { }
}
class User {
    private Store store;
    Order make() { return null; }
    void run(Order order, BigOrder big, Unknown other) { %s; }
}
"""
JAVA_CALLS = {
    "store.save(3)": {"save(int)"},
    "store.save(make())": {"save(Order)"},
    "store.save(big)": {"save(Order)"},
    "store.save(new BigOrder())": {"save(Order)"},
    "store.save(order.id)": {"save(int)"},
    'store.save("x" + order, 1)': {"save(String,int)"},
    "store.save(1, 2, 3)": {"save(long[])"},
    "store.save(other.thing)": {"save(int)", "save(Order)", "save(long[])"},
}


def called(graph: Graph, caller: str, below: str) -> set[str]:
    """What a method calls, without what stands before it in an identifier."""
    return {
        short(edge.target).removeprefix(below)
        for edge in graph.edges
        if short(edge.source) == caller
        and edge.type == "calls"
        and "Make" not in edge.target
        and "make" not in edge.target
    }


@pytest.mark.parametrize("call", CALLS)
def test_a_call_in_csharp_leads_to_the_overload_that_its_arguments_suit(call) -> None:
    assert called(graph_of({"a.cs": STORE % call}), "cs:Shop.User.Case", "cs:Shop.") == CALLS[call]


@pytest.mark.parametrize("call", JAVA_CALLS)
def test_a_call_in_java_leads_to_the_overload_that_its_arguments_suit(call) -> None:
    assert called(graph_of({"a.java": JAVA % call}), "java:shop.User.run", "java:shop.Store.") == JAVA_CALLS[call]


def test_each_overload_has_the_edges_of_its_own_body_and_implements_that_of_its_parameters() -> None:
    lines = edges(graph_of({"a.cs": STORE % ""}))
    assert {each for each in lines if each.startswith("cs:Shop.Store.Save") and " references " not in each} == {
        "cs:Shop.Store.Save(int) implements cs:Shop.IStore.Save(int)",
        "cs:Shop.Store.Save(int) calls cs:Shop.Store.Save(string,int)",
        "cs:Shop.Store.Save(Order) implements cs:Shop.IStore.Save(Order)",
        "cs:Shop.Store.Save(Order) calls cs:Shop.Store.Log(object,long)",
        "cs:Shop.Store.Save(string,int) implements cs:Shop.IStore.Save(string,int)",
        "cs:Shop.Store.Save(string,int) calls cs:Shop.Store.Log(string,int)",
    }


def test_overloads_in_java_and_kotlin_implement_those_of_equal_parameters() -> None:
    kotlin = """
        package shop
        interface Store {
            fun save(id: Int)
            fun save(ids: Map<Int, (Int) -> String>)
        }
        class Shelf : Store {
            override fun save(id: Int) { }
            override fun save(ids: Map<Int, (Int) -> String>) { }
        }
    """
    edges_found = edges(graph_of({"a.kt": kotlin, "a.java": JAVA % ""}))
    assert {each for each in edges_found if "Shelf.save" in each and " implements " in each} == {
        "kt:shop#Shelf.save(Int) implements kt:shop#Store.save(Int)",
        "kt:shop#Shelf.save(Map<Int,(Int)->String>) implements kt:shop#Store.save(Map<Int,(Int)->String>)",
        *(
            f"java:shop.Shelf.save{each} implements java:shop.Store.save{each}"
            for each in ("(int)", "(Order)", "(String,int)", "(long[])")
        ),
    }


@pytest.mark.parametrize(
    ("argument", "chosen"),
    [("1.5", "(Double)"), ("true", "(Boolean)"), ("2L", "(Long)"), ('"a"', "(String?)")],
)
def test_a_primitive_value_of_java_goes_to_the_overload_of_kotlin_that_takes_it(
    argument: str, chosen: str
) -> None:
    kotlin = """
        package p
        open class Writer {
            fun value(value: Boolean) {}
            fun value(value: Boolean?) {}
            fun value(value: Double) {}
            fun value(value: Long) {}
            fun value(value: Number?) {}
            fun value(value: String?) {}
        }
    """
    java = f"package p;\nclass User {{ void use(Writer writer) {{ writer.value({argument}); }} }}\n"
    called = {each for each in edges(graph_of({"w.kt": kotlin, "U.java": java})) if " calls " in each}
    assert called == {f"java:p.User.use calls kt:p#Writer.value{chosen}"}


def test_parts_of_a_class_in_several_files_share_their_overloads() -> None:
    graph = graph_of(
        {
            "a.cs": "partial class Cart { public void Add(int id) { Two(); } void Two() { } }",
            "b.cs": "partial class Cart { public void Add(string name) { Add(1); } }",
        }
    )
    assert edges(graph) == {"cs:Cart.Add(int) calls cs:Cart.Two", "cs:Cart.Add(string) calls cs:Cart.Add(int)"}
    node = next(node for node in graph.nodes if short(node.id) == "cs:Cart.Add")
    assert node.spans == ("a.cs:1-1", "b.cs:1-1")


def test_merged_an_undecided_call_is_as_sure_as_one_of_a_method_without_overloads() -> None:
    graph = graph_of({"a.cs": STORE % "_store.Save(other.Something)"})
    undecided = [edge for edge in graph.edges if edge.tier == "var/overload"]
    assert {edge.confidence for edge in undecided} == {0.97 / 2}
    whole = merged(graph.nodes, graph.edges)
    (edge,) = (each for each in whole.edges if each.type == "calls" and short(each.source) == "cs:Shop.User.Case")
    assert (short(edge.target), edge.tier, edge.confidence) == ("cs:Shop.IStore.Save", "var", 0.97)


def test_methods_of_equal_parameters_and_single_ones_keep_the_identifier_of_their_name() -> None:
    graph = graph_of(
        {"a.cs": "class A { void F(int x) { }\n#if B\n void F(int y) { }\n#endif\n void G(int x) { } }"}
    )
    assert {short(node.id) for node in graph.nodes} == {"file:a.cs", "cs:A", "cs:A.F", "cs:A.G"}


def test_thousands_of_overloads_stay_one_node() -> None:
    parameters = (", ".join(f"T{n} a{k}" for k in range(n % 5 + 1)) for n in range(5_000))
    methods = "\n".join(f"public void F({each}) {{ F(x); }}" for each in parameters)
    graph = graph_of({"a.cs": f"class A {{ {methods} }}"})
    assert {short(node.id) for node in graph.nodes} == {"file:a.cs", "cs:A", "cs:A.F"}
    assert not [edge for edge in graph.edges if edge.tier == OVERLOAD]


def test_of_two_that_take_an_unknown_argument_the_one_without_a_further_one_is_meant() -> None:
    text = """
class Box {
    void Put(int size) { }
    void Put(int size, int depth = 0) { }
    void Fill() { Put(unknown); }
}
"""
    result = edges(graph_of({"Box.cs": text}))
    assert {each for each in result if " calls " in each} == {"cs:Box.Fill calls cs:Box.Put(int)"}


def test_without_arguments_the_one_that_takes_none_is_meant() -> None:
    text = """
class Box {
    void Put() { }
    void Put(int depth = 0) { }
    void Fill() { Put(); }
}
"""
    result = edges(graph_of({"Box.cs": text}))
    assert {each for each in result if " calls " in each} == {"cs:Box.Fill calls cs:Box.Put()"}
