import Inspection
import Testing
import Wire

/// What QUIC's connections may hold in memory.
struct QUICMemoryTests {
    /// GET /, all from the static table, on a stream that then ends.
    private static func request(_ stream: UInt8) -> [UInt8] {
        [0x0B, 0x40, stream, 7, 0x01, 5, 0, 0, 0xD1, 0xD7, 0xC1]
    }

    @Test func `requests without an answer are given up, and listed`() throws {
        var session = SecretSession()
        for number in 0..<60 { session.send(.up, UInt32(number), Self.request(UInt8(4 * number))) }
        let all = session.inspect()
        #expect(all.exchanges.count == 60 && all.findings.kept == [])
        var limits = InspectionLimits()
        limits.heldBytes = 50_000
        let inspection = session.inspect(limits: limits)
        #expect(inspection.exchanges.map(\.httpStream) == (0..<60).map { 4 * $0 })
        #expect(inspection.exchanges.allSatisfy { $0.url == "https://198.18.0.2:443/" && !$0.isComplete })
        #expect(inspection.quicConnections.count == 1)
        let fault = try #require(inspection.findings.kept.first?.fault)
        guard case .unanswered(let count, connections: 0, limit: 50_000) = fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(count > 20 && count < 60)
    }

    @Test func `a hole is given up if too much waits behind it`() throws {
        var session = SecretSession()
        session.send(.up, 0, Self.request(0))
        let bytes = [UInt8](repeating: 5, count: 1000)
        for number in 1..<10 {
            let offset = PacketBuilder.number(UInt32(0x8000_0000 + 1000 * number), 4)
            // A stream that both ends know: it is not followed as HTTP/3.
            session.send(.down, UInt32(number), [0x0E, 0x02] + offset + [0x43, 0xE8] + bytes)
        }
        var limits = InspectionLimits()
        limits.waitingBytes = 4000
        let findings = session.inspect(limits: limits).findings.kept
        #expect(findings.contains(CaptureFinding(packet: 6, .quic(0), .waiting(limit: 4000))))
        #expect(findings.contains(CaptureFinding(.quic(0), .missingQUIC(1000, stream: 2, .down))))
    }
}
