import Compression
import HTTP2
import Inspection
import Testing
import Wire

/// What a capture's bodies and fields may unpack to, all together.
struct UnpackingBudgetTests {
    private func inspect(_ packets: [PacketBuilder.Packet], base: Int) -> CaptureInspection {
        var options = ConversationOptions()
        options.keepsFields = true
        var inspector = CaptureInspector(options: options, unpacking: UnpackingBudget(base: base))
        for packet in packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        return inspector.finish()
    }

    @Test func `grows with the bytes read and refuses more than its limit`() {
        let budget = UnpackingBudget(base: 1000)
        #expect(budget.take(900) && !budget.take(101) && budget.isSpent && budget.take(100))
        budget.grow(reading: 3)
        #expect(budget.limit == 1300 && budget.take(300) && !budget.take(1))
    }

    @Test func `bodies beyond the total limit count as transferred`() throws {
        let packed = try Gzip.compress([UInt8](repeating: 0, count: 1 << 20))
        var builder = PacketBuilder()
        builder.handshake()
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
        let response = bytes(head) + packed
        for number in 0..<10 {
            builder.send(.client, at: number * Sample.request.count, Sample.request)
            builder.send(.server, at: number * response.count, response)
        }
        let inspection = inspect(builder.packets, base: 4_500_000)
        #expect(inspection.exchanges.map(\.isDecoded) == (0..<10).map { $0 < 4 })
        #expect(inspection.exchanges.map(\.decodedBytes).max() == 1 << 20)
        #expect(inspection.exchanges.last?.decodedBytes == packed.count)
        #expect(inspection.exchanges.allSatisfy { $0.isComplete })
        // Told once.
        let faults = inspection.findings.kept.map(\.fault)
        #expect(faults == [.unpacked(limit: 4_500_000)])
    }

    @Test func `expanded header fields count against the limit`() {
        var builder = PacketBuilder()
        builder.handshake()
        // One field of 4000 bytes for the table, then 200 references to it for each request.
        let value = [UInt8](repeating: 0x61, count: 4000)
        let entry: [UInt8] = [0x40, 1, 0x78, 0x7F, 0xA1, 0x1E] + value
        var up = bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + frame(4, 0, 0, [])
        up += frame(1, 5, 1, [0x82, 0x86, 0x84] + entry)
        for number in 1...20 {
            up += frame(1, 5, 2 * number + 1, [0x82, 0x86, 0x84] + [UInt8](repeating: 0xBE, count: 200))
        }
        builder.send(.client, at: 0, up)
        let inspection = inspect(builder.packets, base: 8_100_000)
        #expect(inspection.exchanges.count == 21)
        // The one that went beyond is still there.
        #expect(inspection.exchanges.filter { $0.requestFields != nil }.count == 12)
        #expect(inspection.findings.kept.map(\.fault).contains(.unpacked(limit: 8_100_000)))
    }

    private func frame(_ kind: UInt8, _ flags: UInt8, _ stream: Int, _ payload: [UInt8]) -> [UInt8] {
        PacketBuilder.number(UInt32(payload.count), 3) + [kind, flags]
            + PacketBuilder.number(UInt32(stream), 4) + payload
    }
}
