package import Runs
package import Wire

/// What a simulation came to.
package struct SimulationOutcome: Hashable, Sendable {
    /// In the order of the plan's fetches.
    package var transfers: [SimulatedTransfer]
    /// When each stage began.
    package var stageStarts: [Instant] = []
    /// What the line did to every packet, in the order in which they came; empty where the plan keeps no log.
    package var linkLog: [LinkLogEntry] = []
    /// What each packet of the log carries; as long as the log.
    package var contents: [SimulatedPacketContent] = []
    /// Segments sent again.
    package var retransmissions = 0
    package var packets = 0

    /// The client's port of a connection, as the log's packets bear it.
    package static func port(of flow: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: 1023 + flow)
    }
}
