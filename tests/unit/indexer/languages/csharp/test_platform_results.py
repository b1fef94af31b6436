"""What methods of the platform and of well-known packages return, and what they hand to functions."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

TYPES = """
using System; using System.Collections.Generic; using System.Linq; using System.Threading.Tasks;
public class Lamp { public void Glow() { } public int Watts { get; set; } }
public interface IShop { void Open(); }
public class Store : DbContext { public DbSet<Lamp> Lamps { get; set; } }
public static class More {
    public static void Page<T>(this IQueryable<T> query) { }
    public static void Mix<T>(this IList<T> list) { }
    public static void Mix<T>(this IList<T> list, Random random) { }
    public static bool Contains<T>(this IEnumerable<T> all, T item, int depth) => true;
    public static int IndexOf<T>(this IReadOnlyList<T> list, T item) => 0;
    public static void Run(this IDbConnection connection, string sql) { }
    public static string Path(this ViewPart part) => "";
    public static string Json(this object any) => "";
    public static string Label(this Enum value) => "";
}
public class Menu : ViewPart { void Go() { this.Path(); } }
public class Form : OtherPart { void Go() { this.Path(); } }
public enum Size { Big }
"""
GLOW, OPEN = "cs:User.Go calls cs:Lamp.Glow", "cs:User.Go calls cs:IShop.Open"


def calls(body: str, parameters: str = "") -> set[str]:
    code = f"{TYPES}public class User {{ async Task Go({parameters}) {{ {body} }} }}"
    return {each for each in edges(graph_of({"a.cs": code})) if each.startswith("cs:User.Go calls ")}


@pytest.mark.parametrize(
    ("parameters", "body"),
    [
        ("IServiceProvider all", "foreach (var x in all.GetServices<Lamp>()) { x.Glow(); }"),
        ("IEnumerable<object> all", "all.OfType<Lamp>().First().Glow();"),
        ("HttpContent body", "var x = await body.ReadFromJsonAsync<Lamp>(); x.Glow();"),
        ("IDbContextFactory<Store> f", "using var db = f.CreateDbContext(); db.Lamps.First().Glow();"),
        ("IDbContextFactory<Store> f", "(await f.CreateDbContextAsync()).Lamps.Find(1).Glow();"),
        ("Store db", "(await db.Lamps.FindAsync(1)).Glow();"),
        ("IOptions<Lamp> options", "options.Value.Glow();"),
        ("IReadRepository<Lamp> lamps", "var x = await lamps.GetByIdAsync(1); x.Glow();"),
        ("IReadRepository<Lamp> lamps", "foreach (var x in await lamps.ListAsync(null)) { x.Glow(); }"),
        ("Dictionary<int, Lamp> map", "map.GetValueOrDefault(1).Glow();"),
        ("IQueryable<Lamp> q", "q.AsSplitQuery().Concat(q).DistinctBy(x => x.Watts).Last().Glow();"),
        ("IDbConnection c", 'c.QuerySingle<Lamp>("select 1").Glow();'),
        ("IDbConnection c", 'var all = await c.QueryAsync<Lamp>("select 1"); all.First().Glow();'),
        ("object o", "var x = Assert.IsType<Lamp>(o); x.Glow();"),
    ],
)  # fmt: skip
def test_a_method_of_the_platform_returns_the_type_that_its_arguments_say(parameters: str, body: str) -> None:
    assert calls(body, parameters) == {GLOW}


@pytest.mark.parametrize(
    "body",
    [
        "var shop = new Mock<IShop>(); shop.Setup(x => x.Open()).Verifiable();",
        "var shop = new Mock<IShop>(); shop.Verify(x => x.Open(), Times.Once);",
        "var shop = new Mock<IShop>(); shop.Object.Open();",
        "var shop = Mock.Of<IShop>(); shop.Open();",
        "var shop = Substitute.For<IShop>(); shop.Received(1).Open();",
        "var shop = A.Fake<IShop>(); A.CallTo(() => shop.Open()).Returns(1);",
    ],
)
def test_a_double_of_a_type_has_its_members(body: str) -> None:
    assert calls(body) == {OPEN}


def test_a_type_of_this_root_is_no_double() -> None:
    own = "var shop = new Own.Mock<IShop>(); shop.Setup(x => x.Open());"
    code = f"{TYPES}namespace Own {{ class Mock<T> {{ public void Setup(Action<int> a) {{ }} }} }}"
    result = edges(graph_of({"a.cs": f"{code} public class User {{ void Go() {{ {own} }} }}"}))
    assert OPEN not in result


@pytest.mark.parametrize(
    ("parameters", "body", "target"),
    [
        ("Store db", "db.Lamps.Where(x => x.Watts > 1).OrderBy(x => x.Watts).Page();", "Page"),
        ("Store db", "var q = db.Lamps.Include(x => x.Watts); q = q.Where(x => true); q.Page();", "Page"),
        ("List<Lamp> lamps", "lamps.Mix();", "Mix`1(IList<T>)"),
        ("Lamp[] lamps", "lamps.Mix(null);", "Mix`1(IList<T>,Random)"),
        ("IReadOnlyList<Lamp> lamps", "lamps.IndexOf(null);", "IndexOf"),
        ("List<Lamp> lamps", "lamps.Contains(null, 2);", "Contains"),
        ("SqlConnection c", 'c.Run("select 1");', "Run"),
        ("Lamp lamp", "lamp.Json();", "Json"),
        ("Uri address", "address.Json();", "Json"),
        ("Size size", "size.Label();", "Label"),
    ],
)
def test_an_extension_takes_what_is_derived_from_its_type(parameters: str, body: str, target: str) -> None:
    assert calls(body, parameters) & {f"cs:User.Go calls cs:More.{target}"}


@pytest.mark.parametrize(
    ("parameters", "body"),
    [
        ("Store db", "db.Lamps.ToList().Page();"),
        ("IEnumerable<Lamp> lamps", "lamps.Mix();"),
        ("Uri address", 'address.Run("select 1");'),
        ("Lamp lamp", "lamp.Label();"),
        ("List<Lamp> lamps", "lamps.IndexOf(null);"),
        ("List<Lamp> lamps", "Random.Shared.Mix(lamps);"),
    ],
)
def test_an_extension_takes_nothing_else(parameters: str, body: str) -> None:
    assert calls(body, parameters) == set()


def test_an_extension_of_a_type_outside_takes_the_classes_that_are_derived_from_it_here() -> None:
    result = edges(graph_of({"a.cs": TYPES}))
    assert {each for each in result if each.endswith("More.Path")} == {"cs:Menu.Go calls cs:More.Path"}


def test_an_extension_may_be_in_sight_by_the_static_members_of_its_class() -> None:
    more = "namespace Aid { public static class More { public static void Tidy(this Uri address) { } } }"
    user = "using static Aid.More; class User { void Go(Uri address) { address.Tidy(); } }"
    assert "cs:User.Go calls cs:Aid.More.Tidy" in edges(graph_of({"a.cs": more, "b.cs": user}))


def test_a_property_of_a_controller_is_no_class_of_the_same_name() -> None:
    code = """class User { public static void Sign() { } }
    static class More {
        public static int Number(this ClaimsPrincipal user) => 1;
        public static void Sign(this ClaimsPrincipal user) { } }
    abstract class Own : ControllerBase { }
    class Desk : Own { void Go() { User.Number(); User.Sign(); } }
    class Shop { void Go() { User.Sign(); } }"""
    assert {each for each in edges(graph_of({"a.cs": code})) if " calls " in each} == {
        "cs:Desk.Go calls cs:More.Number",
        "cs:Desk.Go calls cs:More.Sign",
        "cs:Shop.Go calls cs:User.Sign",
    }
