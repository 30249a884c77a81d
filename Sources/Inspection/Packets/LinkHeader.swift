import Wire

/// A header before the internet layer, given by the capture's link type or by the header before it.
struct LinkHeader {
    let next: HeaderStep

    @inline(__always)
    init(_ bytes: RawSpan, _ step: HeaderStep) {
        switch step {
        case .link(let linkType, let offset): next = Self.link(bytes, at: offset, linkType)
        case .session(let offset): next = Self.pppoe(bytes, at: offset)
        case .ppp(let offset): next = Self.ppp(bytes, at: offset)
        case .tag(let offset): next = .typed(bytes, typeAt: offset + 2)
        case .label(let offset): next = Self.mpls(bytes, at: offset)
        // The link headers are over already.
        case .internet, .part, .end: next = step
        }
    }

    private static func link(_ bytes: RawSpan, at offset: Int, _ linkType: LinkType) -> HeaderStep {
        switch linkType {
        case .rawIP, .rawIPLive, .rawIPOpenBSD, .ipv4, .ipv6: return .internet(at: offset)
        case .ethernet: return .typed(bytes, typeAt: offset + 12)
        case .null, .loop: return .internet(at: offset + 4)
        case .linuxCooked: return .typed(bytes, typeAt: offset + 14)
        case .linuxCooked2:
            guard let type = bytes.bigEndian16(at: offset) else { return .end(.cutShort) }
            return .payload(of: type, at: offset + 20)
        case .arcnet: return arcnet(bytes, typeAt: offset + 2)
        case .arcnetLinux: return arcnet(bytes, typeAt: offset + 4)
        case .ppp, .pppHDLC: return .ppp(at: offset)
        case .ciscoHDLC: return cisco(bytes, at: offset)
        case .pppEthernet: return .session(at: offset)
        case .mpls: return .label(at: offset)
        case .nflog: return nflog(bytes, at: offset)
        case .pktap, .pktapUser: return pktap(bytes, at: offset, linkType)
        case .perPacketInformation: return perPacketInformation(bytes, at: offset)
        case .slip: return .internet(at: offset + 16)
        case .infiniBand:
            guard let type = bytes.bigEndian16(at: offset + 40) else { return .end(.cutShort) }
            return .payload(of: type, at: offset + 44)
        case .broadcomTag, .broadcomTagAhead, .marvellTag: return .typed(bytes, typeAt: offset + 16)
        case .marvellTypedTag: return .typed(bytes, typeAt: offset + 20)
        default: return WirelessHeader(bytes, at: offset, linkType).next
        }
    }

    private static func mpls(_ bytes: RawSpan, at offset: Int) -> HeaderStep {
        guard let label = bytes.bigEndian32(at: offset) else { return .end(.cutShort) }
        let offset = offset + 4
        guard label & 0x100 != 0 else { return .label(at: offset) }
        guard let first = bytes.byte(at: offset) else { return .end(.cutShort) }
        switch first >> 4 {
        case 4, 6: return .internet(at: offset)
        // A pseudo-wire's control word, followed by an Ethernet frame.
        case 0: return .link(.ethernet, at: offset + 4)
        default: return .end(.other)
        }
    }

    private static func pppoe(_ bytes: RawSpan, at offset: Int) -> HeaderStep {
        guard bytes.byte(at: offset + 1) == 0 else {
            return bytes.byteCount < offset + 2 ? .end(.cutShort) : .end(.other)
        }
        return .ppp(at: offset + 6)
    }

    private static func ppp(_ bytes: RawSpan, at offset: Int) -> HeaderStep {
        var offset = offset
        if bytes.bigEndian16(at: offset) == 0xFF03 { offset += 2 }
        guard let first = bytes.byte(at: offset) else { return .end(.cutShort) }
        // Cisco's own framing on the same link types.
        if let start = bytes.bigEndian16(at: offset), start == 0x0F00 || start == 0x8F00 {
            return cisco(bytes, at: offset)
        }
        // An odd first byte is the whole protocol field, compressed.
        if first & 1 == 1 {
            return first == 0x21 || first == 0x57 ? .internet(at: offset + 1) : .end(.other)
        }
        guard let kind = bytes.bigEndian16(at: offset) else { return .end(.cutShort) }
        switch kind {
        case 0x0021, 0x0057: return .internet(at: offset + 2)
        default: return .end(.other)
        }
    }

    /// Address and control, then an EtherType.
    private static func cisco(_ bytes: RawSpan, at offset: Int) -> HeaderStep {
        guard let type = bytes.bigEndian16(at: offset + 2) else { return .end(.cutShort) }
        return .payload(of: type, at: offset + 4)
    }

    /// One byte gives the next protocol. The newer framing (RFC 1201) then says whether the packet is split.
    private static func arcnet(_ bytes: RawSpan, typeAt place: Int) -> HeaderStep {
        guard let type = bytes.byte(at: place) else { return .end(.cutShort) }
        switch type {
        case ARCNETType.oldIPv4: return .internet(at: place + 1)
        case ARCNETType.ipv4, ARCNETType.ipv6:
            // Padding replaces a length that the frame cannot express; then the header is repeated.
            let isFilled = bytes.byte(at: place + 1) == 0xFF
            guard let split = bytes.byte(at: place + (isFilled ? 5 : 1)) else { return .end(.cutShort) }
            return split == 0 ? .internet(at: place + (isFilled ? 8 : 4)) : .end(.other)
        default: return .end(.other)
        }
    }

    private enum ARCNETType {
        static let oldIPv4: UInt8 = 240
        static let ipv4: UInt8 = 212
        static let ipv6: UInt8 = 196
    }

    /// A chain of attributes in the recorder's byte order, one of which is the packet.
    private static func nflog(_ bytes: RawSpan, at offset: Int) -> HeaderStep {
        var place = offset + 4
        while let length = bytes.unsigned16(at: place, .little),
            let kind = bytes.unsigned16(at: place + 2, .little)
        {
            // No attribute is shorter than its own header, and only the packet's is longer than a few hundred
            // bytes.
            guard length >= 4 else { return .end(.other) }
            if kind == 9 { return .internet(at: place + 4) }
            place += (Int(length) + 3) & ~3
        }
        return bytes.byteCount < offset + 8 ? .end(.cutShort) : .end(.other)
    }

    /// The link type is little-endian, like the whole header.
    private static func perPacketInformation(_ bytes: RawSpan, at offset: Int) -> HeaderStep {
        guard let length = bytes.unsigned16(at: offset + 2, .little),
            let inner = bytes.unsigned32(at: offset + 4, .little)
        else { return .end(.cutShort) }
        guard length >= 8, inner != LinkType.perPacketInformation.rawValue else {
            return .end(.unknownLink(.perPacketInformation))
        }
        return .link(LinkType(rawValue: inner), at: offset + Int(length))
    }

    /// Apple's header, which gives its own length and the link type that follows.
    private static func pktap(_ bytes: RawSpan, at offset: Int, _ linkType: LinkType) -> HeaderStep {
        guard let length = bytes.unsigned32(at: offset, .little),
            let inner = bytes.unsigned32(at: offset + 8, .little)
        else { return .end(.cutShort) }
        guard length >= 12, length <= 4096, inner != LinkType.pktap.rawValue else {
            return .end(.unknownLink(linkType))
        }
        return .link(LinkType(rawValue: inner), at: offset + Int(length))
    }
}
