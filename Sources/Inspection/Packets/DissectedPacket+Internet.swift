import Wire

// The internet layer: IPv4, IPv6 with its extension headers, and their payload.
extension DissectedPacket {
    mutating func readInternet(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        guard let first = bytes.byte(at: offset) else { return .cutShort }
        switch first >> 4 {
        case 4: return readIPv4(bytes, at: offset, headerLength: Int(first & 0x0F) * 4)
        case 6: return readIPv6(bytes, at: offset)
        default: return .other
        }
    }

    private mutating func readIPv4(_ bytes: RawSpan, at offset: Int, headerLength: Int) -> PacketKind {
        guard let lengths = bytes.bigEndian32(at: offset), let place = bytes.bigEndian32(at: offset + 4),
            let transport = bytes.byte(at: offset + 9), let source = bytes.bigEndian32(at: offset + 12),
            let destination = bytes.bigEndian32(at: offset + 16)
        else { return .cutShort }
        var total = Int(lengths & 0xFFFF)
        // Segmentation offload: a packet that the network card will still split may have no length.
        if total == 0 { total = bytes.byteCount - offset + cutOff }
        guard headerLength >= 20, total >= headerLength else { return .damaged(.ipv4) }
        guard offset + headerLength <= bytes.byteCount else { return .cutShort }
        self.source = PackedAddress(low: UInt64(source))
        self.destination = PackedAddress(low: UInt64(destination))
        packetBytes = total
        if place & 0x3FFF != 0 {
            fragment.identification = place >> 16
            fragment.transport = transport
            fragment.offset = Int(place & 0x1FFF) * 8
            fragment.hasMore = place & 0x2000 != 0
            return noteFragment(bytes, at: offset, headerLength, total)
        }
        return readTransport(bytes, transport, at: offset + headerLength, end: offset + total)
    }

    private mutating func noteFragment(_ bytes: RawSpan, at offset: Int, _ headerLength: Int, _ total: Int)
        -> PacketKind
    {
        let end = offset + total
        fragment.headerLength = headerLength
        fragment.bytes = end <= bytes.byteCount ? offset + headerLength..<end : 0..<0
        return .fragment
    }

    private mutating func readIPv6(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        guard let length = bytes.bigEndian16(at: offset + 4), var next = bytes.byte(at: offset + 6),
            let source = Self.address(bytes, at: offset + 8),
            let destination = Self.address(bytes, at: offset + 24)
        else { return .cutShort }
        self.source = source
        self.destination = destination
        // As with IPv4, a packet before segmentation offload may have no length.
        let total = length == 0 && next != 59 ? max(40, bytes.byteCount - offset + cutOff) : 40 + Int(length)
        packetBytes = total
        var header = 40
        while Self.isExtension(next) {
            guard enterLayer() else { return .damaged(.layers) }
            guard let following = bytes.byte(at: offset + header),
                let size = bytes.byte(at: offset + header + 1)
            else { return .cutShort }
            let kind = next
            next = following
            let start = header
            header += kind == 44 ? 8 : kind == 51 ? 8 + 4 * Int(size) : 8 + 8 * Int(size)
            guard header <= total else { return .damaged(.ipv6) }
            guard offset + header <= bytes.byteCount else { return .cutShort }
            guard kind == 44, let place = bytes.bigEndian16(at: offset + start + 2),
                let identification = bytes.bigEndian32(at: offset + start + 4), place & 0xFFF9 != 0
            else { continue }
            fragment.identification = identification
            fragment.transport = next
            fragment.offset = Int(place & 0xFFF8)
            fragment.hasMore = place & 1 != 0
            return noteFragment(bytes, at: offset, header, total)
        }
        return readTransport(bytes, next, at: offset + header, end: offset + total)
    }

    /// Hop-by-hop, routing, fragment, authentication, destination, mobility.
    private static func isExtension(_ header: UInt8) -> Bool {
        switch header {
        case 0, 43, 44, 51, 60, 135: true
        default: false
        }
    }

    private static func address(_ bytes: RawSpan, at offset: Int) -> PackedAddress? {
        guard let high = bytes.unsigned64(at: offset, .big), let low = bytes.unsigned64(at: offset + 8, .big)
        else { return nil }
        return PackedAddress(high: high, low: low, isIPv6: true)
    }
}
