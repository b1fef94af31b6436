"""C#: types that nobody wrote down, each on the smallest program that shows the rule."""

import pytest

from indexer.facts.extract import extract
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, parsed

TYPES = """
using System; using System.Collections.Generic; using System.Linq; using System.Threading.Tasks;
public class Item { public void Run() { } public Item Next { get; set; } }
public class Trouble : Exception { public Item Item { get; } }
public class Other { public void Run() { } }
public class Box { public Item this[int at] => null; }
public class Bag : List<Item> { }
public static class More {
    public static T Tap<T>(this T it, Action<T> action) => it;
    public static void Each(Func<Other, int, bool> act) { }
}
public interface IShown { Other Item { get; } }
public class Shown : IShown { public Item Item { get; } Other IShown.Item => null; }
public class Maker {
    public Task<Item> Make() => null;
    public bool Try(out Item item) { item = null; return true; }
    public static List<Item> All() => null;
}
"""
ITEM, OTHER = "cs:User.Go calls cs:Item.Run", "cs:User.Go calls cs:Other.Run"


def runs(body: str, fields: str = "") -> set[str]:
    """The calls of ``Run`` in a method with this body."""
    code = f"{TYPES}public class User {{ {fields} async Task Go(Maker maker) {{ {body} }} }}"
    return {each for each in edges(graph_of({"a.cs": code})) if each in {ITEM, OTHER}}


@pytest.mark.parametrize(
    "body",
    [
        "var x = await maker.Make() ?? throw new Exception(); x.Run();",
        "var x = maker == null ? null : new Item(); x.Run();",
        "maker.Make().Result.Run();",
        "maker.Make().GetAwaiter().GetResult().Run();",
        "(await maker.Make()).Next.Run();",
        "var next = (await maker.Make()).Next; next.Run();",
        "Maker.All()[0].Run();",
        "var items = new Item[3]; items[1].Next.Run();",
        "var box = new Box(); box[2].Run();",
        "var bag = new Bag(); foreach (var x in bag) { x.Run(); }",
        "Maker.All().Where(x => x != null).ToList().ForEach(x => x.Run());",
        "var q = from x in Maker.All() where x.Next != null select Done(() => x.Run());",
        "if (maker.Try(out var x)) { x.Run(); }",
        'var map = new Dictionary<string, Item>(); if (map.TryGetValue("a", out var x)) { x.Run(); }',
        "var map = new Dictionary<string, Item>(); foreach (var pair in map) { pair.Value.Run(); }",
        'var map = new Dictionary<string, Item>(); map["a"].Run();',
        "if (Maker.All()[0] is { } x) { x.Run(); }",
        "if (Maker.All()[0].Next is not { Next: null } x) { return; } x.Run();",
        "try { } catch (Trouble trouble) when (trouble.Item != null) { trouble.Item.Run(); }",
        "new Item().Tap(x => x.Run()); ",
        "(await maker.Make()).Tap(x => x.Next.Run());",
        "Func<int, Task<Item>> make = null; make(1).Result.Run();",
        "var x = default(Item); x.Run();",
        "var s = new Shown(); s.Item.Run();",
    ],
)  # fmt: skip
def test_the_type_follows_from_the_value(body: str) -> None:
    assert runs(body) == {ITEM}


def test_a_parameter_of_a_lambda_is_what_the_method_hands_over() -> None:
    assert runs("More.Each((a, at) => { a.Run(); return true; });") == {OTHER}


def test_two_lambdas_of_one_line_keep_their_parameters_apart() -> None:
    assert runs("Maker.All().ForEach(x => x.Run()); Unknown(x => x.Run());") == {ITEM}
    assert runs("More.Each((x, at) => { x.Run(); return true; }); Maker.All().ForEach(x => x.Run());") == {
        ITEM,
        OTHER,
    }


def test_a_choice_between_two_types_is_none() -> None:
    assert runs("dynamic d = 1; var x = d ? new Item() : new Other(); x.Run();") == set()


def test_a_generic_parameter_is_what_it_has_to_be() -> None:
    code = """
    public interface IRuns { void Run(); }
    public abstract class Base { public void Stop() { } }
    public class Loop<T> where T : Base, IRuns {
        T one; List<T> all;
        void Go() { one.Run(); foreach (var each in all) { each.Stop(); } }
        void Once<K>(K key) where K : IRuns { key.Run(); }
    }
    public class Node<T> where T : Node<T> { T next; void Walk() { next.Walk(); next.Up(); } void Up() { } }
    """
    matching = {each for each in edges(graph_of({"a.cs": code})) if " calls " in each}
    assert matching == {
        "cs:Loop`1.Go calls cs:IRuns.Run",
        "cs:Loop`1.Go calls cs:Base.Stop",
        "cs:Loop`1.Once calls cs:IRuns.Run",
        "cs:Node`1.Walk calls cs:Node`1.Up",
    }


def test_an_extension_of_a_bounded_parameter_takes_only_what_fits() -> None:
    code = """
    public class Base { } public class Fits : Base { } public class Not { }
    public static class More { public static T Tune<T>(this T it) where T : Base => it; }
    public class User { void Go(Fits fits, Not not) { not.Tune(); } void Right(Fits fits) { fits.Tune(); } }
    """
    matching = {each for each in edges(graph_of({"a.cs": code})) if " calls " in each}
    assert matching == {"cs:User.Right calls cs:More.Tune"}


def test_an_alias_is_read_where_it_stands() -> None:
    rows = "namespace Data.Rows { public class Row<A, B> { } }"
    body = "using Pair = Row<int, string>; class User { object Go() => new Pair(); }"
    result = edges(graph_of({"a.cs": rows, "b.cs": f"namespace Data {{ using Data.Rows; {body} }}"}))
    assert "cs:Data.User.Go instantiates cs:Data.Rows.Row`2" in result


def test_a_nested_type_may_be_derived_from_the_one_around_it() -> None:
    result = edges(graph_of({"a.cs": "class Shape { class Round : Shape { void F() { new Shape(); } } }"}))
    assert result == {"cs:Shape.Round inherits cs:Shape"}


def test_a_parameter_of_a_lambda_has_a_name_of_its_own() -> None:
    facts = extract(parsed("a.cs", "class A { void F() { G(x => x.P(y => y.Q(x))); } }"))
    names = [variable.name for variable in facts.variables]
    assert len(set(names)) == len(names) == 2
    assert {call.receiver for call in facts.calls if call.receiver} == set(names)
