import Wire

/// What a tunnel needs to know of a packet inside of it.
struct InnerPacket {
    let source: IPAddress
    let destination: IPAddress
    /// Without padding, in bytes.
    let length: Int

    /// nil if the bytes are no whole IPv4 or IPv6 packet.
    init?(_ packet: RawSpan) {
        switch packet.byte(at: 0).map({ $0 >> 4 }) {
        case 4:
            guard let header = IPv4Header(packet) else { return nil }
            (source, destination) = (.v4(header.source), .v4(header.destination))
            length = header.totalLength
        case 6:
            guard let payload = packet.bigEndian16(at: 4), let source = Self.v6(packet, at: 8),
                let destination = Self.v6(packet, at: 24)
            else { return nil }
            (self.source, self.destination) = (source, destination)
            length = Self.v6HeaderLength + Int(payload)
        default: return nil
        }
        guard length <= packet.byteCount else { return nil }
    }

    private static let v6HeaderLength = 40

    private static func v6(_ packet: RawSpan, at offset: Int) -> IPAddress? {
        guard let a = packet.bigEndian32(at: offset), let b = packet.bigEndian32(at: offset + 4),
            let c = packet.bigEndian32(at: offset + 8), let d = packet.bigEndian32(at: offset + 12)
        else { return nil }
        return .v6(high: UInt64(a) << 32 | UInt64(b), low: UInt64(c) << 32 | UInt64(d))
    }
}
