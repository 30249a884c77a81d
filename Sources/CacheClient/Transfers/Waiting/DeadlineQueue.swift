internal import Wire

/// By when each caller must have its answer. Pure; who no longer waits is left in it until its time has come, or until
/// most are of that kind.
struct DeadlineQueue {
    private struct Entry {
        var at: Instant
        var caller: TransferTicket
    }

    /// The earliest first; each is no later than the two at twice its place and one and two further.
    private var heap: [Entry] = []

    var count: Int { heap.count }

    var next: Instant? { heap.first?.at }

    mutating func add(_ caller: TransferTicket, at deadline: Instant) {
        heap.append(Entry(at: deadline, caller: caller))
        var place = heap.count - 1
        while place > 0, heap[place].at < heap[(place - 1) / 2].at {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// The next caller whose time is over; nil where nobody's is.
    mutating func takeDue(at now: Instant) -> TransferTicket? {
        guard let first = heap.first, first.at <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(0)
        return first.caller
    }

    /// Keeps those who wait, where they are less than half; `count` is how many do.
    mutating func tidy(waiting count: Int, _ waits: (TransferTicket) -> Bool) {
        guard heap.count > 2 * count + 64 else { return }
        heap = heap.filter { waits($0.caller) }.sorted { $0.at < $1.at }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if heap[child].at < heap[least].at { least = child }
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
