/// Transfers that wait for their turn: the more urgent first, those of one priority in the order in which they came.
/// Pure; every change takes a time that does not grow with the line.
struct WaitingLine {
    private struct Place: Hashable {
        var priority: TransferPriority
        var turn: Int
    }

    private struct Entry {
        var transfer: Int
        var turn: Int
    }

    /// Those of one priority. Who left stays in it until it is reached, or until most of it is of that kind.
    private struct Lane {
        /// Those that came from a higher priority, the first to go last.
        var ahead: [Entry] = []
        var behind: [Entry] = []
        /// Where `behind` begins.
        var start = 0
        /// Of all entries, those that still wait.
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

    /// Behind all of its new priority where that is higher; ahead of them where it is lower, as it came before.
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

    /// Who is next, with its priority; nil where nobody waits.
    mutating func first() -> (transfer: Int, priority: TransferPriority)? {
        for priority in TransferPriority.allCases.reversed() where lanes[priority.rawValue].live > 0 {
            while let entry = front(of: priority) {
                if waits(entry, at: priority) { return (entry.transfer, priority) }
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

    private func waits(_ entry: Entry, at priority: TransferPriority) -> Bool {
        places[entry.transfer] == Place(priority: priority, turn: entry.turn)
    }

    private func front(of priority: TransferPriority) -> Entry? {
        let lane = lanes[priority.rawValue]
        return lane.ahead.last ?? (lane.start < lane.behind.count ? lane.behind[lane.start] : nil)
    }

    private mutating func dropFront(of priority: TransferPriority) {
        if lanes[priority.rawValue].ahead.popLast() == nil { lanes[priority.rawValue].start += 1 }
    }

    /// Forgets who left where they are more than those who wait.
    private mutating func tidy(_ priority: TransferPriority) {
        let lane = lanes[priority.rawValue]
        guard lane.behind.count + lane.ahead.count > 2 * lane.live + 32 else { return }
        lanes[priority.rawValue].ahead = lane.ahead.filter { waits($0, at: priority) }
        lanes[priority.rawValue].behind = lane.behind[lane.start...].filter { waits($0, at: priority) }
        lanes[priority.rawValue].start = 0
    }
}
