import Wire

/// IEEE 802.11's header, with or without a radio header.
struct WirelessHeader {
    let next: HeaderStep

    init(_ bytes: RawSpan, at offset: Int, _ linkType: LinkType) {
        next = Self.radio(bytes, at: offset, linkType)
    }

    private static func radio(_ bytes: RawSpan, at offset: Int, _ linkType: LinkType) -> HeaderStep {
        switch linkType {
        case .wireless:
            return frame(bytes, at: offset, isPadded: false)
        case .wirelessRadiotap:
            guard let length = bytes.unsigned16(at: offset + 2, .little),
                let present = bytes.unsigned32(at: offset + 4, .little)
            else { return .end(.cutShort) }
            return frame(
                bytes,
                at: offset + Int(length),
                isPadded: radiotapFlags(bytes, at: offset, present).map { $0 & 0x20 != 0 } ?? false
            )
        case .wirelessPrism:
            guard let length = bytes.unsigned32(at: offset + 4, .little) else { return .end(.cutShort) }
            return frame(bytes, at: offset + Int(length), isPadded: false)
        case .wirelessAVS:
            guard let length = bytes.bigEndian32(at: offset + 4) else { return .end(.cutShort) }
            return frame(bytes, at: offset + Int(length), isPadded: false)
        default:
            return .end(.unknownLink(linkType))
        }
    }

    /// The radio's flags come first, or after its clock; further words may extend the presence mask.
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

    private static func frame(_ bytes: RawSpan, at offset: Int, isPadded: Bool) -> HeaderStep {
        guard let control = bytes.byte(at: offset), let flags = bytes.byte(at: offset + 1) else {
            return .end(.cutShort)
        }
        // Data frames with content, not encrypted by the link itself.
        guard control & 0x0C == 0x08, control & 0x40 == 0, flags & 0x40 == 0 else { return .end(.other) }
        var length = flags & 0x03 == 0x03 ? 30 : 24
        var isAggregate = false
        if control & 0x80 != 0 {
            guard let quality = bytes.byte(at: offset + length) else { return .end(.cutShort) }
            isAggregate = quality & 0x80 != 0
            length += flags & 0x80 != 0 ? 6 : 2
        }
        if isPadded { length = (length + 3) & ~3 }
        let start = offset + length
        return isAggregate ? .part(at: start) : .logicalLink(bytes, at: start)
    }
}
