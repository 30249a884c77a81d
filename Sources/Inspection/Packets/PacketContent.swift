import Wire

/// What one captured packet turned out to hold.
enum PacketContent {
    case segment(TCPSegment)
    /// Part of a packet that was cut up on its way.
    case fragment
    /// Nothing of TCP: neighbour discovery, UDP and the like.
    case other
    /// Cut so short by its recorder that its headers are incomplete.
    case cutShort
    case damaged(String)
    case unknownLink

    /// Reads from the link header down to TCP.
    init(_ bytes: RawSpan, linkType: LinkType) {
        switch Self.network(bytes, linkType) {
        case .unknown: self = .unknownLink
        case .other: self = .other
        case .cutShort: self = .cutShort
        case .network(let offset): self = Self.read(bytes, at: offset)
        }
    }

    private enum Link {
        case network(at: Int)
        case other
        case cutShort
        case unknown
    }

    private static func network(_ bytes: RawSpan, _ linkType: LinkType) -> Link {
        switch linkType {
        case .rawIP, .rawIPLive, .rawIPOpenBSD, .ipv4, .ipv6: .network(at: 0)
        case .null, .loop: .network(at: 4)
        case .ethernet: typed(bytes, typeAt: 12)
        case .linuxCooked: typed(bytes, typeAt: 14)
        case .linuxCooked2: typed(bytes, typeAt: 0, headerLength: 20)
        default: .unknown
        }
    }

    /// Follows an EtherType through VLAN tags; the header ends behind it where no length is given.
    private static func typed(_ bytes: RawSpan, typeAt: Int, headerLength: Int? = nil) -> Link {
        guard var type = bytes.bigEndian16(at: typeAt) else { return .cutShort }
        var end = headerLength ?? typeAt + 2
        while type == 0x8100 || type == 0x88A8 || type == 0x9100 {
            guard let inner = bytes.bigEndian16(at: end + 2) else { return .cutShort }
            type = inner
            end += 4
        }
        return type == 0x0800 || type == 0x86DD ? .network(at: end) : .other
    }

    private static func read(_ bytes: RawSpan, at offset: Int) -> PacketContent {
        guard let first = bytes.byte(at: offset) else { return .cutShort }
        switch first >> 4 {
        case 4:
            guard bytes.byteCount >= offset + 20 else { return .cutShort }
            guard let header = IPv4Header(bytes, at: offset) else {
                return .damaged("its IPv4 header contradicts itself")
            }
            if header.hasMoreFragments || header.fragmentOffset > 0 { return .fragment }
            guard header.transport == IPv4Header.tcp else { return .other }
            return segment(
                bytes,
                at: offset,
                headerLength: header.headerLength,
                totalLength: header.totalLength,
                .v4(header.source),
                .v4(header.destination)
            )
        case 6:
            guard bytes.byteCount >= offset + 40 else { return .cutShort }
            guard let header = IPv6Header(bytes, at: offset) else {
                return .damaged("its IPv6 header contradicts itself")
            }
            if header.isFragment { return .fragment }
            guard header.transport == IPv4Header.tcp else { return .other }
            return segment(
                bytes,
                at: offset,
                headerLength: header.headerLength,
                totalLength: header.totalLength,
                header.source,
                header.destination
            )
        default:
            return .other
        }
    }

    private static func segment(
        _ bytes: RawSpan,
        at offset: Int,
        headerLength: Int,
        totalLength: Int,
        _ source: IPAddress,
        _ destination: IPAddress
    ) -> PacketContent {
        let start = offset + headerLength
        guard bytes.byteCount >= start + 20 else {
            return totalLength < headerLength + 20
                ? .damaged("its IP packet is too short for a TCP header") : .cutShort
        }
        guard let header = TCPHeader(bytes, at: start) else {
            return .damaged("its TCP header contradicts itself")
        }
        let length = totalLength - headerLength - header.headerLength
        guard length >= 0 else { return .damaged("its TCP header is longer than its IP packet") }
        let payload = start + header.headerLength
        return .segment(
            TCPSegment(
                source: Endpoint(address: source, port: header.sourcePort),
                destination: Endpoint(address: destination, port: header.destinationPort),
                header: header,
                packetBytes: totalLength,
                payloadLength: length,
                payload: payload..<payload + min(length, bytes.byteCount - payload)
            )
        )
    }
}
