package import Wire

/// Makes the taps of a program's connections; nil leaves one alone. Any thread may call it.
package protocol StreamTapping: Sendable {
    /// The program has accepted a connection.
    func accepted(from peer: SocketAddress, at local: SocketAddress) -> (any StreamTap)?

    /// The program has asked for a connection at `instant`. `name` is the peer's, or its address again.
    func connecting(
        to peer: SocketAddress,
        named name: String,
        from local: SocketAddress,
        at instant: Instant
    ) -> (any StreamTap)?
}
