import Inspection
import Testing
import Wire

/// DNS over TCP.
struct NameStreamTests {
    private static func name(_ letter: UInt8) -> [UInt8] { [1, letter, 4] + bytes("test") + [0] }

    private static func framed(_ message: [UInt8]) -> [UInt8] {
        PacketBuilder.number(UInt32(message.count), 2) + message
    }

    private static func question(_ identifier: UInt8, _ letter: UInt8) -> [UInt8] {
        framed([0, identifier, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + name(letter) + [0, 1, 0, 1])
    }

    private static func answer(_ identifier: UInt8, _ letter: UInt8, _ addresses: [UInt32]) -> [UInt8] {
        framed(
            [0, identifier, 0x81, 0x80, 0, 1, 0, UInt8(addresses.count), 0, 0, 0, 0] + name(letter) + [
                0, 1, 0, 1,
            ]
                + addresses.flatMap {
                    [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4] + PacketBuilder.number($0, 4)
                }
        )
    }

    private static let up = question(1, 97) + question(2, 98)
    /// The second question is answered first, the first one by two messages.
    private static let down = answer(2, 98, [5]) + answer(1, 97, [6, 7]) + answer(1, 97, [7, 8])

    private static func inspect(_ up: [UInt8], _ down: [UInt8], piece: Int, dropping lost: Int? = nil)
        -> CaptureInspection
    {
        var builder = PacketBuilder()
        builder.serverPort = 53
        builder.handshake()
        for start in stride(from: 0, to: up.count, by: piece) {
            builder.send(.client, at: start, up[start...].prefix(piece))
        }
        for (number, start) in stride(from: 0, to: down.count, by: piece).enumerated() where number != lost {
            builder.send(.server, at: start, down[start...].prefix(piece), ack: up.count)
        }
        builder.close(up: up.count, down: down.count)
        return builder.inspect()
    }

    @Test(arguments: [1, 2, 3, 25, 26, 1000])
    func `lists several queries in a segment, or one query in several, with their answers`(_ piece: Int) {
        let inspection = Self.inspect(Self.up, Self.down, piece: piece)
        #expect(inspection.lookups.map(\.name) == ["a.test", "b.test"])
        #expect(inspection.lookups.map(\.addresses) == [[.v4(6), .v4(7), .v4(8)], [.v4(5)]])
        #expect(inspection.lookups.allSatisfy { ($0.duration ?? 0) > 0 && $0.code == .noError })
        #expect(inspection.lookups.map(\.server.port) == [53, 53])
        #expect(inspection.names[.v4(5)] == "b.test")
        #expect(inspection.flows.map(\.content) == [.dns])
        #expect(inspection.findings.kept.isEmpty)
    }

    @Test func `an answer arrives with its last byte`() throws {
        let inspection = Self.inspect(Self.question(1, 97), Self.answer(1, 97, [6]), piece: 20)
        let lookup = try #require(inspection.lookups.first)
        // The question takes two packets, the answer three.
        #expect(lookup.asked == PacketBuilder.stamp(5) && lookup.answered == PacketBuilder.stamp(8))
        #expect(lookup.packet == 5)
    }

    @Test func `invents no answers after a gap`() {
        let inspection = Self.inspect(Self.up, Self.down, piece: 30, dropping: 1)
        #expect(
            inspection.lookups.map(\.code) == [nil, nil] || inspection.lookups.map(\.code) == [nil, .noError]
        )
        #expect(inspection.lookups.count == 2)
    }

    @Test func `reports non-DNS data once and otherwise ignores it`() {
        let inspection = Self.inspect([0, 3, 1, 2, 3, 0, 1, 9], bytes("SSH-2.0-x\r\n"), piece: 4)
        #expect(inspection.lookups.isEmpty)
        #expect(inspection.findings.kept.map(\.fault) == [.notOnlyDNS(overTCP: true)])
        // HTTP is HTTP whatever its port.
        let web = Self.inspect(Sample.request, Sample.response, piece: 1000)
        #expect(web.exchanges.map(\.status) == [200] && web.flows.map(\.content) == [.http1])
    }

    @Test func `inspects truncated and altered streams to the end`() {
        for length in 0..<Self.down.count {
            #expect(Self.inspect(Self.up, Array(Self.down.prefix(length)), piece: 40).lookups.count == 2)
            var broken = Self.down
            broken[length] ^= 0xFF
            #expect(Self.inspect(Self.up, broken, piece: 40).lookups.count >= 2)
        }
    }
}
