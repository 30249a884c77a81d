import LinkModel
package import LinuxIO
import RealTime
package import Runs
package import Wire

/// What the engine did from start to stop.
package struct EngineReport: Sendable {
    /// Zero of the line's schedules, traces and outages.
    package var start: Instant = .zero
    /// One entry per packet, in order of arrival.
    package var log: [LinkLogEntry]
    /// The clients' ports by the flow's number less one; empty if the entries have them.
    package var clientPorts: [UInt16] = []
    /// Packets carried after the log was full; they have no entry.
    package var omitted: Int
    /// Due packets that the other host's interface did not accept. Their entries have no departure.
    package var droppedWrites: Int
    /// Packets that the hosts sent and that the kernel dropped before the engine could read them.
    package var missed: Int
    /// The changes of the line that all clients share, in order.
    package var changes: [LinkChange]
    /// Lateness of every packet that left, including those without an entry.
    package var lateness = LatenessTally()
    /// What ended the engine before it was stopped; nil if nothing did.
    package var failure: SystemCallError?

    /// Packets that the line failed to carry.
    package var lost: Int { droppedWrites + missed }

    /// Entries whose pages are touched at the start: enough for a download of some 100 MB.
    private static let preparedEntries = 1 << 17

    /// Capacity of the log, in entries.
    let capacity: Int

    init(logCapacity: Int) {
        log = []
        changes = []
        (omitted, droppedWrites, missed) = (0, 0, 0)
        capacity = logCapacity
        // The memory is reserved once; a long run touches further pages as it writes them.
        log.reserveCapacity(logCapacity)
        log.withUnsafeMutableBufferPointer { entries in
            let count = min(logCapacity, Self.preparedEntries)
            let first = UnsafeMutableBufferPointer(start: entries.baseAddress, count: count)
            PresentMemory.prepare(UnsafeMutableRawBufferPointer(first))
        }
    }

    /// Records an entry and returns its index; nil if the log is full.
    mutating func record(_ entry: LinkLogEntry) -> Int? {
        guard log.count < capacity else {
            omitted += 1
            return nil
        }
        log.append(entry)
        return log.count - 1
    }

    /// Notes the line's decision about an entry's packet.
    mutating func settle(_ place: Int, _ decision: LinkDecision) {
        guard place < log.count else { return }
        log[place].decision = decision
    }

    /// Notes that an entry's packet was written to the other host.
    mutating func left(_ place: Int, at moment: Instant) {
        guard place < log.count else { return }
        log[place].departure = moment
    }
}

// MARK: Joining

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
