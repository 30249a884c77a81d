/// The fixed part of a TCP header, read from a segment's bytes.
public struct TCPHeader: Hashable, Sendable {
    /// Control flags of a segment.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// Bits as on the wire.
        public let rawValue: UInt8

        /// Flags from bits as on the wire.
        @inlinable
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The sender will send no more data.
        @inlinable
        public static var fin: Flags { Flags(rawValue: 0x01) }
        /// Opens the sender's direction of the connection.
        @inlinable
        public static var syn: Flags { Flags(rawValue: 0x02) }
        /// Aborts the connection.
        @inlinable
        public static var rst: Flags { Flags(rawValue: 0x04) }
        /// Received data should be delivered to the application.
        @inlinable
        public static var psh: Flags { Flags(rawValue: 0x08) }
        /// The acknowledgement number is valid, as in all segments but the first.
        @inlinable
        public static var ack: Flags { Flags(rawValue: 0x10) }
        /// Part of the data is urgent.
        @inlinable
        public static var urg: Flags { Flags(rawValue: 0x20) }
    }

    /// Port of the sender.
    public var sourcePort: UInt16
    /// Port of the receiver.
    public var destinationPort: UInt16
    /// Compare sequence numbers only modulo 2^32, never with `<`.
    public var sequence: UInt32
    /// Next sequence number that the sender expects.
    public var acknowledgement: UInt32
    /// Length of the fixed header and the options, in bytes.
    public var headerLength: Int
    /// Control flags.
    public var flags: Flags
    /// Window as on the wire, before window scaling.
    public var window: UInt16

    /// Reads the header at `offset`; nil if there are too few bytes or the data offset is impossible.
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

    /// Window scale (a shift in bits) that the sender offers; nil if it does not. Only SYNs carry it.
    ///
    /// The header must have been read at `offset` of the same bytes.
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

    // Option kinds
    private static let endOfOptions: UInt8 = 0
    private static let noOperation: UInt8 = 1
    private static let windowScale: UInt8 = 3
}
