"""Ruby: what methods give and take, by ends and by comments, and what a root adds to classes of libraries."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """
class Item
  def price; end
end
class Other
  def price; end
end
"""


def calls_of(text: str, path: str = "lib/shop.rb", **others: str) -> set[tuple[str, str]]:
    lines = edges(graph_of({"lib/item.rb": SHOP, path: text, **others}))
    pairs = (line.split(" calls ") for line in lines if " calls " in line)
    return {(source.removeprefix("rb:"), target.removeprefix("rb:")) for source, target in pairs}


@pytest.mark.parametrize(
    "body",
    [
        "Item.new\n  rescue KeyError\n    nil",
        "Item.new\n  ensure\n    close",
        "if full? then Item.new else Item.new end",
        "full? ? Item.new : nil",
        "case full?\n    when true then Item.new\n    else raise ArgumentError\n    end",
        "begin\n      Item.new\n    end",
        "Item.new unless full?",
    ],
)
def test_a_method_gives_what_each_end_of_its_body_gives(body: str) -> None:
    text = f"class Cart\n  def item\n    {body}\n  end\n  def total = item.price\nend\n"
    assert ("Cart#total", "Item#price") in calls_of(text)


@pytest.mark.parametrize(
    "body",
    [
        "if full? then Item.new else Other.new end",
        "Item.new\n  rescue KeyError\n    other",
        "full? ? Item.new : other",
    ],
)
def test_a_method_whose_ends_differ_gives_nothing_that_is_known(body: str) -> None:
    text = f"class Cart\n  def item\n    {body}\n  end\n  def total = item.price\nend\n"
    assert not {each for each in calls_of(text) if each[1].endswith("#price")}


@pytest.mark.parametrize(
    "comment",
    [
        "# @param item [Item] what is sold",
        "# Adds.\n  # @param [Item, nil] item what is sold",
        "sig { params(item: Item).void }",
        "sig { params(item: T.nilable(Item)).void }",
    ],
)
def test_comments_and_signatures_declare_parameters(comment: str) -> None:
    text = f"class Cart\n  {comment}\n  def add(item)\n    item.price\n  end\nend\n"
    assert ("Cart#add", "Item#price") in calls_of(text)


@pytest.mark.parametrize(
    "comment",
    ["# @param item [Item, Other]", "# @param other [Item]", "# @param item [Item]\n\n  CONST = 1"],
)
def test_a_comment_that_says_something_else_declares_nothing(comment: str) -> None:
    text = f"class Cart\n  {comment}\n  def add(item)\n    item.price\n  end\nend\n"
    assert not {each for each in calls_of(text) if each[1].endswith("#price")}


@pytest.mark.parametrize(
    ("comment", "use"),
    [
        ("# @return [Item]", "find.price"),
        ("sig { returns(T.nilable(Item)) }", "find.price"),
        ("# @return [Array<Item>]", "find.each { |each| each.price }"),
        ("sig { returns(T::Array[Item]) }", "find.map { |each| each.price }"),
    ],
)
def test_comments_and_signatures_say_what_a_method_gives(comment: str, use: str) -> None:
    text = f"class Cart\n  {comment}\n  def find\n    @store.fetch(1)\n  end\n  def total\n    {use}\n  end\nend\n"
    assert ("Cart#total", "Item#price") in calls_of(text)


def test_a_struct_has_the_attributes_that_it_is_made_with() -> None:
    text = """
class Line < Struct.new(:item, :count)
  def total = count
end
Box = Struct.new(:width) do
  def area = width
end
"""
    assert calls_of(text) == {("Line#total", "Line#count"), ("Box#area", "Box#width")}


def test_an_attribute_that_is_set_through_its_method_has_its_value() -> None:
    text = "class Cart\n  attr_accessor :item\n  def initialize\n    self.item = Item.new\n  end\n"
    text += "  def total = @item.price\n  def other = item.price\nend\n"
    results = calls_of(text)
    assert {("Cart#total", "Item#price"), ("Cart#other", "Item#price")} <= results


def test_a_class_may_be_derived_from_the_one_around_it() -> None:
    text = "class CartTest\n  def full; end\n  class Inner < self\n    def test_it = full\n  end\nend\n"
    assert ("CartTest.Inner#test_it", "CartTest#full") in calls_of(text)


def test_what_a_root_adds_to_the_classes_of_a_library_is_called_in_those_derived_from_it() -> None:
    helper = "module Minitest\n  module Assertions\n    def assert_sold(x); end\n  end\nend\n"
    text = "class CartTest < Minitest::Test\n  def test_it = assert_sold(1)\nend\n"
    results = calls_of(text, "test/cart_test.rb", **{"test/test_helper.rb": helper})
    assert ("CartTest#test_it", "Minitest.Assertions#assert_sold") in results


def test_what_a_root_adds_to_every_class_is_searched_last() -> None:
    helper = "class Object\n  def sold?; end\n  def price; end\nend\n"
    text = "class Cart\n  def total\n    Item.new.sold?\n    Item.new.price\n  end\nend\n"
    results = calls_of(text, **{"lib/core.rb": helper})
    assert ("Cart#total", "Object#sold?") in results
    assert ("Cart#total", "Item#price") in results
    assert ("Cart#total", "Object#price") not in results


@pytest.mark.parametrize(
    "helper",
    [
        "class Minitest::Spec\n  def body; end\nend\n",
        "module Help\n  def body; end\nend\nRSpec.configure do |config|\n  config.include Help\nend\n",
    ],
)
def test_a_block_of_a_test_calls_what_the_tests_of_a_root_have(helper: str) -> None:
    text = "describe 'cart' do\n  it 'is full' do\n    body\n  end\nend\n"
    results = calls_of(text, "spec/cart_spec.rb", **{"spec/spec_helper.rb": helper})
    assert {target.rpartition("#")[2] for source, target in results if source == "file:spec/cart_spec.rb"} == {
        "body"
    }
    assert not calls_of(text, "lib/cart.rb", **{"spec/spec_helper.rb": helper})
