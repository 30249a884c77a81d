import JSON
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct LineLogTests {
    private static let entry = LinkLogEntry(
        packet: PacketIdentity(direction: .down, flow: 2, number: 7),
        bytes: 1500,
        arrival: Instant(nanoseconds: 10),
        decision: LinkDecision(
            fate: .delivered,
            serviceStart: Instant(nanoseconds: 20),
            serviceEnd: Instant(nanoseconds: 30),
            due: Instant(nanoseconds: 40)
        )
    )

    private func text<Entry: JSONLine>(_ entries: [Entry]) -> String {
        var lines = JSONLines<Entry>()
        for entry in entries { lines.append(entry) }
        return String(decoding: lines.bytes, as: UTF8.self)
    }

    @Test func `the link log has one line per packet`() {
        var left = Self.entry
        left.departure = Instant(nanoseconds: 41)
        left.decision.alterations = [.duplicate, .marked]
        left.segment = LinkSegment(
            clientPort: 40_000,
            flags: [.syn, .ack],
            sequence: .max,
            acknowledgement: 5,
            payload: 1448,
            window: 65_536
        )
        #expect(
            text([Self.entry, left]) == """
                {"schema":"netlab.link/1"}
                {"direction":"down","flow":2,"packet":7,"bytes":1500,"arrivalNs":10,"serviceStartNs":20,\
                "serviceEndNs":30,"dueNs":40,"leftNs":null,"fate":"delivered","altered":null,"tcp":null}
                {"direction":"down","flow":2,"packet":7,"bytes":1500,"arrivalNs":10,"serviceStartNs":20,\
                "serviceEndNs":30,"dueNs":40,"leftNs":41,"fate":"delivered","altered":"duplicate marked",\
                "tcp":{"clientPort":40000,"flags":"SA","sequence":4294967295,"acknowledgement":5,\
                "payloadBytes":1448,"windowBytes":65536}}

                """
        )
    }

    @Test func `a log can be written in pieces`() {
        var lines = JSONLines<LinkLogEntry>()
        let head = lines.bytes
        lines.removeAll()
        #expect(lines.bytes.isEmpty)
        lines.append(Self.entry)
        #expect(String(decoding: head + lines.bytes, as: UTF8.self) == text([Self.entry]))
    }
}
