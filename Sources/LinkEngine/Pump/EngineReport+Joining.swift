import Runs

extension EngineReport {
    /// Joins the reports of two threads that each carried one direction of the same line.
    func joined(with other: EngineReport) -> EngineReport {
        var all = self
        let log = Self.merged(log, other.log)
        all.log = Array(log.prefix(capacity))
        all.omitted += other.omitted + log.count - all.log.count
        all.droppedWrites += other.droppedWrites
        all.missed += other.missed
        all.lateness.add(other.lateness)
        all.failure = failure ?? other.failure
        // Both threads received the same changes; each change is in force once both have made it.
        all.changes = zip(changes, other.changes).map { $0.at < $1.at ? $1 : $0 }
        return all
    }

    /// Merges two logs that are each in order of arrival.
    private static func merged(_ one: [LinkLogEntry], _ other: [LinkLogEntry]) -> [LinkLogEntry] {
        var log: [LinkLogEntry] = []
        log.reserveCapacity(one.count + other.count)
        var (left, right) = (one[...], other[...])
        while let first = left.first, let second = right.first {
            log.append(second.arrival < first.arrival ? right.removeFirst() : left.removeFirst())
        }
        return log + left + right
    }
}
