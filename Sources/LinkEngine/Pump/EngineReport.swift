package import LinuxIO
package import Runs

/// What the engine did from start to stop.
package struct EngineReport: Sendable {
    /// One entry a packet, in order of arrival.
    package var log: [LinkLogEntry]
    /// Packets carried after the log was full: they are in no entry.
    package var omitted: Int
    /// Packets that were due and that the other host's interface refused. Their entries have no departure.
    package var droppedWrites: Int
    /// Packets dropped because more were under way than the engine has room for. Their entries have no departure.
    package var overflowed: Int
    /// Packets that the hosts sent and that the kernel dropped before the engine could read them.
    package var missed: Int
    /// What ended the engine before it was stopped; nil where nothing did.
    package var failure: SystemCallError?

    private let capacity: Int

    init(logCapacity: Int) {
        log = []
        (omitted, droppedWrites, overflowed, missed) = (0, 0, 0, 0)
        capacity = logCapacity
        // Memory is taken once, and its pages come as they are written.
        log.reserveCapacity(logCapacity)
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
}
