"""Calls that hang on what another call gives, on an element behind an index, or on a long chain of calls."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

GO = """package shop
type Item struct{}
func (i *Item) Ship() {}
type Box[T any] struct{ items []T }
func (b *Box[T]) Open() *Item { return nil }
type Store struct { Item *Item; all []*Item; byName map[string]*Item }
func (s *Store) Self() *Store { return s }
type App struct{}
func (a *App) Store() *Store { return nil }
"""
TS = """class Item { ship() {} }
class Store { item: Item; all: Item[]; byName: Map<string, Item>; self(): Store { return this; } }
class App { store(): Store { return x; } }
"""
JAVA = """package p;
class Item { void ship() {} }
class Store { Item item; Item[] all; Store self() { return this; } }
class App { Store store() { return null; } }
"""
RUST = """
struct Item {}
impl Item { fn ship(&self) {} }
struct Store { item: Item, all: Vec<Item> }
impl Store { fn own(&self) -> &Store { self } }
struct App {}
impl App { fn store(&self) -> Store { todo!() } }
"""
CHAIN = ".Self()" * 40


def shipping(files: dict[str, str]) -> set[str]:
    result = edges(graph_of(files))
    return {each for each in result if " calls " in each and each.lower().endswith("ship")}


@pytest.mark.parametrize(
    "statement",
    [
        "a.Store().Item.Ship()",
        "item := a.Store().Item; item.Ship()",
        "s.all[0].Ship()",
        "s.byName[n].Ship()",
        "item := s.all[len(s.all)-1]; item.Ship()",
        "a.Store().all[0].Ship()",
        "for _, each := range a.Store().all { each.Ship() }",
        f"a.Store(){CHAIN}.Item.Ship()",
        "b.Open().Ship()",
    ],
)
def test_in_go(statement: str) -> None:
    code = f"{GO}func run(a *App, s *Store, n string, b *Box[int]) {{ {statement} }}\n"
    assert shipping({"shop/a.go": code}) == {"go:shop.run calls go:shop.Item.Ship"}


@pytest.mark.parametrize(
    "statement", ["s.all.Ship()", "a.Store().all.Ship()", "a.Store().Other.Ship()", "s.all[1:].Ship()"]
)
def test_what_is_no_element_of_go_is_not_called(statement: str) -> None:
    code = f"{GO}func run(a *App, s *Store) {{ {statement} }}\n"
    assert shipping({"shop/a.go": code}) == set()


@pytest.mark.parametrize(
    "statement",
    [
        "a.store().item.ship();",
        "const item = a.store().item; item.ship();",
        "s.all[0].ship();",
        "a.store().all[0]?.ship();",
        "a.store().all.forEach((each) => each.ship());",
        "(await a.store()).item.ship();",
    ],
)
def test_in_typescript(statement: str) -> None:
    code = f"{TS}async function run(a: App, s: Store) {{ {statement} }}\n"
    assert shipping({"a.ts": code}) == {"ts:a.ts#run calls ts:a.ts#Item.ship"}


@pytest.mark.parametrize(
    "statement", ["a.store().item.ship();", "s.all[0].ship();", "var i = s.all[1]; i.ship();"]
)
def test_in_java(statement: str) -> None:
    code = f"{JAVA}class Main {{ void run(App a, Store s) {{ {statement} }} }}\n"
    assert shipping({"p/Main.java": code}) == {"java:p.Main.run calls java:p.Item.ship"}


@pytest.mark.parametrize("statement", ["a.store().item.ship();", "a.store().own().all[0].ship();"])
def test_in_rust(statement: str) -> None:
    code = f"{RUST}fn run(a: &App) {{ {statement} }}\n"
    assert shipping({"src/lib.rs": code}) == {"rs:crate::run calls rs:crate::Item::ship"}


def test_a_file_that_the_root_of_a_crate_of_tests_declares_is_a_module_of_it() -> None:
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "tests/main.rs": "mod cart;\nmod temp;\nuse crate::temp::temp;\nmod kit;\nfn shared() {}\n",
        "tests/cart.rs": "use super::*;\nfn run() { shared(); temp(); kit::open(); }\n",
        "tests/temp.rs": "pub fn temp() {}\n",
        "tests/kit.rs": "pub fn open() {}\n",
        "tests/alone.rs": "fn shared() {}\nfn run() { shared(); }\n",
    }
    assert {each for each in edges(graph_of(files)) if " calls " in each} == {
        "rs:tests::cart::run calls rs:tests::shared",
        "rs:tests::cart::run calls rs:tests::temp::temp",
        "rs:tests::cart::run calls rs:tests::kit::open",
        "rs:tests::alone::run calls rs:tests::alone::shared",
    }


def test_a_type_of_rust_that_stands_for_another_one_has_its_methods() -> None:
    code = f"""{RUST}struct Shared {{}}
impl std::ops::Deref for Shared {{ type Target = Item; fn deref(&self) -> &Item {{ todo!() }} }}
impl Iterator for Other {{ type Item = Item; }}
struct Other {{}}
fn run(s: Shared, o: Other) {{ s.ship(); o.ship(); }}
"""
    result = edges(graph_of({"src/lib.rs": code}))
    assert {each for each in result if each.endswith("::ship")} == {"rs:crate::run calls rs:crate::Item::ship"}
    assert not {each for each in result if " inherits " in each or " implements " in each}


CSHARP = """
namespace Shop;
class Level { public Setup Set(int level) => null; }
class Sinks { public Setup Into(string name) => null; }
class Setup {
    public Level Level => null;
    public Sinks To { get; }
    public Log Make() => null;
}
class Log { public void Write() { } }
class Other { public Other Level => null; public void Set(int level) { } }
class Box<T> { public Level Level => null; }
"""


@pytest.mark.parametrize(
    ("statement", "called"),
    [
        ("new Setup().Level.Set(1);", {"Level.Set"}),
        ("new Shop.Setup() { }.Level.Set(1);", {"Level.Set"}),
        ("((Setup)value).To.Into(null);", {"Sinks.Into"}),
        ("(value as Setup).To.Into(null);", {"Sinks.Into"}),
        ('"text".Level.Set(1);', set()),
        ("var set = new Setup().Level; set.Set(1);", {"Level.Set"}),
        (
            "new Setup().Level.Set(1).To.Into(null).Make().Write();",
            {"Level.Set", "Sinks.Into", "Setup.Make", "Log.Write"},
        ),
        ("new Unknown().Level.Set(1);", set()),
        ("new Box<int>().Level.Set(1);", set()),
    ],
)
def test_a_call_hangs_on_a_member_of_a_new_object_in_csharp(statement: str, called: set[str]) -> None:
    run = f"class Runner {{ void Run(object value) {{ {statement} }} }}"
    lines = edges(graph_of({"a.csproj": "<Project/>", "a.cs": f"{CSHARP}{run}"}))
    start = "cs:Shop.Runner.Run calls cs:Shop."
    assert {each.removeprefix(start) for each in lines if each.startswith(start)} == called
