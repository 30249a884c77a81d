/// A binary heap of future items, earliest first. Items due at the same instant keep the order in which they
/// were added.
public struct Agenda<Item> {
    /// A future item.
    public struct Entry {
        /// When the item is due.
        public var due: Instant
        @usableFromInline var number: UInt64
        /// The item itself.
        public var item: Item

        @usableFromInline
        init(due: Instant, number: UInt64, item: Item) {
            self.due = due
            self.number = number
            self.item = item
        }
    }

    @usableFromInline var heap: [Entry] = []
    @usableFromInline var added: UInt64 = 0

    /// An empty agenda.
    @inlinable
    public init() {}

    /// Reserves memory for this many items, so that adding them does not allocate.
    @inlinable
    public mutating func reserveCapacity(_ count: Int) {
        heap.reserveCapacity(count)
    }

    /// nil if the agenda is empty.
    @inlinable
    public var first: Entry? { heap.first }

    /// Number of items.
    @inlinable
    public var count: Int { heap.count }

    /// Fast in the usual case that items are added in the order in which they are due.
    @inlinable
    public mutating func add(_ item: Item, at due: Instant) {
        let entry = Entry(due: due, number: added, item: item)
        added += 1
        heap.append(entry)
        var place = heap.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard Self.isOrdered(entry, before: heap[parent]) else { break }
            heap[place] = heap[parent]
            place = parent
        }
        heap[place] = entry
    }

    /// Removes and returns the first entry; nil if the agenda is empty.
    @inlinable
    @discardableResult
    public mutating func removeFirst() -> Entry? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, Self.isOrdered(heap[child + 1], before: heap[child]) { child += 1 }
            guard Self.isOrdered(heap[child], before: last) else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = last
        return first
    }

    @inlinable
    static func isOrdered(_ one: Entry, before other: Entry) -> Bool {
        (one.due, one.number) < (other.due, other.number)
    }
}

extension Agenda: Sendable where Item: Sendable {}
extension Agenda.Entry: Sendable where Item: Sendable {}
