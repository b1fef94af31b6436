"""Scala: what imports, types and names of a file lead to."""

import pytest

from indexer.facts.extract import extract
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, parsed

MODEL = """
package shop.model

class Item(val name: String) {
  def sell(count: Int): Unit = ()
  def price: Int = 1
  def other = new Item("x")
}
trait Shown { def show: String }
class Base(items: List[Item])
class Cart(val items: List[Item], first: Item) extends Base(items) with Shown {
  def this(item: Item) = this(Nil, item)
  def show = "x"
  def best: Option[Item] = items.headOption
  def fill(): Unit = ()
}
object Cart {
  val Max = 3
  def load(path: String): Cart = new Cart(Nil, null)
}
case class Line(item: Item, count: Int)
object Line { def apply(item: Item): Line = Line(item, 1) }
object Maker { def apply(count: Int): Cart = Cart.load("x") }
"""

RUN = """
package shop
package run
import model._
import model.{Cart => Wagon}
import Cart._

object Run {
  def run(cart: Cart, item: Item, byName: Map[String, Cart], any: Any) = BODY
  def clear(item: Item): Unit = ()
}
"""

CASES = {
    "new Cart(Nil, null).fill()": {"instantiates Cart", "calls Cart.fill"},
    "{ val c = new Cart(Nil, null); c.fill() }": {"instantiates Cart", "calls Cart.fill"},
    "{ val c: Cart = other(); c.fill() }": {"calls Cart.fill"},
    "cart.show": {"references Cart.show"},
    'Cart.load("a").fill()': {"references Cart", "calls Cart.load", "calls Cart.fill"},
    'load("a").best.get.sell(1)': {"calls Cart.load", "references Cart.best", "calls Item.sell"},
    "Max": {"references Cart.Max"},
    "Maker(1).fill()": {"calls Maker.apply", "calls Cart.fill"},
    "Line(item)": {"instantiates Line"},
    "Line(item, 1).item.sell(1)": {"instantiates Line", "calls Item.sell"},
    "item.other.sell(1)": {"references Item.other", "calls Item.sell"},
    "item sell 1": {"calls Item.sell"},
    "item.name.sell(1)": set(),
    "cart.items.map(each => each.sell(1))": {"calls Item.sell"},
    "cart.items.map { each => each.sell(1) }": {"calls Item.sell"},
    "cart.items.map { (each: Item) => each.sell(1) }": {"calls Item.sell"},
    "cart.items.map { case each => each.sell(1) }": {"calls Item.sell"},
    "cart.items foreach { each => each.sell(1) }": {"calls Item.sell"},
    "cart.items.filter(_.price > 1).foreach(_.sell(1))": {"references Item.price", "calls Item.sell"},
    "cart.items.foldLeft(0)((sum, each) => sum + each.price)": {"references Item.price"},
    "cart.items.foldLeft(0)((each, sum) => each.price)": set(),
    "cart.items.sortWith((a, b) => a.price < b.price).head.sell(1)": {"references Item.price", "calls Item.sell"},
    "cart.items.foreach(clear)": {"references Run.clear"},
    "for { each <- cart.items; next = each.other } yield next.sell(1)": {
        "references Item.other",
        "calls Item.sell",
    },
    "cart.best match { case Some(each) => each.sell(1); case None => () }": {
        "references Cart.best",
        "calls Item.sell",
    },
    "any match { case line: Line => line.item.sell(1) }": {"references Line", "calls Item.sell"},
    "any match { case Line(cart, clear) => cart.fill(); clear }": {"references Line"},
    "any.asInstanceOf[Cart].fill()": {"references Cart", "calls Cart.fill"},
    '{ (any: Cart).fill(); s"${cart.show}" }': {"references Cart", "calls Cart.fill", "references Cart.show"},
    "byName.values.foreach(_.fill())": {"calls Cart.fill"},
    '{ "cart.fill()"; any.fill(); val cart = any; cart.fill() }': set(),
    "{ def fill(count: Item => Unit) = count(item); fill(_ => ()) }": {"calls Run.run.fill"},
}


@pytest.mark.parametrize("body", CASES)
def test_a_function_depends_on_what_types_and_names_lead_to(body: str) -> None:
    graph = edges(graph_of({"src/main/model.scala": MODEL, "src/main/run.scala": RUN.replace("BODY", body)}))
    own = "scala:src/main/run.scala#Run.run "
    led = {
        each.removeprefix(own).replace("scala:src/main/model.scala#", "") for each in graph if each.startswith(own)
    }
    led = {each.replace("scala:src/main/run.scala#", "") for each in led}
    assert led - {"references Cart", "references Item"} == CASES[body] - {"references Cart"}


def test_classes_depend_on_their_bases_and_methods_override() -> None:
    graph = edges(graph_of({"a.scala": MODEL}))
    assert {
        "scala:a.scala#Cart inherits scala:a.scala#Base",
        "scala:a.scala#Cart implements scala:a.scala#Shown",
        "scala:a.scala#Cart.show implements scala:a.scala#Shown.show",
        "scala:a.scala#Line.apply instantiates scala:a.scala#Line",
    } <= graph
    assert not {each for each in graph if "#with" in each}


