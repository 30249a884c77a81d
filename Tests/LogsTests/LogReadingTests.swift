import JSON
import Logs
import Testing
import Wire

@Suite struct LogReadingTests {
    @Test func `what is no entry is left, and members of newer versions are not minded`() {
        let text = """
            {"schema":"netlab.timing/1"}
            {"atNs":5,"transfer":1,"event":"start","bytes":null,"more":[1]}
            {"atNs":"5","transfer":1,"event":"start"}
            nonsense
            {"atNs":6,"transfer":1,"event":"a-new-one"}
            """
        let log = LogReading<TimingEvent>(Array(text.utf8))
        #expect(log.entries == [TimingEvent(at: Instant(nanoseconds: 5), transfer: 1, kind: .start)])
        #expect(log.left == 3)
    }

    @Test func `the origin's log is read back, the stream that a request came on among it`() {
        let entry = OriginLogEntry(
            clientPort: 40_000,
            order: 1,
            stream: 3,
            httpVersion: "HTTP/2",
            method: "GET",
            target: "/a.jpg",
            status: 200,
            headerBytes: 120,
            bodyBytes: 7,
            accepted: .zero,
            requestFirstByte: Instant(nanoseconds: 1),
            requestLastByte: Instant(nanoseconds: 2),
            responseFirstByte: Instant(nanoseconds: 3)
        )
        var lines = JSONLines<OriginLogEntry>()
        lines.append(entry)
        #expect(LogReading<OriginLogEntry>(lines.bytes).entries == [entry])
    }

    @Test func `an empty log, and one of another version, are told from a whole one`() {
        #expect(LogReading<TimingEvent>([]).isEmpty)
        let other = LogReading<TimingEvent>(Array(#"{"schema":"netlab.timing/9"}"#.utf8))
        #expect(!other.hasSchema && other.left == 0)
        #expect(!LogReading<TimingEvent>(Array(#"{"schema":"netlab.timing/1"}"#.utf8)).isEmpty)
    }
}
