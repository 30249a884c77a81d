/// One message of a TLS handshake, or what stands for one where it is encrypted.
package struct HandshakeStep: Hashable, Sendable {
    /// As people know it: `Client Hello`.
    package var name: String
    package var isFromClient: Bool
    /// When it was whole, nanoseconds since 1970.
    package var stamp: Int64
    /// Number in the file of the packet with its last byte.
    package var packet: Int
    /// The message's, without what encryption adds; of an encrypted one that was not opened, the record's.
    package var bytes: Int

    package init(name: String, isFromClient: Bool, stamp: Int64, packet: Int, bytes: Int) {
        self.name = name
        self.isFromClient = isFromClient
        self.stamp = stamp
        self.packet = packet
        self.bytes = bytes
    }
}
