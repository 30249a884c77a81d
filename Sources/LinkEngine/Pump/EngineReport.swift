import LinkModel
package import LinuxIO
import RealTime
package import Runs
import Wire

/// What the engine did from start to stop.
package struct EngineReport: Sendable {
    /// One entry a packet, in order of arrival.
    package var log: [LinkLogEntry]
    /// Packets carried after the log was full: they are in no entry.
    package var omitted: Int
    /// Packets that were due and that the other host's interface would not take. Their entries have no departure.
    package var droppedWrites: Int
    /// Packets that the hosts sent and that the kernel dropped before the engine could read them.
    package var missed: Int
    /// How the line was changed, in turn.
    package var changes: [LinkChange]
    /// Of every packet that left, also of those in no entry.
    package var lateness = LatenessTally()
    /// What ended the engine before it was stopped; nil where nothing did.
    package var failure: SystemCallError?

    /// Packets that the line should have carried and did not.
    package var lost: Int { droppedWrites + missed }

    /// Entries whose pages are there from the start: some 100 MB of a download.
    private static let preparedEntries = 1 << 17

    /// Of the log, in entries.
    let capacity: Int

    init(logCapacity: Int) {
        log = []
        changes = []
        (omitted, droppedWrites, missed) = (0, 0, 0)
        capacity = logCapacity
        // Memory is taken once; the pages of a long run come as they are written.
        log.reserveCapacity(logCapacity)
        log.withUnsafeMutableBufferPointer { entries in
            let count = min(logCapacity, Self.preparedEntries)
            let first = UnsafeMutableBufferPointer(start: entries.baseAddress, count: count)
            PresentMemory.prepare(UnsafeMutableRawBufferPointer(first))
        }
    }

    /// Keeps an entry; its place, or nil where the log is full.
    mutating func record(_ entry: LinkLogEntry) -> Int? {
        guard log.count < capacity else {
            omitted += 1
            return nil
        }
        log.append(entry)
        return log.count - 1
    }

    /// What the line decided about the packet of an entry.
    mutating func settle(_ place: Int, _ decision: LinkDecision) {
        guard place < log.count else { return }
        log[place].decision = decision
    }

    /// The packet of an entry was written to the other host.
    mutating func left(_ place: Int, at moment: Instant) {
        guard place < log.count else { return }
        log[place].departure = moment
    }
}
