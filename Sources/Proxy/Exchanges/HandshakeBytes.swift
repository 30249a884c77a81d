/// Bytes of a TLS handshake with a server, as they crossed the connection.
package struct HandshakeBytes: Hashable, Sendable {
    package var sent = 0
    package var received = 0
}
