import LinkModel
import Wire

/// The packets that are to leave, the next one first: by due time, and by the order in which they came where that is
/// the same.
struct DepartureQueue {
    struct Departure {
        var due: Instant
        var order: UInt64
        var slot: Int
        var logIndex: Int?
        /// Which bit to send wrong; nil sends the packet as it is.
        var wrongBit: Int?
        var isMarked: Bool
    }

    /// A binary heap: packets mostly come in the order in which they leave, so that adding one is quick.
    private var heap: [Departure] = []
    private var added: UInt64 = 0

    init(capacity: Int) {
        heap.reserveCapacity(capacity)
    }

    var next: Departure? { heap.first }

    mutating func add(_ decision: LinkDecision, slot: Int, logIndex: Int?) {
        let departure = Departure(
            due: decision.due,
            order: added,
            slot: slot,
            logIndex: logIndex,
            wrongBit: decision.alterations.contains(.corrupted) ? Int(decision.wrongBit) : nil,
            isMarked: decision.alterations.contains(.marked)
        )
        added += 1
        heap.append(departure)
        var place = heap.count - 1
        while place > 0, goes(departure, before: heap[(place - 1) / 2]) {
            heap[place] = heap[(place - 1) / 2]
            place = (place - 1) / 2
        }
        heap[place] = departure
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, goes(heap[child + 1], before: heap[child]) { child += 1 }
            guard goes(heap[child], before: last) else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = last
    }

    private func goes(_ one: Departure, before other: Departure) -> Bool {
        (one.due, one.order) < (other.due, other.order)
    }
}
