/// Transfers that wait for their turn: by priority, then in order of arrival. Pure; every change takes
/// constant time.
struct TransferQueue {
    private struct Place: Hashable {
        var priority: TransferPriority
        var turn: Int
    }

    private struct Entry {
        var transfer: Int
        var turn: Int
    }

    /// Transfers of one priority. Those that left stay in it until they are reached, or until they are the
    /// majority.
    private struct Lane {
        /// Transfers that came from a higher priority, in reverse order.
        var ahead: [Entry] = []
        var behind: [Entry] = []
        /// Index of the first entry of `behind`.
        var start = 0
        /// Number of entries that still wait.
        var live = 0

        var count: Int { ahead.count + behind.count - start }
    }

    private var places: [Int: Place] = [:]
    private var lanes = [Lane](repeating: Lane(), count: TransferPriority.allCases.count)
    private var turns = 0

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }

    func priority(of transfer: Int) -> TransferPriority? { places[transfer]?.priority }

    mutating func append(_ transfer: Int, _ priority: TransferPriority) {
        remove(transfer)
        let entry = enter(transfer, priority)
        lanes[priority.rawValue].behind.append(entry)
    }

    /// Moves to the end of a higher priority, or to the front of a lower one, where it was waiting longer.
    mutating func move(_ transfer: Int, to priority: TransferPriority) {
        guard let place = places[transfer], place.priority != priority else { return }
        if priority > place.priority { return append(transfer, priority) }
        remove(transfer)
        let entry = enter(transfer, priority)
        lanes[priority.rawValue].ahead.append(entry)
    }

    mutating func remove(_ transfer: Int) {
        guard let place = places.removeValue(forKey: transfer) else { return }
        lanes[place.priority.rawValue].live -= 1
        tidy(place.priority)
    }

    /// The next transfer and its priority; nil if nobody waits.
    mutating func first() -> (transfer: Int, priority: TransferPriority)? {
        for priority in TransferPriority.allCases.reversed() where lanes[priority.rawValue].live > 0 {
            while let entry = front(of: priority) {
                if isWaiting(entry, at: priority) { return (entry.transfer, priority) }
                dropFront(of: priority)
            }
        }
        return nil
    }

    private mutating func enter(_ transfer: Int, _ priority: TransferPriority) -> Entry {
        turns += 1
        places[transfer] = Place(priority: priority, turn: turns)
        lanes[priority.rawValue].live += 1
        return Entry(transfer: transfer, turn: turns)
    }

    private func isWaiting(_ entry: Entry, at priority: TransferPriority) -> Bool {
        places[entry.transfer] == Place(priority: priority, turn: entry.turn)
    }

    private func front(of priority: TransferPriority) -> Entry? {
        let lane = lanes[priority.rawValue]
        return lane.ahead.last ?? (lane.start < lane.behind.count ? lane.behind[lane.start] : nil)
    }

    private mutating func dropFront(of priority: TransferPriority) {
        if lanes[priority.rawValue].ahead.popLast() == nil { lanes[priority.rawValue].start += 1 }
    }

    /// Removes the entries that left, if they are the majority.
    private mutating func tidy(_ priority: TransferPriority) {
        let lane = lanes[priority.rawValue]
        guard lane.behind.count + lane.ahead.count > 2 * lane.live + 32 else { return }
        lanes[priority.rawValue].ahead = lane.ahead.filter { isWaiting($0, at: priority) }
        lanes[priority.rawValue].behind = lane.behind[lane.start...].filter { isWaiting($0, at: priority) }
        lanes[priority.rawValue].start = 0
    }
}
