import Capture
import Testing
import Wire

struct PacketFilterTests {
    /// IPv4 and TCP, from 10.0.0.1:40000 to 10.0.0.2:80.
    private static let tcp: [UInt8] =
        [0x45, 0, 0, 40, 0, 0, 0x40, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        + [0x9C, 0x40, 0, 80, 0, 0, 0, 1, 0, 0, 0, 0, 0x50, 2, 0xFF, 0xFF, 0, 0, 0, 0]
    private static let ethernet = [UInt8](repeating: 2, count: 12) + [8, 0] + tcp

    private func admits(_ expression: String, _ linkType: LinkType, _ bytes: [UInt8]) throws -> Bool {
        let filter = try PacketFilter(expression)
        let header = CapturedPacket(number: 1, linkType: linkType, stamp: 0, originalLength: bytes.count)
        // The second packet of a kind uses the existing filter.
        let first = filter.admits(header, bytes.span.bytes)
        #expect(filter.admits(header, bytes.span.bytes) == first)
        return first
    }

    @Test(
        arguments: [
            ("tcp port 80", true), ("tcp port 81", false), ("host 10.0.0.1 and dst port 80", true),
            ("udp", false),
            ("tcp[tcpflags] & tcp-syn != 0", true), ("greater 1000", false), ("", true),
        ]
    )
    func `a packet matches or not with any link-layer header`(_ expression: String, _ fits: Bool) throws {
        #expect(try admits(expression, .ethernet, Self.ethernet) == fits)
        #expect(try admits(expression, .rawIP, Self.tcp) == fits)
        #expect(try admits(expression, .rawIPLive, Self.tcp) == fits)
        #expect(
            try admits(expression, .linuxCooked, [UInt8](repeating: 0, count: 14) + [8, 0] + Self.tcp) == fits
        )
    }

    @Test func `an expression for one link type does not match packets of another`() throws {
        #expect(try admits("ether src 02:02:02:02:02:02", .ethernet, Self.ethernet))
        #expect(try !admits("ether src 02:02:02:02:02:02", .rawIP, Self.tcp))
        #expect(try !admits("tcp", LinkType(rawValue: 147), Self.tcp))
    }

    @Test func `a truncated packet does not match and is not read beyond its end`() throws {
        for length in 0..<20 { #expect(try !admits("tcp port 80", .rawIP, Array(Self.tcp.prefix(length)))) }
    }

    @Test(arguments: ["tcp prt 80", "((", "port 99999"]) func `an invalid filter is reported`(
        _ expression: String
    ) {
        let error = #expect(throws: CaptureError.self) { try PacketFilter(expression) }
        #expect(error?.kind == .filter && error?.description.contains(expression) == true)
    }
}
