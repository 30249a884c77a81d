import HTTP
import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@testable import Recordings

/// Scenarios made from recordings: the text must load, and fetch what was recorded.
struct ReplayScenarioTests {
    private func exchange(
        _ target: String,
        host: String = "img.example.com",
        body: Int = 20_000,
        at start: Int64,
        for length: Int64 = 50
    ) -> RecordedExchange {
        RecordedExchange(
            host: host,
            target: target,
            mediaType: "image/png",
            bodyBytes: body,
            start: start * 1_000_000,
            end: (start + length) * 1_000_000
        )
    }

    /// The scenario, loaded from its own text.
    private func loaded(_ replay: ReplayScenario) throws -> Scenario {
        let files = Dictionary(uniqueKeysWithValues: replay.fixtures.map { ($0.path, $0.bytes) })
        let shelf = ScenarioFiles { path, _ throws(ScenarioFileProblem) in
            guard let bytes = files[path] else { throw ScenarioFileProblem("there is no such file") }
            return bytes
        }
        let set = try ScenarioLoader.load(text: Array(replay.text.utf8), file: "replay.yaml", files: shelf)
        return try #require(set.variants.first?.scenario)
    }

    private func fetch(_ scenario: Scenario) throws -> FetchStep {
        guard case .fetch(let step)? = scenario.steps.first else { throw Missing() }
        return step
    }

    private struct Missing: Error {}

    @Test func `advises to set a line only if it is missing`() throws {
        let recording = Recording(exchanges: [], showsLine: false, remarks: [.cached(entries: 2)])
        let without = ReplayScenario(recording, name: "shop").remarks
        #expect(without == [.withoutLine, .cached(entries: 2)])
        let line = LinkSettings(
            parameters: LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        )
        #expect(ReplayScenario(recording, name: "shop", link: line).remarks == [.cached(entries: 2)])
    }

