package import Wire

/// Instants at which tokens want attention, earliest first: a binary heap.
package struct TimerQueue: Sendable {
    package struct Entry: Hashable, Sendable {
        package var due: Instant
        package var token: UInt64
    }

    private var heap: [Entry] = []

    package init() {}

    package var earliest: Instant? { heap.first?.due }

    package mutating func add(_ token: UInt64, at due: Instant) {
        heap.append(Entry(due: due, token: token))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].due < heap[parent].due else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// What has been due longest; nil where nothing is due yet.
    package mutating func takeDue(_ now: Instant) -> Entry? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].due < heap[least].due {
                least = child
            }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
