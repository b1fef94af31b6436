"""Extension methods, called by their type as any static method is."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

MAPPER = """
public static class Mapper {
    public static string Show(this Order order, int depth) => order.Name;
    public static string Show(this Order order, string title) => title;
    public static string Name(this Order order) => Show(order, 1);
}
public class Order { public string Name; }
"""
PAGE = """
class Page {
    void Load(Order order) { Mapper.Name(order); }
    void Open(Order order, string title) { Mapper.Show(order, title); order.Show(2); }
}
"""


def test_an_extension_is_called_by_its_type_with_its_object_as_the_first_argument() -> None:
    result = edges(graph_of({"Mapper.cs": MAPPER, "Page.cs": PAGE}))
    assert {each for each in result if " calls " in each} == {
        "cs:Mapper.Name calls cs:Mapper.Show(Order,int)",
        "cs:Page.Load calls cs:Mapper.Name",
        "cs:Page.Open calls cs:Mapper.Show(Order,string)",
        "cs:Page.Open calls cs:Mapper.Show(Order,int)",
    }


def test_a_static_constructor_runs_when_its_class_is_used() -> None:
    text = "class Rates { static Rates() { Load(); }\nRates(int day) { }\nstatic void Load() { } }"
    result = edges(graph_of({"Rates.cs": text}))
    assert "cs:Rates calls cs:Rates.Rates()" in result
    assert "cs:Rates.Rates() calls cs:Rates.Load" in result
