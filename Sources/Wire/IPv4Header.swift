/// The fixed part of an IPv4 header, read from a packet's bytes.
public struct IPv4Header: Hashable, Sendable {
    /// Number of TCP in `transport`.
    @inlinable
    public static var tcp: UInt8 { 6 }
    /// Number of UDP in `transport`.
    @inlinable
    public static var udp: UInt8 { 17 }

    /// Length with options, in bytes.
    public var headerLength: Int
    /// Length of header and payload according to the header; a capture may hold fewer or (padded) more bytes.
    public var totalLength: Int
    /// Identifies the packet that fragments belong to.
    public var identification: UInt16
    /// Offset of this fragment in bytes; zero for a whole packet and for the first fragment.
    public var fragmentOffset: Int
    /// False for a whole packet and for the last fragment.
    public var hasMoreFragments: Bool
    /// Number of routers that it may still pass.
    public var timeToLive: UInt8
    /// Protocol number of the payload.
    public var transport: UInt8
    /// Source address in host byte order.
    public var source: UInt32
    /// Destination address in host byte order.
    public var destination: UInt32

    /// Reads the header at `offset`; nil if there are too few bytes or they are not IPv4.
    @inlinable
    public init?(_ bytes: RawSpan, at offset: Int = 0) {
        guard offset >= 0, offset <= bytes.byteCount - 20, let first = bytes.byte(at: offset),
            first >> 4 == 4,
            let total = bytes.bigEndian16(at: offset + 2),
            let identification = bytes.bigEndian16(at: offset + 4),
            let fragment = bytes.bigEndian16(at: offset + 6), let timeToLive = bytes.byte(at: offset + 8),
            let transport = bytes.byte(at: offset + 9), let source = bytes.bigEndian32(at: offset + 12),
            let destination = bytes.bigEndian32(at: offset + 16)
        else { return nil }
        let length = Int(first & 0x0F) * 4
        guard length >= 20, offset + length <= bytes.byteCount, Int(total) >= length else { return nil }
        self.headerLength = length
        self.totalLength = Int(total)
        self.identification = identification
        self.fragmentOffset = Int(fragment & 0x1FFF) * 8
        self.hasMoreFragments = fragment & 0x2000 != 0
        self.timeToLive = timeToLive
        self.transport = transport
        self.source = source
        self.destination = destination
    }
}
