/// The fixed part of a TCP header, read from the bytes of one segment.
public struct TCPHeader: Hashable, Sendable {
    /// What a segment is, beside what it carries.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// As on the wire.
        public let rawValue: UInt8

        /// As on the wire.
        @inlinable
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Its sender sends nothing more.
        @inlinable
        public static var fin: Flags { Flags(rawValue: 0x01) }
        /// It opens its direction of a connection.
        @inlinable
        public static var syn: Flags { Flags(rawValue: 0x02) }
        /// The connection is no more.
        @inlinable
        public static var rst: Flags { Flags(rawValue: 0x04) }
        /// What came so far is to be handed on.
        @inlinable
        public static var psh: Flags { Flags(rawValue: 0x08) }
        /// Its acknowledgement counts: that of all but the first.
        @inlinable
        public static var ack: Flags { Flags(rawValue: 0x10) }
        /// A part of it is urgent.
        @inlinable
        public static var urg: Flags { Flags(rawValue: 0x20) }
    }

    /// Its sender's.
    public var sourcePort: UInt16
    /// Its receiver's.
    public var destinationPort: UInt16
    /// Compare sequence numbers only modulo 2^32, never with `<`.
    public var sequence: UInt32
    /// The next sequence number that its sender waits for.
    public var acknowledgement: UInt32
    /// Fixed header and options, in bytes.
    public var headerLength: Int
    /// What it is, beside what it carries.
    public var flags: Flags
    /// As on the wire, before window scaling.
    public var window: UInt16

    /// Reads the header at `offset`; nil where the bytes are too few or the data offset is impossible.
    @inlinable
    public init?(_ bytes: RawSpan, at offset: Int) {
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
    public func windowShift(_ bytes: RawSpan, at offset: Int) -> UInt8? {
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