def test_the_lines_of_a_class_and_of_its_companion_are_both_of_one_node() -> None:
    nodes = {each.id: each for each in graph_of({"a.scala": MODEL}).nodes}
    cart = nodes[next(each for each in nodes if each.endswith("#Cart"))]
    assert (cart.kind, cart.spans) == ("class", ("a.scala:11-16", "a.scala:17-20"))


IMPORTS = [
    "import shop.model.Cart",
    "import shop.model.{Item, Cart}",
    "import shop.model._",
    "import shop.model.*",
    "import shop._, model.Cart",
    "import _root_.shop.model.Cart",
    "import shop.{model => m}, m.Cart",
    "import shop.model; import model.Cart",
]


@pytest.mark.parametrize("line", IMPORTS)
def test_a_name_means_what_an_import_brings_in(line: str) -> None:
    files = {"src/main/model.scala": MODEL, "run.scala": f"package other\n{line}\nclass Run(cart: Cart)"}
    assert "scala:run.scala#Run references scala:src/main/model.scala#Cart" in edges(graph_of(files))


@pytest.mark.parametrize(
    "line", ["import other.Cart", "import shop.model.{Cart => Wagon}", "", "import model.Cart"]
)
def test_a_name_that_no_import_brings_in_leads_nowhere(line: str) -> None:
    files = {"src/main/model.scala": MODEL, "run.scala": f"package free\n{line}\nclass Run(cart: Cart)"}
    assert not {each for each in edges(graph_of(files)) if each.startswith("scala:run.scala")}


def test_an_imported_package_is_one_of_maven() -> None:
    code = "package shop\nimport cats.effect.IO\nimport java.util.Date\nimport shop.model.Cart\nobject A"
    assert edges(graph_of({"a.scala": code})) == {"file:a.scala imports ext:maven:cats.effect"}


SHARED = {
    "main/package.scala": "package object shop {\n  type Basket = model.Cart\n  def help(count: Int) = count\n}",
    "main/model.scala": "package shop.model\nclass Cart { def fill() = 1 }",
    "main/helpers.scala": "package shop\ntrait Texts { def trimmed() = 1 }\nobject Helpers extends Texts",
}


def test_members_of_an_object_of_a_package_are_seen_in_it() -> None:
    run = "package shop\nobject Run { def run(basket: Basket) = { help(1); basket.fill() } }"
    graph = edges(graph_of({**SHARED, "main/run.scala": run}))
    assert {
        "scala:main/run.scala#Run.run references scala:main/package.scala#shop.Basket",
        "scala:main/run.scala#Run.run calls scala:main/package.scala#shop.help",
        "scala:main/run.scala#Run.run calls scala:main/model.scala#Cart.fill",
        "scala:main/package.scala#shop.Basket references scala:main/model.scala#Cart",
    } <= graph


def test_an_import_of_all_members_of_an_object_brings_in_those_of_its_bases() -> None:
    run = "package other\nimport shop.Helpers._\nobject Run { def run() = trimmed() }"
    graph = edges(graph_of({**SHARED, "main/run.scala": run}))
    assert "scala:main/run.scala#Run.run calls scala:main/helpers.scala#Texts.trimmed" in graph


def test_an_import_of_what_a_variable_holds_brings_in_its_methods() -> None:
    code = """
class Inner { def look() = 1 }
class Store(val inner: Inner) { def find() = 1 }
class Run(store: Store) {
  import store._, inner._
  def run() = { find(); look() }
}
object Other { def run() = { find(); look() } }
"""
    graph = {each for each in edges(graph_of({"a.scala": code})) if " calls " in each}
    assert graph == {
        "scala:a.scala#Run.run calls scala:a.scala#Store.find",
        "scala:a.scala#Run.run calls scala:a.scala#Inner.look",
    }


def test_a_trait_sees_the_members_of_the_types_that_it_requires_and_not_of_what_these_require() -> None:
    code = """
trait Log { def log() = 1 }
trait Store { self: Log => def find() = log() }
trait Run { self: Store => def run() = { find(); log() } }
"""
    graph = edges(graph_of({"a.scala": code}))
    assert "scala:a.scala#Run references scala:a.scala#Store" in graph
    assert {each for each in graph if " calls " in each} == {
        "scala:a.scala#Store.find calls scala:a.scala#Log.log",
        "scala:a.scala#Run.run calls scala:a.scala#Store.find",
    }


def test_a_class_of_the_same_project_comes_before_those_of_others() -> None:
    cart = "package shop\nclass Cart"
    files = {
        "a/src/main/scala/Cart.scala": cart,
        "b/src/main/scala/Cart.scala": cart,
        "b/src/test/scala/Run.scala": "package shop\nclass Run(cart: Cart)",
        "c/src/main/scala/Other.scala": "package other\nimport shop.Cart\nclass Other(cart: Cart)",
    }
    assert edges(graph_of(files)) == {
        "scala:b/src/test/scala/Run.scala#Run references scala:b/src/main/scala/Cart.scala#Cart"
    }


