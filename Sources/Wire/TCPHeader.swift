/// The fixed part of a TCP header, read from the bytes of one segment.
package struct TCPHeader: Hashable, Sendable {
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        @inlinable
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let fin = Flags(rawValue: 0x01)
        package static let syn = Flags(rawValue: 0x02)
        package static let rst = Flags(rawValue: 0x04)
        package static let psh = Flags(rawValue: 0x08)
        package static let ack = Flags(rawValue: 0x10)
        package static let urg = Flags(rawValue: 0x20)
    }

    package var sourcePort: UInt16
    package var destinationPort: UInt16
    /// Compare sequence numbers only modulo 2^32, never with `<`.
    package var sequence: UInt32
    package var acknowledgement: UInt32
    /// Fixed header and options, in bytes.
    package var headerLength: Int
    package var flags: Flags
    /// As on the wire, before window scaling.
    package var window: UInt16

    /// Reads the header at `offset`; nil where the bytes are too few or the data offset is impossible.
    @inlinable
    package init?(_ bytes: RawSpan, at offset: Int) {
        guard offset >= 0, offset <= bytes.byteCount - 20, let source = bytes.bigEndian16(at: offset),
            let destination = bytes.bigEndian16(at: offset + 2),
            let sequence = bytes.bigEndian32(at: offset + 4),
            let acknowledgement = bytes.bigEndian32(at: offset + 8),
            let dataOffset = bytes.byte(at: offset + 12),
            let flags = bytes.byte(at: offset + 13), let window = bytes.bigEndian16(at: offset + 14)
        else { return nil }
        let length = Int(dataOffset >> 4) * 4
        guard length >= 20, offset + length <= bytes.byteCount else { return nil }
        self.sourcePort = source
        self.destinationPort = destination
        self.sequence = sequence
        self.acknowledgement = acknowledgement
        self.headerLength = length
        self.flags = Flags(rawValue: flags)
        self.window = window
    }

    /// By how many bits the header's sender offers to shift its windows; nil where it does not. Only SYNs do.
    ///
    /// The header is the one read at `offset` of the same bytes.
    package func windowShift(_ bytes: RawSpan, at offset: Int) -> UInt8? {
        var place = offset + 20
        let end = offset + headerLength
        while place < end, let kind = bytes.byte(at: place) {
            switch kind {
            case Self.endOfOptions: return nil
            case Self.noOperation: place += 1
            default:
                guard let length = bytes.byte(at: place + 1), length >= 2 else { return nil }
                if kind == Self.windowScale, length == 3, place + 3 <= end {
                    return bytes.byte(at: place + 2)
                }
                place += Int(length)
            }
        }
        return nil
    }

    // Kinds of options.
    private static let endOfOptions: UInt8 = 0
    private static let noOperation: UInt8 = 1
    private static let windowScale: UInt8 = 3
}
