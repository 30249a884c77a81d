import LinkModel
import ScenarioFormat
import Scenarios
import Testing
import Theory
import Wire

@Suite struct PredictedTimeoutTests {
    /// Two images of 500 kB over 1 Mbit/s: 4.2 s each alone, and 8.4 s together.
    private func scenario(timeout: Nanoseconds, expecting expectation: String? = nil) throws -> Scenario {
        let expect = expectation.map { "expect: [ \"\($0)\" ]" } ?? ""
        let text = """
            netlab: 1
            link: { down: { rate: 1 Mbit/s, oneWayDelay: 5 ms }, up: { rate: 1 Mbit/s, oneWayDelay: 5 ms } }
            origin: { files: { a.jpg: { image: jpeg, size: 500 kB }, b.jpg: { image: jpeg, size: 500 kB } } }
            client: { policy: none, timeout: \(timeout / 1_000_000) ms }
            steps:
              - { name: alone, fetch: a.jpg }
              - { name: both, fetch: all }
            \(expect)
            """
        return try ScenarioLoader.load(text: Array(text.utf8), file: "two.yaml").variants[0].scenario
    }

    private func timeouts(_ scenario: Scenario) throws -> [PredictedTimeout] {
        try #require(ScenarioPrediction(scenario)).timeouts
    }

    @Test func `a sufficient client timeout causes no warning`() throws {
        #expect(try timeouts(scenario(timeout: 9_000_000_000)).isEmpty)
    }

    @Test func `a transfer beyond the timeout is reported with its step and duration`() throws {
        let told = try timeouts(scenario(timeout: 6_000_000_000))
        let timeout = try #require(told.first)
        #expect(told.count == 1)
        #expect(timeout.step == "both" && timeout.limit == 6_000_000_000)
        #expect((8_000_000_000...8_900_000_000).contains(timeout.duration))
        #expect((1...2).contains(timeout.transfers))
    }

    @Test func `every step is checked and all of its transfers are counted`() throws {
        let told = try timeouts(scenario(timeout: 2_000_000_000))
        #expect(told.map(\.step) == ["alone", "both"])
        #expect(told.map(\.transfers) == [1, 2])
    }

    @Test(arguments: ["both.error == timeout", "both[a.jpg].status == none"])
    func `an expected failure causes no warning`(_ expectation: String) throws {
        var scenario = try scenario(timeout: 6_000_000_000, expecting: expectation)
        let told = try timeouts(scenario)
        #expect(told.allSatisfy { $0.file != "a.jpg" })
        scenario.expectations = []
        #expect(try !timeouts(scenario).isEmpty)
    }
}
