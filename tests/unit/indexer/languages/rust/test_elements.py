"""What a loop or a closure takes out of a list in Rust, and what is inside of an option."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHAPES = """
use std::collections::HashMap;
pub struct Square;
impl Square { pub fn draw(&self) -> u32 { 1 } }
pub struct Book { page: Page }
pub struct Page { book: Box<Book>, list: Vec<Square>, names: HashMap<u32, Square> }
impl Page {
    fn all(&self) -> Vec<Square> { vec![] }
    fn field(&self) { for s in &self.list { s.draw(); } }
    fn result(&self) { for s in self.all() { s.draw(); } }
    fn chain(&self) { self.all().iter().for_each(|s| { s.draw(); }); }
    fn lines(&self) -> bool {
        self
            .list
            .iter()
            .any(|s| s.draw() > 1)
    }
    fn kept(&self) {
        let book = &self.book;
        book.page.list.iter().for_each(|s| { s.draw(); });
    }
    fn tokens(&self) { for s in &mut self.list { println!("{}", s.draw()); } }
    fn pairs(&self) { for s in &self.names { s.draw(); } }
}
fn owned(v: Vec<Square>) { for s in v { s.draw(); } }
fn slice(v: &[Square]) { for s in v { s.draw(); } }
fn array(v: &'static mut [Square; 3]) { for s in v.iter_mut() { s.draw(); } }
fn boxed(v: Box<[Square]>) { for s in v.iter() { s.draw(); } }
fn shared(v: std::sync::Arc<Vec<Square>>) { for s in v.iter() { s.draw(); } }
fn mapped(v: &[Square]) -> Vec<u32> {
    v.iter()
        .filter(|s| s.visible())
        .map(|s| s.draw())
        .collect()
}
fn typed(v: &[Square]) { v.iter().for_each(|s: &Square| { s.draw(); }); }
fn counted(v: &[Square]) { for (i, s) in v.iter().enumerate() { s.draw(); } }
fn local() { let v: Vec<Square> = get(); for s in v { s.draw(); } }
fn option(v: Option<Square>) { if let Some(s) = v { s.draw(); } }
fn same(v: Option<Square>) { if let Some(v) = v { v.draw(); } }
fn list(v: Vec<Square>) { v.draw(); }
fn changed(v: &[Square]) { v.iter().map(change).for_each(|s| { s.draw(); }); }
fn twice(v: &[Square]) { v.iter().map(|s| change(s)).for_each(|s| { s.draw(); }); }
fn hidden(v: &[Square]) {
    for s in v {}
    other.fold(0, |s, t| s.draw());
}
fn maybe(v: Option<Vec<Square>>) { v.as_ref().map(|s| s.draw()); }
fn filtered(v: Option<Vec<Square>>) { v.take().filter(|s| s.draw() > 1); }
fn folded(v: &[Square]) { v.iter().fold(0, |s, t| s.draw()); }
fn summed(v: &[Square]) -> u32 { v.iter().fold(0, |sum, s| sum + s.draw()) }
fn or_none(v: Option<Square>) -> u32 { v.as_ref().map_or(0, |s| s.draw()) }
fn or_else(v: Option<Square>) -> u32 { v.map_or_else(|| 0, |s| s.draw()) }
fn sorted(v: &mut Vec<Square>) { v.sort_by(|s, t| s.draw().cmp(&0)); }
fn ordered(v: &mut Vec<Square>) { v.sort_unstable_by(|t, s| 0.cmp(&s.draw())); }
fn most(v: &[Square]) { v.iter().max_by(|s, t| s.draw().cmp(&1)); }
fn keyed(v: &mut Vec<Square>) { v.sort_by_key(|s| s.draw()); }
fn retained(v: &mut Vec<Square>) { v.retain(|s| s.draw() > 1); }
fn total(v: Square) { v.fold(0, |sum, s| sum + s.draw()); }
fn least(v: Square) { v.min_by(|s, t| s.draw().cmp(&1)); }
fn parsed(v: &str) { for s in v.chars() { s.draw(); } }
"""
OTHERS = {"list", "changed", "filtered", "folded", "maybe", "hidden", "twice", "parsed", "pairs", "total", "least"}
"""Functions of the sample that know nothing of what they have."""


@pytest.fixture(scope="module")
def drawing() -> set[str]:
    ends = (each.split(" ") for each in edges(graph_of({"src/lib.rs": SHAPES})))
    return {end[0].rpartition("::")[2] for end in ends if end[1:] == ["calls", "rs:crate::Square::draw"]}


def test_an_element_of_a_list_has_the_type_that_is_declared_for_it(drawing: set[str]) -> None:
    methods = {"field", "result", "chain", "lines", "kept", "tokens"}
    functions = {
        "owned",
        "slice",
        "array",
        "boxed",
        "shared",
        "mapped",
        "typed",
        "counted",
        "local",
        "option",
        "same",
    }
    functions |= {"summed", "or_none", "or_else", "sorted", "ordered", "most", "keyed", "retained"}
    assert drawing == methods | functions


@pytest.mark.parametrize("caller", sorted(OTHERS))
def test_what_is_no_element_has_no_type(drawing: set[str], caller: str) -> None:
    assert caller not in drawing


def test_a_function_is_called_for_a_variable_of_its_name() -> None:
    text = "fn low() -> Option<u32> { None }\nfn f() { if let Some(low) = low() { hand(low); } }\n"
    assert edges(graph_of({"src/lib.rs": text})) == {"rs:crate::f calls rs:crate::low"}
