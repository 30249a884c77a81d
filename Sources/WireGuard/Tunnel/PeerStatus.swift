package import Wire

/// What a tunnel knows of a peer.
package struct PeerStatus: Hashable, Sendable {
    /// Of the latest datagram that was surely the peer's.
    package var endpoint: TunnelEndpoint?
    /// When both ends last had new keys.
    package var lastHandshake: Instant?
    /// Packets that came from the peer.
    package var received = 0
    /// Packets that were sent to the peer.
    package var sent = 0
}
