"""Swift: which file a name leads to: targets of packages, apps, imports and extensions of types elsewhere."""

from search.types.graph import EdgeType
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, short

PACKAGE = 'let package = Package(name: "P", dependencies: [.package(url: "https://h/swift-nio.git", from: "1.0")])'

STORE = "public class Store { public init() {}\n public func load() {} }\nprivate func log() {}\n"


def package(**files: str) -> dict[str, str]:
    """Return a package of files by the name of their target."""
    sources = {f"Sources/{name}/{name}.swift": text for name, text in files.items()}
    return {"Package.swift": PACKAGE, **sources}


def test_a_file_sees_its_module_without_an_import() -> None:
    files = package(Shop=STORE)
    files["Sources/Shop/Deep/Cart.swift"] = "func open() { Store().load() }"
    graph = edges(graph_of(files))
    assert "swift:Sources/Shop.open instantiates swift:Sources/Shop.Store" in graph
    assert "swift:Sources/Shop.open calls swift:Sources/Shop.Store.load" in graph


def test_another_module_is_seen_where_it_is_imported() -> None:
    files = package(Shop=STORE, Page="import Shop\nfunc open(s: Store) { s.load() }", Other="func f(s: Store) {}")
    graph = edges(graph_of(files))
    assert "swift:Sources/Page.open calls swift:Sources/Shop.Store.load" in graph
    assert "file:Sources/Page/Page.swift imports swift:Sources/Shop" in graph
    assert not {each for each in graph if each.startswith("swift:Sources/Other.f")}


def test_one_name_of_a_module_is_imported_alone() -> None:
    files = package(
        Shop=f"{STORE} class Other {{}}", Page="import class Shop.Store\nfunc f(s: Store, o: Other) {}"
    )
    assert {each for each in edges(graph_of(files)) if each.startswith("swift:Sources/Page.f")} == {
        "swift:Sources/Page.f references swift:Sources/Shop.Store"
    }


def test_a_name_may_be_written_with_its_module() -> None:
    files = package(Shop=STORE, Page="import Shop\nfunc open(s: Shop.Store) { s.load() }")
    assert "swift:Sources/Page.open calls swift:Sources/Shop.Store.load" in edges(graph_of(files))


def test_modules_of_the_platform_are_no_packages_and_those_of_the_manifest_are() -> None:
    files = package(Shop="import Foundation\nimport UIKit\nimport swift_nio\nimport NIO")
    files["Package.swift"] = f'{PACKAGE} .product(name: "NIO", package: "swift-nio")'
    assert {each for each in edges(graph_of(files)) if " imports " in each} == {
        "file:Sources/Shop/Shop.swift imports ext:swift:NIO"
    }


def test_the_target_of_a_manifest_may_have_any_folder() -> None:
    files = {
        "Package.swift": '.target(name: "Shop", path: "Code"), .testTarget(name: "ShopTests", path: "Checks")',
        "Code/Core/Store.swift": STORE,
        "Code/Page.swift": "func open() { Store() }",
        "Checks/StoreTests.swift": "@testable import Shop\nfunc check() { Store() }",
    }
    graph = edges(graph_of(files))
    assert "swift:Code.open instantiates swift:Code/Core.Store" in graph
    assert "swift:Checks.check instantiates swift:Code/Core.Store" in graph


def test_of_two_apps_beside_each_other_each_sees_its_own_names_and_shared_code_neither() -> None:
    files = {
        "Mac/AppDelegate.swift": "class AppDelegate { func open() {} }",
        "iOS/AppDelegate.swift": "class AppDelegate { func open() {} }",
        "Mac/Main/Window.swift": "func show(a: AppDelegate) { a.open() }",
        "Shared/Any.swift": "func share(a: AppDelegate) { a.open() }",
    }
    graph = edges(graph_of(files))
    assert "swift:Mac/Main.show calls swift:Mac.AppDelegate.open" in graph
    assert not {each for each in graph if each.startswith("swift:Shared.share")}


