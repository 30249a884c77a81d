package import Wire

/// What a packet's TCP header says, kept in the line's log so that its bytes can be told to a transfer.
package struct LinkSegment: Hashable, Sendable {
    package var clientPort: UInt16
    package var flags: TCPHeader.Flags
    /// Compare sequence numbers only modulo 2^32, never with `<`.
    package var sequence: UInt32
    package var acknowledgement: UInt32
    /// Bytes of the stream that it carries.
    package var payload: UInt16
    /// How many bytes beyond `acknowledgement` its sender has room for, the connection's scaling applied.
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
