import Scenarios
import Testing

/// Invalid lines. A `|` in the text marks where the fault must be reported.
@Suite struct BrokenLinkTests {
    typealias Broken = BrokenScenario

    /// Fields of a complete line.
    static func line(_ text: String, _ message: String, meant: String? = nil) -> Broken {
        let (scenario, place) = marked(Broken.scenario(link: "link: { \(text) }"))
        return Broken(text, scenario, at: place, message, meant: meant)
    }

    /// Fields of the down direction of a line with a delay of 5 ms.
    static func down(_ text: String, _ message: String, meant: String? = nil) -> Broken {
        line("down: { oneWayDelay: 5 ms, \(text) }", message, meant: meant)
    }

    /// Fields of a `link` step.
    static func step(
        _ text: String,
        _ message: String,
        before: String = "profile: dsl",
        meant: String? = nil
    ) -> Broken {
        let steps = "steps:\n  - name: cold\n    fetch: all\n  - link: { \(text) }\n  - wait: 1 s"
        let (scenario, place) = marked(Broken.scenario(link: "link: { \(before) }", steps: steps))
        return Broken(text, scenario, at: place, message, meant: meant)
    }

    /// The text without its mark, and the mark's place.
    private static func marked(_ text: String) -> (String, place: String) {
        let before = text.prefix { $0 != "|" }
        let line = before.count { $0 == "\n" } + 1
        let column = before.reversed().prefix { $0 != "\n" }.count + 1
        return (text.replacing("|", with: ""), "\(line):\(column)")
    }

    @Test(arguments: rates + delays)
    func `reports invalid rates and delays`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: losses + shares)
    func `reports invalid loss and packet shares`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: outages + queues)
    func `reports invalid outages and queues`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: wholes)
    func `reports invalid lines as a whole`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: steps)
    func `reports invalid line changes`(_ broken: BrokenScenario) { broken.check() }

    @Test func `a schedule has at most 1000 rates and a list at most 1000 outages`() {
        let rates = Array(repeating: "{ rate: 1 B/s, for: 1 s }", count: 1001).joined(separator: ",")
        Self.down("rate: { schedule: |[\(rates)] }", "more than 1000 rates").check()
        let outages = (0...1000).map { "{ at: \($0) s, for: 1 ms }" }.joined(separator: ",")
        Self.down("outages: { list: |[\(outages)] }", "more than 1000 outages").check()
    }

    @Test func `reports an invalid line once, not for each step that builds on it`() {
        Self.step(
            "down: { queue: { discipline: fq } }",
            "the `jitter` of `down` goes 6 ms",
            before: "rtt: 10 ms, down: { jitter: |6 ms }"
        ).check()
    }
}
