import Wire

// Link headers: what stands before the internet layer, by the capture's link type.
extension DissectedPacket {
    mutating func readLink(_ bytes: RawSpan, at offset: Int, _ linkType: LinkType) -> PacketKind {
        guard enterLayer() else { return .damaged(.layers) }
        switch linkType {
        case .rawIP, .rawIPLive, .rawIPOpenBSD, .ipv4, .ipv6: return readInternet(bytes, at: offset)
        case .ethernet: return readTyped(bytes, typeAt: offset + 12)
        case .null, .loop: return readInternet(bytes, at: offset + 4)
        case .linuxCooked: return readTyped(bytes, typeAt: offset + 14)
        case .linuxCooked2:
            guard let type = bytes.bigEndian16(at: offset) else { return .cutShort }
            return readPayload(bytes, of: type, at: offset + 20)
        case .arcnet: return readARCNET(bytes, typeAt: offset + 2)
        case .arcnetLinux: return readARCNET(bytes, typeAt: offset + 4)
        case .ppp, .pppHDLC: return readPPP(bytes, at: offset)
        case .ciscoHDLC: return readCisco(bytes, at: offset)
        case .pppEthernet: return readPPPoE(bytes, at: offset)
        case .mpls: return readMPLS(bytes, at: offset)
        case .nflog: return readNFLOG(bytes, at: offset)
        case .pktap, .pktapUser: return readPKTAP(bytes, at: offset, linkType)
        case .perPacketInformation: return readPerPacketInformation(bytes, at: offset)
        case .slip: return readInternet(bytes, at: offset + 16)
        case .infiniBand:
            guard let type = bytes.bigEndian16(at: offset + 40) else { return .cutShort }
            return readPayload(bytes, of: type, at: offset + 44)
        case .broadcomTag, .broadcomTagAhead, .marvellTag: return readTyped(bytes, typeAt: offset + 16)
        case .marvellTypedTag: return readTyped(bytes, typeAt: offset + 20)
        default: return readWireless(bytes, at: offset, linkType)
        }
    }

    /// What follows an EtherType.
    mutating func readTyped(_ bytes: RawSpan, typeAt: Int) -> PacketKind {
        guard let type = bytes.bigEndian16(at: typeAt) else { return .cutShort }
        // Up to 1500 it is a length, and a header of the logical link follows.
        return type <= 1500
            ? readLogicalLink(bytes, at: typeAt + 2) : readPayload(bytes, of: type, at: typeAt + 2)
    }

    mutating func readPayload(_ bytes: RawSpan, of type: UInt16, at offset: Int) -> PacketKind {
        switch type {
        case EtherType.ipv4, EtherType.ipv6: return readInternet(bytes, at: offset)
        case EtherType.vlan, EtherType.serviceVLAN, EtherType.oldServiceVLAN:
            guard enterLayer() else { return .damaged(.layers) }
            return readTyped(bytes, typeAt: offset + 2)
        case EtherType.mpls, EtherType.mplsMulticast: return readMPLS(bytes, at: offset)
        case EtherType.pppoe: return readPPPoE(bytes, at: offset)
        case EtherType.bridged: return readLink(bytes, at: offset, .ethernet)
        default: return .other
        }
    }

    enum EtherType {
        static let ipv4: UInt16 = 0x0800
        static let ipv6: UInt16 = 0x86DD
        static let vlan: UInt16 = 0x8100
        static let serviceVLAN: UInt16 = 0x88A8
        static let oldServiceVLAN: UInt16 = 0x9100
        static let mpls: UInt16 = 0x8847
        static let mplsMulticast: UInt16 = 0x8848
        static let pppoe: UInt16 = 0x8864
        /// An Ethernet frame within another protocol.
        static let bridged: UInt16 = 0x6558
        static let ppp: UInt16 = 0x880B
        static let mirrored: UInt16 = 0x88BE
    }

    /// IEEE 802.2 with SNAP, the one form of it that carries the internet layer.
    mutating func readLogicalLink(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        guard let start = bytes.bigEndian32(at: offset), let type = bytes.bigEndian16(at: offset + 6) else {
            return .cutShort
        }
        guard start >> 8 == 0xAAAA03 else { return .other }
        return readPayload(bytes, of: type, at: offset + 8)
    }

