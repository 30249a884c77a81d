import LinkModel
import Runs
import Testing
import Wire

@Suite struct LogFormatTests {
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

    @Test func `the link log has a line for each packet`() {
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

    @Test func `the timing log states event and bytes`() {
        let events = [
            TimingEvent(at: Instant(nanoseconds: -5), transfer: 0, kind: .start),
            TimingEvent(at: Instant(nanoseconds: 9), transfer: 1, kind: .progress, bytes: 1448),
        ]
        #expect(
            text(events) == """
                {"schema":"netlab.timing/1"}
                {"atNs":-5,"transfer":0,"event":"start","bytes":null}
                {"atNs":9,"transfer":1,"event":"progress","bytes":1448}

                """
        )
    }

    @Test func `the origin's log escapes what a client asked for`() {
        let entry = OriginLogEntry(
            clientPort: 40_000,
            order: 1,
            stream: 3,
            httpVersion: "HTTP/2",
            method: "GET",
            target: "/a\"b",
            status: 304,
            ifNoneMatch: "\"v1\"",
            headerBytes: 120,
            bodyBytes: 0,
            accepted: .zero,
            requestFirstByte: Instant(nanoseconds: 1),
            requestLastByte: Instant(nanoseconds: 2)
        )
        #expect(
            text([entry]) == #"""
                {"schema":"netlab.origin/1"}
                {"clientPort":40000,"order":1,"stream":3,"httpVersion":"HTTP/2",\#
                "method":"GET","target":"/a\"b","status":304,"ifNoneMatch":"\"v1\"",\#
                "headerBytes":120,"bodyBytes":0,"acceptedNs":0,"requestFirstByteNs":1,"requestLastByteNs":2,\#
                "responseFirstByteNs":null,"responseLastByteNs":null}

                """#
        )
    }

    @Test func `a log can be taken away in pieces`() {
        var lines = JSONLines<LinkLogEntry>()
        let head = lines.bytes
        lines.removeAll()
        #expect(lines.bytes.isEmpty)
        lines.append(Self.entry)
        #expect(String(decoding: head + lines.bytes, as: UTF8.self) == text([Self.entry]))
    }
}
