package import Wire

/// When a connection to a server was made.
package struct ConnectionTimes: Hashable, Sendable {
    /// nil if the host was an address, or its name was known already.
    package var lookupBegan: Instant?
    package var lookupEnded: Instant?
    package var connectBegan: Instant
    package var connectEnded: Instant?
    /// When a parent proxy had opened a tunnel on it; nil without one.
    package var tunnelOpened: Instant?
    /// nil without TLS. Later than the connection if that was made for a tunnel.
    package var handshakeBegan: Instant?
    package var handshakeEnded: Instant?
    /// nil before the handshake's end. What the server sends in one go with it counts, such as tickets.
    package var handshakeBytes: HandshakeBytes?

    package init(connectBegan: Instant) {
        self.connectBegan = connectBegan
    }
}