def test_members_of_a_new_object_with_a_body_are_not_those_of_the_class_around() -> None:
    code = """
trait Job { def run(): Unit; def stop() = 1 }
class Plan {
  val job = new Job { def run() = stop() }
  def start() = run()
}
"""
    graph = edges(graph_of({"a.scala": code}))
    own = "scala:a.scala#Plan.job.Job{}"
    assert {
        f"{own} implements scala:a.scala#Job",
        f"{own}.run implements scala:a.scala#Job.run",
        f"{own}.run calls scala:a.scala#Job.stop",
    } <= graph
    assert not {each for each in graph if each.startswith("scala:a.scala#Plan.start")}


def test_values_of_blocks_in_the_body_of_a_class_hold_what_was_set_last() -> None:
    code = """
class A { def one() = 1 }
class B { def two() = 1 }
class Spec extends Suite {
  test("a") { val x = new A; x.one() }
  test("b") { val x = new B; x.two() }
}
"""
    graph = {each for each in edges(graph_of({"a.scala": code})) if " calls " in each}
    assert graph == {
        "scala:a.scala#Spec calls scala:a.scala#A.one",
        "scala:a.scala#Spec calls scala:a.scala#B.two",
    }


def test_a_parameter_of_a_type_hides_a_class_of_its_name() -> None:
    code = """
class A { def run() = 1 }
class Box[A](a: A) { def get(b: A): A = a.run() }
object C { def get[A](a: A) = a.run() }
"""
    assert edges(graph_of({"a.scala": code})) == set()


def test_cases_of_an_enumeration_are_its_constants_and_classes() -> None:
    code = """
enum Color(val rgb: Int):
  case Red extends Color(1)
  case Mix(first: Color) extends Color(2)
  def mixed = Color.Mix(Color.Red)
"""
    facts = extract(parsed("a.scala", code))
    kinds = {each.qualname: each.kind for each in facts.definitions}
    assert kinds == {"Color": "enum", "Color.Red": "constant", "Color.Mix": "class", "Color.mixed": "method"}
    assert {
        "scala:a.scala#Color.mixed references scala:a.scala#Color.Red",
        "scala:a.scala#Color.mixed instantiates scala:a.scala#Color.Mix",
    } <= edges(graph_of({"a.scala": code}))


@pytest.mark.parametrize(
    "statement",
    [
        'sql"SELECT id FROM dbo.carts WHERE id = $id"',
        'sql"""\n    SELECT id\n    FROM dbo.carts WHERE id = ${cart.id}\n  """.query[Int]',
        '"""SELECT id\n  |FROM dbo.carts""".stripMargin',
        '{ val query = "SELECT id" + " FROM dbo.carts"; run(query) }',
        "run(Query)",
    ],
)
def test_statements_in_strings_read_tables(statement: str) -> None:
    code = f'object Store {{\n  val Query = "SELECT id FROM dbo.carts"\n  def load(id: Int) = {statement}\n}}'
    graph = edges(graph_of({"run.scala": code, "a.sql": "CREATE TABLE dbo.carts (id int);"}))
    assert "scala:run.scala#Store.load reads_table sql:dbo.carts" in graph


@pytest.mark.parametrize(
    "statement", ['s"SELECT a FROM $table WHERE b = 1"', 's"SELECT a FROM ${t.name} WHERE b = 1"']
)
def test_a_table_whose_name_a_value_has_is_none(statement: str) -> None:
    facts = extract(parsed("a.scala", f"object A {{ def load = {statement} }}"))
    assert [each.name[:1] for each in facts.sql] in ([], ["{"])


def test_deep_and_long_files_are_read_to_their_ends() -> None:
    deep = f"object A {{ val x = {'(' * 3000}1{')' * 3000} }}"
    long = f"object A {{ def f(a: A) = a{'.map(_.b)' * 5000} }}"
    many = f"object A {{ def f = b{'(1)' * 5000}; def g = a{'.b' * 5000}; def h = {'a + ' * 5000}1 }}"
    for text in (deep, long, many):
        assert extract(parsed("a.scala", text)).path == "a.scala"


def test_an_operator_is_a_method_of_what_is_on_its_left() -> None:
    money = """
package shop
class Money(val amount: Int) {
  def +(other: Money): Money = new Money(amount + other.amount)
  def |+|(other: Money): Money = this + other
  def <~(other: Money): Boolean = amount < other.amount
  def show: String = "x"
}
object Till {
  def sum(a: Money, b: Money, n: Int): Boolean = { val all = a |+| b; (all + a).show; n + 1; a <~ b && n < 2 }
}
"""
    called = {each for each in edges(graph_of({"Money.scala": money})) if " calls " in each or ".show" in each}
    holder = "scala:Money.scala#Money"
    till = "scala:Money.scala#Till.sum"
    assert {each for each in called if " defines " not in each} == {
        f"{holder}.|+| calls {holder}.+",
        f"{till} calls {holder}.|+|",
        f"{till} calls {holder}.+",
        f"{till} calls {holder}.<~",
        f"{till} references {holder}.show",
    }
