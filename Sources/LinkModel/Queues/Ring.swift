/// First in, first out, in memory that grows to the largest number ever held and is kept.
struct Ring<Element: Sendable>: Sendable {
    /// Empty places are nil; their number is a power of two.
    private var places: [Element?]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int = 64) {
        var size = 1
        while size < capacity { size *= 2 }
        places = Array(repeating: nil, count: size)
    }

    var isEmpty: Bool { count == 0 }

    var first: Element? { count > 0 ? places[head] : nil }

    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[(head + count) & (places.count - 1)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = places[head]
        places[head] = nil
        head = (head + 1) & (places.count - 1)
        count -= 1
        return element
    }

    /// Removes all elements, the first one first.
    mutating func removeAll() -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        while let element = popFirst() { elements.append(element) }
        return elements
    }

    private mutating func grow() {
        let older = places
        places = (0..<older.count).map { older[(head + $0) & (older.count - 1)] }
        places += Array(repeating: nil, count: older.count)
        head = 0
    }
}
