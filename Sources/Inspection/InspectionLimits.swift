/// How much an inspector keeps while it reads. What it has found comes on top: where there is a spool, two mebibytes for each
/// kind and eight bytes for each result, whose number is bounded.
package struct InspectionLimits: Hashable, Sendable {
    /// Bytes for what waits for a packet that has not come yet, over all connections.
    package var waitingBytes: Int
    /// Connections that packets may still come for; the one that was silent for longest is closed for another.
    package var liveFlows: Int
    /// Exchanges and connections that are listed, each; those beyond are only counted.
    package var results: Int

    /// What a connection takes while it is open, exchanges that have not ended among it.
    private static let bytesOfFlow = 6144

    /// `memory` bytes in all.
    package init(memory: Int = 32 << 20, results: Int = 1_000_000) {
        waitingBytes = max(1 << 20, memory / 2)
        liveFlows = max(64, memory / 2 / Self.bytesOfFlow)
        self.results = results
    }
}
