import Inspection
import Testing
import Wire

/// Exchanges reported while packets still arrive.
struct EndedExchangeTests {
    private func inspector() -> CaptureInspector {
        var options = ConversationOptions()
        options.reportsEnded = true
        return CaptureInspector(options: options)
    }

    @Test func `reports each exchange once, with its last packet or at the end of its connection`() {
        var builder = PacketBuilder()
        builder.handshake()
        let (ask, answer) = (Sample.request, Sample.response)
        builder.send(.client, at: 0, ask)
        builder.send(.server, at: 0, answer, ack: ask.count)
        builder.send(.client, at: ask.count, ask, ack: answer.count)
        builder.send(.server, at: answer.count, answer.dropLast(), ack: 2 * ask.count)
        var inspector = inspector()
        var told: [[Int]] = []
        for packet in builder.packets {
            inspector.receive(packet.header, packet.bytes.span.bytes)
            told.append(inspector.takeEnded().map(\.order))
        }
        #expect(told == [[], [], [], [], [0], [], []])
        let inspection = inspector.finish()
        #expect(inspector.takeEnded().map(\.order) == [1])
        #expect(inspection.exchanges.count == 2 && inspector.takeEnded().isEmpty)
    }

    @Test func `reports an unfinished exchange when the connection's ports are reused`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.head, ack: Sample.request.count)
        builder.clientStart = 99_000
        builder.send(.client, at: -1, ack: nil, flags: .syn)
        var inspector = inspector()
        for packet in builder.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        #expect(inspector.takeEnded().map(\.isComplete) == [false])
    }

    @Test func `reports ended exchanges only on request`() {
        var builder = PacketBuilder()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
        var inspector = CaptureInspector()
        for packet in builder.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        #expect(inspector.takeEnded().isEmpty)
        #expect(inspector.finish().exchanges.count == 1)
    }
}
