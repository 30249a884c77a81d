import JSON
import Logs
import Testing
import Wire

@Suite struct LogReadingTests {
    @Test func `skips invalid entries and ignores unknown members`() {
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

    @Test func `the proxy's log round-trips, with and without an upstream exchange`() {
        var upstream = UpstreamExchange(
            localPort: 50_000,
            order: 2,
            stream: 5,
            isKeptAlive: false,
            encryption: EncryptionRecord(version: "1.3", isResumed: true)
        )
        (upstream.httpVersion, upstream.status) = ("HTTP/2", 200)
        (upstream.requestBytes, upstream.headerBytes, upstream.bodyBytes) = (40, 30, 20)
        (upstream.lookupStart, upstream.lookupEnd) = (Instant(nanoseconds: 1), Instant(nanoseconds: 2))
        (upstream.connectStart, upstream.connectEnd) = (Instant(nanoseconds: 3), Instant(nanoseconds: 4))
        (upstream.handshakeStart, upstream.handshakeEnd) = (Instant(nanoseconds: 5), Instant(nanoseconds: 6))
        upstream.requestFirstByte = Instant(nanoseconds: 7)
        upstream.requestLastByte = Instant(nanoseconds: 8)
        upstream.responseFirstByte = Instant(nanoseconds: 9)
        upstream.responseLastByte = Instant(nanoseconds: 10)
        let entries = [
            ProxyLogEntry(
                clientPort: 40_000,
                clientStream: 1,
                method: "GET",
                url: "https://origin.netlab.test/a.jpg",
                status: 200,
                arrived: .zero,
                answered: Instant(nanoseconds: 11),
                passedOn: Instant(nanoseconds: 12),
                upstream: upstream
            ),
            ProxyLogEntry(
                clientPort: 40_001,
                method: "GET",
                url: "http://origin.netlab.test/b.jpg",
                status: 502,
                arrived: Instant(nanoseconds: 3),
                failure: "it is away"
            ),
        ]
        var lines = JSONLines<ProxyLogEntry>()
        for entry in entries { lines.append(entry) }
        #expect(LogReading<ProxyLogEntry>(lines.bytes).entries == entries)
    }

    @Test func `the phases of an upstream exchange end at their end times`() {
        var upstream = UpstreamExchange(localPort: 1, order: 0, isKeptAlive: false)
        upstream.connectStart = Instant(nanoseconds: 10)
        #expect(upstream.phases == TransferPhases() && upstream.begun == Instant(nanoseconds: 10))
        #expect(upstream.ready == nil && upstream.record == nil)
        upstream.connectEnd = Instant(nanoseconds: 30)
        #expect(upstream.ready == Instant(nanoseconds: 30))
        upstream.handshakeStart = Instant(nanoseconds: 30)
        #expect(upstream.ready == nil)
        upstream.handshakeEnd = Instant(nanoseconds: 45)
        #expect(upstream.phases == TransferPhases(connect: 20, tls: 15))
    }

    @Test func `the origin's log round-trips, including the stream number`() {
        var entry = OriginLogEntry(
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
        entry.responseReady = Instant(nanoseconds: 3)
        (entry.places, entry.readableAt) = ([7..<9, 12..<20], 42)
        for isOfConnection in [false, true] {
            entry.holds.append(
                OriginHold(
                    start: Instant(nanoseconds: 4),
                    end: Instant(nanoseconds: 9),
                    isOfConnection: isOfConnection,
                    window: 65_535
                )
            )
        }
        var lines = JSONLines<OriginLogEntry>()
        lines.append(entry)
        #expect(LogReading<OriginLogEntry>(lines.bytes).entries == [entry])
    }

    @Test func `distinguishes an empty log and an unknown version`() {
        #expect(LogReading<TimingEvent>([]).isEmpty)
        let other = LogReading<TimingEvent>(Array(#"{"schema":"netlab.timing/9"}"#.utf8))
        #expect(!other.hasSchema && other.left == 0)
        #expect(!LogReading<TimingEvent>(Array(#"{"schema":"netlab.timing/1"}"#.utf8)).isEmpty)
    }
}
