"""Ruby: constants by their full names, classes in several files, methods of objects and of classes themselves."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CART = """
require_relative "item"
module Shop
  class Cart < Base
    include Countable
    extend Finders
    LIMIT = 3
    attr_reader :items
    def initialize
      @item = Item.new
      @store ||= Store.new
    end
    def self.build(x)
      cart = new
      cart.add(x)
      helper
      cart
    end
    def self.helper; end
    def add(x)
      @item.price
      @store.put(x) if full?
      count_up
      x = Shop::Item.new
      x.price
      super
      raise TooMany if x > LIMIT
      first = Cart.build(1)
      first.more
      store.take(2)
      "#{hidden}"
    rescue Item::Broken => e
      self.class.helper
      Cart.find_it
      e.x.y
    end
    def full? = true
    def store = @store
    alias filled? full?
    private def hidden; end
    class TooMany < StandardError; end
  end
end
"""

TWO = "class C; def d; end; end; class D; def d; end; end"

FILES = {
    "lib/shop/cart.rb": CART,
    "lib/shop/item.rb": "class Shop::Item\n  class Broken < Error; end\n  def price; end\n  def add; end\nend\n",
    "lib/shop/more.rb": """
module Shop
  class Cart
    def more; add(1); end
  end
  class Base
    def add(x); end
  end
  class Store
    def put(x); end
    def take(x); end
  end
  module Countable
    def count_up; full?; end
  end
  module Finders
    def find_it; end
  end
end
""",
    "bin/run.rb": """
