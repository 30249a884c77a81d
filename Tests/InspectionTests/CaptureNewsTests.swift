import Inspection
import TLS
import Testing
import Wire

/// Connections, UDP flows and look-ups that are told while packets still arrive.
struct CaptureNewsTests {
    private func inspector(results: Int = 0) -> CaptureInspector {
        var options = ConversationOptions()
        options.reportsEnded = true
        options.reportsFlows = true
        return CaptureInspector(limits: InspectionLimits(results: results), options: options)
    }

    private func receive(_ builder: PacketBuilder, from first: Int, _ inspector: inout CaptureInspector) {
        for packet in builder.packets[first...] {
            inspector.receive(packet.header, packet.bytes.span.bytes)
        }
    }

    @Test func `a connection is reported when packets have come, and only then`() {
        var builder = PacketBuilder()
        var inspector = inspector()
        builder.handshake()
        receive(builder, from: 0, &inspector)
        let opened = inspector.takeNews()
        #expect(opened.connections.map(\.flow.ending) == [.open] && opened.exchanges.isEmpty)
        #expect(inspector.takeNews().isEmpty)
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
        receive(builder, from: 3, &inspector)
        let answered = inspector.takeNews()
        #expect(answered.connections.map(\.flow.down.streamBytes) == [Sample.response.count])
        #expect(answered.exchanges.map(\.status) == [200])
    }

    @Test func `a connection displaced by another one on its ports is reported once more`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.clientStart = 99_000
        builder.send(.client, at: -1, ack: nil, flags: .syn)
        var inspector = inspector()
        receive(builder, from: 0, &inspector)
        let news = inspector.takeNews()
        #expect(news.connections.map(\.flow.stream) == [0, 1])
        #expect(news.connections.map(\.flow.up.streamBytes) == [Sample.request.count, 0])
        #expect(inspector.takeNews().isEmpty)
    }

    @Test func `a UDP flow is reported with its new packets`() {
        var builder = PacketBuilder()
        var inspector = inspector()
        builder.add(DatagramTests.datagram([1, 2, 3], port: 9_000))
        receive(builder, from: 0, &inspector)
        #expect(inspector.takeNews().datagrams.map(\.up.payloadBytes) == [3])
        #expect(inspector.takeNews().isEmpty)
        builder.add(DatagramTests.datagram([1, 2], up: false, port: 9_000))
        receive(builder, from: 1, &inspector)
        #expect(inspector.takeNews().datagrams.map(\.down.payloadBytes) == [2])
    }

    @Test func `the numbering of lookups continues, however many were reported`() {
        func question(_ number: Int) -> [UInt8] {
            let identifier = PacketBuilder.number(UInt32(number), 2)
            let name: [UInt8] = [1, 97, 0, 0, 1, 0, 1]
            return DatagramTests.datagram(identifier + [1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + name, port: 53)
        }
        var inspector = inspector()
        var builder = PacketBuilder()
        for number in 0..<10_001 { builder.add(question(number)) }
        receive(builder, from: 0, &inspector)
        #expect(inspector.takeNews().lookups.map(\.place) == Array(0..<10_001))
        builder.add(question(20_000))
        receive(builder, from: 10_001, &inspector)
        #expect(inspector.takeNews().lookups.map(\.place) == [10_001])
    }

    @Test func `encrypted exchanges are reported while their connection continues`() throws {
        var session = try RecordedSession.withExchange(.tls13, body: 5_000)
        var inspector = inspector()
        receive(session.builder, from: 0, &inspector)
        let first = try #require(inspector.takeNews().connections.first)
        #expect(first.handshake?.version == .tls13 && first.handshake?.end != nil)
        #expect(first.flow.serverName == RecordedSession.host && first.estimates.map(\.order) == [0])
        let known = session.builder.packets.count
        try session.exchange(body: 3_000)
        receive(session.builder, from: known, &inspector)
        let second = try #require(inspector.takeNews().connections.first)
        #expect(second.flow.stream == first.flow.stream)
        #expect(Array(second.estimates.prefix(1)) == first.estimates)
        #expect(second.estimates.map(\.order) == [0, 1])
    }

    @Test func `nothing is reported unless requested`() {
        var builder = PacketBuilder()
        builder.handshake()
        var inspector = CaptureInspector()
        receive(builder, from: 0, &inspector)
        #expect(inspector.takeNews().isEmpty)
        #expect(inspector.finish().flows.count == 1)
    }

    @Test func `results that were reported are not kept`() {
        var builder = PacketBuilder()
        builder.handshake()
        var inspector = inspector()
        receive(builder, from: 0, &inspector)
        #expect(inspector.takeNews().connections.count == 1)
        #expect(inspector.finish().flows.isEmpty)
    }
}
