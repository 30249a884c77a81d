package import Wire

/// The content of a packet's TCP header, kept in the line's log to assign its bytes to a transfer.
package struct LinkSegment: Hashable, Sendable {
    package var clientPort: UInt16
    package var flags: TCPHeader.Flags
    /// Compare sequence numbers only modulo 2^32, never with `<`.
    package var sequence: UInt32
    package var acknowledgement: UInt32
    /// Bytes of the stream in this packet.
    package var payload: UInt16
    /// Bytes beyond `acknowledgement` that its sender can receive, with window scaling applied.
    package var window: UInt32

    @inlinable
    package init(
        clientPort: UInt16,
        flags: TCPHeader.Flags = .ack,
        sequence: UInt32,
        acknowledgement: UInt32,
        payload: UInt16,
        window: UInt32
    ) {
        self.clientPort = clientPort
        self.flags = flags
        self.sequence = sequence
        self.acknowledgement = acknowledgement
        self.payload = payload
        self.window = window
    }
}