require "shop/cart"
def go; Shop::Cart.new.more; end
go
c = Shop::Cart.build(1)
[1].each { |x| c.more; x.price }
::Shop::Cart.add
""",
}


@pytest.fixture(scope="module")
def graph() -> set[str]:
    return edges(graph_of(FILES))


@pytest.mark.parametrize(
    "edge",
    [
        "file:lib/shop/cart.rb imports file:lib/shop/item.rb",
        "file:bin/run.rb imports file:lib/shop/cart.rb",
        "rb:Shop.Cart inherits rb:Shop.Base",
        "rb:Shop.Cart inherits rb:Shop.Countable",
        "rb:Shop.Cart inherits rb:Shop.Finders",
        "rb:Shop.Cart#initialize instantiates rb:Shop.Store",
        "rb:Shop.Cart.build instantiates rb:Shop.Cart",
        "rb:Shop.Cart.build calls rb:Shop.Cart#initialize",
        "rb:Shop.Cart.build calls rb:Shop.Cart#add",
        "rb:Shop.Cart.build calls rb:Shop.Cart.helper",
        "rb:Shop.Cart#add calls rb:Shop.Item#price",
        "rb:Shop.Cart#add calls rb:Shop.Store#put",
        "rb:Shop.Cart#add calls rb:Shop.Store#take",
        "rb:Shop.Cart#add calls rb:Shop.Countable#count_up",
        "rb:Shop.Cart#add calls rb:Shop.Base#add",
        "rb:Shop.Cart#add implements rb:Shop.Base#add",
        "rb:Shop.Cart#add references rb:Shop.Cart.TooMany",
        "rb:Shop.Cart#add references rb:Shop.Cart.LIMIT",
        "rb:Shop.Cart#add references rb:Shop.Item.Broken",
        "rb:Shop.Cart#add calls rb:Shop.Cart.build",
        "rb:Shop.Cart#add calls rb:Shop.Cart#more",
        "rb:Shop.Cart#add calls rb:Shop.Cart#hidden",
        "rb:Shop.Cart#add calls rb:Shop.Cart.helper",
        "rb:Shop.Cart#add calls rb:Shop.Finders#find_it",
        "rb:Shop.Cart#filled? references rb:Shop.Cart#full?",
        "rb:Shop.Cart#more calls rb:Shop.Cart#add",
        "rb:Shop.Countable#count_up calls rb:Shop.Cart#full?",
        "rb:bin/run.rb#go calls rb:Shop.Cart#more",
        "file:bin/run.rb calls rb:bin/run.rb#go",
        "file:bin/run.rb calls rb:Shop.Cart#more",
    ],
)
def test_an_edge_that_the_text_proves(graph: set[str], edge: str) -> None:
    assert edge in graph


@pytest.mark.parametrize(
    "edge",
    [
        "rb:Shop.Cart#add calls rb:Shop.Item#add",
        "file:bin/run.rb calls rb:Shop.Item#price",
        "file:bin/run.rb calls rb:Shop.Cart#add",
        "rb:Shop.Cart.build calls rb:Shop.Cart#build",
        "rb:Shop.Cart#add calls rb:Shop.Cart#add",
    ],
)
def test_a_method_of_an_object_is_not_one_of_its_class(graph: set[str], edge: str) -> None:
    assert edge not in graph


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        (
            "module A; class B; end; class C; def d; B.new; end; end; end; class B; end",
            "rb:A.C#d instantiates rb:A.B",
        ),
        (
            "module A; class B; end; end; class B; end; class A::C; def d; B.new; end; end",
            "rb:A.C#d instantiates rb:B",
        ),
        (
            "module A; class B; end; class C; def d; ::B.new; end; end; end; class B; end",
            "rb:A.C#d instantiates rb:B",
        ),
        ("class P; class B; end; end; class C < P; def d; B.new; end; end", "rb:C#d instantiates rb:P.B"),
        ("class A; end; class B; A = 1; def d; A; end; end", "rb:B#d references rb:B.A"),
        ("module A; class C < C; end; end; class C; end", "rb:A.C inherits rb:C"),
        ("class A; def b; yield; end; end; x = A.new.tap { |a| a.b }; x.b", "file:a.rb calls rb:A#b"),
        ("class A; def b = C.new; end; class C; def d; end; end; A.new.b.d", "file:a.rb calls rb:C#d"),
        (
            "class A; def b; return C.new if x; C.new; end; end; class C; def d; end; end; A.new.b.d",
            "file:a.rb calls rb:C#d",
        ),
        ("class A; C = Struct.new(:a) do; def d; end; end; end; A::C.new.d", "file:a.rb calls rb:A.C#d"),
        ("module M; extend self; def a; end; end; M.a", "file:a.rb calls rb:M#a"),
        ("module M; module_function; def a; end; end; M.a", "file:a.rb calls rb:M#a"),
        (
            "module M; class_methods do; def a; end; end; end; class B; include M; a; end",
            "rb:B calls rb:M.ClassMethods#a",
        ),
        ("class A; def a; end; def b; send(:a); method(:a); end; end", "rb:A#b references rb:A#a"),
        (
            "class A; def b(x); x.is_a?(A); end; end; class C; def d(x); x.is_a?(A); end; end",
            "rb:C#d references rb:A",
        ),
        ("class A; attr_accessor :n; def b; self.n = 1; end; end", "rb:A#b calls rb:A#n="),
        ("class A; def a(b = c); end; def c; end; end", "rb:A#a calls rb:A#c"),
    ],
)
def test_what_a_name_means(text: str, edge: str) -> None:
    assert edge in edges(graph_of({"a.rb": text.replace("; ", "\n")}))


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        (
            "class A; def b(x); return D.new if x; C.new; end; end; " + TWO + "; A.new.b.d",
            "#d",
        ),
        (
            "class A; def initialize; @a = C.new; end; def r; @a = D.new; end; def go; @a.d; end; end; " + TWO,
            "#d",
        ),
        ("class String; def up; end; end; String.new.length; String.try", "rb:String"),
        ("module RSpec; def self.a; end; end; RSpec.describe", "references rb:RSpec"),
        ("class A; def size; end; end; x.size", "rb:A#size"),
        ("Class.new(Object) { def a; end }; class B; Class.new { def a; end }; def b; a; end; end", "rb:B#a"),
    ],
)
def test_in_doubt_there_is_no_edge(text: str, edge: str) -> None:
    assert [
        each
        for each in edges(graph_of({"a.rb": text.replace("; ", "\n")}))
        if each.endswith(edge) and " calls " in each
    ] == []


def test_a_deep_or_circular_hierarchy_is_followed_so_far() -> None:
    deep = "\n".join(f"class A{n} < A{n - 1}; end" for n in range(1, 2000))
    circular = "class B < C; end\nclass C < B\n  def a; b; end\nend"
    text = f"class A0\n  def a; end\nend\n{deep}\n{circular}\nA3.new.a\nB.new.a"
    graph = edges(graph_of({"a.rb": text}))
    assert {"file:a.rb calls rb:A0#a", "file:a.rb calls rb:C#a"} <= graph


MIXED = {
    "config/init.rb": """
