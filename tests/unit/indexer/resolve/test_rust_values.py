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

    fn nested(&self) {
        fn inner() {}
        inner();
    }
}
"""


@pytest.fixture(scope="module")
def shop() -> set[str]:
    return edges(graph_of({"src/shop.rs": SHOP}))


@pytest.mark.parametrize("caller", ["borrowed", "opened", "named", "own"])
def test_a_method_of_a_wrapper_stands_for_what_it_holds(shop: set[str], caller: str) -> None:
    assert f"rs:shop::Cart::{caller} calls rs:shop::Item::weigh" in shop


def test_a_method_that_gives_something_else_says_nothing_of_its_type(shop: set[str]) -> None:
    assert "rs:shop::Cart::unknown calls rs:shop::Item::weigh" not in shop


def test_a_function_inside_a_function_is_called_there(shop: set[str]) -> None:
    assert "rs:shop::Cart::nested calls rs:shop::Cart::nested::inner" in shop
