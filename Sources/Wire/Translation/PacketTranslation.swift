/// Makes IPv4 packets of IPv6 ones and the other way round (RFC 7915), for clients that have IPv6 only.
///
/// Headers change, payloads do not, but for the checksums of TCP and UDP, and for ICMP's messages. What has no counterpart is
/// dropped: multicast, extension headers other than fragments, other ICMP messages. It is the inner part of a router, whose
/// kernel counts hops.
package struct PacketTranslation: Sendable {
    static let ip6Header = 40
    static let ip4Header = 20
    static let fragmentHeader = 8
    static let (icmp4, icmp6, fragment6): (UInt8, UInt8, UInt8) = (1, 58, 44)
    /// The largest packet that need not fit whole: its IPv6 counterpart fits any network.
    private static let largestDivisible = 1260

    let addresses: AddressMapping
    /// Identifies the next packet that may be divided on its way.
    private var identification: UInt16 = 0

    package init(_ addresses: AddressMapping) {
        self.addresses = addresses
    }

    /// The packet in the other version of IP; nil if it has no counterpart or is no whole packet.
    package mutating func translate(_ packet: RawSpan) -> [UInt8]? {
        guard let header = IPHeader(packet), header.totalLength <= packet.byteCount else { return nil }
        let whole = packet.extracting(0..<header.totalLength)
        return header.source.isV4 ? toIPv6(whole, isQuoted: false) : toIPv4(whole, isQuoted: false)
    }

    // MARK: To IPv4

    /// `isQuoted` is for the packet that an ICMP error quotes, of which a part may be missing.
    mutating func toIPv4(_ packet: RawSpan, isQuoted: Bool) -> [UInt8]? {
        guard let header = IPHeader(packet), let source = addresses.ip4(of: header.source),
            let destination = addresses.ip4(of: header.destination), let hops = packet.byte(at: 7),
            let first = packet.bigEndian16(at: 0)
        else { return nil }
        var (start, transport) = (Self.ip6Header, header.transport)
        var fragment: (offset: UInt16, hasMore: Bool, number: UInt16)?
        if transport == Self.fragment6 {
            guard let next = packet.byte(at: start), let place = packet.bigEndian16(at: start + 2),
                let number = packet.bigEndian16(at: start + 6)
            else { return nil }
            fragment = (place >> 3, place & 1 != 0, number)
            (start, transport) = (start + Self.fragmentHeader, next)
        }
        guard start <= packet.byteCount else { return nil }
        let payload = packet.extracting(start..<packet.byteCount)
        let isFirst = fragment.map { $0.offset == 0 } ?? true
        var made: [UInt8] = []
        let body = PayloadTranslation(
            from: (header.source, header.destination),
            to: (.v4(source), .v4(destination)),
            isWhole: fragment == nil && !isQuoted,
            isFirst: isFirst
        )
        guard let (kind, bytes) = body.translate(payload, transport, by: &self) else { return nil }
        // A quoted packet keeps the length that it had.
        let length =
            header.totalLength - start + Self.ip4Header + (isQuoted ? 0 : bytes.count - payload.byteCount)
        guard 0...0xFFFF ~= length else { return nil }
        made.reserveCapacity(Self.ip4Header + bytes.count)
        made += [0x45, UInt8(truncatingIfNeeded: first >> 4)]
        made.append(bigEndian: UInt16(length))
        if let fragment {
            made.append(bigEndian: fragment.number)
            made.append(bigEndian: (fragment.hasMore ? 0x2000 : 0) | fragment.offset)
        } else if length > Self.largestDivisible {
            made.append(bigEndian: 0 as UInt16)
            made.append(bigEndian: 0x4000 as UInt16)
        } else {
            made.append(bigEndian: identification)
            made.append(bigEndian: 0 as UInt16)
            identification &+= 1
        }
        made += [hops, kind, 0, 0]
        made += IPAddress.v4(source).octets + IPAddress.v4(destination).octets
        made.store(InternetChecksum.checksum(of: InternetChecksum.sum(made.span.bytes)), at: 10)
        return made + bytes
    }

    // MARK: To IPv6

    /// Likewise.
    mutating func toIPv6(_ packet: RawSpan, isQuoted: Bool) -> [UInt8]? {
        guard let header = IPv4Header(packet), let service = packet.byte(at: 1) else { return nil }
        let (source, destination) = (addresses.ip6(of: header.source), addresses.ip6(of: header.destination))
        let isDivided = header.hasMoreFragments || header.fragmentOffset > 0
        let payload = packet.extracting(header.headerLength..<packet.byteCount)
        let body = PayloadTranslation(
            from: (.v4(header.source), .v4(header.destination)),
            to: (source, destination),
            isWhole: !isDivided && !isQuoted,
            isFirst: header.fragmentOffset == 0
        )
        guard let (kind, bytes) = body.translate(payload, header.transport, by: &self) else { return nil }
        let divided = isDivided ? Self.fragmentHeader : 0
        let length =
            header.totalLength - header.headerLength + divided
            + (isQuoted ? 0 : bytes.count - payload.byteCount)
        guard 0...0xFFFF ~= length else { return nil }
        var made: [UInt8] = []
        made.reserveCapacity(Self.ip6Header + divided + bytes.count)
        made.append(bigEndian: 0x6000 | UInt16(service) << 4)
        made.append(bigEndian: 0 as UInt16)
        made.append(bigEndian: UInt16(length))
        made += [isDivided ? Self.fragment6 : kind, header.timeToLive]
        made += source.octets + destination.octets
        if isDivided {
            made += [kind, 0]
            made.append(bigEndian: UInt16(header.fragmentOffset) | (header.hasMoreFragments ? 1 : 0))
            made.append(bigEndian: 0 as UInt16)
            made.append(bigEndian: header.identification)
        }
        return made + bytes
    }
}
