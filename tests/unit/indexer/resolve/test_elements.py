"""What is taken out of collections: loop variables and results of ``get`` have the declared type."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

PYTHON = """
from dataclasses import dataclass
from typing import Iterator, Optional
class Item:
    def go(self): ...
    @property
    def width(self): return 1
class Other:
    def go(self): ...
@dataclass
class Box:
    items: list[Item]
    named: dict[tuple[str, int], Item]
    mixed: tuple[Item, Other]
    def loop(self):
        for item in self.items: item.go()
    def comprehension(self):
        return [
            item.go()
            for item in self.items
        ]
    def values(self): return {item.go() for item in self.named.values()}
    def keys(self): return {item.go() for item in self.named}
    def get(self): self.named.get(("a", 1)).go()
    def tuples(self):
        for item in self.mixed: item.go()
class Kept:
    def __init__(self, items: "Optional[list[Item]]"):
        self.items = items
    def loop(self):
        for item in self.items: item.go()
def several() -> Iterator[Item]: ...
def called():
    for item in several(): item.go()
def given(items: tuple[Item, ...] | None, item: Other):
    (item.go() for item in items)
    item.go()
def narrow(item: Item): return item.width + 1
"""


def test_elements_of_python_have_the_type_that_their_collection_declares() -> None:
    result = edges(graph_of({"a.py": PYTHON}))
    assert {each for each in result if each.endswith((".go", ".width"))} == {
        "py:a:Box.loop calls py:a:Item.go",
        "py:a:Box.comprehension calls py:a:Item.go",
        "py:a:Box.values calls py:a:Item.go",
        "py:a:Box.get calls py:a:Item.go",
        "py:a:Kept.loop calls py:a:Item.go",
        "py:a:called calls py:a:Item.go",
        "py:a:given calls py:a:Item.go",
        "py:a:given calls py:a:Other.go",
        "py:a:narrow references py:a:Item.width",
    }


TYPESCRIPT = """
class Item { go() {} }
class Other { go() {} }
function several(): Promise<Item[]> { return load(); }
export function mapped(xs: Item[]) { return xs.map(x => x.go()); }
export function each(xs: readonly Item[] | undefined) { xs.forEach((x) => { x.go(); }); }
export function filtered(xs: Array<Item>) { return xs.filter(Boolean).some(x => x.go()); }
export function loop(xs: Set<Item>) { for (const x of xs) x.go(); }
export async function called() { for (const x of await several()) x.go(); }
export function keyed(xs: Map<string, Item>) { xs.get("a")?.go(); }
export function forced(xs: Map<string, Item>) { xs.get("a")!.go(); }
export function values(xs: Map<string, Item>) { for (const x of xs.values()) x.go(); }
export function found(xs: Item[]) { const x = xs.find(Boolean); x.go(); }
export class Box {
  items: Item[] = [];
  all() { return this.items.map(x => x.go()); }
}
export function keys(xs: Item[]) { for (const x in xs) x.go(); }
export function unknown(xs: Item[][]) { return xs.map(x => x.go()); }
export function before(xs: Item[], x: Other) {
  xs.map(x => 1);
  x.go();
}
"""


def test_elements_of_typescript_have_the_type_that_their_collection_declares() -> None:
    result = edges(graph_of({"a.ts": TYPESCRIPT}))
    functions = ("mapped", "each", "filtered", "loop", "called", "keyed", "forced", "values", "found", "Box.all")
    assert {each for each in result if each.endswith(".go")} == {
        *(f"ts:a.ts#{name} calls ts:a.ts#Item.go" for name in functions),
        "ts:a.ts#before calls ts:a.ts#Other.go",
    }


GO = """package feed
type Item struct{}
func (i *Item) Go() {}
type Items []*Item
type Named map[string]Item
type Alias Item
type Feed struct { items Items; count int }
func Given(xs Items) { for _, x := range xs { x.Go() } }
func Behind(xs Named) { for _, x := range xs { x.Go() } }
func Field(f *Feed) { for _, x := range f.items { x.Go() } }
func Made() { xs := Items{}; for _, x := range xs { x.Go() } }
func Called() { for _, x := range load() { x.Go() } }
func load() Items { return nil }
func (xs Items) Own() { for _, x := range xs { x.Go() } }
func None(xs Alias, f *Feed) { for _, x := range xs { x.Go() }; for _, x := range f.count { x.Go() } }
"""
GO_ELSEWHERE = """package main
import "m/feed"
func main() { run(nil) }
func run(xs feed.Items) { for _, x := range xs { x.Go() } }
"""


def test_elements_of_go_have_the_type_that_a_named_slice_or_map_holds() -> None:
    result = edges(graph_of({"go.mod": "module m", "feed/a.go": GO, "main.go": GO_ELSEWHERE}))
    functions = ("Given", "Behind", "Field", "Made", "Called", "Items.Own")
    assert {each for each in result if each.endswith(".Go")} == {
        *(f"go:feed.{name} calls go:feed.Item.Go" for name in functions),
        "go:..run calls go:feed.Item.Go",
    }
