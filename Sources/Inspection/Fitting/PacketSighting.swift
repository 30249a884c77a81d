/// One TCP segment at the capture point: the fields needed to fit the line.
package struct PacketSighting: Hashable, Sendable {
    /// Nanoseconds since 1970.
    package var stamp: Int64
    package var stream: Int32
    package var sourcePort: UInt16
    /// SYN, FIN, RST and ACK as TCP's header has them.
    package var flags: UInt8
    /// Length of the whole IP packet.
    package var packetBytes: Int32
    package var payloadBytes: Int32
    package var sequence: UInt32
    package var acknowledgement: UInt32
    /// From the timestamp option, as for the next one; zero without it.
    package var stampValue: UInt32
    package var stampEcho: UInt32

    package init(
        stamp: Int64,
        stream: Int,
        sourcePort: UInt16,
        flags: UInt8,
        packetBytes: Int,
        payloadBytes: Int,
        sequence: UInt32,
        acknowledgement: UInt32,
        stampValue: UInt32 = 0,
        stampEcho: UInt32 = 0
    ) {
        self.stamp = stamp
        self.stream = Int32(truncatingIfNeeded: stream)
        self.sourcePort = sourcePort
        self.flags = flags
        self.packetBytes = Int32(truncatingIfNeeded: packetBytes)
        self.payloadBytes = Int32(truncatingIfNeeded: payloadBytes)
        self.sequence = sequence
        self.acknowledgement = acknowledgement
        self.stampValue = stampValue
        self.stampEcho = stampEcho
    }
}
