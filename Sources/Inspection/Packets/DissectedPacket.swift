import Wire

/// One captured packet from its link header to the transport's payload. One value serves packet after packet:
/// it has no reference counting, and the packet's bytes stay in place.
struct DissectedPacket {
    /// Most nested headers, tunnels and tags included; more are hostile.
    private static let mostLayers = 24
    private static let logicalLinkBytes = 8

    var source = PackedAddress()
    var destination = PackedAddress()
    var sourcePort: UInt16 = 0
    var destinationPort: UInt16 = 0
    /// Set for TCP, as the next three are.
    var sequence: UInt32 = 0
    var acknowledgement: UInt32 = 0
    var flags = SegmentFlags(bits: 0)
    var window: UInt16 = 0
    /// Range of TCP's options within the captured bytes.
    var options = 0..<0
    /// Length of the whole IP packet, the innermost if there are tunnels, by its own header.
    var packetBytes = 0
    /// From the headers; the capture may hold less.
    var payloadLength = 0
    /// The part of the payload that the capture holds, within the captured bytes.
    var payload = 0..<0
    var fragment = Fragment()
    /// Bytes on the wire missing from the end of the capture's copy.
    var cutOff = 0
    private var layers = 0
    /// Position of the next packet in a frame that carries several; 0 after the last.
    private(set) var nextPart = 0

    /// A part of an IP packet's payload.
    struct Fragment {
        var identification: UInt32 = 0
        var transport: UInt8 = 0
        /// Offset of its first byte within the whole payload.
        var offset = 0
        var hasMore = false
        var headerLength = 0
        /// Within the captured bytes; empty if they are not complete.
        var bytes = 0..<0
    }

    /// Reads a packet of which `originalLength` bytes were on the wire.
    mutating func read(_ bytes: RawSpan, linkType: LinkType, originalLength: Int) -> PacketKind {
        layers = 0
        nextPart = 0
        cutOff = max(0, originalLength - bytes.byteCount)
        return follow(.link(linkType, at: 0), bytes)
    }

    /// Continues from header to header until the kind of the packet is known.
    private mutating func follow(_ first: HeaderStep, _ bytes: RawSpan) -> PacketKind {
        var step = first
        while true {
            if step.isLayer, !enterLayer() { return .damaged(.layers) }
            switch step {
            case .internet(let offset): return readInternet(bytes, at: offset)
            case .part(let offset): return readPart(bytes, at: offset)
            case .end(let kind): return kind
            case .link, .session, .ppp, .tag, .label: step = LinkHeader(bytes, step).next
            }
        }
    }

    /// Reads the packet at `nextPart`, from the same bytes as the one before it.
    mutating func readNextPart(_ bytes: RawSpan) -> PacketKind {
        layers = 0
        return readPart(bytes, at: nextPart)
    }

    /// One of several packets in a frame (A-MSDU): two addresses, its length, the packet, and padding to a
    /// word.
    private mutating func readPart(_ bytes: RawSpan, at offset: Int) -> PacketKind {
        nextPart = 0
        guard let length = bytes.bigEndian16(at: offset + 12) else { return .cutShort }
        let start = offset + 14
        let end = start + Int(length)
        let next = offset + (14 + Int(length) + 3) & ~3
        // A frame may end in a checksum: no packet is that short.
        if length > 0, next + 14 + Self.logicalLinkBytes <= bytes.byteCount { nextPart = next }
        let part = bytes.extracting(0..<min(end, bytes.byteCount))
        return follow(.logicalLink(part, at: start), part)
    }

    /// Returns false if the packet has more headers than any honest one.
    private mutating func enterLayer() -> Bool {
        layers += 1
        return layers <= Self.mostLayers
    }

    var sourceEndpoint: Endpoint { Endpoint(address: source.address, port: sourcePort) }
    var destinationEndpoint: Endpoint { Endpoint(address: destination.address, port: destinationPort) }
}

// The internet layer: IPv4, IPv6 with its extension headers, and their payload.
extension DissectedPacket {
    private mutating func readInternet(_ bytes: RawSpan, at offset: Int) -> PacketKind {
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
