"""C#: what a call is on, and which of the methods of that name it means."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

ORDERS = """using System; using System.Collections.Generic; using System.Threading.Tasks;
public class Item { public void Ship() { } }
public class Items : System.Collections.ObjectModel.KeyedCollection<string, Item> { }
public interface IRate { int Of(int amount); }
public static class Extensions {
    public static void Show(this Type type) { }
    public static void Print(this string text) { }
    public static void Sell(this IEnumerable<Item> items) { }
    public static void Then<T>(this Task<T> task, Action<T> next) { }
    public static void Describe(this Delegate function) { }
    public static Func<T> AsFunc<T>(this T value) where T : class { return () => value; }
    public static int Of(this Item item, int amount) { return 0; }
}
public class Orders {
    public Item Current { get; set; }
    public Items All;
    public Task<Item> Load() { return null; }
}
"""


def calls(body: str, parameters: str = "Orders orders") -> set[str]:
    page = f"using System; using System.Linq; class Page {{ void Open({parameters}) {{ {body} }} }}"
    result = edges(graph_of({"orders.cs": ORDERS, "page.cs": page}))
    return {
        each.removeprefix("cs:Page.Open calls cs:") for each in result if each.startswith("cs:Page.Open calls ")
    }


@pytest.mark.parametrize(
    ("body", "parameters", "called"),
    [
        ("typeof(Orders).Show();", "Orders orders", "Extensions.Show"),
        ("var text = orders.ToString(); text.Trim().Print();", "Orders orders", "Extensions.Print"),
        ("foreach (var each in text.Split(',')) each.Print();", "string text", "Extensions.Print"),
        ('string.Format("{0}", 1).Print();', "Orders orders", "Extensions.Print"),
        ("orders.All.Sell();", "Orders orders", "Extensions.Sell"),
        ("foreach (var each in orders.All) each.Ship();", "Orders orders", "Item.Ship"),
        ("orders.Load().Then(x => { });", "Orders orders", "Extensions.Then"),
        ("text.Trim().AsFunc();", "string text", "Extensions.AsFunc"),
        ("next.Describe();", "Func<int> next", "Extensions.Describe"),
        ("@event.Ship();", "Item @event", "Item.Ship"),
        ("items.First().Ship();", "params Item[] items", "Item.Ship"),
        ("items.Aggregate(0, (sum, each) => { each.Ship(); return sum; });", "Item[] items", "Item.Ship"),
        ("items.ToDictionary(x => 1, each => { each.Ship(); return 1; });", "Item[] items", "Item.Ship"),
    ],
)
def test_a_call_leads_to_the_method_of_what_it_is_on(body: str, parameters: str, called: str) -> None:
    assert called in calls(body, parameters)


def test_a_call_on_an_unknown_object_is_of_no_extension_where_objects_have_such_a_method() -> None:
    assert calls("unknown.Of(1);", "Missing unknown") == set()
    assert calls("item.Of(1);", "Item item") == {"Extensions.Of"}


BASES = """public class Node { public void Add(object item) { } public void Value(int at) { } }
public class Leaf : Node, System.Collections.Generic.ICollection<int> {
    public void Add(Leaf item) { Add((object)item); }
    void System.Collections.Generic.ICollection<int>.Add(int item) { }
    public string Value { get; set; }
    public void Put(string text) { Add(text); System.Console.Write(this.Value); }
    public void Join(Leaf other) { Add(other); System.Console.Write(other.Value); }
}
"""


def test_a_base_is_asked_where_the_arguments_exclude_what_a_nearer_class_has() -> None:
    result = edges(graph_of({"leaf.cs": BASES}))
    assert "cs:Leaf.Add(Leaf) calls cs:Node.Add" in result
    assert "cs:Leaf.Put calls cs:Node.Add" in result
    assert "cs:Leaf.Join calls cs:Leaf.Add(Leaf)" in result
    assert "cs:Leaf.Join calls cs:Node.Add" not in result


def test_a_property_hides_a_method_of_a_base_of_its_name() -> None:
    result = edges(graph_of({"leaf.cs": BASES}))
    assert not any(each.endswith("references cs:Node.Value") for each in result)


SETTER = """public class Item { public void Ship() { } }
public class Cart {
    public Item First { set { value.Ship(); } }
    public Item Second { set { var item = value; item.Ship(); } }
}
public class Box { string value; public Item Third { get { value.Ship(); return null; } } }
"""


def test_what_a_property_is_set_to_has_its_type() -> None:
    result = edges(graph_of({"cart.cs": SETTER}))
    assert "cs:Cart.First calls cs:Item.Ship" in result
    assert "cs:Cart.Second calls cs:Item.Ship" in result
    assert "cs:Box.Third calls cs:Item.Ship" not in result
