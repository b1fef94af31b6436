"""What a Ruby file defines: by the full names of constants, methods of objects apart from those of classes."""

import pytest

from indexer.facts.extract import extract
from indexer.facts.model import FileFacts
from indexer.types import ParsedFile

CART = """\
module Shop
  # Keeps.
  class Cart < Base
    RATE = 3
    attr_reader :total, :rate
    attr_accessor :note

    def initialize(a)
    end

    def self.build(x) = new(x)

    class << self
      def open; end
      attr_reader :count
    end

    def close; end
    alias shut close
    alias_method :finish, :close
    define_method(:empty?) { total.zero? }
    private def hidden; end
  end

  Item = Struct.new(:name) do
    def label; end
  end

  def self.carts; end
end

class Shop::Box
  scope :recent, -> { order(:id) }
  has_many :items, class_name: "Shop::Item"

  class_methods do
    def make; end
  end
end

def Shop.top; end

def run
  limit = 1
end

Class.new(Object) { def unnamed; end }
"""


DEFINED = [
    "module rb:Shop 1-30",
    "class rb:Shop.Cart 2-23",
    "constant rb:Shop.Cart.RATE 4-4",
    "property rb:Shop.Cart#total 5-5",
    "property rb:Shop.Cart#rate 5-5",
    "property rb:Shop.Cart#note 6-6",
    "property rb:Shop.Cart#note= 6-6",
    "method rb:Shop.Cart#initialize 8-9",
    "method rb:Shop.Cart.build 11-11",
    "method rb:Shop.Cart.open 14-14",
    "property rb:Shop.Cart.count 15-15",
    "method rb:Shop.Cart#close 18-18",
    "method rb:Shop.Cart#shut 19-19",
    "method rb:Shop.Cart#finish 20-20",
    "method rb:Shop.Cart#empty? 21-21",
    "method rb:Shop.Cart#hidden 22-22",
    "class rb:Shop.Item 25-27",
    "property rb:Shop.Item#name 25-25",
    "property rb:Shop.Item#name= 25-25",
    "method rb:Shop.Item#label 26-26",
    "method rb:Shop.carts 29-29",
    "class rb:Shop.Box 32-39",
    "method rb:Shop.Box.recent 33-33",
    "property rb:Shop.Box#items 34-34",
    "module rb:Shop.Box.ClassMethods 36-38",
    "method rb:Shop.Box.ClassMethods#make 37-37",
    "method rb:Shop.top 41-41",
    "function rb:lib/cart.rb#run 43-45",
    "function rb:lib/cart.rb#unnamed 47-47",
]


def facts_of(text: str, *, outline: bool = False) -> FileFacts:
    return extract(ParsedFile("lib/cart.rb", "ruby", text, "utf-8", ""), outline=outline)


@pytest.mark.parametrize("outline", [False, True])
def test_definitions_with_their_comments_and_what_they_stand_in(*, outline: bool) -> None:
    facts = facts_of(CART, outline=outline)
    results = [f"{each.kind} {each.local_id} {each.start_line}-{each.end_line}" for each in facts.definitions]
    assert results == DEFINED
    assert facts.problems == ()


def test_a_class_with_its_path_is_known_by_its_last_part_and_by_all_of_it() -> None:
    box = next(each for each in facts_of(CART).definitions if each.name == "Box")
    assert (box.local_id, box.qualname, box.parent) == ("rb:Shop.Box", "Shop::Box", "rb:Shop")


@pytest.mark.parametrize(
    "text",
    [
        "class",
        "class A <",
        "def a(",
        "class << self",
        "a.",
        "x = ",
        "def self.",
        "A::",
        "include",
        "has_many :",
        "super(",
    ],
)
def test_a_broken_file_is_read_as_far_as_it_goes(text: str) -> None:
    assert facts_of(f"class B\n  def c; end\nend\n{text}").definitions[0].name == "B"


def test_parameters_and_variables_are_no_calls() -> None:
    facts = facts_of(
        "def run(a, b = size, *c, d:, &e)\n  f = a\n  [].each { |g, (h, i)| f; g; h; i; b; c; d; e; go }\nend\n"
    )
    assert [each.name for each in facts.calls if each.shape == "bare"] == ["size", "go"]
