/// The newest elements of a list that grows without end. They are numbered from 1, in the order in which they came.
struct NewestList<Element> {
    /// Elements that are kept.
    let most: Int
    private var elements: [Int: Element] = [:]
    /// Number of the oldest that is kept.
    private(set) var first = 1
    /// Number of the next that comes.
    private(set) var next = 1

    init(most: Int) {
        self.most = max(1, most)
    }

    /// Returns the oldest element if it has to make room.
    mutating func append(_ element: Element) -> Element? {
        elements[next] = element
        next += 1
        guard next - first > most else { return nil }
        first += 1
        return elements.removeValue(forKey: first - 1)
    }

    /// nil if there is no such element, or not any more. Only elements that are there can be changed.
    subscript(number: Int) -> Element? {
        get { elements[number] }
        set { if elements[number] != nil { elements[number] = newValue } }
    }

    /// The newest ones, in order.
    func suffix(_ count: Int) -> [Element] {
        (max(first, next - count)..<next).compactMap { elements[$0] }
    }
}
