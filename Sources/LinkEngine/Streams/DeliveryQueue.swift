import Wire

/// The connections whose next chunk has a time to be delivered, the earliest first: a binary heap.
struct DeliveryQueue: Sendable {
    struct Entry: Hashable, Sendable {
        var due: Instant
        /// Of those due together, the one that was added first goes first.
        var order: UInt64
        var flow: UInt32
    }

    private var heap: [Entry] = []
    private var added: UInt64 = 0

    var first: Entry? { heap.first }

    mutating func add(_ flow: UInt32, due: Instant) {
        heap.append(Entry(due: due, order: added, flow: flow))
        added += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.goes(heap[child], before: heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard !heap.isEmpty else { return }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && Self.goes(heap[child], before: heap[least]) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private static func goes(_ one: Entry, before other: Entry) -> Bool {
        (one.due, one.order) < (other.due, other.order)
    }
}
