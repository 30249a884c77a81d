import Wire

/// A packet made for a translator, with right checksums, and what a test asks of one that came out.
struct TranslatedPacket {
    static let (icmp4, icmp6): (UInt8, UInt8) = (1, 58)
    static let client = (
        ip4: IPAddress.v4(0xC612_0001), ip6: IPAddress.v6(high: 0x2001_0002_0000_0000, low: 1)
    )
    static let server = (ip4: IPAddress.v4(0xCB00_7107), ip6: IPv4Translation.address(for: 0xCB00_7107))

    static var mapping: AddressMapping {
        let clients = AddressMapping.Clients(
            ip4: IPNetwork(host: client.ip4),
            ip6: IPNetwork(host: client.ip6)
        )
        return AddressMapping([clients].compactMap { $0 })
    }

    let bytes: [UInt8]

    /// The transport's checksum is set, where it has one.
    init(from source: IPAddress, to destination: IPAddress, _ transport: UInt8, _ payload: [UInt8]) {
        var payload = payload
        if let offset = Self.checksumOffset(transport), payload.count > offset + 1 {
            payload.store(0, at: offset)
            let sum = Self.checksum(source, destination, transport, payload)
            payload.store(transport == IPv4Header.udp && sum == 0 ? 0xFFFF : sum, at: offset)
        }
        let ends = source.octets + destination.octets
        if source.isV4 {
            let length = UInt16(20 + payload.count)
            var header: [UInt8] = [
                0x45, 0x28, UInt8(length >> 8), UInt8(length & 255), 0, 0, 0x40, 0, 60, transport, 0, 0,
            ]
            header += ends
            header.store(InternetChecksum.checksum(of: InternetChecksum.sum(header.span.bytes)), at: 10)
            bytes = header + payload
        } else {
            let length = UInt16(payload.count)
            bytes =
                [0x62, 0x80, 0, 0, UInt8(length >> 8), UInt8(length & 255), transport, 60] + ends + payload
        }
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static func checksumOffset(_ transport: UInt8) -> Int? {
        [IPv4Header.tcp: 16, IPv4Header.udp: 6, icmp4: 2, icmp6: 2][transport]
    }

    private static func checksum(
        _ source: IPAddress,
        _ destination: IPAddress,
        _ transport: UInt8,
        _ payload: [UInt8]
    ) -> UInt16 {
        let ends = source.octets + destination.octets
        let start =
            transport == icmp4
            ? 0 : InternetChecksum.pseudoHeader(ends.span.bytes, transport, length: payload.count)
        return InternetChecksum.checksum(of: InternetChecksum.sum(payload.span.bytes, onto: start))
    }

    var header: IPHeader? { IPHeader(bytes.span.bytes) }

    var payload: [UInt8] { Array(bytes.dropFirst(header?.headerLength ?? 0)) }

    /// True if the packet is as long as it says, and all checksums are right.
    var isSound: Bool {
        guard let header, header.totalLength == bytes.count else { return false }
        let head = Array(bytes.prefix(header.headerLength))
        let isHeadRight =
            !header.source.isV4 || InternetChecksum.checksum(of: InternetChecksum.sum(head.span.bytes)) == 0
        return isHeadRight && Self.checksum(header.source, header.destination, header.transport, payload) == 0
    }
}
