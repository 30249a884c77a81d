/// Progress of a run, for a display that is redrawn.
package struct RunProgress: Hashable, Sendable {
    package var step: String
    package var transfersDone: Int
    package var transfersInAll: Int
    /// Body bytes of the step: received so far, and expected in all.
    package var bytes: Int
    package var bytesInAll: Int

    package init(step: String, transfersDone: Int, transfersInAll: Int, bytes: Int, bytesInAll: Int) {
        self.step = step
        self.transfersDone = transfersDone
        self.transfersInAll = transfersInAll
        self.bytes = bytes
        self.bytesInAll = bytesInAll
    }
}
