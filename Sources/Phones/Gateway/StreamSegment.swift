import Wire

/// A TCP segment with payload in a whole IPv4 packet without options, whose checksums are right.
struct StreamSegment {
    private static let plainHeader = 20
    private static let addresses = 12..<20
    private static let mergeable: TCPHeader.Flags = [.ack, .psh]

    let ip: IPv4Header
    let tcp: TCPHeader
    /// Where its payload is in the packet; never empty.
    let payload: Range<Int>

    /// nil for anything else, and for segments that say more than that data goes on.
    init?(_ packet: RawSpan) {
        guard let ip = IPv4Header(packet), ip.headerLength == Self.plainHeader,
            ip.totalLength == packet.byteCount, ip.transport == IPv4Header.tcp, !ip.hasMoreFragments,
            ip.fragmentOffset == 0, let tcp = TCPHeader(packet, at: ip.headerLength),
            tcp.flags.contains(.ack), tcp.flags.isSubset(of: Self.mergeable)
        else { return nil }
        let start = ip.headerLength + tcp.headerLength
        guard start < packet.byteCount else { return nil }
        let header = InternetChecksum.sum(packet.extracting(0..<ip.headerLength))
        let segment = packet.extracting(ip.headerLength..<packet.byteCount)
        let pseudo = Self.pseudoHeader(of: packet, length: segment.byteCount)
        guard InternetChecksum.checksum(of: header) == 0,
            InternetChecksum.checksum(of: InternetChecksum.sum(segment, onto: pseudo)) == 0
        else { return nil }
        (self.ip, self.tcp) = (ip, tcp)
        payload = start..<packet.byteCount
    }

    /// The sum of what the checksum of a segment of that length counts before it.
    static func pseudoHeader(of packet: RawSpan, length: Int) -> UInt64 {
        InternetChecksum.pseudoHeader(packet.extracting(addresses), IPv4Header.tcp, length: length)
    }
}
