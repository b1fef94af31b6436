"""Types inside of types, by the names that they have where they are used."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SETTINGS = """
namespace Shop.Parts;
public class Settings {
    public class Item { public Item(string name) { } public string Show() => ""; }
}
"""
KEYS = """
namespace Shop.Parts;
public class Keys : Settings {
    public Item Key { get; set; }
    public Keys() { Key = new Item("key"); }
    public void Print() { Key.Show(); }
}
"""
PAGE = """
using static Shop.Parts.Settings;
namespace Shop.Pages;
public class Page {
    private Item _title;
    public void Load() { _title = new Item("title"); _title.Show(); }
}
"""


def test_a_type_inside_of_a_base_is_in_sight_whichever_is_looked_at_first() -> None:
    result = edges(graph_of({"A/Keys.cs": KEYS, "B/Settings.cs": SETTINGS}))
    assert "cs:Shop.Parts.Keys.Keys calls cs:Shop.Parts.Settings.Item.Item" in result
    assert "cs:Shop.Parts.Keys.Print calls cs:Shop.Parts.Settings.Item.Show" in result
    assert "cs:Shop.Parts.Keys.Key references cs:Shop.Parts.Settings.Item" in result


def test_a_using_of_static_members_brings_in_the_types_inside() -> None:
    result = edges(graph_of({"Page.cs": PAGE, "Settings.cs": SETTINGS}))
    assert "cs:Shop.Pages.Page.Load calls cs:Shop.Parts.Settings.Item.Item" in result
    assert "cs:Shop.Pages.Page.Load calls cs:Shop.Parts.Settings.Item.Show" in result


def test_classes_that_are_inside_of_each_others_bases_end() -> None:
    text = "class A : B.Inner { public class Inner : B { } } class B : A.Inner { public class Inner : A { } }"
    result = edges(graph_of({"A.cs": text}))
    assert "cs:A inherits cs:B.Inner" in result
    assert "cs:B inherits cs:A.Inner" in result


def test_a_static_method_of_a_type_inside_of_another_is_called_by_the_path_to_it() -> None:
    outer = """namespace Shop;
    public static class Outer {
        public static class Inner { public static void Go() { } }
        public class Pair<A, B> { public static void Make(A a) { } }
        public class Size { public void Grow() { } public static void Cut() { } }
        public static Size Big => null;
    }"""
    user = """namespace Shop;
    class User {
        void A() { Outer.Inner.Go(); }
        void B() { Shop.Outer.Inner.Go(); }
        void C() { Outer.Pair<int, string>.Make(1); }
        void D() { Outer.Big.Grow(); }
    }"""
    result = edges(graph_of({"Outer.cs": outer, "User.cs": user}))
    assert {each for each in result if " calls " in each} == {
        "cs:Shop.User.A calls cs:Shop.Outer.Inner.Go",
        "cs:Shop.User.B calls cs:Shop.Outer.Inner.Go",
        "cs:Shop.User.C calls cs:Shop.Outer.Pair`2.Make",
        "cs:Shop.User.D calls cs:Shop.Outer.Size.Grow",
    }
