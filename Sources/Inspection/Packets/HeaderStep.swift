import Wire

/// The next header, and its position in the packet's bytes.
enum HeaderStep {
    case link(LinkType, at: Int)
    /// PPP over Ethernet; its header counts as one with PPP's.
    case session(at: Int)
    case ppp(at: Int)
    /// A VLAN tag, after its EtherType.
    case tag(at: Int)
    /// An MPLS label.
    case label(at: Int)
    case internet(at: Int)
    /// One of several packets in a frame of IEEE 802.11.
    case part(at: Int)
    /// No further header is read.
    case end(PacketKind)

    /// True if it counts as a nested header.
    var isLayer: Bool {
        switch self {
        case .link, .ppp, .tag, .label, .internet: true
        case .session, .part, .end: false
        }
    }

    /// The header that an EtherType field announces.
    static func typed(_ bytes: RawSpan, typeAt: Int) -> HeaderStep {
        guard let type = bytes.bigEndian16(at: typeAt) else { return .end(.cutShort) }
        // Up to 1500 it is a length, and an IEEE 802.2 header follows.
        return type <= 1500 ? logicalLink(bytes, at: typeAt + 2) : payload(of: type, at: typeAt + 2)
    }

    static func payload(of type: UInt16, at offset: Int) -> HeaderStep {
        switch type {
        case EtherType.ipv4, EtherType.ipv6: .internet(at: offset)
        case EtherType.vlan, EtherType.serviceVLAN, EtherType.oldServiceVLAN: .tag(at: offset)
        case EtherType.mpls, EtherType.mplsMulticast: .label(at: offset)
        case EtherType.pppoe: .session(at: offset)
        case EtherType.bridged: .link(.ethernet, at: offset)
        default: .end(.other)
        }
    }

    /// IEEE 802.2 with SNAP, the only form that carries the internet layer.
    static func logicalLink(_ bytes: RawSpan, at offset: Int) -> HeaderStep {
        guard let start = bytes.bigEndian32(at: offset), let type = bytes.bigEndian16(at: offset + 6) else {
            return .end(.cutShort)
        }
        guard start >> 8 == 0xAAAA03 else { return .end(.other) }
        return payload(of: type, at: offset + 8)
    }
}
