"""C#: types that only a pattern or a constraint names."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

TYPES = "namespace Shop { public class Item { public void Run() { } } class Bag<T> { } enum Tint { Red } }"


@pytest.mark.parametrize(
    ("member", "target"),
    [
        ("bool Go(object o) => o is Item;", "Item"),
        ("bool Go(object o) => o is Shop.Item;", "Item"),
        ("bool Go(object o, bool p) { return o is Item && p; }", "Item"),
        ("bool Go(object o) { if (o is not Item) { return true; } return false; }", "Item"),
        ("bool Go(object o) => o is Item[];", "Item"),
        ("bool Go(object o) => o is Bag<int>;", "Bag`1"),
        ("int Go(object o) => o switch { Item => 1, _ => 2 };", "Item"),
        ("bool Go(object o) => o is Item { Size: 1 };", "Item"),
        ("void Go<T>() where T : Item, new() { }", "Item"),
        ("bool Go(object o) => o is Tint.Red;", "Tint"),
    ],
)
def test_a_type_that_is_tested_for_is_referred_to(member: str, target: str) -> None:
    result = edges(graph_of({"types.cs": TYPES, "a.cs": f"namespace Shop {{ class User {{ {member} }} }}"}))
    assert {each for each in result if each.startswith("cs:Shop.User.Go")} == {
        f"cs:Shop.User.Go references cs:Shop.{target}"
    }


def test_a_pattern_with_properties_declares_a_variable_of_its_type() -> None:
    text = "namespace Shop; class User { void Go(object o) { if (o is Item { Size: 1 } item) item.Run(); } }"
    assert "cs:Shop.User.Go calls cs:Shop.Item.Run" in edges(graph_of({"types.cs": TYPES, "a.cs": text}))
