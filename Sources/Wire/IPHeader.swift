/// What the headers of IPv4 and IPv6 have in common, read from a packet's bytes.
///
/// IPv6's extension headers are not followed: `transport` is then the number of the first one.
public struct IPHeader: Hashable, Sendable {
    @usableFromInline
    static var ip6Length: Int { 40 }

    /// Length with IPv4's options, in bytes.
    public let headerLength: Int
    /// Length of header and payload according to the header; a capture may hold fewer or more bytes.
    public let totalLength: Int
    /// Protocol number of what follows the header, as in `IPv4Header`.
    public let transport: UInt8
    /// True for fragments other than the first: what follows the header is the middle of a payload.
    public let continuesFragment: Bool
    /// Who sent it.
    public let source: IPAddress
    /// For whom it is.
    public let destination: IPAddress

    /// Reads the header at `offset`; nil if there are too few bytes or they are of no IP packet.
    @inlinable
    public init?(_ bytes: RawSpan, at offset: Int = 0) {
        guard bytes.byte(at: offset).map({ $0 >> 4 }) == 6 else {
            guard let header = IPv4Header(bytes, at: offset) else { return nil }
            headerLength = header.headerLength
            totalLength = header.totalLength
            transport = header.transport
            continuesFragment = header.fragmentOffset != 0
            source = .v4(header.source)
            destination = .v4(header.destination)
            return
        }
        guard let payload = bytes.bigEndian16(at: offset + 4), let transport = bytes.byte(at: offset + 6),
            let source = bytes.ip6Address(at: offset + 8),
            let destination = bytes.ip6Address(at: offset + 24)
        else { return nil }
        headerLength = Self.ip6Length
        totalLength = Self.ip6Length + Int(payload)
        self.transport = transport
        continuesFragment = false
        self.source = source
        self.destination = destination
    }
}
