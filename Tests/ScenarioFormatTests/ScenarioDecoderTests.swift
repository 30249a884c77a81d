import Fixtures
import LinkModel
import ScenarioFormat
import Scenarios
import Testing
import Wire

@Suite struct ScenarioDecoderTests {
    private static func load(_ text: String) throws -> Scenario {
        try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants[0].scenario
    }

    @Test func `omitted settings have the documented defaults`() throws {
        let scenario = try Self.load(BrokenScenario.scenario(client: ""))
        #expect(scenario.name == "x")
        #expect(scenario.about == nil)
        #expect(scenario.seed == 1)
        #expect(scenario.client == ClientSettings())
        #expect(scenario.origin.congestion == .cubic)
        #expect(scenario.origin.behaviour.delay == .value(.fixed(0)))
        #expect(scenario.origin.behaviour.etag == .value(.strong))
        #expect(scenario.origin.encryption == nil)
        #expect(scenario.link.parameters.mtu == 1500)
        #expect(scenario.link.parameters.down.queue == .packets(1000))
    }

    @Test func `a link's own fields override its profile`() throws {
        let scenario = try Self.load(
            BrokenScenario.scenario(
                link: "link: { profile: nlc/dsl, down: { loss: 0.5 %, queue: 64 KiB }, mtu: 1400 B }"
            )
        )
        let link = scenario.link.parameters
        #expect(scenario.link.profile == "nlc/dsl")
        #expect(link.down.rateBps == 2_000_000)
        #expect(link.down.lossRatio == 0.005)
        #expect(link.down.queue == .bytes(65_536))
        #expect(link.up.rateBps == 256_000)
        #expect(link.mtu == 1400)
    }

    @Test func `a proxy is used only on request and round-trips`() throws {
        #expect(try !Self.load(BrokenScenario.scenario()).hasProxy)
        let direct = try Self.load(BrokenScenario.scenario(rest: "proxy: false"))
        #expect(!direct.hasProxy && !ResolvedScenario(direct).text.contains("proxy"))
        let proxied = try Self.load(BrokenScenario.scenario(rest: "proxy: true"))
        #expect(proxied.hasProxy)
        #expect(try Self.load(ResolvedScenario(proxied).text) == proxied)
    }

