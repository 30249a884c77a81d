package import Runs
package import Wire

/// Outcome of a simulation.
package struct SimulationOutcome: Hashable, Sendable {
    /// In the order of the plan's fetches.
    package var transfers: [SimulatedTransfer]
    /// Start of each stage.
    package var stageStarts: [Instant] = []
    /// The line's decision for every packet, in order of arrival; empty if the plan keeps no log.
    package var linkLog: [LinkLogEntry] = []
    /// Content of each packet of the log; the same length as the log.
    package var contents: [SimulatedPacketContent] = []
    /// State of each packet's sender right after it; empty unless the plan keeps them.
    package var states: [SimulatedSenderState] = []
    /// Number of retransmitted segments.
    package var retransmissions = 0
    package var packets = 0

    /// The client's port of a connection, as in the log's packets.
    package static func port(of flow: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: 1023 + flow)
    }
}
