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
