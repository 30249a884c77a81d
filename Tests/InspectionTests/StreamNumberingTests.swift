import Testing
import Wire

@testable import Inspection

@Suite struct StreamNumberingTests {
    /// Three connections; a fourth reuses the second one's ports.
    private func capture() -> PacketBuilder {
        var builder = PacketBuilder()
        for port: UInt16 in [40_000, 40_001, 40_002] {
            builder.clientPort = port
            builder.handshake()
            builder.send(.client, at: 0, Sample.request)
            builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
        }
        builder.clientPort = 40_001
        builder.close(up: Sample.request.count, down: Sample.response.count)
        (builder.clientStart, builder.serverStart) = (77_000, 88_000)
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
        return builder
    }

    private func inspect(
        _ builder: PacketBuilder,
        limits: InspectionLimits = InspectionLimits(),
        _ isAdmitted: (PacketBuilder.Packet) -> Bool
    ) -> CaptureInspection {
        var inspector = CaptureInspector(limits: limits, isFiltered: true)
        for packet in builder.packets {
            if isAdmitted(packet) {
                inspector.receive(packet.header, packet.bytes.span.bytes)
            } else {
                inspector.pass(packet.header, packet.bytes.span.bytes)
            }
        }
        return inspector.finish()
    }

    /// The client's port in a packet of `PacketBuilder`.
    private func port(_ packet: PacketBuilder.Packet) -> UInt16 {
        let ports = [20, 22].map { UInt16(packet.bytes[$0]) << 8 | UInt16(packet.bytes[$0 + 1]) }
        return ports[0] == 80 ? ports[1] : ports[0]
    }

    @Test(arguments: [(40_000, [0]), (40_001, [1, 3]), (40_002, [2])] as [(UInt16, [Int])])
    func `a connection keeps its number when others are filtered out`(_ kept: UInt16, _ streams: [Int]) {
        let inspection = inspect(capture()) { port($0) == kept }
        #expect(inspection.flows.map(\.stream) == streams)
        #expect(inspection.exchanges.map(\.stream) == streams)
        #expect(inspection.exchanges.allSatisfy { $0.status == 200 })
    }

    @Test func `a filter that admits everything keeps all numbers`() {
        let all = inspect(capture()) { _ in true }
        #expect(all.flows == capture().inspect().flows)
        #expect(all.flows.map(\.stream) == [0, 1, 2, 3])
    }

    @Test func `a packet filter keeps the numbers of the remaining connections`() {
        // Without SYN, and only the server's packets.
        let answers = inspect(capture()) { $0.bytes[20] == 0 && $0.bytes[33] & 0x02 == 0 }
        #expect(answers.flows.map(\.stream) == [0, 1, 2, 3])
        #expect(inspect(capture()) { _ in false }.packets == 0)
    }

    @Test func `a connection evicted for room gets the same new number with a filter as without`() {
        var builder = PacketBuilder()
        for round in 0..<2 {
            for port in 0..<80 {
                builder.clientPort = 40_000 + UInt16(port)
                if round == 0 { builder.handshake() } else { builder.send(.client, at: 0, Sample.request) }
            }
        }
        var limits = InspectionLimits()
        limits.liveFlows = 64
        var whole = CaptureInspector(limits: limits)
        for packet in builder.packets { whole.receive(packet.header, packet.bytes.span.bytes) }
        let last = whole.finish().flows.filter { $0.client.port == 40_079 }.map(\.stream)
        let filtered = inspect(builder, limits: limits) { port($0) == 40_079 }
        #expect(filtered.flows.map(\.stream) == last)
    }

    /// Datagrams to three ports in order, then to the first two again.
    private func datagrams() -> PacketBuilder {
        var builder = PacketBuilder()
        for port: UInt32 in [5001, 5002, 5003, 5001, 5002] {
            builder.add(DatagramTests.datagram([1, 2, 3], port: port))
        }
        return builder
    }

    @Test(arguments: [(5001, [0]), (5002, [1]), (5003, [2])] as [(UInt16, [Int])])
    func `a UDP flow keeps its number when others are filtered out`(_ kept: UInt16, _ numbers: [Int]) {
        let flows = inspect(datagrams()) { packet in
            UInt16(packet.bytes[22]) << 8 | UInt16(packet.bytes[23]) == kept
        }.datagrams
        #expect(flows.map(\.number) == numbers)
        #expect(inspect(datagrams()) { _ in true }.datagrams.map(\.number) == [0, 1, 2])
    }

    @Test func `a UDP flow evicted as silent gets the same new number with a filter as without`() {
        var builder = PacketBuilder()
        for port: UInt32 in [5001, 5002, 5003, 5004, 5005, 5001] {
            builder.add(DatagramTests.datagram([1, 2, 3], port: port))
        }
        var limits = InspectionLimits()
        limits.liveFlows = 4
        var whole = CaptureInspector(limits: limits)
        for packet in builder.packets { whole.receive(packet.header, packet.bytes.span.bytes) }
        let numbers = whole.finish().datagrams.filter { $0.server.port == 5001 }.map(\.number)
        let filtered = inspect(builder, limits: limits) { $0.bytes[23] == 0x89 }
        #expect(numbers == [0, 5])
        #expect(filtered.datagrams.map(\.number) == numbers)
    }
}
