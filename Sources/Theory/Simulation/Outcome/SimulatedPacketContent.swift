/// Content of one logged packet: enough for a time-sequence graph.
package struct SimulatedPacketContent: Hashable, Sendable {
    /// Offset of the first byte in its direction's stream.
    package var sequence: Int
    package var payload: Int
    package var acknowledged: Int
    /// The sender's receive window beyond `acknowledged`.
    package var window: Int
    package var isRetransmission: Bool
    /// Ranges of the other direction's stream received beyond `acknowledged`, the latest first.
    package var selective: [Range<Int>] = []
}
