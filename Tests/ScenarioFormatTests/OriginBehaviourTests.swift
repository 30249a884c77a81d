import HTTP
import ScenarioFormat
import Scenarios
import Testing
import Wire

/// The settings in `origin:` for its answers.
@Suite struct OriginBehaviourTests {
    private static let files = ScenarioFiles { path, _ throws(ScenarioFileProblem) in
        guard path == "beside/a.css" else { throw ScenarioFileProblem("there is no such file") }
        return Array("body {}".utf8)
    }

    private static func load(_ text: String) throws -> Scenario {
        try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml", files: files).variants[0].scenario
    }

    private static func origin(_ keys: String) throws -> OriginSettings {
        let files = "  files: { a.jpg: { image: jpeg, size: 1 kB } }"
        return try load(BrokenScenario.scenario(origin: "origin:\n  \(keys)\n\(files)", steps: steps)).origin
    }

    private static let steps = "steps:\n  - { name: cold, fetch: a.jpg }"

    /// All settings, some of them in each of their forms.
    private static let everything = """
        origin:
          tls: { version: 1.2, certificate: wrong-host, resumption: false }
          http: [h3, http/1.1, h2]
          quic: { retry: true }
          delay: { median: 20 ms, sigma: 0.25 }
          etag: weak
          lastModified: { at: 2024-05-01T12:30:00Z, skew: 1 h }
          cacheControl: "max-age=60, public"
          expires: 1 h
          age: 30 s
          vary: [Accept, Origin]
          headers: { X-Served-By: "cdn: 7", Server: "a, {b}" }
          cookies: { id: 7f3a, theme: { value: dark, path: /, domain: a.test, maxAge: 1 d, secure: true, httpOnly: true, sameSite: lax } }
          fault: { kind: connectionReset, after: 100 kB, probability: 30 %, first: 2 }
          paths:
            "thumbs/*": { delay: { from: 1 ms, to: 9 ms }, rate: 500 kB/s, etag: none, fault: none }
            "*.json": { compress: [gzip, br], length: chunked, trailers: { X-Sum: abc } }
            "fixture/*/*": {}
          files:
            a.jpg: { image: jpeg, size: 1 kB, pieces: { size: 16 KiB, pause: { from: 1 ms, to: 2 ms } }, expires: 2030-01-01 }
            thumbs/b.png: { image: png, size: 1 kB, lastModified: none, signed: { key: "k:1", lifetime: 0 s } }
            api/c.json: { json: { a: [1, -2.5e3, "1", true, null, ~, 01], "b\\n": "ü \\\\\\" 🚀\\u200B", c: {} } }
            d.txt: { text: "two\\nlines", auth: { basic: { user: me, password: "p: w" } } }
            e.css: { from: beside/a.css, auth: { bearer: t0ken }, earlyHints: ["</a>; rel=preload", "</b>"] }
            f: { status: [503, 503, 200], fault: { kind: chunkedDribbleDelay, chunks: 3, for: 2 s } }
            g: { redirect: /a.jpg, status: 307, length: none }
            h: { status: 404, fault: slowClose, cacheControl: none, headers: { server: other } }
        """

