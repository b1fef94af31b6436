"""Swift: what the parameters of closures are, by the declared types of the methods that take these."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """
struct Request { func read() {} ; enum Kind { case a; func mark() {} } }
struct Kind { func mark() {} }
protocol Priced { func price() }
class App {
    init(with build: (Request) -> Void) {}
    func get(_ path: String..., note: Int = 1, use closure: @Sendable @escaping (Request) async -> some Any) {}
    func both(first: (App) -> Void, then: ((_ n: Int, _ r: Request) -> Void)?) {}
    func mixed(_ n: Int, _ priced: (inout any Priced) throws -> Void) {}
    func kinds(_ closure: (Request.Kind) -> Void) {}
    func deep(_ closure: ((Request) -> Void) -> Void) {}
    func lists(_ closure: ([Request]) -> Void) {}
    func twice(_ closure: (Request) -> Void) {}
    func twice(_ closure: (App) -> Void) {}
}
func withApp<T>(make: ((App) throws -> Void)? = nil, _ test: (App) async throws -> T) {}
func probe(app: App, list: [App]) {
    BODY
}
"""

CASES = {
    'app.get("a") { req in req.read() }': "Request.read",
    'app.get("a", use: { req in req.read() })': "Request.read",
    "withApp { own in own.get { req in req.read() } }": "Request.read",
    "withApp { own in own.kinds { _ in 1 } }": "App.kinds",
    "App { req in req.read() }": "Request.read",
    "App(with: { req in req.read() })": "Request.read",
    "app.both(first: { own in own.kinds() }) { n, r in r.read() }": "Request.read",
    "app.both { own in own.kinds() } then: { n, r in r.read() }": "Request.read",
    "app.mixed(1) { item in item.price() }": "Priced.price",
    "app.kinds { kind in kind.mark() }": "Request.Kind.mark",
    "list.forEach { one in one.kinds() }": "App.kinds",
    "app.deep { inner in inner.read() }": "",
    "app.lists { all in all.read() }": "",
    "app.twice { req in req.read() }": "",
    "list.other { one in one.mixed() }": "",
    "app.get { a, b in b.read() }": "",
}
"""Code of a function -> what it calls on a parameter of a closure, or that it calls none of these."""

OTHERS = {f"App.{name}" for name in ("deep", "lists", "get", "twice(_:(App)->Void)", "twice(_:(Request)->Void)")}


@pytest.mark.parametrize("body", CASES)
def test_a_parameter_of_a_closure_is_what_the_called_method_says(body: str) -> None:
    graph = edges(graph_of({"S/Shop.swift": SHOP.replace("BODY", body)}))
    called = {each.removeprefix("swift:S.probe calls swift:S.") for each in graph if "S.probe calls" in each}
    assert CASES[body] in called if CASES[body] else called <= OTHERS
