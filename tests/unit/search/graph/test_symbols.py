"""Names that a person can go to."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.graph.dependency_graph import DependencyGraph
from search.graph.name_matcher import LEAST_INSIDE, NameMatcher
from search.graph.names import everything
from search.graph.symbols import matching_symbols, symbols_of_file
from search.letters import begins_word, matched_letters
from search.types.symbols import FILE, SymbolRequest
from tests.fakes.sample_graph import graph_of_folder

FILES = {
    "shop/cart.py": "class Cart:\n    def add(self, line):\n        pass\n\n\nclass Cartridge:\n    pass\n",
    "shop/order.py": (
        "from shop.cart import Cart\n\n\ndef open_order():\n    return Cart()\n\n\n"
        "class Order:\n    def add(self, line):\n        pass\n"
    ),
    "docs/guide.md": "# How a cart is filled\n\nText.\n",
    "database/cart.sql": "CREATE TABLE CartLine (id int);\n",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> DependencyGraph:
    root = tmp_path_factory.mktemp("shop")
    for name, text in FILES.items():
        path: Path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return graph_of_folder(root, "shop")


def names(graph: DependencyGraph, text: str, most: int = 60) -> list[str]:
    return [symbol.name for symbol in matching_symbols(graph, SymbolRequest(text, most), everything)]


def test_types_tables_headings_and_files_are_matched_with_the_equal_name_first(graph: DependencyGraph) -> None:
    assert names(graph, "cart") == [
        *("cart.py", "cart.sql"),
        *("Cart", "CartLine", "Cartridge", "How a cart is filled"),
    ]


def test_a_member_is_named_with_its_type_and_can_be_asked_for_by_it(graph: DependencyGraph) -> None:
    assert names(graph, "add") == ["Cart.add", "Order.add"]
    assert names(graph, "order.add") == ["Order.add"]


def test_a_file_is_matched_by_words_of_its_path_in_any_order(graph: DependencyGraph) -> None:
    assert names(graph, "order shop") == ["order.py"]
    assert names(graph, "s/or") == ["order.py"]
    assert names(graph, "dg")[0] == "guide.md"


def test_what_may_not_be_seen_is_not_named_and_displaces_nothing(graph: DependencyGraph) -> None:
    hidden = {"shop/cart.py", "docs/guide.md"}
    request = SymbolRequest("cart", 1)
    symbols = matching_symbols(graph, request, lambda node: node.path not in hidden)
    assert [symbol.name for symbol in symbols] == ["cart.sql", "CartLine"]


def test_a_symbol_says_where_it_is(graph: DependencyGraph) -> None:
    (order,) = [
        symbol for symbol in matching_symbols(graph, SymbolRequest("Order"), everything) if symbol.name == "Order"
    ]
    assert (order.kind, order.path, order.start_line, order.repository) == ("class", "shop/order.py", 8, "shop")
    assert matching_symbols(graph, SymbolRequest("order.py"), everything)[0].kind == FILE


def test_the_symbols_of_a_file_come_by_line_whatever_the_letters(graph: DependencyGraph) -> None:
    def inside(file: str, most: int = 60) -> list[tuple[str, int]]:
        symbols = symbols_of_file(graph, f"shop@main:file:{file}", most, lambda node: node.name != "Cartridge")
        return [(symbol.name, symbol.start_line) for symbol in symbols]

    assert inside("shop/order.py") == [("open_order", 4), ("Order", 8), ("Order.add", 9)]
    assert inside("shop/order.py", most=1) == [("open_order", 4)]
    assert inside("shop/cart.py") == [("Cart", 1), ("Cart.add", 2)]
    assert inside("docs/guide.md") == [("How a cart is filled", 1)]
    assert inside("gone.py") == []


WORDS = st.lists(
    st.sampled_from(["get", "Set", "order", "Lease", "ä", "x", "_", "-", " ", "9"]), min_size=1, max_size=5
)


@given(
    st.lists(WORDS.map("".join), min_size=1, max_size=30, unique=True),
    st.text("getsorlxä_ 9", min_size=1, max_size=5),
)
def test_what_is_found_among_many_names_is_what_matches_letter_by_letter(known: list[str], typed: str) -> None:
    numbers = set(NameMatcher(known).find(typed, len(known)))
    letters = {number: matched_letters(typed, name) for number, name in enumerate(known) if typed.strip()}
    assert all(letters[number] is not None for number in numbers)
    at_words = {number for number, at in letters.items() if at is not None and begins_word(known[number], at[0])}
    assert numbers >= at_words
    if len(typed.strip()) >= LEAST_INSIDE:
        assert numbers == {number for number, at in letters.items() if at is not None}