    @Test func `a bare profile name stands for the full one`() throws {
        #expect(
            try Self.load(BrokenScenario.scenario(link: "link: { profile: 3g }")).link.profile == "nlc/3g"
        )
    }

    @Test func `a round trip is split evenly in both directions, and a rate can be unlimited`() throws {
        let scenario = try Self.load(
            BrokenScenario.scenario(
                link: "link: { rtt: 15 ns, down: { rate: unlimited, jitter: 0 ms }, up: { rate: 1 MB/s } }"
            )
        )
        let link = scenario.link.parameters
        #expect((link.down.oneWayDelay, link.up.oneWayDelay) == (7, 8))
        #expect(link.down.rateBps == nil)
        #expect(link.up.rateBps == 8_000_000)
        #expect(scenario.link.profile == nil)
    }

    @Test func `patterns and all expand to files in the origin's order`() throws {
        let steps = """
            steps:
              - { name: one, fetch: "?.jpg", start: every 200 ms }
              - { name: two, fetch: [b.jpg, "*"] }
              - { name: three, fetch: [{ file: a.jpg, at: 20 ms }, a.jpg] }
              - change: all
              - change: ["b*", b.jpg]
            """
        let scenario = try Self.load(BrokenScenario.scenario(steps: steps))
        let entry = { (file: String) in FetchStep.Entry(file: file) }
        #expect(
            scenario.steps == [
                .fetch(
                    FetchStep(
                        name: "one",
                        entries: ["a.jpg", "b.jpg"].map(entry),
                        start: .every(200_000_000)
                    )
                ),
                .fetch(FetchStep(name: "two", entries: ["b.jpg", "a.jpg", "b.jpg"].map(entry))),
                .fetch(
                    FetchStep(
                        name: "three",
                        entries: [FetchStep.Entry(file: "a.jpg", at: 20_000_000), entry("a.jpg")]
                    )
                ),
                .change(["a.jpg", "b.jpg"]),
                .change(["b.jpg"]),
            ]
        )
    }

    @Test func `a client step keeps unchanged settings from step to step`() throws {
        let steps = """
            steps:
              - client: { revalidate: never, memory: { size: 1 MiB } }
              - client: { memory: { ttl: unlimited }, timeout: 1 min }
              - { name: cold, fetch: all }
            """
        let scenario = try Self.load(
            BrokenScenario.scenario(client: "client: { policy: disk, connections: 2 }", steps: steps)
        )
        guard case .client(let first) = scenario.steps[0], case .client(let second) = scenario.steps[1] else {
            Issue.record("not two client steps")
            return
        }
        #expect(scenario.client.revalidate == .diskHit)
        #expect((first.policy, first.connections, first.revalidate) == (.disk, 2, .never))
        #expect(first.memory == .init(size: 1 << 20, count: 100, timeToLive: 300_000_000_000))
        #expect((second.policy, second.revalidate, second.timeout) == (.disk, .never, 60_000_000_000))
        #expect(second.memory == .init(size: 1 << 20, count: 100, timeToLive: nil))
    }

    @Test func `an unusual scenario round-trips as resolved text`() throws {
        let text = """
            netlab: 1
            name: 3rd-try
            about: "tabs\\t, \\"quotes\\", # and: lines\\nü 🚀"
            link: { rtt: 3 us, down: { rate: 1234567 bit/s, loss: 0.0001 %, queue: 70 kB } }
            origin:
              etag: none
              congestion: bbr
              delay: 1500 us
              files:
                null: { image: png, size: 1 MiB }
                1.jpg: { image: jpeg, size: 5 kB, delay: 3 s }
                pics/x@2=y.jpg: { image: jpeg, size: 5 kB }
                2.jpg: { image: jpeg, pixels: 400x300, progressive: true }
                3.webp: { image: webp, size: 90 kB, pixels: 400x300, progressive: false }
                4.gif: { image: gif, size: 90 kB }
            client: { memory: { size: unlimited, count: 3, ttl: 0 s }, disk: { ttl: unlimited }, connections: 8 }
            steps:
              - { name: größe, fetch: ["null", 1.jpg, { file: pics/x@2=y.jpg, at: 7 ms }], start: every 3 ms, expect: duration < 5 s }
              - forget: all
              - change: ["null"]
              - client: { policy: none }
              - wait: 90 s
              - { name: b, fetch: ["null"], start: in-turn }
            expect: ["b[null].source != none", "größe[pics/x@2=y.jpg].status == 200"]
            """
        let scenario = try Self.load(text)
        let again = try Self.load(ResolvedScenario(scenario).text)
        #expect(again.withoutLines == scenario.withoutLines)
        #expect(again.about == "tabs\t, \"quotes\", # and: lines\nü 🚀")
        let pixels = PixelSize(width: 400, height: 300)
        let images = scenario.origin.files.suffix(3)
        #expect(
            images == [
                OriginFile(
                    name: "2.jpg",
                    image: .jpeg,
                    size: FixtureLimits(.jpeg, isProgressive: true).usual(pixels),
                    pixels: pixels,
                    isProgressive: true
                ), OriginFile(name: "3.webp", image: .webp, size: 90_000, pixels: pixels),
                OriginFile(name: "4.gif", image: .gif, size: 90_000),
            ]
        )
        #expect(ResolvedScenario(again).text == ResolvedScenario(scenario).text)
    }

    @Test(arguments: ["null", "Null", "NULL"])
    func `a step named like null is quoted in the resolved text`(_ name: String) throws {
        let text = BrokenScenario.scenario(rest: "").replacing("name: cold", with: "name: \"\(name)\"")
        let scenario = try Self.load(text)
        #expect(try Self.load(ResolvedScenario(scenario).text).withoutLines == scenario.withoutLines)
    }

    @Test(arguments: ["\\u200B", "\\u202E", "\\uFFFE", "\\uFEFF", "\\U000E0001", "\\L"])
    func `invisible characters are escaped in the resolved text`(_ escape: String) throws {
        let scenario = try Self.load(BrokenScenario.scenario(rest: "about: \"a \(escape) b\""))
        let again = try Self.load(ResolvedScenario(scenario).text)
        #expect(again.about == scenario.about)
        #expect(again.about?.unicodeScalars.count == 5)
    }

    @Test func `the resolved text is complete`() throws {
        let scenario = try Self.load(BrokenScenario.scenario(rest: "expect: [ cold.makespan < 8 s ]"))
        #expect(
            ResolvedScenario(scenario).text == """
                netlab: 1
                name: x
                seed: 1
                link:
                  profile: nlc/dsl
                  down: { rate: 2 Mbit/s, oneWayDelay: 5 ms, loss: 0 %, queue: 1000 packets }
                  up: { rate: 256 kbit/s, oneWayDelay: 5 ms, loss: 0 %, queue: 1000 packets }
                  mtu: 1500
                origin:
                  tls: false
                  http: [http/1.1]
                  congestion: cubic
                  delay: 0 ns
                  etag: strong
                  files:
                    a.jpg: { image: jpeg, size: 10000 B }
                    b.jpg: { image: jpeg, size: 20000 B }
                client:
                  policy: both
                  revalidate: disk-hit
                  memory: { size: 50 MiB, count: 100, ttl: 5 min }
                  disk: { size: 150 MiB, count: 1000, ttl: 7 d }
                  connections: 6
                  timeout: 15 s
                  retry: { times: 0, delay: 3 s }
                steps:
                  - name: cold
                    fetch:
                      - a.jpg
                      - b.jpg
                    start: together
                  - name: warm
                    fetch:
                      - a.jpg
                    start: together
                expect:
                  - "cold.makespan < 8 s"

                """
        )
    }
}
