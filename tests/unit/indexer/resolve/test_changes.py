"""A graph of which only what a change concerns was resolved again is the graph of all files resolved anew."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.discovery.languages import language_of
from indexer.facts.extract import encode, extract
from indexer.facts.model import FileFacts
from indexer.linking.graph import Graph
from indexer.resolve.build import resolve
from indexer.resolve.change import Change
from indexer.resolve.changes import concerned
from indexer.types import ParsedFile
from tests.benchmarks.graph_folder import replaced
from tests.benchmarks.graph_oracles.graphs import SCOPE

PROJECT = '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>{}</ItemGroup></Project>'
REFERENCE = '<ProjectReference Include="../Core/Core.csproj" />'
CONTENTS = {
    "Core/Core.csproj": (PROJECT.format(""), PROJECT.format('<PackageReference Include="Dapper" />')),
    "Web/Web.csproj": (PROJECT.format(REFERENCE), PROJECT.format("")),
    "Core/Car.cs": (
        "namespace Core; public class Car : Part { public Wheel Front; public void Go() { } }",
        "namespace Core; public class Auto : Part { public Wheel Front; public void Go() { } }",
        "namespace Core.Old; public class Car { public void Go() { } public void Go(int speed) { } }",
        "namespace Core; public class Car : Part, IGo { public Wheel Back; public void Go() { int n; } }",
        "namespace Core; public class Car { public Car(Wheel front) { } public void Go() { } }",
    ),
    "Core/Part.cs": (
        "namespace Core; public class Part { public Store Home() => null; public virtual void Fix() { } }",
        "using Core.Old; namespace Core; public class Part { public Car Home() => null; public void Go() { } }",
        "namespace Core; public class Part<T> { public T Home() => default; public void Fix(int a, int b) { } }",
    ),
    "Core/Made.cs": (
        "namespace Core; public class Rim : Wheel { public Rim(int size) { } public Rim() : this(1) { } }",
        "namespace Core; public class Rim : Wheel { public Rim(string name) : base(1) { } }",
        "namespace Core; public class Rim : Wheel { }",
    ),
    "Core/Maker.cs": (
        "namespace Core; class Maker : Rim { Rim Make() => new(2); Maker() { var car = new Car(new Wheel(1)); } }",
        'namespace Core; class Maker { Rim Make() { return new Rim("a"); } Wheel Other = new(3); }',
    ),
    "Core/Wheel.cs": (
        "namespace Core; public class Wheel { public int Size { get; set; } public Car Owner { get; set; } }",
        "namespace Core; public struct Wheel { public Part Owner { get; set; } public void Fix() { } }",
        "namespace Core; public class Wheel { public Wheel(int size) { } public Wheel() { new Car(null); } }",
    ),
    "Core/IGo.cs": (
        "namespace Core; public interface IGo { void Go(); }",
        "namespace Core; public interface IGo { void Fix(); Store Find(int id); }",
    ),
    "Core/Store.cs": (
        "namespace Core; public partial class Store : IGo { public Car Find(int id) => null; void Go() {} }",
        "namespace Core; public partial class Store { public Part Find(int id, bool all) => null; }",
        'namespace Core; public partial class Store { void Run() { Query("dbo.Car_Read"); } }',
    ),
    "Core/Store.More.cs": (
        "namespace Core; public partial class Store { void More() { Find(1).Go(); Find(1).Home().More(); } }",
        "namespace Core; public partial class Store { public void Less() { Find(1, true).Fix(); } }",
        "using Microsoft.AspNetCore.Identity; namespace Core; public partial class Store { IdentityRole Role; }",
    ),
    "Core/Cars.cs": (
        "namespace Core; public static class Cars { public static Wheel First(this Car car) => car.Front; }",
        "namespace Core; public static class Cars { public static Part First(this Part part) => part; }",
        "namespace Core.Tools; public static class Cars { public static Wheel First(this Car car) => null; }",
    ),
    "Core/Context.cs": (
        "namespace Core; public class ShopContext : DbContext { public DbSet<Car> Cars { get; set; } }",
        "namespace Core; public class ShopContext : DbContext { public DbSet<Part> Cars; DbSet<Wheel> Wheels; }",
        "using Microsoft.AspNetCore.Identity; namespace Core; class ShopContext : IdentityDbContext<Car> { }",
    ),
    "Core/Mapping.cs": (
        'class M { void Map(ModelBuilder b) { b.Entity<Car>().ToTable("Car"); } }',
        "class M { void Map(ModelBuilder b) { } }",
    ),
    "Core/Sql.cs": (
        'namespace Core; public class Sql { public const string Read = "SELECT Id FROM dbo.Car WHERE Id = 1"; }',
        'namespace Core; public class Sql { public const string Read = "SELECT Id FROM dbo.Wheel WHERE Id = 1"; }',
        "namespace Core; public class Sql { }",
    ),
    "Web/Reader.cs": (
        "using Core; namespace Web; class Reader { void Run() { Query(Sql.Read); } }",
        "using Core; namespace Web; class Reader : Sql { void Run() { Query(Read); } }",
    ),
    "Core/Limits.cs": (
        "namespace Core; public class Limits { public const int Most = 3; public static int Now { get; } }",
        "namespace Core; public class Limits { public const int Least = 3, Other = Most; public int Most, Now; }",
        "namespace Core; public class Limits { public static readonly Car Most; public const int Red = 1; }",
    ),
    "Core/Paint.cs": (
        "namespace Core; public enum Paint { Red, Most }",
        "namespace Core; public enum Paint { Green }",
        "namespace Core; public class Paint { public const int Red = 1; public static Wheel Green; }",
    ),
    "Core/Tint.cs": (
        "namespace Core; class Tint : Limits { int A = Most; bool Is(int n) => n == Limits.Now || Least > n; }",
        "namespace Core; class Tint { Paint Paint; object A(int o) => o is Paint.Red ? Limits.Most.Back : Red; }",
    ),
    "Web/Uses.cs": (
        "using Core; namespace Web; class Uses : Rim { void A(int n) { if (n > Limits.Most) Limits.Most.Go(); } }",
        "using static Core.Limits; using static Core.Paint; namespace Web; class Uses { int A => Most + Red; }",
        "using Core; namespace Web; class Uses { int Limits; int A => Limits.Most; object B = Paint.Green; }",
    ),
    "Web/Usings.cs": ("global using Core;", "global using Core.Old;"),
    "Web/Page.cs": (
        "namespace Web; class Page { Store s; DbContext c; void Show() { s.Find(1).First().Owner.Fix(); } }",
        "namespace Web; class Page { ShopContext c; void Show(Store s) { var a = s.Find(1); c.Cars.Add(a); } }",
        "using Core.Tools; namespace Web; class Page { void Go(IGo i) { i.Go(); i.Find(1).More(); new Car(); } }",
        'namespace Web; [Core.Wheel] class Page { void Show() { Sql("SELECT Id FROM Loose WHERE Id = 1"); } }',
    ),
    "Web/Index.cs": (
        'namespace Web; class Index : Page { void Run(Page page) { page.Show(); Sql($"[dbo].[{Name}_Read]"); } }',
        'namespace Web; class Index { void Run() { Sql("SELECT Id FROM Loose WHERE Id = 1"); } }',
    ),
    "Core/Names.cs": (
        'namespace Core; static class Names { public const string Rest = "ar", All = "C" + Rest; }',
        'namespace Core; static class Names { public const string Rest = "_Wheel", All = Rest; }',
    ),
    "Core/Holes.cs": (
        'namespace Core; class Holes { void A(string p) { Run($"SELECT Id FROM {Names.All}, {p}Loose"); } }',
        'namespace Core; class Holes { void A(string p) { Run($"SELECT 1 FROM {p}ar, {p}heel, {p}oose"); } }',
        'namespace Core; class Holes { void A(string p) { Run($"SELECT Id FROM {p}Gone"); } }',
    ),
    "Core/More.cs": ('namespace Core; class More { void A(string p) { Run($"DELETE FROM {p}heel"); } }',),
    "db/Car.sql": (
        "CREATE TABLE dbo.Car (Id INT, WheelId INT REFERENCES dbo.Wheel(Id))\nGO\n",
        "CREATE TABLE garage.Car (Id INT)\nGO\nCREATE VIEW dbo.CarView AS SELECT * FROM garage.Car\nGO\n",
    ),
    "db/Wheel.sql": ("CREATE TABLE dbo.Wheel (Id INT)\nGO\n", "CREATE TABLE dbo.Loose (Id INT)\nGO\n"),
    "db/read.sql": (
        "CREATE PROC dbo.Car_Read AS SELECT * FROM dbo.Car JOIN dbo.Wheel w ON 1 = 1\nGO\n",
        "CREATE PROC dbo.Car_Read AS EXEC dbo.Wheel_Read\nGO\nCREATE PROC dbo.Wheel_Read AS SELECT 1\nGO\n",
    ),
    "db/2020-01-01_old.sql": ("CREATE TABLE dbo.Gone (Id INT)\nGO\nALTER TABLE dbo.Car ADD X INT\nGO\n",),
    "Sources/A/Store.swift": (
        "class Store { func load() -> Store { self } }\n",
        "\n\nclass Store: Base { func open() {} }\nprotocol Base {}\n",
    ),
    "Sources/B/Store.swift": (
        "extension Store { func more() { load().more() } }\n",
        "\nextension Store { func less() { open() } }\nextension String { func shout() {} }\n",
    ),
    "Sources/Use.swift": (
        "func use(s: Store) { s.more(); s.load() }\n",
        'func use() { "".shout(); Store().less() }\n',
    ),
    "app/pubspec.yaml": ("name: app\n", "name: other\n"),
    "app/lib/all.dart": ("export 'cart.dart';", "export 'cart.dart' show Cart;"),
    "app/lib/cart.dart": (
        "class Cart { Cart next() => this; }\nfinal a = Provider<Cart>((ref) => Cart()), b = 1;",
        "part 'x.dart';\nclass Cart {}\nextension More on Cart { Cart next() => this; }\nfinal b = a;",
    ),
    "app/lib/use.dart": (
        "import 'package:app/all.dart';\nfinal cart = ref.watch(a);\nvoid use(Cart c) { c.next(); }",
        "import 'package:app/all.dart';\nfinal cart = ref.watch(b);\nvoid use() { Cart().next().next(); }",
    ),
    "app/lib/page.dart": ("import 'use.dart';\nvoid open() { cart.next(); }",),
    "shop/__init__.py": ("", "from shop.cart import add\n"),
    "shop/cart.py": ("def add(): pass\n", "class Cart:\n    def add(self): pass\n\ndef add(): return Cart()\n"),
    "shop/use.py": ("from shop import add\nadd()\n", "import shop.cart\nshop.cart.add().add()\n"),
    "notes.md": (
        "# Notes\n\n`Store.Find` reads [cars](Core/Car.cs) of `dbo.Car`, see `ShopContext`\n",
        "# More\n\n[use](more.md#Use)\n",
    ),
    "more.md": ("# Use\n\n`Car_Read` and `Wheel.Owner`\n", "# Other\n\n[notes](notes.md#More)\n"),
}
"""Path -> what may stand in it."""

PATHS = sorted(CONTENTS)
EDITS = st.lists(st.tuples(st.sampled_from(PATHS), st.integers(-1, 4)), min_size=1, max_size=3)
"""Which files get which of their contents; -1 deletes one."""


def facts(path: str, text: str) -> FileFacts:
    return extract(ParsedFile(path, language_of(path), text, "utf-8", ""))


FACTS = {path: [facts(path, text) for text in texts] for path, texts in CONTENTS.items()}


def edited(state: dict[str, FileFacts], edits: list[tuple[str, int]]) -> dict[str, FileFacts]:
    after = dict(state)
    for path, number in edits:
        after.pop(path, None)
        if number >= 0:
            after[path] = FACTS[path][number % len(FACTS[path])]
    return after


def change(before: dict[str, FileFacts], after: dict[str, FileFacts]) -> Change:
    old = [each for path, each in before.items() if after.get(path) != each]
    new = [each for path, each in after.items() if before.get(path) != each]
    return Change(old, new, list(after.values()), {path: encode(each) for path, each in after.items()})


def whole(state: dict[str, FileFacts]) -> Graph:
    return resolve(list(state.values()), SCOPE)


@given(first=EDITS, second=EDITS)
@settings(max_examples=25, deadline=None)
def test_a_part_in_the_place_of_the_old_one_gives_the_graph_of_all_files(first, second) -> None:
    before = edited({path: each[0] for path, each in FACTS.items()}, first)
    after = edited(before, second)
    paths = concerned(change(before, after))
    if paths is not None:
        part = resolve(list(after.values()), SCOPE, paths)
        assert replaced(whole(before), paths, part) == whole(after)


START = {path: each[0] for path, each in FACTS.items()}


def paths_of(path: str, text: str) -> frozenset[str] | None:
    return concerned(change(START, {**START, path: facts(path, text)}))


def test_a_variable_of_dart_that_reads_another_provider_concerns_everything() -> None:
    text = CONTENTS["app/lib/use.dart"][0]
    assert paths_of("app/lib/use.dart", text.replace("(a)", "(b)")) is None
    assert paths_of("app/lib/use.dart", text.replace("c.next()", "c.next().next()")) == {"app/lib/use.dart"}


def test_a_field_of_typescript_that_asks_for_another_class_concerns_everything() -> None:
    page = "export class Page {{ private shop = inject({}); }}\n"
    before, after = (facts("page.ts", page.format(name)) for name in ("Shop", "Desk"))
    assert concerned(change({"page.ts": before}, {"page.ts": after})) is None


def test_what_is_inside_a_method_concerns_its_file_and_the_parts_of_its_class() -> None:
    text = CONTENTS["Core/Store.cs"][0].replace("void Go() {}", "void Go() { Find(1).Fix(); }")
    assert paths_of("Core/Store.cs", text) == {"Core/Store.cs", "Core/Store.More.cs"}


def test_a_new_method_concerns_the_files_that_say_its_name() -> None:
    text = CONTENTS["Core/Wheel.cs"][0].replace("public int", "public void Fix() { } public int")
    assert paths_of("Core/Wheel.cs", text) == {"Core/Wheel.cs", "Core/Part.cs", "Web/Page.cs"}


def test_a_renamed_constant_concerns_the_files_that_name_it() -> None:
    text = CONTENTS["Core/Limits.cs"][0].replace("Most", "Least")
    assert paths_of("Core/Limits.cs", text) == {
        "Core/Limits.cs",
        "Core/Tint.cs",
        "Web/Uses.cs",
        "Core/Paint.cs",  # it says the name, of something else
    }


def test_a_renamed_type_concerns_those_that_reach_it_through_a_member() -> None:
    text = CONTENTS["Core/Wheel.cs"][0].replace("class Wheel", "class Tyre")
    paths = paths_of("Core/Wheel.cs", text)
    assert paths is not None
    assert {"Core/Car.cs", "Core/Cars.cs", "Web/Page.cs"} <= paths
    assert "db/read.sql" in paths  # it says the name, of something else


def test_a_directive_for_a_whole_project_concerns_everything() -> None:
    assert paths_of("Web/Usings.cs", "global using Core; global using Core.Old;") is None


def test_a_statement_in_a_script_concerns_scripts_only() -> None:
    text = CONTENTS["db/read.sql"][0].replace("JOIN dbo.Wheel w ON 1 = 1", "")
    assert paths_of("db/read.sql", text) == {path for path in PATHS if path.endswith(".sql")}


SHOP = {
    "Controllers/HomeController.cs": """
namespace Shop { public class HomeController : Controller { public IActionResult Index() { return View(); } } }""",
    "Components/CartViewComponent.cs": """
namespace Shop { public class CartViewComponent : ViewComponent {
    public IViewComponentResult Invoke() => View();
} }""",
    "Views/Home/Index.cshtml": '@await Component.InvokeAsync("Cart", 1)',
    "Views/Shared/Components/Cart/Default.cshtml": "<b>cart</b>",
    **{f"Core/Other{number}.cs": f"public class Other{number} {{ }}" for number in range(20)},
}


@pytest.mark.parametrize("page", [path for path in SHOP if path.endswith(".cshtml")])
def test_a_page_that_comes_or_goes_concerns_whoever_shows_pages(page: str) -> None:
    everything = {path: facts(path, text) for path, text in SHOP.items()}
    without = {path: each for path, each in everything.items() if path != page}
    for before, after in ((everything, without), (without, everything)):
        paths = concerned(change(before, after))
        assert paths is not None
        part = resolve(list(after.values()), SCOPE, paths)
        assert replaced(whole(before), paths, part) == whole(after)
    assert whole(everything) != whole(without)
