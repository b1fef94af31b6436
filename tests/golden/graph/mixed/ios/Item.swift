struct Item {
    var label: String { "item".shouted() }

    func weigh() {}
}

extension Cart {
    func fill() {
        add(Item())
        Cart.shared.add(Item())
    }
}

extension String {
    func shouted() -> String { uppercased() }
}