    private mutating func readMPLS(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        var offset = offset
        while true {
            guard enterLayer() else { return .damaged(.layers) }
            guard let label = bytes.bigEndian32(at: offset) else { return .cutShort }
            offset += 4
            if label & 0x100 != 0 { break }
        }
        guard let first = bytes.byte(at: offset) else { return .cutShort }
        switch first >> 4 {
        case 4, 6: return readInternet(bytes, at: offset)
        // A pseudo-wire's control word, with an Ethernet frame behind it.
        case 0: return readLink(bytes, at: offset + 4, .ethernet)
        default: return .other
        }
    }

    private mutating func readPPPoE(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        guard bytes.byte(at: offset + 1) == 0 else {
            return bytes.byteCount < offset + 2 ? .cutShort : .other
        }
        return readPPP(bytes, at: offset + 6)
    }

    mutating func readPPP(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        guard enterLayer() else { return .damaged(.layers) }
        var offset = offset
        if bytes.bigEndian16(at: offset) == 0xFF03 { offset += 2 }
        guard let first = bytes.byte(at: offset) else { return .cutShort }
        // Cisco's own framing on the same link types.
        if let start = bytes.bigEndian16(at: offset), start == 0x0F00 || start == 0x8F00 {
            return readCisco(bytes, at: offset)
        }
        // An odd first byte is the whole protocol: it was compressed.
        if first & 1 == 1 {
            return first == 0x21 || first == 0x57 ? readInternet(bytes, at: offset + 1) : .other
        }
        guard let kind = bytes.bigEndian16(at: offset) else { return .cutShort }
        switch kind {
        case 0x0021, 0x0057: return readInternet(bytes, at: offset + 2)
        default: return .other
        }
    }

    /// Address and control, then an EtherType.
    private mutating func readCisco(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        guard let type = bytes.bigEndian16(at: offset + 2) else { return .cutShort }
        return readPayload(bytes, of: type, at: offset + 4)
    }

    /// What follows is told by one byte. The newer way (RFC 1201) says behind it whether the packet is split.
    private mutating func readARCNET(_ bytes: RawSpan, typeAt place: Int) -> PacketKind {
        guard let type = bytes.byte(at: place) else { return .cutShort }
        switch type {
        case ARCNETType.oldIPv4: return readInternet(bytes, at: place + 1)
        case ARCNETType.ipv4, ARCNETType.ipv6:
            // A filler makes room where a frame would have a length that there is none of; then all stands once more.
            let isFilled = bytes.byte(at: place + 1) == 0xFF
            guard let split = bytes.byte(at: place + (isFilled ? 5 : 1)) else { return .cutShort }
            return split == 0 ? readInternet(bytes, at: place + (isFilled ? 8 : 4)) : .other
        default: return .other
        }
    }

    private enum ARCNETType {
        static let oldIPv4: UInt8 = 240
        static let ipv4: UInt8 = 212
        static let ipv6: UInt8 = 196
    }

    /// A chain of attributes in the recorder's byte order, one of which is the packet.
    private mutating func readNFLOG(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        var place = offset + 4
        while let length = bytes.unsigned16(at: place, .little),
            let kind = bytes.unsigned16(at: place + 2, .little)
        {
            // No attribute is shorter than its own header, nor longer than a few hundred bytes but for the packet.
            guard length >= 4 else { return .other }
            if kind == 9 { return readInternet(bytes, at: place + 4) }
            place += (Int(length) + 3) & ~3
        }
        return bytes.byteCount < offset + 8 ? .cutShort : .other
    }

    /// What follows is in little-endian order, as all of it is.
    private mutating func readPerPacketInformation(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        guard let length = bytes.unsigned16(at: offset + 2, .little),
            let inner = bytes.unsigned32(at: offset + 4, .little)
        else { return .cutShort }
        guard length >= 8, inner != LinkType.perPacketInformation.rawValue else {
            return .unknownLink(.perPacketInformation)
        }
        return readLink(bytes, at: offset + Int(length), LinkType(rawValue: inner))
    }

    /// Apple's header says its own length and what follows it.
    private mutating func readPKTAP(_ bytes: RawSpan, at offset: Int, _ linkType: LinkType) -> PacketKind {
        guard let length = bytes.unsigned32(at: offset, .little),
            let inner = bytes.unsigned32(at: offset + 8, .little)
        else { return .cutShort }
        guard length >= 12, length <= 4096, inner != LinkType.pktap.rawValue else {
            return .unknownLink(linkType)
        }
        return readLink(bytes, at: offset + Int(length), LinkType(rawValue: inner))
    }
}
