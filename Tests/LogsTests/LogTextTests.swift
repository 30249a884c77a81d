import JSON
import Logs
import Testing
import Wire

@Suite struct LogTextTests {
    private func text<Entry: JSONLine>(_ entries: [Entry]) -> String {
        var lines = JSONLines<Entry>()
        for entry in entries { lines.append(entry) }
        return String(decoding: lines.bytes, as: UTF8.self)
    }

    @Test func `the timing log has the event and its bytes`() {
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

    @Test func `the origin's log escapes client input`() {
        var entry = OriginLogEntry(
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
        entry.responseReady = Instant(nanoseconds: 3)
        (entry.places, entry.readableAt) = ([7..<9, 12..<20], 42)
        entry.holds = [
            OriginHold(
                start: Instant(nanoseconds: 4),
                end: Instant(nanoseconds: 9),
                isOfConnection: false,
                window: 65_535
            )
        ]
        #expect(
            text([entry]) == #"""
                {"schema":"netlab.origin/1"}
                {"clientPort":40000,"order":1,"stream":3,"httpVersion":"HTTP/2",\#
                "method":"GET","target":"/a\"b","status":304,"ifNoneMatch":"\"v1\"",\#
                "headerBytes":120,"bodyBytes":0,"acceptedNs":0,"requestFirstByteNs":1,"requestLastByteNs":2,\#
                "responseFirstByteNs":null,"responseLastByteNs":null,"responseReadyNs":3,\#
                "places":[[7,9],[12,20]],"readableAt":42,\#
                "flowControl":[{"of":"stream","windowBytes":65535,"fromNs":4,"toNs":9}]}

                """#
        )
    }
}
