import JSON
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct RunRecordTests {
    private static func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    /// Every member has a value that no other member of its type has.
    static let whole: RunRecord = {
        var record = RunRecord(
            scenario: "s",
            scenarioDigest: "0f",
            seed: .max,
            matrix: [
                MatrixValue(key: "link.rtt", value: "5 ms"), MatrixValue(key: "client.policy", value: "both"),
            ],
            repetition: 3,
            startedAt: 1_790_000_000_000_000_001,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1 << 40, isPrivileged: true),
            link: LinkRecord(
                mode: .stream,
                carrier: .veth,
                profile: "nlc/dsl",
                congestion: "reno",
                parameters: .unlimited,
                streams: LinkRecord.Streams(lossAsDelay: true, recoveries: 4)
            )
        )
        record.netlab = "9.9.9"
        record.clockOrigin = 1 << 60
        record.link.clock = .virtual
        (record.link.initialWindow, record.link.receiveBuffer) = (10, 65_536)
        (record.link.offload, record.link.start) = (true, at(11))
        record.expectationLines = [7, 9]
        record.linkLogOmitted = 12
        record.flowPorts = [4001, .max]
        record.captures = [
            CaptureRecord(host: .client, file: "client.pcapng", packets: 13, dropped: 14),
            CaptureRecord(host: .origin, file: "server.pcapng", packets: 15, dropped: 0),
        ]
        record.shortage = ProcessorShortage(stolen: 16, waited: nil)
        record.cache = counters(17)
        record.clock = [ClockSample(run: at(18), wall: 1_790_000_000_000_000_019)]
        record.steps = [
            StepRecord(name: "cold", start: at(20), end: at(21), isComplete: false, cache: counters(30))
        ]
        record.transfers = [transfer, failed]
        record.ending = .failed("the line \"broke\"")
        return record
    }()

    private static func counters(_ first: Int) -> CacheCounters {
        var counters = CacheCounters()
        (counters.memoryHits, counters.diskHits, counters.revalidated) = (first, first + 1, first + 2)
        (counters.misses, counters.evictions) = (first + 3, first + 4)
        (counters.memoryBytes, counters.diskBytes) = (first + 5, first + 6)
        return counters
    }

    private static let transfer: TransferRecord = {
        var transfer = TransferRecord(
            id: 40,
            step: "cold",
            file: "a.jpg",
            url: "http://origin.netlab.test/a.jpg",
            source: .revalidated,
            tier: .disk,
            status: 200,
            start: at(-41),
            end: at(42),
            bodyBytes: 43,
            phases: TransferPhases(
                cache: 44,
                blocked: 45,
                dns: 46,
                connect: 47,
                tls: 48,
                request: 49,
                wait: 50,
                receive: 51,
                decode: 52
            ),
            exchange: ExchangeRecord(
                localPort: 53,
                order: 54,
                stream: 55,
                encryption: EncryptionRecord(version: "1.3", isResumed: true),
                isNewConnection: true,
                status: 304,
                httpVersion: "HTTP/2",
                requestBytes: 56,
                headerBytes: 57,
                bodyBytes: 58,
                connectStart: at(59),
                connectEnd: at(60),
                requestFirstByte: at(61),
                responseFirstByte: at(62),
                responseLastByte: at(63),
                progress: [.init(at: at(64), bytes: 65), .init(at: at(66), bytes: 67)]
            ),
            sharedWith: 68,
            outside: 69
        )
        transfer.redirects = [
            RedirectHop(
                url: "a",
                status: 301,
                location: "b",
                request: at(70),
                firstByte: at(71),
                lastByte: at(72)
            ),
            RedirectHop(url: "b", status: 302, location: "c", clientPort: 73),
        ]
        return transfer
    }()

    private static let failed = TransferRecord(
        id: 80,
        step: "cold",
        file: "b.jpg",
        url: "",
        source: .none,
        error: "timeout: none within 1 s",
        start: .zero,
        end: .zero,
        bodyBytes: 0
    )

    private func read(_ text: String) throws -> RunRecord? {
        RunRecord(json: try JSONValue(parsing: Array(text.utf8)))
    }

    @Test func `a record round-trips`() throws {
        #expect(try read(Self.whole.json.pretty) == Self.whole)
    }

    @Test(arguments: [RunEnding.completed, .interrupted, .failed("x")])
    func `each ending round-trips`(_ ending: RunEnding) throws {
        var record = Self.whole
        record.ending = ending
        #expect(try read(record.json.line)?.ending == ending)
    }

    @Test func `a record in packet mode round-trips without stream settings`() throws {
        var record = Self.whole
        (record.link.mode, record.link.streams) = (.packet, nil)
        #expect(try read(record.json.line) == record)
    }

    @Test func `a record with a missing member is rejected`() throws {
        guard case .object(let members) = Self.whole.json else { return #expect(Bool(false)) }
        for place in members.indices {
            var fewer = members
            fewer.remove(at: place)
            let isNone = RunRecord(json: .object(fewer)) == nil
            #expect(isNone, "\(members[place].key)")
        }
    }

    @Test func `a value of the wrong type differs after a round trip`() throws {
        let text = Self.whole.json.line
        for (old, new) in [(#""bodyBytes":58"#, #""bodyBytes":"x""#), (#"[66,67]"#, #"[66,null]"#)] {
            #expect(text.contains(old))
            let document = try JSONValue(parsing: Array(text.replacing(old, with: new).utf8))
            let again = try #require(RunRecord(json: document))
            #expect(document.differences(from: again.json).count == 1, "\(new)")
        }
        #expect(try read(text.replacing("netlab.record/1", with: "netlab.record/2")) == nil)
    }
}