Rails.configuration.to_prepare do
  Record.send(:include, Acts::Watched)
  Shop::Cart.prepend CartPatch
  Shop::Cart.extend Finders
  String.include Acts::Watched
  Nothing.include Unknown
end
""",
    "lib/acts/watched.rb": """
module Acts
  module Watched
    module ClassMethods
      def acts_as_watched
        class_eval { has_many :watchers }
        send :include, Acts::Watched::InstanceMethods
        extend Counters
      end
    end
    module InstanceMethods
      def watch; end
    end
    module Counters
      def watched; end
    end
  end
end
""",
    "lib/patches.rb": """
module CartPatch
  def fill; end
end
module Finders
  def lookup; end
end
""",
    "app/cart.rb": """
class Record; end
module Shop
  class Cart < Record
    acts_as_watched
    def a; watch; fill; end
    def self.b; watched; lookup; end
  end
  class Other < Record
    acts_as_unknown
    def a; watch; end
  end
  class Parcel
    send :include, CartPatch
    def a; fill; end
  end
end
""",
}


def test_a_module_is_mixed_into_a_class_from_elsewhere_or_by_a_macro() -> None:
    assert {each for each in edges(graph_of(MIXED)) if each.startswith("rb:Shop") and " calls " in each} == {
        "rb:Shop.Cart calls rb:Acts.Watched.ClassMethods#acts_as_watched",
        "rb:Shop.Cart#a calls rb:Acts.Watched.InstanceMethods#watch",
        "rb:Shop.Cart#a calls rb:CartPatch#fill",
        "rb:Shop.Cart.b calls rb:Acts.Watched.Counters#watched",
        "rb:Shop.Cart.b calls rb:Finders#lookup",
        "rb:Shop.Parcel#a calls rb:CartPatch#fill",
    }


def test_two_macros_with_one_name_mix_nothing_in() -> None:
    double = MIXED["lib/acts/watched.rb"].replace("Watched", "Seen")
    graph = edges(graph_of(MIXED | {"lib/acts/seen.rb": double}))
    assert not {each for each in graph if each.startswith("rb:Shop.Cart#a calls rb:Acts")}


def test_gems_are_packages_and_what_comes_with_ruby_is_not() -> None:
    files = {
        "Gemfile": 'gem "rails", "~> 7"\ngem "net-ssh"\n',
        "shop.gemspec": 'Gem::Specification.new { |s| s.add_dependency "rack" }',
        "lib/a.rb": 'require "rails/all"\nrequire "net/ssh/x"\nrequire "json"\nrequire "b/c"\nautoload :D, "b/d"',
        "lib/b/c.rb": "require 'd'\nrequire 'top'",
        "lib/b/d.rb": "",
        "lib/top.rb": "",
    }
    assert {each for each in edges(graph_of(files)) if " imports " in each} == {
        "file:Gemfile imports ext:rubygems:rails",
        "file:Gemfile imports ext:rubygems:net-ssh",
        "file:shop.gemspec imports ext:rubygems:rack",
        "file:lib/a.rb imports ext:rubygems:rails",
        "file:lib/a.rb imports ext:rubygems:net-ssh",
        "file:lib/a.rb imports file:lib/b/c.rb",
        "file:lib/a.rb imports file:lib/b/d.rb",
        "file:lib/b/c.rb imports file:lib/top.rb",
    }
