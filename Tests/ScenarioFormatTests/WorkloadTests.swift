import ScenarioFormat
import Scenarios
import Testing

@Suite struct WorkloadTests {
    private static func fetch(_ step: String, files: String = "f{1..3}.jpg", seed: Int = 5) throws
        -> FetchStep
    {
        let text = """
            netlab: 1
            name: workload
            seed: \(seed)
            link: { profile: nlc/dsl }
            origin:
              files:
                \(files): { image: jpeg, size: 9 kB }
            steps:
              - { name: s, \(step) }
            """
        let scenario = try ScenarioLoader.load(text: Array(text.utf8), file: "w.yaml").variants[0].scenario
        let resolved = ResolvedScenario(scenario).text
        let again = try ScenarioLoader.load(text: Array(resolved.utf8), file: "again").variants[0].scenario
        #expect(again == scenario, "\(resolved)")
        guard case .fetch(let fetch) = scenario.steps[0] else { throw NoFetch() }
        return fetch
    }

    private struct NoFetch: Error {}

    @Test func `a pattern draws from its files with its options, and is written as drawn`()
        throws
    {
        let fetch = try Self.fetch(
            "fetch: { pattern: cycle, files: [f3.jpg, f1.jpg], count: 3, page: 2, options: [memoryOnly] }"
        )
        #expect(fetch.entries.map(\.file) == ["f3.jpg", "f1.jpg", "f3.jpg"])
        #expect(fetch.entries.map(\.isOnSamePage) == [false, true, false])
        #expect(fetch.entries.allSatisfy { $0.options == [.memoryOnly] })
        #expect(fetch.pages == [0..<2, 2..<3])
    }

    @Test func `a pattern without files draws from all, depending on the seed`() throws {
        let drawn = try (1...9).map { seed in
            try Self.fetch("fetch: { pattern: random, count: 20 }", seed: seed).entries.map(\.file)
        }
        #expect(Set(drawn).count == 9)
        #expect(drawn.allSatisfy { Set($0) == ["f1.jpg", "f2.jpg", "f3.jpg"] })
    }

    @Test func `a nested list is a page, and mixes with patterns and plain names`() throws {
        let fetch = try Self.fetch(
            "fetch: [[f1.jpg, f2.jpg], f3.jpg, { pattern: cycle, count: 2, page: 2 }], start: every 10 ms"
        )
        #expect(fetch.pages == [0..<2, 2..<3, 3..<5])
        #expect(fetch.offsets == [0, 0, 10_000_000, 20_000_000, 20_000_000])
    }

    @Test func `pages fetched in turn have no offsets and keep their think time`() throws {
        let fetch = try Self.fetch("fetch: [[f1.jpg, f2.jpg], f3.jpg], start: in-turn, think: 30 ms")
        #expect(fetch.offsets == [nil, nil, nil])
        #expect(fetch.think == 30_000_000)
    }

    @Test(arguments: [
        ("f{1..3}.jpg", ["f1.jpg", "f2.jpg", "f3.jpg"]),
        ("f{08..11}.jpg", ["f08.jpg", "f09.jpg", "f10.jpg", "f11.jpg"]),
        ("{7..7}/f.jpg", ["7/f.jpg"]),
    ])
    func `a range of names expands to the files`(_ name: String, _ files: [String]) throws {
        let quoted = "\"\(name)\""
        #expect(try Self.fetch("fetch: all", files: quoted).entries.map(\.file) == files)
    }
}