def test_a_private_name_is_that_of_its_file() -> None:
    files = package(Shop=f"{STORE} func f() {{ log() }}")
    files["Sources/Shop/Other.swift"] = "private func log() {}\nfunc g() { log() }"
    files["Sources/Shop/Third.swift"] = "func h() { log() }"
    assert {each for each in edges(graph_of(files)) if each.endswith("log")} == {
        "swift:Sources/Shop.f calls swift:Sources/Shop/Shop.swift#log",
        "swift:Sources/Shop.g calls swift:Sources/Shop/Other.swift#log",
    }


def test_members_of_an_extension_belong_to_its_type_in_another_file_and_module() -> None:
    files = package(
        Shop=STORE, Page="import Shop\nextension Store: Shown { func show() { load() } }\nprotocol Shown {}"
    )
    files["Sources/Page/Use.swift"] = "import Shop\nfunc open(s: Store) { s.show() }"
    graph = graph_of(files)
    assert {
        "swift:Sources/Shop.Store.show calls swift:Sources/Shop.Store.load",
        "swift:Sources/Page.open calls swift:Sources/Shop.Store.show",
        "swift:Sources/Shop.Store implements swift:Sources/Page.Shown",
    } <= edges(graph)
    (store,) = (each for each in graph.nodes if each.name == "Store")
    assert store.spans == ("Sources/Shop/Shop.swift:1-2", "Sources/Page/Page.swift:2-2")


def test_members_of_a_type_inside_of_another_one_may_be_in_another_folder() -> None:
    files = {
        "App/Store.swift": "class Store { enum Kind { case small } }",
        "App/More/Kind.swift": "extension Store.Kind { func size() {} }",
        "App/Use.swift": "func f(k: Store.Kind) { k.size() }",
    }
    assert "swift:App.f calls swift:App.Store.Kind.size" in edges(graph_of(files))


def test_of_a_type_of_the_platform_only_members_that_the_root_adds_are_depended_on() -> None:
    files = {
        "App/String.swift": "extension String { func shout() {} }",
        "Web/String.swift": "extension String { func trim() { shout() } }",
        "App/Use.swift": 'func f(s: String) { s.shout(); String(1); let t = "x"; t.trim() }',
    }
    graph = graph_of(files)
    assert {each for each in edges(graph) if each.startswith("swift:")} == {
        "swift:App.f calls swift:String.shout",
        "swift:App.f calls swift:String.trim",
        "swift:String.trim calls swift:String.shout",
    }
    assert [(each.kind, each.id) for each in graph.nodes if each.name == "String"] == [
        ("extension", "r@b:swift:String")
    ]


def test_a_file_belongs_to_its_module() -> None:
    graph = graph_of(package(Shop=STORE))
    contained = {(short(each.source), short(each.target)) for each in graph.edges if each.type is EdgeType.DEFINES}
    assert ("swift:Sources/Shop", "file:Sources/Shop/Shop.swift") in contained


def test_a_protocol_stays_one_where_a_file_before_it_extends_it() -> None:
    files = package(Shop="protocol Priced {}\nprotocol Cheap: Priced {}")
    files["Sources/Shop/Early.swift"] = "extension Priced {}\nclass Item {}\nextension Item: Priced {}"
    graph = graph_of(files)
    assert "swift:Sources/Shop.Item implements swift:Sources/Shop.Priced" in edges(graph)
    assert "swift:Sources/Shop.Cheap inherits swift:Sources/Shop.Priced" in edges(graph)
    assert {each.kind for each in graph.nodes if each.name == "Priced"} == {"protocol"}


def test_a_method_of_a_type_elsewhere_is_that_of_an_extension_by_its_labels_alone() -> None:
    text = """
    extension DecodingError {
        struct Place { init(n: Int) {} }
        static func lost(_ n: Int, at: Int) {}
        subscript(n: Int) -> Int { 1 }
        subscript(at n: Int) -> Int { 2 }
    }
    func probe(e: DecodingError) { DecodingError.lost(1, 2); e[of: 1] }
    func other() { DecodingError.lost(1, at: 2) }
    func index(e: DecodingError) { e[1] }
    func make() { DecodingError.Place(n: 1) }
    """
    graph = edges(graph_of({"S/Errors.swift": text}))
    assert {each.replace("swift:", "") for each in graph if " calls " in each} == {
        "S.other calls DecodingError.lost",
        "S.index calls DecodingError.subscript(_:Int)",
        "S.make calls DecodingError.Place.init",
    }
