"""C#: constants, enum members and static properties that are named as values."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edge_lines, edges, graph_of

NAMES = """
namespace Shop;
public enum Color { Red, Green }
public static class Limits {
    public const int Max = 3, Least = 1;
    public static readonly Log Written = new Log();
    public static int Current { get; set; }
    public static int Count;
    public static int Sum() => Max + Least;
}
public class Log { public void Info() { } public int Size { get; } public Action Open; }
public class Base { protected const int Depth = 2; }
"""
USES = {
    "if (c == Color.Green) { }": "Color",
    "switch (c) { case Color.Green: break; }": "Color",
    "var n = c switch { Color.Red => 1, _ => 2 };": "Color",
    "var is_ = c is Color.Red or Color.Green;": "Color",
    'var s = $"{Limits.Max}";': "Limits.Max",
    "var s = new int[Limits.Max];": "Limits.Max",
    "while (n < Shop.Limits.Max) { }": "Limits.Max",
    "Limits.Written.Info();": "Limits.Written",
    "var s = Limits.Written.Size;": "Limits.Written",
    "foreach (var x in Limits.Written) { }": "Limits.Written",
    "Limits.Current = 2;": "Limits.Current",
    "Take(Limits.Count);": "Limits",
    "Take(x => Limits.Least);": "Limits.Least",
    "Take(Depth);": "Base.Depth",
    "if (n > Depth) { }": "Base.Depth",
    "if (n > own) { }": "Page.own",
    "_log.Info();": "Page._log",
    "Take(_log);": "Page._log",
    "Tint = Color.Red;": "Color",
}


def values(files: dict[str, str]) -> set[str]:
    lines = (line for line in edge_lines(graph_of(files)) if " references " in line and "(value, " in line)
    return {line.rpartition(" (")[0].replace("cs:Shop.", "") for line in lines}


def page(body: str, parameters: str = "object c, int n", members: str = "") -> str:
    return (
        "namespace Shop { class Page : Base { const int own = 4; static readonly Log _log = null; string Tint;"
        f" {members} void Show({parameters}) {{ {body} }} }} }}"
    )


@pytest.mark.parametrize("body", USES)
def test_a_value_leads_to_its_constant_or_the_type_that_has_it(body: str) -> None:
    assert values({"names.cs": NAMES, "page.cs": page(body)}) - WITHIN == {f"Page.Show references {USES[body]}"}


WITHIN = {"Limits.Sum references Limits.Max", "Limits.Sum references Limits.Least"}


@pytest.mark.parametrize(
    ("body", "parameters", "members"),
    [
        ("if (n > Depth) { }", "int n, int Depth", ""),
        ("var own = n; Take(own);", "int n", ""),
        ("Take(own => own + 1); Take(own => Take(own));", "int n", ""),
        ("Take(Depth);", "int n", "int Depth { get; }"),
        ("Take(Limits.Max);", "Log Limits", ""),
        ("Take(Limits.Max);", "int n", "Log Limits { get; }"),
        ("Take(Log.Open); Log.Open += n;", "int n", "Log Log { get; }"),
        ("Take(Limits.Missing); Take(Log.Size); Take(Other.Max); Take(this.Size);", "int n", ""),
    ],
)
def test_a_name_that_means_something_else_here_leads_nowhere(body: str, parameters: str, members: str) -> None:
    assert values({"names.cs": NAMES, "page.cs": page(body, parameters, members)}) - WITHIN == set()


def test_a_property_of_the_type_of_its_own_name_hides_no_member_of_it() -> None:
    text = page("if (Color == Color.Green) { }", members="object Shown => 1; Color Color { get; }")
    assert values({"names.cs": NAMES, "page.cs": text}) - WITHIN == {"Page.Show references Color"}


def test_declarations_name_values_too() -> None:
    text = """using static Shop.Limits; using static Shop.Color; namespace Shop;
    class Page {
        [Length(Limits.Max, Least = Limits.Least)] void Show(int n = Max, object tint = Color.Red) { }
        int Paint() => Red;
        enum Size { Big = Least }
    }"""
    assert values({"names.cs": NAMES, "page.cs": text}) - WITHIN == {
        "Page.Show references Limits.Max",
        "Page.Show references Limits.Least",
        "Page.Show references Color",
        "Page.Paint references Color",
        "Page.Size references Limits.Least",
    }


def test_a_member_of_an_enum_decides_between_overloads() -> None:
    text = """namespace Shop; class Page {
        void Paint(Color color) { }
        void Paint(Log log) { }
        void Show(object shown) { Paint(Color.Red); if (shown is Page) { } }
        Page() { }
    }"""
    result = edges(graph_of({"names.cs": NAMES, "page.cs": text}))
    assert {each for each in result if each.startswith("cs:Shop.Page.Show ")} == {
        "cs:Shop.Page.Show references cs:Shop.Color",
        "cs:Shop.Page.Show calls cs:Shop.Page.Paint(Color)",
    }
