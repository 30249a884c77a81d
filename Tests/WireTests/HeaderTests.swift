import Testing
import Wire

struct HeaderTests {
    /// 198.18.0.1 to 198.18.0.2, TCP, 60 bytes.
    private static let ipv4: [UInt8] = [
        0x45, 0, 0, 60, 0x12, 0x34, 0x40, 0, 64, 6, 0, 0, 198, 18, 0, 1, 198, 18, 0, 2,
    ]
    private static let tcp: [UInt8] = [
        0x9C, 0x40, 0, 80, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE, 0x60, 0x12, 0x10, 0, 0, 0, 0, 0, 2, 4, 5, 0xB4,
    ]

    // Spans cannot pass through the expectation macros.
    private func ipv4(_ bytes: [UInt8], at offset: Int = 0) -> IPv4Header? {
        IPv4Header(bytes.span.bytes, at: offset)
    }

    private func tcp(_ bytes: [UInt8], at offset: Int) -> TCPHeader? {
        TCPHeader(bytes.span.bytes, at: offset)
    }

    private func changed(_ bytes: [UInt8], _ offset: Int, _ value: UInt8) -> [UInt8] {
        var bytes = bytes
        bytes[offset] = value
        return bytes
    }

    @Test func `an IPv4 header is parsed`() throws {
        let header = try #require(ipv4(Self.ipv4))
        #expect(header.headerLength == 20)
        #expect(header.totalLength == 60)
        #expect(header.identification == 0x1234)
        #expect(header.transport == IPv4Header.tcp)
        #expect(header.timeToLive == 64)
        #expect(header.source == 0xC612_0001)
        #expect(header.destination == 0xC612_0002)
        #expect(header.fragmentOffset == 0 && !header.hasMoreFragments)
    }

    @Test func `a fragment offset is in bytes`() throws {
        let bytes = changed(changed(Self.ipv4, 6, 0x20), 7, 0xB9)
        let header = try #require(ipv4(bytes))
        #expect(header.fragmentOffset == 1480 && header.hasMoreFragments)
    }

    @Test(arguments: [(0, 0x65), (0, 0x44), (0, 0x46), (3, 19)] as [(Int, UInt8)])
    func `an inconsistent IPv4 header is rejected`(_ offset: Int, _ value: UInt8) {
        #expect(ipv4(changed(Self.ipv4, offset, value)) == nil)
    }

    @Test func `a TCP header is parsed at its offset`() throws {
        let header = try #require(tcp((Self.ipv4 + Self.tcp), at: 20))
        #expect(header.sourcePort == 40_000 && header.destinationPort == 80)
        #expect(header.sequence == 1 && header.acknowledgement == 0xFFFF_FFFE)
        #expect(header.headerLength == 24)
        #expect(header.flags == [.syn, .ack])
        #expect(header.window == 4096)
    }

    @Test(arguments: [0x40, 0x00, 0x70, 0xF0] as [UInt8])
    func `a TCP header with an impossible length is rejected`(_ length: UInt8) {
        #expect(tcp(changed(Self.tcp, 12, length), at: 0) == nil)
    }

    @Test func `a truncated header is rejected`() {
        for length in 0..<Self.ipv4.count {
            #expect(ipv4(Array(Self.ipv4[..<length])) == nil)
        }
        for length in 0..<Self.tcp.count {
            #expect(tcp(Array(Self.tcp[..<length]), at: 0) == nil)
        }
    }

    @Test(arguments: [-1, 1, 21, .max, .min]) func `an offset out of bounds is rejected`(_ offset: Int) {
        #expect(ipv4(Self.ipv4, at: offset) == nil)
        #expect(tcp(Self.tcp, at: offset == 1 ? 5 : offset) == nil)
    }

    @Test(
        arguments: [
            (0, 0, "::"), (0, 1, "::1"), (0x2001_0DB8_0000_0000, 0, "2001:db8::"),
            (0x0001_0000_0002_0000, 0x0000_0003_0004_0005, "1:0:2::3:4:5"),
            (0x0001_0002_0003_0004, 0x0005_0006_0007_0008, "1:2:3:4:5:6:7:8"),
            (0, 0x0001_0000_0000_0000, "::1:0:0:0"),
        ] as [(UInt64, UInt64, String)]
    )
    func `an IPv6 address is abbreviated`(_ high: UInt64, _ low: UInt64, _ text: String) {
        #expect(IPAddress.v6(high: high, low: low).description == text)
    }

    @Test func `an IPv4 address is dotted`() {
        #expect(IPAddress.v4(0xC612_00FF).description == "198.18.0.255")
    }
}
