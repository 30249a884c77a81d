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
    mutating func follow(_ first: HeaderStep, _ bytes: RawSpan) -> PacketKind {
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
    mutating func enterLayer() -> Bool {
        layers += 1
        return layers <= Self.mostLayers
    }

    var sourceEndpoint: Endpoint { Endpoint(address: source.address, port: sourcePort) }
    var destinationEndpoint: Endpoint { Endpoint(address: destination.address, port: destinationPort) }
}
