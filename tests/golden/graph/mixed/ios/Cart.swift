import Foundation

protocol Priced {
    func price() -> Int
}

final class Cart: Priced {
    static let shared = Cart()
    private var items: [Item] = []

    func add(_ item: Item) {
        items.append(item)
    }

    func price() -> Int {
        items.forEach { $0.weigh() }
        return 0
    }
}
