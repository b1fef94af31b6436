/// Keeps.
public class Cart: Base {
    func add(_ i: Item) -> Int {
        return 1
    }
}

struct Point {
    let x: Int
}

extension Cart {
    func more() {}
}

protocol Face {
    func face()
}
