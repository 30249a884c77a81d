/// The opening of a TCP connection as seen at the capture point, in nanoseconds since 1970.
package struct Handshake: Hashable, Sendable {
    /// The first SYN.
    package var syn: Int64
    /// The first SYN-ACK.
    package var synAck: Int64?
    /// The client's first segment after it.
    package var ack: Int64?

    package init(syn: Int64, synAck: Int64? = nil, ack: Int64? = nil) {
        self.syn = syn
        self.synAck = synAck
        self.ack = ack
    }
}
