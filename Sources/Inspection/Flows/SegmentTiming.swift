import Wire

/// The fields of one segment that TCP's own bookkeeping needs.
struct SegmentTiming {
    let sequence: UInt32
    let acknowledgement: UInt32
    let length: Int
    let flags: SegmentFlags
    let window: UInt16
    let stamp: Int64
    /// The timestamp option; zero without it.
    var stampValue: UInt32 = 0
    var stampEcho: UInt32 = 0

    init(_ packet: DissectedPacket, _ bytes: RawSpan, stamp: Int64) {
        sequence = packet.sequence
        acknowledgement = packet.acknowledgement
        length = packet.payloadLength
        flags = packet.flags
        window = packet.window
        self.stamp = stamp
        // The one layout that every system uses for it after the handshake.
        let start = packet.options.lowerBound
        if packet.options.count >= 12, bytes.bigEndian32(at: start) == 0x0101_080A {
            stampValue = bytes.bigEndian32(at: start + 4) ?? 0
            stampEcho = bytes.bigEndian32(at: start + 8) ?? 0
        }
    }

    /// Sequence numbers that it takes: SYN and FIN count as one each.
    var span: UInt32 {
        UInt32(truncatingIfNeeded: length) &+ (flags.syn ? 1 : 0) &+ (flags.fin ? 1 : 0)
    }
}
