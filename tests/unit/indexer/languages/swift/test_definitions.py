"""Swift: definitions of a file, and its imports, as facts."""

from indexer.facts.extract import extract
from indexer.facts.model import FileFacts
from indexer.types import ParsedFile

CART = """\
/// Keeps.
public class Cart: Base {
    static let `default` = 9
    let items: [Item]

    /// Begins empty.
    init(_ items: [Item]) {
        self.items = items
    }

    func add(_ i: Item) -> Int {
        let sum: Int = 1
        return sum
    }

    var count: Int { items.count }

    subscript(at: Int) -> Item {
        items[at]
    }
}

struct Point {
    let x: Int
}

extension Cart {
    func more() {}
    var isEmpty: Bool { true }
}

protocol Face {
    var name: String { get }
    func face()
}

extension Collection<Cart> {
    func total() {}
}

extension [Cart] {
    func first() {}
}

let rate = 3
public typealias Price = Point
private func hidden() {}
func around() {
    @MainActor func inside() {}
}
"""


def facts_of(text: str, path: str = "Sources/Shop/Cart.swift") -> FileFacts:
    return extract(ParsedFile(path, "swift", text, "utf-8", ""))


def test_definitions_with_their_comments_and_what_they_stand_in() -> None:
    assert [
        f"{each.kind} {each.qualname} {each.start_line}-{each.end_line}" for each in facts_of(CART).definitions
    ] == [
        "class Cart 1-21",
        "constant Cart.default 3-3",
        "constructor Cart.init 6-9",
        "method Cart.add 11-14",
        "property Cart.count 16-16",
        "method Cart.subscript 18-20",
        "struct Point 23-25",
        "class Cart 27-30",
        "method Cart.more 28-28",
        "property Cart.isEmpty 29-29",
        "protocol Face 32-35",
        "property Face.name 33-33",
        "method Face.face 34-34",
        "class Collection 37-39",
        "method Collection.total 38-38",
        "class Array 41-43",
        "method Array.first 42-42",
        "constant rate 45-45",
        "type Price 46-46",
        "function hidden 47-47",
        "function around 48-50",
        "function around.inside 49-49",
    ]


def test_a_name_has_the_folder_of_its_target_and_a_private_one_its_file() -> None:
    ids = {each.name: each.local_id for each in facts_of(CART).definitions}
    assert ids["add"] == "swift:Sources/Shop.Cart.add"
    assert ids["hidden"] == "swift:Sources/Shop/Cart.swift#hidden"


def test_a_name_outside_of_a_target_has_its_folder() -> None:
    assert facts_of("class A {}", "ios/app/A.swift").definitions[0].local_id == "swift:ios/app.A"
    assert facts_of("class A {}", "A.swift").definitions[0].local_id == "swift:A"


def test_definitions_are_the_same_in_an_outline() -> None:
    parsed = ParsedFile("Sources/Shop/Cart.swift", "swift", CART, "utf-8", "")
    assert extract(parsed, outline=True).definitions == extract(parsed).definitions


def test_a_manifest_has_its_targets_and_what_it_gets_from_elsewhere() -> None:
    text = """
    let package = Package(
        name: "Shop",
        dependencies: [.package(url: "https://host/apple/swift-nio.git", from: "2.0.0")],
        targets: [
            .target(name: "Shop", dependencies: [.product(name: "NIO", package: "swift-nio")], path: "Code"),
            .testTarget(name: "ShopTests", dependencies: ["Shop"]),
        ]
    )
    """
    project = facts_of(text, "Package.swift").project
    assert project is not None
    assert project.paths == ("Shop=Code",)
    assert set(project.packages) == {"NIO", "swift-nio"}


def test_a_file_that_does_not_parse_has_a_problem_and_what_can_be_read() -> None:
    facts = facts_of("class A { func f( { }\nclass B {}\n")
    assert facts.problems == ("syntax: parts of the file do not parse as swift",)


def test_an_empty_file_has_no_problem() -> None:
    assert facts_of(" \n").problems == ()


def test_a_function_that_is_taken_is_part_of_the_name_of_an_overload() -> None:
    text = """
    func run(a: Int, b: @Sendable @escaping (Cart, Int) async -> Void, c: () -> Void) {}
    func run(use one: @Sendable @escaping (Shop.Cart) async throws -> Void) {}
    func run(use one: @Sendable @escaping () async throws -> Void) {}
    """
    facts = facts_of(text)
    assert [each.parameters for each in facts.signatures] == [
        "(a:Int,b:(Cart,Int)async->Void,c:()->Void)",
        "(use:(Cart)asyncthrows->Void)",
        "(use:()asyncthrows->Void)",
    ]
    assert "Shop.Cart" in {each.name for each in facts.types}
