import Wire

// IEEE 802.11 with or without one of the radio's headers.
extension DissectedPacket {
    private static let logicalLinkBytes = 8

    mutating func readWireless(_ bytes: RawSpan, at offset: Int, _ linkType: LinkType) -> PacketKind {
        switch linkType {
        case .wireless:
            return readFrame(bytes, at: offset, isPadded: false)
        case .wirelessRadiotap:
            guard let length = bytes.unsigned16(at: offset + 2, .little),
                let present = bytes.unsigned32(at: offset + 4, .little)
            else { return .cutShort }
            return readFrame(
                bytes,
                at: offset + Int(length),
                isPadded: Self.radiotapFlags(bytes, at: offset, present).map { $0 & 0x20 != 0 } ?? false
            )
        case .wirelessPrism:
            guard let length = bytes.unsigned32(at: offset + 4, .little) else { return .cutShort }
            return readFrame(bytes, at: offset + Int(length), isPadded: false)
        case .wirelessAVS:
            guard let length = bytes.bigEndian32(at: offset + 4) else { return .cutShort }
            return readFrame(bytes, at: offset + Int(length), isPadded: false)
        default:
            return .unknownLink(linkType)
        }
    }

    /// The radio's flags stand first, or behind its clock; more words may say what is present.
    private static func radiotapFlags(_ bytes: RawSpan, at offset: Int, _ present: UInt32) -> UInt8? {
        guard present & 2 != 0 else { return nil }
        var place = 8
        var word = present
        while word & 0x8000_0000 != 0 {
            guard place <= 64, let next = bytes.unsigned32(at: offset + place, .little) else { return nil }
            word = next
            place += 4
        }
        if present & 1 != 0 { place = (place + 7) & ~7 + 8 }
        return bytes.byte(at: offset + place)
    }

    private mutating func readFrame(_ bytes: RawSpan, at offset: Int, isPadded: Bool) -> PacketKind {
        guard let control = bytes.byte(at: offset), let flags = bytes.byte(at: offset + 1) else {
            return .cutShort
        }
        // Data frames with content, not encrypted by the link itself.
        guard control & 0x0C == 0x08, control & 0x40 == 0, flags & 0x40 == 0 else { return .other }
        var length = flags & 0x03 == 0x03 ? 30 : 24
        var isAggregate = false
        if control & 0x80 != 0 {
            guard let quality = bytes.byte(at: offset + length) else { return .cutShort }
            isAggregate = quality & 0x80 != 0
            length += flags & 0x80 != 0 ? 6 : 2
        }
        if isPadded { length = (length + 3) & ~3 }
        let start = offset + length
        return isAggregate ? readPart(bytes, at: start) : readLogicalLink(bytes, at: start)
    }

    /// The packet at `nextPart`, in the bytes that the one before it was read from.
    mutating func readNextPart(_ bytes: RawSpan) -> PacketKind {
        layers = 0
        return readPart(bytes, at: nextPart)
    }

    /// One of several packets in a frame (A-MSDU): two addresses, its length, itself, and what fills up a word.
    private mutating func readPart(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        nextPart = 0
        guard let length = bytes.bigEndian16(at: offset + 12) else { return .cutShort }
        let start = offset + 14
        let end = start + Int(length)
        let next = offset + (14 + Int(length) + 3) & ~3
        // A frame's check sum may stand at its end: no packet is that short.
        if length > 0, next + 14 + Self.logicalLinkBytes <= bytes.byteCount { nextPart = next }
        return readLogicalLink(bytes.extracting(0..<min(end, bytes.byteCount)), at: start)
    }
}
