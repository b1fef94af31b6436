"""What calls of Rust call that have type arguments, or stand on fields, variants and parameters of types."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHAPES = """
pub trait Draws { fn draw(&self); fn make() -> Self; }
pub struct Circle;
impl Circle {
    pub fn ship(&self) {}
    pub fn of<T>(t: T) -> Circle { Circle }
    pub fn own<T>(&self) -> Circle { todo!() }
}
pub struct Square;
impl Square { pub fn ship(&self) {} }
pub struct Pair(pub Circle, Square);
pub enum Shape { Round(Circle), Flat(u8, Square), Both { first: Circle, second: Square }, Many(Vec<Circle>) }
pub struct Pot { held: Option<Circle>, pair: Pair, shape: Shape }
pub struct Rows;
impl Iterator for Rows { type Item = Circle; fn next(&mut self) -> Option<Self::Item> { None } }
pub struct Box9<T> { inner: T }
pub fn made<T>(t: T) -> Circle { Circle }
"""


def calls(code: str) -> set[str]:
    result = edges(graph_of({"src/lib.rs": f"{SHAPES}{code}\n"}))
    marked = (each.removeprefix("rs:crate::run calls rs:crate::") for each in result)
    return {each for each in marked if " " not in each}


@pytest.mark.parametrize(
    ("statement", "called"),
    [
        ("made::<u8>(1);", {"made"}),
        ("Circle::of::<u8>(1).ship();", {"Circle::of", "Circle::ship"}),
        ("p.pair.0.own::<u8>().ship();", {"Circle::own", "Circle::ship"}),
        ("Box9::<Circle>::none();", set()),
        ("<Circle as Draws>::of(1);", {"Circle::of"}),
        ("p.pair.1.ship();", {"Square::ship"}),
        ("p.pair.2.ship();", set()),
        ("made(1).pair.0.ship();", {"made"}),
        ("let Pair(a, b) = p.pair; b.ship();", {"Square::ship"}),
        ("let Pair(.., b) = p.pair; b.ship();", set()),
        ("match p.shape { Shape::Round(c) => c.ship(), _ => {} }", {"Circle::ship"}),
        ("match p.shape { Shape::Flat(_, ref s) => s.ship(), _ => {} }", {"Square::ship"}),
        ("match p.shape { Shape::Both { first: f, second } => { second.ship(); } _ => {} }", {"Square::ship"}),
        ("match p.shape { Shape::Many(list) => list[0].ship(), _ => {} }", {"Circle::ship"}),
        ("match p.shape { Shape::Many(list) => for c in list { c.ship() }, _ => {} }", {"Circle::ship"}),
        ("match p.shape { Shape::Round(c) => c.ship(),\nShape::Flat(_, c) => c.ship(), _ => {} }",
         {"Circle::ship", "Square::ship"}),
        ("match p.shape { Shape::Round(c) => {} Shape::Flat(_, c) => c.ship(), _ => {} }", set()),
        ("if let Some(Shape::Round(c)) = find() { c.ship() }", {"Circle::ship"}),
        ("match p.held { Some(ref c) => c.ship(), None => {} }", {"Circle::ship"}),
        ("p.held.map(|c| c.ship());", {"Circle::ship"}),
        ("for c in rows { c.ship(); }", {"Circle::ship"}),
        ("rows.filter(|c| c.ship());", {"Circle::ship"}),
        ("while let Some(c) = rows.next() { c.ship(); }", {"Circle::ship", "Rows::next"}),
        ("d.draw();", {"Draws::draw"}),
        ("D::make().draw();", {"Draws::make", "Draws::draw"}),
    ],
)  # fmt: skip
def test_a_call_leads_to_what_types_prove(statement: str, called: set[str]) -> None:
    assert calls(f"pub fn run<D: Copy + Draws>(p: Pot, rows: Rows, d: D) {{ {statement} }}") == called


def test_self_means_the_type_of_its_impl_in_a_pattern() -> None:
    code = """impl Shape { fn go(&self) { match self { Self::Round(c) => c.ship(), _ => {} } } }
impl<V> Pot where V: Draws { fn each(&self, v: V) { v.draw() } }
fn other(v: V) { v.draw() }"""
    result = edges(graph_of({"src/lib.rs": f"{SHAPES}{code}\n"}))
    assert {each for each in result if each.endswith(("ship", "draw")) and " calls " in each} == {
        "rs:crate::Shape::go calls rs:crate::Circle::ship",
        "rs:crate::Pot::each calls rs:crate::Draws::draw",
    }


def test_an_impl_in_another_file_belongs_to_its_type() -> None:
    files = {
        "src/lib.rs": """pub mod shown; pub mod other;
pub struct Cart { item: Item } pub struct Item; impl Item { pub fn ship(&self) {} }
pub fn run(c: &Cart) { c.total(); Cart::made(); }
pub trait Tr { fn tr(&self); } pub struct One<V> { v: V } pub type Other = Item;
impl<V: Tr> One<V> { fn f(&self, o: Other) { self.v.tr(); o.ship(); } }""",
        "src/shown.rs": """use crate::{Cart, Item};
impl Cart { pub fn total(&self) { self.item.ship(); self.own(); }
    fn own(&self) {}
    pub fn made() -> Cart { todo!() } }
impl std::fmt::Debug for Cart { fn fmt(&self) { self.item.ship(); } }""",
        "src/other.rs": "pub struct Cart; impl Cart { fn own(&self) {} fn f(&self) { self.own(); } }",
    }
    assert {each for each in edges(graph_of(files)) if " calls " in each} == {
        "rs:crate::run calls rs:shown::Cart::total",
        "rs:crate::run calls rs:shown::Cart::made",
        "rs:shown::Cart::total calls rs:crate::Item::ship",
        "rs:shown::Cart::total calls rs:shown::Cart::own",
        "rs:shown::Cart::fmt calls rs:crate::Item::ship",
        "rs:other::Cart::f calls rs:other::Cart::own",
        "rs:crate::One::f calls rs:crate::Tr::tr",
        "rs:crate::One::f calls rs:crate::Item::ship",
    }
