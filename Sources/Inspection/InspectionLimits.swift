/// How much an inspector keeps while it reads. Its results come on top: with a spool two mebibytes for each
/// kind and eight bytes for each result, whose number is bounded.
package struct InspectionLimits: Hashable, Sendable {
    /// Most bytes, over all connections, that wait for missing packets.
    package var waitingBytes: Int
    /// Most bytes, over all connections, of exchanges that have not ended and of unfinished messages; beyond
    /// it the oldest exchanges are given up.
    package var heldBytes: Int
    /// Most connections open at once; beyond it the ones silent the longest are closed.
    package var liveFlows: Int
    /// Most exchanges, and most connections, that are listed; those beyond are only counted.
    package var results: Int
    /// How often the secrets of a key log are tried on packets of QUIC connections whose handshake is not in the capture.
    /// A try takes about a microsecond.
    package var keyTries = 1 << 20

    /// Memory of an open connection, without what it holds.
    private static let bytesOfFlow = 3072

    /// Limits for `memory` bytes in total.
    package init(memory: Int = 32 << 20, results: Int = 1_000_000) {
        waitingBytes = max(1 << 20, memory / 2)
        heldBytes = max(1 << 20, memory / 4)
        liveFlows = max(64, memory / 4 / Self.bytesOfFlow)
        self.results = results
    }
}
