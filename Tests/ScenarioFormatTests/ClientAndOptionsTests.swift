import ScenarioFormat
import Scenarios
import Testing

@Suite struct ClientAndOptionsTests {
    private static func scenario(client: String = "{ policy: both }", steps: String) throws -> Scenario {
        let text = """
            netlab: 1
            name: options
            link: { profile: nlc/dsl }
            origin: { files: { a.jpg: { image: jpeg, size: 9 kB } } }
            client: \(client)
            steps: \(steps)
            """
        return try ScenarioLoader.load(text: Array(text.utf8), file: "options.yaml").variants[0].scenario
    }

    @Test func `a client revalidates by HTTP rules and retries, also from a later step`() throws {
        let scenario = try Self.scenario(
            client: "{ revalidate: http, retry: { times: 2, delay: 1 s } }",
            steps: "[{ name: s, fetch: all }, { client: { retry: { times: 5 } } }]"
        )
        #expect(scenario.client.revalidate == .http)
        #expect(scenario.client.retry == ClientSettings.Retry(times: 2, delay: 1_000_000_000))
        var later = scenario.client
        later.retry.times = 5
        #expect(scenario.steps[1] == .client(later))
        #expect(try Self.scenario(steps: "[{ name: s, fetch: all }]").client.retry.times == 0)
    }

    @Test func `fetch options are normalised: in canonical order, each once`() throws {
        let scenario = try Self.scenario(
            steps: """
                [{ name: s, fetch: [ { file: a.jpg, options: [memoryOnly, forceRefresh, memoryOnly] },
                { file: a.jpg, options: onlyFromCache }, { file: a.jpg, at: 1 s }, a.jpg ] }]
                """
        )
        guard case .fetch(let fetch) = scenario.steps[0] else { return #expect(Bool(false)) }
        #expect(fetch.entries.map(\.options) == [[.forceRefresh, .memoryOnly], [.onlyFromCache], [], []])
    }

    @Test func `a fetch may pause, and the receive buffer is set only for the whole run`() throws {
        let scenario = try Self.scenario(
            client: "{ receiveBuffer: 64 KiB }",
            steps: "[{ name: s, fetch: [ { file: a.jpg, pause: 300 ms } ] }, { client: { policy: none } }]"
        )
        #expect(scenario.client.receiveBuffer == 65_536)
        guard case .fetch(let fetch) = scenario.steps[0] else { return #expect(Bool(false)) }
        #expect(fetch.entries[0].pause == 300_000_000)
        let again = ResolvedScenario(scenario).text
        #expect(
            try ScenarioLoader.load(text: Array(again.utf8), file: "again").variants[0].scenario == scenario
        )
        #expect(throws: ScenarioError.self) {
            try Self.scenario(steps: "[{ name: s, fetch: all }, { client: { receiveBuffer: 64 KiB } }]")
        }
    }

    @Test func `the origin's initial window is a number of segments`() throws {
        let text = """
            netlab: 1
            name: window
            link: { profile: nlc/dsl }
            origin: { initialWindow: 32, files: { a.jpg: { image: jpeg, size: 9 kB } } }
            steps: [{ name: s, fetch: all }]
            """
        func load(_ text: String) throws -> Scenario {
            try ScenarioLoader.load(text: Array(text.utf8), file: "window").variants[0].scenario
        }
        let scenario = try load(text)
        #expect(scenario.origin.initialWindow == 32)
        #expect(try load(ResolvedScenario(scenario).text) == scenario)
        for wrong in ["0", "1001", "32 KiB"] {
            #expect(throws: ScenarioError.self) {
                try load(text.replacing("initialWindow: 32", with: "initialWindow: \(wrong)"))
            }
        }
    }

    @Test func `advancing the calendar and fetch options round-trip`() throws {
        let scenario = try Self.scenario(
            client: "{ revalidate: http, retry: { times: 1, delay: 20 ms } }",
            steps: """
                [{ advance: 8 d }, { name: s, fetch: [ { file: a.jpg, at: 1 s, options: [waitForCache] },
                { file: a.jpg, options: [fromMemoryCacheOrRefresh, onlyFromCache] } ] }]
                """
        )
        #expect(scenario.steps[0] == .advance(8 * 86_400_000_000_000))
        let text = ResolvedScenario(scenario).text
        #expect(
            try ScenarioLoader.load(text: Array(text.utf8), file: "again").variants[0].scenario == scenario
        )
    }
}
