import Wire

// TCP, UDP, and the tunnels in the place of a transport. `end` is the end of the IP packet by its own header.
extension DissectedPacket {
    private enum Transport {
        static let ipv4: UInt8 = 4
        static let tcp: UInt8 = 6
        static let udp: UInt8 = 17
        static let ipv6: UInt8 = 41
        static let gre: UInt8 = 47
    }

    private static let vxlanPort: UInt16 = 4789
    private static let gtpPort: UInt16 = 2152

    mutating func readTransport(_ bytes: RawSpan, _ transport: UInt8, at start: Int, end: Int) -> PacketKind {
        switch transport {
        case Transport.tcp: return readTCP(bytes, at: start, end: end)
        case Transport.udp: return readUDP(bytes, at: start, end: end)
        case Transport.ipv4, Transport.ipv6: return follow(.internet(at: start), bytes)
        case Transport.gre: return readGRE(bytes, at: start)
        default: return .other
        }
    }

    private mutating func readTCP(_ bytes: RawSpan, at start: Int, end: Int) -> PacketKind {
        guard let ports = bytes.bigEndian32(at: start), let sequence = bytes.bigEndian32(at: start + 4),
            let acknowledgement = bytes.bigEndian32(at: start + 8),
            let control = bytes.bigEndian32(at: start + 12), start + 20 <= bytes.byteCount
        else { return end < start + 20 ? .damaged(.shortTCP) : .cutShort }
        guard end >= start + 20 else { return .damaged(.shortTCP) }
        let headerLength = Int(control >> 28) * 4
        guard headerLength >= 20 else { return .damaged(.tcp) }
        let payloadStart = start + headerLength
        guard payloadStart <= end else { return .damaged(.longTCP) }
        guard payloadStart <= bytes.byteCount else { return .cutShort }
        sourcePort = UInt16(truncatingIfNeeded: ports >> 16)
        destinationPort = UInt16(truncatingIfNeeded: ports)
        self.sequence = sequence
        self.acknowledgement = acknowledgement
        flags = SegmentFlags(bits: UInt8(truncatingIfNeeded: control >> 16))
        window = UInt16(truncatingIfNeeded: control)
        options = start + 20..<payloadStart
        payloadLength = end - payloadStart
        payload = payloadStart..<min(end, bytes.byteCount)
        return .segment
    }

    private mutating func readUDP(_ bytes: RawSpan, at start: Int, end: Int) -> PacketKind {
        guard let ports = bytes.bigEndian32(at: start), let length = bytes.bigEndian16(at: start + 4),
            start + 8 <= bytes.byteCount
        else { return end < start + 8 ? .damaged(.udp) : .cutShort }
        guard end >= start + 8 else { return .damaged(.udp) }
        let room = end - start
        // A packet before segmentation offload has no length.
        let stated = length == 0 ? room : Int(length)
        guard stated >= 8 else { return .damaged(.udp) }
        sourcePort = UInt16(truncatingIfNeeded: ports >> 16)
        destinationPort = UInt16(truncatingIfNeeded: ports)
        payloadLength = min(stated, room) - 8
        payload = start + 8..<min(start + 8 + payloadLength, bytes.byteCount)
        if destinationPort == Self.vxlanPort, payloadLength >= 8, bytes.byte(at: start + 8) == 0x08 {
            return follow(.link(.ethernet, at: start + 16), bytes)
        }
        if destinationPort == Self.gtpPort, let kind = readGTP(bytes, at: start + 8) { return kind }
        return .datagram
    }

    /// User packets of a mobile network; nil if it is not one.
    private mutating func readGTP(_ bytes: RawSpan, at start: Int) -> PacketKind? {
        guard let flags = bytes.byte(at: start), flags & 0xF0 == 0x30, bytes.byte(at: start + 1) == 0xFF
        else {
            return nil
        }
        guard flags & 0x07 != 0 else { return follow(.internet(at: start + 8), bytes) }
        var offset = start + 12
        guard flags & 0x04 != 0 else { return follow(.internet(at: offset), bytes) }
        // Each extension header begins with its length in words, and ends with the type of the next.
        while let next = bytes.byte(at: offset - 1), next != 0 {
            guard let words = bytes.byte(at: offset), words > 0, enterLayer() else { return .other }
            offset += 4 * Int(words)
        }
        return follow(.internet(at: offset), bytes)
    }

    private mutating func readGRE(_ bytes: RawSpan, at start: Int) -> PacketKind {
        guard let flags = bytes.bigEndian16(at: start), let type = bytes.bigEndian16(at: start + 2) else {
            return .cutShort
        }
        var offset = start + 4
        // A checksum comes with reserved bytes.
        if flags & 0x8000 != 0 || flags & 0x4000 != 0 { offset += 4 }
        if flags & 0x2000 != 0 { offset += 4 }
        if flags & 0x1000 != 0 { offset += 4 }
        if flags & 0x0007 == 1, flags & 0x0080 != 0 { offset += 4 }
        switch type {
        case EtherType.ppp: return follow(.ppp(at: offset), bytes)
        case EtherType.mirrored:
            return follow(.link(.ethernet, at: offset + (flags & 0x1000 != 0 ? 8 : 0)), bytes)
        default: return follow(.payload(of: type, at: offset), bytes)
        }
    }
}
