/// How much an inspector keeps while it reads. Its results come on top: with a spool two mebibytes for each
/// kind and eight bytes for each result, whose number is bounded.
package struct InspectionLimits: Hashable, Sendable {
    /// Most bytes, over all connections, that wait for missing packets.
    package var waitingBytes: Int
    /// Most connections open at once; beyond it the ones silent the longest are closed.
    package var liveFlows: Int
    /// Most exchanges, and most connections, that are listed; those beyond are only counted.
    package var results: Int

    /// Memory of an open connection, including exchanges that have not ended.
    private static let bytesOfFlow = 6144

    /// Limits for `memory` bytes in total.
    package init(memory: Int = 32 << 20, results: Int = 1_000_000) {
        waitingBytes = max(1 << 20, memory / 2)
        liveFlows = max(64, memory / 2 / Self.bytesOfFlow)
        self.results = results
    }
}
