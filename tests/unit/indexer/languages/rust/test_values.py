"""What Rust's values are behind the methods of wrappers, and functions inside functions."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """
use std::cell::RefCell;

pub struct Item {}

impl Item {
    fn weigh(&self) {}
}

pub struct Store {}

impl Store {
    fn clone(&self) -> Item {
        Item {}
    }
}

pub struct Cart {
    item: RefCell<Item>,
    maybe: Option<Item>,
    store: Store,
}

impl Cart {
    fn borrowed(&self) {
        self.item.borrow().weigh();
    }

    fn opened(&self) {
        self.maybe.as_ref().unwrap().weigh();
    }

    fn named(&self) {
        let item = self.maybe.clone().unwrap();
        item.weigh();
    }

    fn own(&self) {
        self.store.clone().weigh();
    }

    fn unknown(&self) {
        self.maybe.iter().weigh();
    }

    fn of_library(&self) {
        let item = Cart::load().unwrap();
        item.weigh();
    }

    fn load() -> anyhow::Result<Item> {
        Ok(Item {})
    }

    fn nested(&self) {
        fn inner() {}
        inner();
    }
}
"""


@pytest.fixture(scope="module")
def shop() -> set[str]:
    return edges(graph_of({"src/shop.rs": SHOP}))


@pytest.mark.parametrize("caller", ["borrowed", "opened", "named", "own", "of_library"])
def test_a_method_of_a_wrapper_stands_for_what_it_holds(shop: set[str], caller: str) -> None:
    assert f"rs:shop::Cart::{caller} calls rs:shop::Item::weigh" in shop


def test_a_method_that_gives_something_else_says_nothing_of_its_type(shop: set[str]) -> None:
    assert "rs:shop::Cart::unknown calls rs:shop::Item::weigh" not in shop


def test_a_function_inside_a_function_is_called_there(shop: set[str]) -> None:
    assert "rs:shop::Cart::nested calls rs:shop::Cart::nested::inner" in shop


def test_a_bound_is_no_base_and_a_type_inside_an_impl_is_none_of_the_module() -> None:
    text = "trait Id {}\ntrait Named: Id {}\nstruct Box<T: Id> { t: T }\nuse outside::Turn;\n"
    text += "impl Turn<u8> for Box<u8> {\n    type Turn = u8;\n}\n"
    result = edges(graph_of({"Cargo.toml": '[package]\nname = "a"\n', "src/lib.rs": text}))
    assert {each for each in result if "inherits" in each or "implements" in each} == {
        "rs:crate::Named inherits rs:crate::Id"
    }
    assert "rs:crate::Box references rs:crate::Id" in result


def test_structs_of_diesel_stand_for_tables_and_belong_to_others() -> None:
    text = """#[derive(Queryable)]
#[cfg_attr(feature = "full", diesel(table_name = schema::posts))]
pub struct Post { pub id: i32 }
/// A remark.
#[diesel(belongs_to(Post, foreign_key = post_id))]
#[diesel(table_name = comments)]
pub struct Comment { pub post_id: i32 }
"""
    result = edges(graph_of({"Cargo.toml": '[package]\nname = "a"\n', "src/lib.rs": text}))
    assert {each for each in result if "sql:" in each} == {
        "rs:crate::Post maps_to sql:main.posts",
        "rs:crate::Comment maps_to sql:main.comments",
        "sql:main.comments foreign_key sql:main.posts",
    }


VARIANTS = """
pub enum ExitCode { Success, Killed(u8), Failed { code: u8 } }
impl ExitCode { pub fn exit(&self) {} }
pub struct Killed;
impl Killed { pub fn exit(&self) {} }
"""


@pytest.mark.parametrize(
    "statement",
    [
        "ExitCode::Success.exit();",
        "codes::ExitCode::Success.exit();",
        "let code = ExitCode::Success; code.exit();",
    ],
)
def test_a_method_of_an_enum_is_called_of_its_variant(statement: str) -> None:
    run = f"use crate::codes::{{self, ExitCode}};\nfn run() {{ {statement} }}\n"
    lines = edges(graph_of({"src/codes.rs": VARIANTS, "src/main.rs": f"mod codes;\n{run}"}))
    assert {each for each in lines if " calls " in each} == {"rs:crate::run calls rs:codes::ExitCode::exit"}


def test_what_a_bounded_parameter_is_made_into_has_the_type_of_the_bound() -> None:
    text = """
pub struct Input;
impl Input { pub fn start(&self) -> usize { 0 } }
fn bounded<'h, I: Into<Input>>(input: I) { let input = input.into(); input.start(); }
fn listed<I>(i: I) where I: Clone + AsRef<Input> { let input = i.as_ref(); input.start(); }
fn written(i: impl Into<Input>) { let input = i.into(); input.start(); }
fn other<S: Into<String>>(s: S) { let input = s.into(); input.start(); }
fn unbounded(i: u32) { let input = i.into(); input.start(); }
"""
    assert edges(graph_of({"src/lib.rs": text})) >= {
        "rs:crate::bounded calls rs:crate::Input::start",
        "rs:crate::listed calls rs:crate::Input::start",
        "rs:crate::written calls rs:crate::Input::start",
    }
    callers = {each.split()[0] for each in edges(graph_of({"src/lib.rs": text})) if each.endswith("Input::start")}
    assert callers.isdisjoint({"rs:crate::other", "rs:crate::unbounded"})
