import JSON
import LinkModel
import LinuxIO
import Reports
import Runs
import ScenarioFormat
import Scenarios
import TestSupport
import Testbed
import Testing

@testable import Experiments

/// Byte streams need no namespaces, so they run in the tests' own process.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct ExperimentTests {
    private let scratch: ScratchFolder
    private var settings = ExperimentSettings()

    init() throws {
        scratch = try ScratchFolder()
        settings.line = .streams
    }

    private static func source(_ more: String = "") throws -> ExperimentSource {
        let text = Array(
            """
            netlab: 1
            name: two-images
            seed: 3
            link: { down: { rate: 80 Mbit/s, oneWayDelay: 1 ms }, up: { rate: 80 Mbit/s, oneWayDelay: 1 ms } }
            origin: { files: { "a{1..2}.jpg": { image: jpeg, size: 20 kB } } }
            steps: [ { name: cold, fetch: all } ]
            expect: [ cold.source == network ]
            \(more)
            """.utf8
        )
        return try ExperimentSource(text: text, file: "x.yaml")
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try WholeFile.read(scratch.file(name), limit: 1 << 24), as: UTF8.self)
    }

    /// The names of the events, without repetitions in a row.
    private final class Listener {
        private(set) var heard: [String] = []

        func hear(_ event: ExperimentEvent) {
            let name = String("\(event)".prefix { $0 != "(" })
            if heard.last != name { heard.append(name) }
        }
    }

    /// A run that other programs disturbed has another outcome, whatever the scenario: then the test is skipped
    /// with the reason, once everything else was judged.
    private static func judge(_ results: [RunResult], _ outcome: RunResult.Outcome) throws {
        if let disturbed = results.lazy.compactMap(\.emulation.why).first {
            try Test.cancel("the machine was too busy: \(disturbed)")
        }
        for result in results {
            #expect(result.outcome == outcome, "\(result.failure ?? "\(result.expectations)")")
        }
    }

    @Test func `a scenario yields a result and a folder with the same result`() throws {
        let scenario = try Self.source().set.variants[0].scenario
        let folder = try RunFolder.named(scratch.file("run"))
        let listener = Listener()
        let result = try Experiment(scenario, in: folder, settings).run(listener.hear)
        #expect(result.transfers.count == 2)
        #expect(try text("run/result.json") == result.json.pretty)
        #expect(WholeFile.exists(folder.file(.timingLog)))
        #expect(result.artifacts.contains(.httpArchive))
        #expect(try text("run/run.har").contains(#""pageref": "cold""#))
        #expect(listener.heard.first == "beginning")
        #expect(listener.heard.suffix(4) == ["measured", "finding", "verdict", "ended"])
        try Self.judge([result], .ok)
    }

    @Test func `reports the beginning and end of every step and transfer`() throws {
        var events: [RunEvent] = []
        let scenario = try Self.source().set.variants[0].scenario
        let experiment = Experiment(scenario, in: try RunFolder.named(scratch.file("run")), settings)
        let result = try experiment.run { event in
            guard case .running(let event) = event else { return }
            if case .progress = event { return }
            events.append(event)
        }
        let begun = ["a1.jpg", "a2.jpg"].enumerated().map { place, file in
            RunEvent.transferBegan(id: place, step: "cold", file: file)
        }
        #expect(Array(events.prefix(3)) == [.stepBegan(name: "cold", transfers: 2)] + begun)
        let ended = events.compactMap { event in
            if case .transferEnded(let transfer) = event { transfer.file } else { nil }
        }
        #expect(ended.sorted() == result.transfers.map(\.file))
        guard case .stepEnded(let step) = events.last else { return #expect(Bool(false), "no end") }
        #expect(step.isComplete && step.name == "cold" && events.count == 6)
    }

    @Test func `reports transfers in progress at most ten times a second`() throws {
        var told: [RunProgress] = []
        var scenario = try Self.source().set.variants[0].scenario
        // Both take 0.8 seconds together.
        scenario.link.parameters.down.rate = .constant(400_000)
        let experiment = Experiment(scenario, in: try RunFolder.named(scratch.file("run")), settings)
        _ = try experiment.run { event in
            if case .running(.progress(let progress)) = event { told.append(progress) }
        }
        let steps = zip(told, told.dropFirst()).map { $1.elapsed - $0.elapsed }
        #expect(!steps.isEmpty && steps.allSatisfy { $0 >= 95_000_000 })
        #expect(told.allSatisfy { $0.underWay.count == $0.underWayInAll })
        #expect(told.contains { $0.underWay.map(\.id) == [0, 1] })
        let receiving = told.flatMap(\.underWay).filter { $0.phase == .receiving }
        #expect(receiving.contains { $0.bytes > 0 && $0.bytes < 20_000 && $0.duration > 95_000_000 })
        #expect(receiving.allSatisfy { $0.step == "cold" && $0.url.hasSuffix(".jpg") })
    }

    @Test func `reports findings and verdicts one by one, equal to the result's`() throws {
        var findings: [RunFinding] = []
        var verdicts: [ExpectationResult] = []
        let scenario = try Self.source().set.variants[0].scenario
        let experiment = Experiment(scenario, in: try RunFolder.named(scratch.file("run")), settings)
        let result = try experiment.run { event in
            if case .finding(let finding) = event { findings.append(finding) }
            if case .verdict(let expectation) = event { verdicts.append(expectation) }
        }
        #expect(findings == result.findings && findings.contains(.byteStreams))
        #expect(verdicts == result.expectations && verdicts.count == 1)
    }

    @Test func `the client can be replaced`() throws {
        let scenario = try Self.source().set.variants[0].scenario
        let folder = try RunFolder.named(scratch.file("run"))
        let experiment = Experiment(scenario, in: folder, settings) { _, site in BareClient(site) }
        let result = try experiment.run()
        #expect(result.transfers.map(\.bodyBytes) == [20_000, 20_000])
        try Self.judge([result], .ok)
    }

    @Test func `a series has a folder for each run and a common document`() throws {
        var settings = settings
        settings.repetitions = 2
        let listener = Listener()
        let session = ExperimentSession(settings, listener.hear)
        let source = try Self.source("matrix: { link.down.rate: [40 Mbit/s, 80 Mbit/s] }")
        let results = try session.results(of: [source], in: scratch.file("runs"))
        #expect(results.count == 4)
        for number in 1...4 {
            #expect(try text("runs/\(number)/result.json") == results[number - 1].json.pretty)
        }
        #expect(try text("runs/results.json") == RunResult.series(results).pretty)
        #expect(listener.heard.filter { $0 == "beginning" }.count == 4)
        #expect(listener.heard.last == "seriesEnded")
        try Self.judge(results, .ok)
    }

    @Test func `an unmet expectation is an outcome, not an error`() throws {
        let source = try Self.source("client: { policy: memory }")
        var scenario = source.set.variants[0].scenario
        scenario.steps += scenario.steps
        let folder = try RunFolder.named(scratch.file("run"))
        let result = try Experiment(scenario, in: folder, settings).run()
        // The second time, both come from the cache.
        try Self.judge([result], .expectationsFailed)
    }

    @Test func `refuses a non-empty folder before any run`() throws {
        try scratch.write("taken", "x")
        let session = ExperimentSession(settings)
        let source = try Self.source()
        let error = #expect(throws: ExperimentError.self) {
            try session.results(of: [source], in: scratch.file(""))
        }
        #expect(error?.advice == "name another one with --out")
    }

    @Test func `a forecast is available before the run`() throws {
        let plan = BenchPlan(try Self.source().set.variants[0], repetition: 1, settings)
        let forecast = ExperimentForecast(plan)
        // 40 kB at 80 Mbit/s, and two delays.
        #expect(try #require(forecast.total) > 6_000_000)
        #expect(try #require(forecast.total) < 12_000_000)
        #expect(forecast.timeouts.isEmpty)
    }
}
