/// What one logged packet carries: enough for a time-sequence graph.
package struct SimulatedPacketContent: Hashable, Sendable {
    /// The first byte in its direction's stream, counted from 0.
    package var sequence: Int
    package var payload: Int
    package var acknowledged: Int
    /// What its sender's receive window allows beyond `acknowledged`.
    package var window: Int
    package var isRetransmission: Bool
}
