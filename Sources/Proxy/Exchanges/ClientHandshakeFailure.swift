package import Forwarding
package import LinuxIO
package import TLS

/// A client that did not begin TLS with the proxy in a server's place.
package struct ClientHandshakeFailure: Hashable, Sendable {
    package var client: SocketAddress
    /// nil if the client does not say.
    package var server: Destination?
    package var error: TLSError
    /// From now on this client's connections with that server pass unseen.
    package var isPassedThrough: Bool
}
