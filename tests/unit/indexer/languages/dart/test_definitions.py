"""Dart: which definitions a file has, and where they begin and end."""

import pytest

from indexer.facts.extract import extract
from indexer.facts.model import Definition
from tests.unit.indexer.resolve.graph_samples import parsed

SHOP = """library shop;

/// Holds items.
@immutable
abstract class Cart extends Base with Loud {
  Cart(this.items);
  Cart.empty() : items = const [];
  factory Cart.fromJson(Map<String, dynamic> json) => Cart(json['items']);
  static const limit = 3;
  final List<Item> items;
  int add(Item item) {
    return 1;
  }
  int get total => 1;
  set total(int value) {}
  Cart operator +(Cart other) => this;
  void open();
}
mixin Loud on Base {}
enum Suit { hearts, clubs; String get label => name; }
extension Names on String { String short() => this; }
extension on int { int get twice => this * 2; }
extension type Id(int value) { Id next() => Id(value + 1); }
typedef Carts = List<Cart>;
final logger = Logger('shop'), other = 1;
T first<T>(List<T> values) => values.first;
void main() {
  void inner() {}
  inner();
}
"""


def definitions(text: str, *, outline: bool = False) -> tuple[Definition, ...]:
    return extract(parsed("lib/shop.dart", text), outline=outline).definitions


@pytest.mark.parametrize("outline", [False, True])
def test_types_and_their_members_are_definitions(outline: bool) -> None:
    assert [
        f"{each.kind} {each.qualname} {each.start_line}-{each.end_line}"
        for each in definitions(SHOP, outline=outline)
    ] == [
        "class Cart 3-18",
        "constructor Cart.Cart 6-6",
        "constructor Cart.empty 7-7",
        "constructor Cart.fromJson 8-8",
        "constant Cart.limit 9-9",
        "method Cart.add 11-13",
        "property Cart.total 14-14",
        "property Cart.total 15-15",
        "method Cart.+ 16-16",
        "method Cart.open 17-17",
        "class Loud 19-19",
        "enum Suit 20-20",
        "property Suit.label 20-20",
        "class Names 21-21",
        "method Names.short 21-21",
        "class int{} 22-22",
        "property int{}.twice 22-22",
        "class Id 23-23",
        "method Id.next 23-23",
        "type Carts 24-24",
        "constant logger 25-25",
        "constant other 25-25",
        "function first 26-26",
        "function main 27-30",
    ]


def test_identifiers_begin_with_the_path_of_the_file() -> None:
    assert [each.local_id for each in definitions("class A { A.b(); }")] == [
        "dart:lib/shop.dart#A",
        "dart:lib/shop.dart#A.b",
    ]


def test_type_arguments_of_calls_are_no_comparisons() -> None:
    text = "Widget build() => Row(a: Box<A, B>(child: c), b: Box<List<A>>.of(d));\nclass Next {}\n"
    facts = extract(parsed("a.dart", text))
    assert not facts.problems
    assert [(each.name, each.type_arguments) for each in facts.calls] == [
        ("Row", ""),
        ("Box", "A,B"),
        ("of", "List<A>"),
    ]
    assert {each.name for each in facts.types} >= {"A", "B", "List"}


def test_a_deeply_nested_file_is_read_without_recursion() -> None:
    depth = 20_000
    text = f"final a = {'f(' * depth}1{')' * depth};"
    assert [each.name for each in extract(parsed("a.dart", text)).definitions] == ["a"]
