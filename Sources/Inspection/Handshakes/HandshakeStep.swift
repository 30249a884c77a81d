/// One message of a TLS handshake, or an encrypted record in its place.
package struct HandshakeStep: Hashable, Sendable {
    /// Its usual name: `Client Hello`.
    package var name: String
    package var isFromClient: Bool
    /// When it was whole, nanoseconds since 1970.
    package var stamp: Int64
    /// Number in the file of the packet with its last byte.
    package var packet: Int
    /// Length of the message without encryption overhead; for an encrypted message, length of the record.
    package var bytes: Int

    package init(name: String, isFromClient: Bool, stamp: Int64, packet: Int, bytes: Int) {
        self.name = name
        self.isFromClient = isFromClient
        self.stamp = stamp
        self.packet = packet
        self.bytes = bytes
    }
}
