/// An IPv6 header without its extension headers, read from a packet's bytes.
package struct IPv6Header: Hashable, Sendable {
    /// Length of the fixed header and the extension headers, up to the transport header.
    package var headerLength: Int
    /// Length of headers and payload according to the header; a capture may hold fewer or (padded) more
    /// bytes.
    package var totalLength: Int
    package var isFragment: Bool
    package var transport: UInt8
    package var source: IPAddress
    package var destination: IPAddress

    /// Reads the header at `offset`; nil if there are too few bytes or they are not IPv6.
    package init?(_ bytes: RawSpan, at offset: Int = 0) {
        guard offset >= 0, offset <= bytes.byteCount - 40, let first = bytes.byte(at: offset),
            first >> 4 == 6,
            let payload = bytes.bigEndian16(at: offset + 4), let next = bytes.byte(at: offset + 6),
            let source = Self.address(bytes, at: offset + 8),
            let destination = Self.address(bytes, at: offset + 24)
        else { return nil }
        self.source = source
        self.destination = destination
        totalLength = 40 + Int(payload)
        headerLength = 40
        isFragment = false
        transport = next
        while let kind = Extension(rawValue: transport) {
            guard let following = bytes.byte(at: offset + headerLength),
                let length = bytes.byte(at: offset + headerLength + 1)
            else { return nil }
            switch kind {
            case .hopByHop, .routing, .destination:
                headerLength += 8 + 8 * Int(length)
            case .authentication:
                headerLength += 8 + 4 * Int(length)
            case .fragment:
                guard let place = bytes.bigEndian16(at: offset + headerLength + 2) else { return nil }
                // A fragment header with neither an offset nor more fragments belongs to a whole packet.
                isFragment = isFragment || place & 0xFFF9 != 0
                headerLength += 8
            }
            transport = following
            guard headerLength <= totalLength, offset + headerLength <= bytes.byteCount else { return nil }
        }
    }

    private enum Extension: UInt8 {
        case hopByHop = 0
        case routing = 43
        case fragment = 44
        case authentication = 51
        case destination = 60
    }

    private static func address(_ bytes: RawSpan, at offset: Int) -> IPAddress? {
        guard let high = bytes.unsigned64(at: offset, .big), let low = bytes.unsigned64(at: offset + 8, .big)
        else { return nil }
        return .v6(high: high, low: low)
    }
}
