package import Wire

/// Progress of a run, for a display that is redrawn.
package struct RunProgress: Hashable, Sendable {
    package var step: String
    package var transfersDone: Int
    package var transfersInAll: Int
    /// Body bytes of the step: received so far, and expected in all.
    package var bytes: Int
    package var bytesInAll: Int
    /// Since the step's start.
    package var elapsed: Nanoseconds
    /// The newest of the transfers under way, in order, and how many there are in all.
    package var underWay: [BegunTransfer]
    package var underWayInAll: Int

    package init(
        step: String,
        transfersDone: Int,
        transfersInAll: Int,
        bytes: Int,
        bytesInAll: Int,
        elapsed: Nanoseconds,
        underWay: [BegunTransfer] = [],
        underWayInAll: Int = 0
    ) {
        self.step = step
        self.transfersDone = transfersDone
        self.transfersInAll = transfersInAll
        self.bytes = bytes
        self.bytesInAll = bytesInAll
        self.elapsed = elapsed
        self.underWay = underWay
        self.underWayInAll = underWayInAll
    }
}