    @Test func `a complete origin is read and round-trips`() throws {
        let scenario = try Self.load(
            BrokenScenario.scenario(origin: Self.everything, steps: Self.steps)
        )
        let origin = scenario.origin
        #expect(
            origin.encryption == OriginEncryption(version: .tls12, certificate: .wrongHost, resumes: false)
        )
        #expect(origin.quic == OriginQUIC(retries: true))
        #expect(origin.behaviour.delay == .value(.lognormal(median: 20_000_000, sigma: 0.25)))
        #expect(
            origin.behaviour.lastModified
                == .value(ModificationDate(seconds: 1_714_566_600, skew: 3_600_000_000_000))
        )
        #expect(origin.paths.map(\.pattern) == ["thumbs/*", "*.json", "fixture/*/*"])
        #expect(origin.files.map(\.name).count == 8)
        #expect(origin.files[4].content == .file(path: "beside/a.css", bytes: Array("body {}".utf8)))
        #expect(origin.files[5].behaviour.statuses == .value(StatusSequence([503, 503, 200])))
        #expect(origin.files[6].content == .nothing)

        let text = ResolvedScenario(scenario).text
        let again = try Self.load(text)
        #expect(again.origin == origin)
        #expect(ResolvedScenario(again).text == text)
    }

    @Test func `an origin of HTTP/3 may take requests with the first packets of a resumed connection`() throws
    {
        let origin = try Self.origin("tls: { earlyData: true }\n  http: [h3]")
        #expect(origin.encryption == OriginEncryption(takesEarlyData: true))
        #expect(origin.quic == OriginQUIC())
    }

    @Test func `JSON keeps the types of its YAML`() throws {
        let scenario = try Self.load(
            BrokenScenario.scenario(origin: Self.everything, steps: Self.steps)
        )
        guard case .json(let json) = scenario.origin.files[2].content else {
            Issue.record("no JSON")
            return
        }
        #expect(
            json.text
                == #"{"a": [1, -2.5e3, "1", true, null, null, "01"], "b\n": "ü \\\" 🚀\u200b", "c": {}}"#
        )
    }

    @Test func `a file overrides patterns, later patterns earlier ones, and patterns the origin`()
        throws
    {
        let scenario = try Self.load(
            BrokenScenario.scenario(origin: Self.everything, steps: Self.steps)
        )
        let origin = scenario.origin
        let thumb = origin.behaviour(of: "thumbs/b.png")
        #expect(thumb.delay == .value(.uniform(from: 1_000_000, to: 9_000_000)))
        #expect(thumb.etag == .absent && thumb.lastModified == .absent && thumb.fault == .absent)
        #expect(thumb.cacheControl == .value("max-age=60, public"))
        let other = origin.behaviour(of: "h")
        #expect(other.cacheControl == .absent)
        #expect(other.headers.map(\.value) == ["cdn: 7", "other"])
        #expect(other.fault.value?.kind == .slowClose && other.fault.value?.lasting == 5_000_000_000)
        // A star does not match a slash.
        #expect(origin.behaviour(of: "api/c.json").compress == .nothing)
        #expect(origin.behaviour(of: "c.json").compress == .value([.gzip, .br]))
        #expect(origin.behaviour(of: "nowhere").etag == .value(.weak))
    }

    @Test(arguments: [
        ("delay: 20 ms", 0.0, 20_000_000), ("delay: { from: 10 ms, to: 30 ms }", 0.25, 15_000_000),
        ("delay: { from: 10 ms, to: 30 ms }", 0, 10_000_000),
        ("delay: { median: 20 ms, sigma: 0.5 }", 0.5, 20_000_000),
        ("delay: { median: 20 ms, sigma: 0 }", 0.9, 20_000_000),
        // 95 % of normal draws lie below 1.644853627 deviations.
        ("delay: { median: 20 ms, sigma: 0.5 }", 0.95, 45_520_332),
        // No draw is longer than a day.
        ("delay: { median: 20 h, sigma: 5 }", 0.999, 86_400_000_000_000),
    ])
    func `a delay distribution returns its quantile for a given share`(
        _ text: String,
        _ share: Double,
        _ time: Nanoseconds
    )
        throws
    {
        let delay = try #require(try Self.origin(text).behaviour.delay.value)
        #expect(delay.time(at: share) == time)
    }

    @Test func `the mean of a delay distribution matches its draws`() throws {
        for text in ["delay: { from: 10 ms, to: 30 ms }", "delay: { median: 20 ms, sigma: 0.8 }"] {
            let delay = try #require(try Self.origin(text).behaviour.delay.value)
            let draws = (0..<10_000).map { delay.time(at: (Double($0) + 0.5) / 10_000) }
            let mean = Double(draws.reduce(0, +)) / 10_000
            #expect(abs(mean / Double(delay.mean) - 1) < 0.005)
            #expect(delay.fixed == nil)
        }
    }

    @Test func `a sequence of statuses repeats its last`() {
        let sequence = StatusSequence([503, 500, 200])
        #expect((0..<5).map(sequence.status) == [503, 500, 200, 200, 200])
    }

    @Test func `a changed file has a later date, by its skew if set`() {
        #expect(ModificationDate(seconds: 100).seconds(version: 3) == 220)
        #expect(ModificationDate(seconds: 100, skew: 5_000_000_000).seconds(version: 3) == 110)
        #expect(ModificationDate(seconds: 100, skew: 0).seconds(version: 3) == 100)
    }

    private static let hosts = """
        origin: { tls: true, files: { a.jpg: { image: jpeg, size: 1 kB } } }
        origins:
          images.example.com:
            delay: 5 ms
            paths: { "x/*": { etag: none } }
            files: { a.jpg: { image: jpeg, size: 2 kB }, x/b.jpg: { image: jpeg, size: 3 kB } }
          api.example.com: { files: { list: { json: [] } } }
        """

    @Test func `files of named hosts are addressed by host prefix or URL`() throws {
        let steps = """
            steps:
              - { name: one, fetch: [a.jpg, images.example.com/a.jpg, "https://api.example.com/list"] }
              - { name: two, fetch: "images.example.com/x/*", expect: [ "[images.example.com/x/b.jpg].bodyBytes == 3 kB" ] }
              - { name: three, fetch: all }
              - change: ["images.example.com/*"]
            """
        let scenario = try Self.load(BrokenScenario.scenario(origin: Self.hosts, steps: steps))
        #expect(
            scenario.hosts.map(\.host) == ["origin.netlab.test", "images.example.com", "api.example.com"]
        )
        let fetched = scenario.steps.map { step -> [String] in
            switch step {
            case .fetch(let fetch): fetch.entries.map(\.file)
            case .change(let files): files
            default: []
            }
        }
        #expect(
            fetched == [
                ["a.jpg", "images.example.com/a.jpg", "api.example.com/list"], ["images.example.com/x/b.jpg"],
                ["a.jpg", "images.example.com/a.jpg", "images.example.com/x/b.jpg", "api.example.com/list"],
                ["images.example.com/a.jpg"],
            ]
        )
        #expect(scenario.namedOrigins[0].settings.behaviour.delay == .value(.fixed(5_000_000)))
        #expect(scenario.hostedFiles.map(\.size) == [1000, 2000, 3000, 2])
        let again = try Self.load(ResolvedScenario(scenario).text)
        #expect(again.withoutLines == scenario.withoutLines)
    }

    @Test func `named hosts work without a default origin`() throws {
        let text = "origins: { a.test: { files: { a: { text: hi } } } }"
        let scenario = try Self.load(
            BrokenScenario.scenario(origin: text, steps: "steps:\n  - { name: cold, fetch: all }")
        )
        #expect(scenario.origin.files.isEmpty && scenario.hostedFiles.map(\.name) == ["a.test/a"])
        let again = try Self.load(ResolvedScenario(scenario).text)
        #expect(again.withoutLines == scenario.withoutLines)
    }
}
