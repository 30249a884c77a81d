import LinkModel
import ScenarioFormat
import Scenarios
import Synchronization
import Testing

@Suite struct TraceFileTests {
    private static func files(_ texts: [String: String]) -> ScenarioFiles {
        ScenarioFiles { path, _ throws(ScenarioFileProblem) in
            guard let text = texts[path] else { throw ScenarioFileProblem("there is no such file") }
            return Array(text.utf8)
        }
    }

    private static func scenario(_ rate: String, rest: String = "") -> String {
        BrokenScenario.scenario(link: "link: { down: { rate: \(rate) } }", rest: rest)
    }

    @Test func `reads a trace from the named file and writes it by name`() throws {
        let files = Self.files(["lines/lte 1.down": "0\n5\n10\n"])
        let text = Self.scenario("{ trace: lines/lte 1.down }")
        let scenario = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml", files: files).variants[
            0
        ]
        .scenario
        let trace = OpportunityTrace(name: "lines/lte 1.down", milliseconds: [0, 5, 10], repeats: true)
        #expect(scenario.link.parameters.down.rate == .trace(trace))
        let resolved = ResolvedScenario(scenario).text
        #expect(resolved.contains("rate: { trace: lines/lte 1.down, loop: true }"))
        let again = try ScenarioLoader.load(text: Array(resolved.utf8), file: "r.yaml", files: files)
            .variants[0]
        #expect(again.scenario.link == scenario.link)
    }

    @Test func `a trace without looping ends with its file`() throws {
        let text = Self.scenario("{ trace: a, loop: false }")
        let set = try ScenarioLoader.load(
            text: Array(text.utf8),
            file: "x.yaml",
            files: Self.files(["a": "1\n"])
        )
        let trace = OpportunityTrace(name: "a", milliseconds: [1], repeats: false)
        #expect(set.variants[0].scenario.link.parameters.down.rate == .trace(trace))
    }

    @Test(arguments: [
        ("", "the trace cannot be used: a: it is empty"),
        ("0\n0\n", "the trace cannot be used: a:2: the last time is 0"),
        ("5\n7\n6\n", "the trace cannot be used: a:3: 6 ms after 7 ms: times must not decrease"),
        ("5\nx\n", "the trace cannot be used: a:2: `x` is not a time"),
    ])
    func `an error in a trace shows its positions in scenario and trace`(_ trace: String, _ message: String) {
        BrokenScenario(message, Self.scenario("{ trace: a }"), at: "2:32", message).check(
            files: Self.files(["a": trace])
        )
    }

    @Test func `a missing trace is reported where it is named`() {
        BrokenScenario(
            "missing",
            Self.scenario("{ trace: b }"),
            at: "2:32",
            "the trace cannot be used: b: it cannot be read: there is no such file"
        ).check(files: Self.files([:]))
    }

    @Test func `reads a trace file once for all combinations, up to the size limit`() throws {
        let reads = Mutex<[Int]>([])
        let files = ScenarioFiles { _, limit in
            reads.withLock { $0.append(limit) }
            return Array("1\n2\n".utf8)
        }
        let text = Self.scenario("{ trace: a }", rest: "matrix: { seed: [1, 2, 3], link.mtu: [1400, 1500] }")
        let set = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml", files: files)
        #expect(set.variants.count == 6)
        #expect(reads.withLock { $0 } == [16 << 20])
    }

    @Test func `allows at most 32 traces in a scenario`() {
        let steps = (1...33).map { "  - link: { down: { rate: { trace: t\($0) } } }" }.joined(separator: "\n")
        let texts = Dictionary(uniqueKeysWithValues: (1...33).map { ("t\($0)", "1\n") })
        BrokenScenario(
            "many",
            BrokenScenario.scenario(steps: "steps:\n\(steps)"),
            at: "41:36",
            "a scenario has at most 32 traces"
        ).check(files: Self.files(texts))
    }
}
