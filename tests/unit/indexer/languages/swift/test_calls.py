"""Swift: what calls and members lead to, by declared types, values and the types around."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """
import UIKit

protocol Priced { func price() -> Money; var label: String { get } }
extension Priced { func shout() { price() } }

struct Money { static let zero = Money(0); init(_ n: Int) {} ; func show() {} ; var half: Money { Money(1) } }

enum Size { case small, large; static func usual() -> Size { .small }; func measure() {} }

struct NotFound: Error { func report() {} }

class Item: Priced {
    func price() -> Money { .zero }
    var label: String { "item" }
    func weigh() {}
}

@propertyWrapper struct Kept<T> { var wrappedValue: T }

class Base { init(size: Size) {} ; func close() {} ; func open() {} }

class Cart: Base {
    static let shared = Cart(size: .small)
    let items: [Item] = []
    var byName: [String: Item] = [:]
    weak var first: Item?
    @Kept var last: Item
    var size: Size = .large
    var total: Money { Money(2) }
    lazy var lazyOne: Item = Item()

    override func close() { super.close() }
    func find(_ n: Int) -> Item? { nil }
    func find(name: String) -> Money { total }
    func same() -> Self { self }
    subscript(n: Int) -> Item { find(n)! }
BODY
}
"""

CASES = {
    "Item()": "instantiates Item",
    "Item.init()": "instantiates Item",
    "let m = Money(3); m.show()": "calls Money.show",
    "Money(3)": "calls Money.init",
    "Cart.shared.close()": "calls Cart.close",
    "Cart.shared.first?.weigh()": "calls Item.weigh",
    "let c = Cart.shared; c.close()": "calls Cart.close",
    "close()": "calls Cart.close",
    "self.close()": "calls Cart.close",
    "super.open()": "calls Base.open",
    "open()": "calls Base.open",
    "first?.weigh()": "calls Item.weigh",
    "first!.weigh()": "calls Item.weigh",
    "(first)!\n        .weigh()": "calls Item.weigh",
    "last.weigh()": "calls Item.weigh",
    "lazyOne.shout()": "calls Priced.shout",
    "find(1)?.weigh()": "calls Item.weigh",
    'find(name: "a").show()': "calls Money.show",
    "total.half.show()": "calls Money.show",
    "find(1)?.price().show()": "calls Money.show",
    "same().find(1)": "calls Cart.find(_:Int)",
    "items[0].weigh()": "calls Item.weigh",
    'byName["a"]?.weigh()': "calls Item.weigh",
    "self[0].weigh()": "calls Item.weigh",
    "Cart.shared[0].weigh()": "calls Item.weigh",
    "for item in items { item.weigh() }": "calls Item.weigh",
    "items.forEach { $0.weigh() }": "calls Item.weigh",
    "items.filter { $0.weigh() }.forEach { one in one.weigh() }": "calls Item.weigh",
    "if let first { first.weigh() }": "calls Item.weigh",
    "guard let first = first else { return }; first.weigh()": "calls Item.weigh",
    "if let x = find(1), let y = x as? Cart { y.close() }": "calls Cart.close",
    "while let next = find(1) { next.weigh() }": "calls Item.weigh",
    "(a as! Item).weigh()": "calls Item.weigh",
    "let x = a as? Item; x?.weigh()": "calls Item.weigh",
    "switch a { case let x as Item: x.weigh() default: break }": "calls Item.weigh",
    "do { try go() } catch let error as NotFound { error.report() }": "calls NotFound.report",
    "Size.usual().measure()": "calls Size.measure",
    "let s: Size = .usual()": "calls Size.usual",
    "size.measure()": "calls Size.measure",
    "Size.large.measure()": "calls Size.measure",
    "x = Size.large": "references Size",
    "a is Item": "references Item",
    "let k = \\Item.label": "references Item.label",
    "first?.label": "references Item.label",
    "total": "references Cart.total",
    "Money.zero": "references Money.zero",
    'print("\\(find(1)) and \\(total.half)")': "references Money.half",
    "b.addTarget(self, action: #selector(run), for: .touch)": "references Cart.run",
    "b.addTarget(self, action: #selector(Item.weigh), for: .touch)": "references Item.weigh",
    "go(handler: self.run)": "references Cart.run",
    "register(Item.self)": "references Item",
    "let boxes = Array<Item>(); boxes.first { $0.weigh() }": "calls Item.weigh",
    "let list = [Item](); list.forEach { $0.weigh() }": "calls Item.weigh",
    "UIView().weigh()": "",
    "let close = 1; close()": "",
    "unknown.weigh()": "",
}
"""Code of a method -> an edge of that method, or that there is none to another method."""


def edges_of(body: str) -> set[str]:
    """Return the edges of a method of the cart with this code, without the folder of its names."""
    text = SHOP.replace(
        "BODY", f"    func probe(a: Any, b: UIButton) {{\n        {body}\n    }}\n    func run() {{}}"
    )
    listed = (each.replace("swift:S.", "") for each in edges(graph_of({"S/Shop.swift": text})))
    return {each.removeprefix("Cart.probe ") for each in listed if each.startswith("Cart.probe ")}


@pytest.mark.parametrize("body", CASES)
def test_a_call_or_a_member_leads_to_its_definition(body: str) -> None:
    expected, actual = CASES[body], edges_of(body)
    assert expected in actual if expected else not {each for each in actual if each.startswith("calls")}


@pytest.mark.parametrize(
    "edge",
    [
        "Item implements Priced",
        "Item.price implements Priced.price",
        "Item.label implements Priced.label",
        "Cart inherits Base",
        "Cart.close implements Base.close",
        "Cart.close calls Base.close",
        "Priced.shout calls Priced.price",
        "Item.price references Money.zero",
        "Cart annotated_by Kept",
        "Cart instantiates Item",
    ],
)
def test_types_and_members_depend_on_what_they_are_derived_from(edge: str) -> None:
    text = SHOP.replace("BODY", "")
    assert edge in {each.replace("swift:S.", "") for each in edges(graph_of({"S/Shop.swift": text}))}


@pytest.mark.parametrize(
    "body", ["self.table.show()", "table.show()", "let t = self.table", "if table.isEmpty {}"]
)
def test_a_property_of_a_base_outside_is_no_method_of_its_name(body: str) -> None:
    method = "func table(_ t: UITable, row: Int) {}"
    text = f"class Page: UITableViewController {{ {method}\n func probe() {{ {body} }} }}"
    assert edges(graph_of({"S/Page.swift": text})) == set()


def test_a_selector_names_a_method_with_its_labels() -> None:
    text = """
    class Page {
        func tap(_ b: Button) {}
        func tap(_ b: Button, with: Event) {}
        func probe() { b.addTarget(self, action: #selector(tap(_:with:)), for: .touch) }
    }
    """
    assert edges(graph_of({"S/Page.swift": text})) == {
        "swift:S.Page.probe references swift:S.Page.tap(_:Button,with:Event)"
    }


def test_the_labels_of_arguments_tell_methods_of_one_name_apart() -> None:
    assert "calls Cart.find(name:String)" in edges_of('find(name: "a")')
    assert "calls Cart.find(_:Int)" not in edges_of('find(name: "a")')


def test_an_attribute_is_no_type_inside_of_the_function_that_has_it() -> None:
    text = "struct Test {}\nclass Page { @Test func probe() { struct Test {} } }"
    listed = {each for each in edges(graph_of({"S/Page.swift": text})) if "annotated_by" in each}
    assert listed == {"swift:S.Page.probe annotated_by swift:S.Test"}


def test_a_constructor_calls_none_that_a_protocol_wants() -> None:
    text = """
    protocol Made { init(n: Int) }
    struct Item: Made { init(n: Int) {} }
    extension String: Made { init(n: Int) {} }
    """
    assert not {each for each in edges(graph_of({"S/Item.swift": text})) if " calls " in each}


def test_a_method_that_takes_any_number_of_values_is_called_with_none_or_more() -> None:
    text = """
    class Item { func weigh() {} }
    func put(_ items: Item..., at: Int) { for item in items { item.weigh() } }
    func put(all: Item...) {}
    func probe(i: Item) { CALL }
    """
    calls = ("put(i, i, i, at: 1)", "put(at: 1)", "put(all: i, i)")
    graphs = [edges(graph_of({"S/Item.swift": text.replace("CALL", each)})) for each in calls]
    called = [{each for each in graph if "probe calls" in each} for graph in graphs]
    first, second = "swift:S.put(_:Item,at:Int)", "swift:S.put(all:Item)"
    assert called == [{f"swift:S.probe calls {each}"} for each in (first, first, second)]
    assert "swift:S.put(_:Item,at:Int) calls swift:S.Item.weigh" in graphs[0]
