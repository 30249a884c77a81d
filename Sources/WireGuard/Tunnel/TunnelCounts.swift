/// How often a tunnel did what since it was made.
package struct TunnelCounts: Hashable, Sendable {
    /// Packets that came out of the tunnel.
    package var received = 0
    /// Packets that went into the tunnel.
    package var sent = 0
    /// Handshakes' first messages that came, whatever became of them.
    package var initiationsReceived = 0
    /// Handshakes' first messages that were sent.
    package var initiationsSent = 0
    /// Handshakes after which both ends had the keys.
    package var handshakes = 0
    private var refusals: [TunnelRefusal: Int] = [:]

    /// How often something was refused for this reason.
    package subscript(_ reason: TunnelRefusal) -> Int { refusals[reason, default: 0] }

    mutating func note(_ reason: TunnelRefusal) {
        refusals[reason, default: 0] += 1
    }
}