    @Test func `keeps the recording's names, sizes, server times and start times`() throws {
        var slow = exchange("/b.png?w=1&h=2", body: 30_000, at: 120)
        slow.serverTime = 35_000_000
        let recording = Recording(exchanges: [
            slow, exchange("/a.png", at: 0), exchange("/", host: "203.0.113.5", body: 10, at: 5),
        ])
        let scenario = try loaded(ReplayScenario(recording, name: "shop"))
        #expect(scenario.name == "shop" && scenario.client.policy == .none)
        #expect(
            scenario.hostedFiles.map(\.name) == [
                "img.example.com/a.png", "img.example.com/b.png~w=1+h=2", "203-0-113-5.recorded.test/index",
            ]
        )
        #expect(scenario.hostedFiles.map(\.size) == [20_000, 30_000, 10])
        let image = try #require(scenario.namedOrigins.first)
        #expect(image.settings.files[1].behaviour.delay == .value(.fixed(35_000_000)))
        let step = try fetch(scenario)
        #expect(step.entries.map(\.at) == [0, 5_000_000, 120_000_000])
    }

    @Test func `a repeated URL is one file, unless fetches overlap or the file changed`() throws {
        let recording = Recording(exchanges: [
            exchange("/a", at: 0), exchange("/a", at: 60), exchange("/a", at: 70),
            exchange("/a", body: 7, at: 300),
        ])
        let step = try fetch(try loaded(ReplayScenario(recording, name: "again")))
        #expect(
            step.entries.map(\.file) == [
                "img.example.com/a", "img.example.com/a", "img.example.com/a~2", "img.example.com/a~3",
            ]
        )
    }

    @Test func `summarises the replay in a line, and remarks on excess fetches left out`() {
        let few = ReplayScenario(
            Recording(exchanges: [exchange("/a", body: 1000, at: 0), exchange("/b", body: 2000, at: 1)]),
            name: "few"
        )
        #expect(few.summary == "2 fetches of 2 files from 1 host, 3,000 B")
        let many = Recording(exchanges: (0...10_000).map { exchange("/\($0)", body: 1, at: Int64($0)) })
        let replay = ReplayScenario(many, name: "many")
        #expect(replay.remarks.contains(.tooMany(kept: 10_000, of: 10_001)))
        #expect(replay.summary.hasPrefix("10,000 fetches of 10,000 files"))
    }

    @Test func `recorded bodies become fixtures, and compressed ones only sizes`() throws {
        var whole = exchange("/a.txt", body: 5, at: 0)
        whole.content = Array("hello".utf8)
        var packed = exchange("/b.txt", body: 900, at: 1)
        packed.content = [UInt8](repeating: 65, count: 5000)
        packed.isPacked = true
        let replay = ReplayScenario(Recording(exchanges: [whole, packed]), name: "bodies")
        #expect(replay.fixtures == [.init(path: "fixtures/1-a.txt", bytes: Array("hello".utf8))])
        let files = try loaded(replay).namedOrigins[0].settings.files
        #expect(files.map(\.size) == [5, 900])
    }

    @Test func `removes secrets unless asked to keep them`() throws {
        var secret = exchange("/a?id=3&access_token=xyz", at: 0)
        secret.fields = [
            HTTPField(name: "Set-Cookie", value: "id=1"), HTTPField(name: "X-Served-By", value: "edge"),
            HTTPField(name: "Content-Length", value: "20000"), HTTPField(name: ":status", value: "200"),
        ]
        let recording = Recording(exchanges: [secret])
        let clean = ReplayScenario(recording, name: "clean")
        let file = try #require(try loaded(clean).namedOrigins.first?.settings.files.first)
        #expect(file.name == "a~id=3+access_token=scrubbed")
        #expect(file.behaviour.headers.map(\.name) == ["Content-Type", "X-Served-By"])
        #expect(!clean.text.contains("xyz") && !clean.text.contains("id=1"))
        let open = ReplayScenario(recording, name: "open", keepsSecrets: true)
        #expect(open.text.contains("xyz") && open.text.contains("Set-Cookie"))
    }

    @Test func `counts exchanges that cannot be replayed`() {
        var posted = exchange("/a", at: 0)
        posted.method = "POST"
        var unchanged = exchange("/b", at: 0)
        unchanged.status = 304
        let replay = ReplayScenario(Recording(exchanges: [unchanged, posted, unchanged]), name: "none")
        #expect(replay.isEmpty)
        #expect(
            replay.remarks == [
                .excluded(exchanges: 1, .otherMethod), .excluded(exchanges: 2, .notModified),
            ]
        )
    }

    @Test func `a recorded failure becomes an expectation`() throws {
        var missing = exchange("/a.jpg", body: 12, at: 0)
        missing.status = 404
        var empty = exchange("/b", body: 0, at: 0)
        empty.status = 204
        let scenario = try loaded(ReplayScenario(Recording(exchanges: [missing, empty]), name: "failed"))
        #expect(scenario.expectations.map(\.text) == ["recorded[img.example.com/a.jpg].status == 404"])
        #expect(scenario.namedOrigins[0].settings.files[1].content == .nothing)
    }

    @Test func `uses as many connections as were open at once, and the recorded protocol`() throws {
        var exchanges = [exchange("/a", at: 0), exchange("/b", at: 10), exchange("/c", at: 100)]
        for index in exchanges.indices {
            exchanges[index].connection = index
            exchanges[index].isEncrypted = true
            exchanges[index].isHTTP2 = true
        }
        let scenario = try loaded(ReplayScenario(Recording(exchanges: exchanges), name: "open"))
        #expect(scenario.client.connections == 2)
        #expect(scenario.origin.encryption != nil && scenario.origin.http == [.http2, .http11])
    }

    @Test(arguments: [
        ("/../../etc/passwd", "_/_/etc/passwd"), ("/fixture/x", "recorded/fixture/x"),
        ("/all", "recorded/all"),
        ("/ä b/%20", "__b/_20"), ("//", "index"), ("/dir/?q", "dir/~q/index"), ("?x=1", "index~x=1"),
    ]) func `any request target becomes a valid file name`(_ target: String, _ name: String) throws {
        let replay = ReplayScenario(Recording(exchanges: [exchange(target, at: 0)]), name: "names")
        #expect(try loaded(replay).hostedFiles.map(\.name) == ["img.example.com/\(name)"])
    }

    @Test(arguments: [
        ("Img.Example.COM", "img.example.com"), ("203.0.113.5", "203-0-113-5.recorded.test"),
        ("2001:db8::1", "2001-db8--1.recorded.test"), ("localhost", "localhost.recorded.test"),
        ("_sip.example.com", "sip.example.com"), ("", "host.recorded.test"),
    ]) func `any host becomes a valid name`(_ host: String, _ name: String) {
        #expect(ReplayNames.host(host) == name)
    }

    @Test func `leaves out exchanges beyond the latest start time, with a remark`() throws {
        let day: Int64 = 86_400_000
        let recording = Recording(exchanges: [
            exchange("/a.png", at: 0), exchange("/b.png", at: day), exchange("/c.png", at: day + 1),
        ])
        let replay = ReplayScenario(recording, name: "late")
        #expect(try fetch(try loaded(replay)).entries.map(\.at) == [0, day * 1_000_000])
        #expect(replay.remarks == [.excluded(exchanges: 1, .tooLate)])
    }
}
