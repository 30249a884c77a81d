import LinkModel
import ScenarioFormat
import Scenarios
import Testing
import Wire

@Suite struct SweepLoaderTests {
    private static func load(_ text: String, _ scenarios: [String: String] = [:]) throws(ScenarioError)
        -> LoadedSweep
    {
        try SweepLoader.load(text: Array(text.utf8), file: "sweep.yaml", files: .none) {
            name throws(ScenarioFileProblem) in
            guard let text = scenarios[name] ?? (name == "base" ? BrokenScenario.scenario() : nil) else {
                throw ScenarioFileProblem("there is no \(name)")
            }
            return ("\(name).yaml", Array(text.utf8), .none)
        }
    }

    private static func sweep(_ rest: String) throws(ScenarioError) -> LoadedSweep {
        try load("sweep: 1\nscenario: base\n\(rest)\n")
    }

    /// The only axis' values.
    private static func values(_ range: String) throws -> [String] {
        let sweep = try sweep("axes: { link.down.rate: \(range) }")
        return try #require(sweep.design.axes.first).values
    }

    private static let nines = String(repeating: "9", count: 400)

    private static func ranges(_ count: Int, _ more: String = "") -> String {
        (0..<count).map { "a\($0): { from: 1, to: 2\(more) }" }.joined(separator: ", ")
    }

    @Test(
        arguments: [
            ("[1 Mbit/s, 8 Mbit/s]", ["1 Mbit/s", "8 Mbit/s"]), ("7 Mbit/s", ["7 Mbit/s"]),
            ("{ from: 1 Mbit/s, to: 2 Mbit/s, steps: 3 }", ["1 Mbit/s", "1500 kbit/s", "2 Mbit/s"]),
            (
                "{ from: 1 Mbit/s, to: 64 Mbit/s, steps: 4, spacing: log }",
                ["1 Mbit/s", "4 Mbit/s", "16 Mbit/s", "64 Mbit/s"]
            ),
            ("{ from: 0 %, to: 4 %, steps: 5 }", ["0 %", "1 %", "2 %", "3 %", "4 %"]),
            ("{ from: 0 %, to: 1 %, steps: 4 }", ["0 %", "0.333333 %", "0.666667 %", "1 %"]),
            ("{ from: 5 ms, to: 20 ms, steps: 4 }", ["5 ms", "10 ms", "15 ms", "20 ms"]),
            ("{ from: 1, to: 3, steps: 5 }", ["1", "2", "3"]),
            ("{ from: 1, to: 900000000000000000, steps: 2 }", ["1", "900000000000000000"]),
            ("{ from: 0.5, to: 2.0, steps: 4 }", ["0.5", "1", "1.5", "2"]),
        ] as [(String, [String])]
    )
    func `an axis is a list, a value or a range`(_ axis: String, _ values: [String]) throws {
        #expect(try Self.values(axis) == values)
    }

    @Test func `ranges without steps are sampled jointly`() throws {
        let sweep = try Self.sweep(
            """
            axes:
              link.down.rate: { from: 1 Mbit/s, to: 5 Mbit/s }
              link.down.loss: { from: 0 %, to: 4 % }
              client.policy: [none, both]
            sample: { cells: 8, seed: 3 }
            """
        )
        #expect(sweep.design.count == 16)
        #expect(sweep.design.samples.count == 8)
        for sample in sweep.design.samples {
            #expect(sample.map(\.key) == ["link.down.rate", "link.down.loss"])
        }
        // Each of them is a valid scenario.
        let reader = SweepReader(sweep)
        for number in 0..<sweep.design.count {
            let point = try #require(sweep.design.point(number))
            _ = try reader.scenario(of: point)
        }
    }

    @Test func `a point's scenario has its settings and seed`() throws {
        let sweep = try Self.sweep("axes: { client.policy: [none, disk] }\nseeds: [5, 6]")
        let reader = SweepReader(sweep)
        let scenarios = try (0..<4).compactMap { sweep.design.point($0) }.map { try reader.scenario(of: $0) }
        #expect(scenarios.map(\.client.policy) == [.none, .none, .disk, .disk])
        #expect(scenarios.map(\.seed) == [5, 6, 5, 6])
    }

    @Test func `a stop rule determines the number of seeds`() throws {
        let sweep = try Self.sweep("until: { known: 2 %, most: 20 }")
        #expect(sweep.design.until == StopRule(share: 0.02, repetitions: 3...20))
        #expect(sweep.design.seeds == Array(1...20) && sweep.design.count == 20)
        #expect(try Self.sweep("until: { known: 5 %, least: 1, most: 1 }").design.seeds == [1])
    }

    @Test func `a scenario with a matrix is a sweep`() throws {
        let sweep = try Self.load(
            BrokenScenario.scenario(rest: "matrix: { client.policy: [none, memory], seed: [1, 2] }")
        )
        #expect(sweep.design.count == 4 && sweep.design.name == "sweep")
        #expect(sweep.design.conditions == SweepConditions())
    }

    @Test func `reads the conditions that all cells share`() throws {
        let sweep = try Self.sweep("clock: virtual\nkernel: 6.12\nlink: packet")
        #expect(sweep.design.conditions == SweepConditions(clock: .virtual, kernel: "6.12", line: .packet))
        #expect(
            try Self.sweep("clock: real\nlink: stream").design.conditions
                == SweepConditions(clock: .real, line: .stream)
        )
    }

    @Test(
        arguments: [
            ("name: a/b", "cannot name a sweep"), ("axes: [1]", "`axes` takes a mapping"),
            ("axes: { seed: [1] }", "`seeds` beside `axes`"),
            ("axes: { expect: [1] }", "cannot be an axis"),
            ("axes: { client.policy: [none, none] }", "is listed twice"),
            ("axes: { client.policy: [] }", "an axis needs a value"),
            ("axes: { link.down.loss: { from: 1 %, to: 4 ms, steps: 2 } }", "different units"),
            ("axes: { link.down.loss: { from: 4 %, to: 1 %, steps: 2 } }", "`to` is above `from`"),
            (
                "axes: { link.down.loss: { from: 0 %, to: 1 %, steps: 3, spacing: log } }",
                "needs a `from` above zero"
            ),
            ("axes: { link.down.loss: { from: 0 %, to: 1 % } }", "has no `steps`"),
            ("axes: { link.down.loss: { to: 1 %, steps: 4 } }", "needs a `from`"),
            ("sample: { cells: 5 }", "nothing to sample"), ("clock: auto", "`clock` cannot be"),
            ("clock: real\nkernel: 6.1", "only virtual time uses"), ("seeds: 0", "`seeds` is from 1"),
            ("until: { known: 2 %, most: 3 }\nseeds: 3", "leave `seeds` out"),
            ("until: { known: 2 %, least: 4, most: 3 }", "`least` is above `most`"),
            ("until: { most: 3 }", "needs a `known`"), ("seeds: [1, 1]", "is listed twice"),
            (
                "axes: { link.mtu: { from: 1, to: 1000000000000000000, steps: 2 } }",
                "`to`: `1000000000000000000` has more than 18 digits"
            ),
            ("axes: { a: { from: 1.5, to: 1\(nines).0, steps: 2 } }", "has more than 18 digits"),
            ("axes: { \(ranges(11, ", steps: 1000000")) }", "have more than 10000000 `steps` together"),
            (
                "axes: { \(ranges(11)) }\nsample: { cells: 1000000 }",
                "1000000 cells with 11 sampled values each are too many: at most 10000000 values"
            ),
            ("skip: { a: 1 }", "takes a list"),
            ("skip: [ a ]", "is a mapping of keys"), ("axis: { a: [1] }", "did you mean `axes`"),
            (
                "axes: { origin.bandwidth: { from: 1, to: 1000000, steps: 1000000 }, link.mtu: { from: 1, to: 1000, steps: 1000 } }",
                "1000000000 cells: at most 10000000"
            ),
        ]
    )
    func `an invalid sweep is rejected with the reason`(_ rest: String, _ words: String) {
        let error = #expect(throws: ScenarioError.self) { try Self.sweep(rest) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test(
        arguments: [
            ("sweep: 2\nscenario: base", "says which version"), ("sweep: 1", "needs one of"),
            ("sweep: 1\nscenario: other", "there is no other"),
            ("sweep: 1\nscenarios: [base, base]", "two scenarios are called"),
            ("sweep: 1\nscenario: broken", "broken.yaml:1:1"), ("netlab: 1\nsweeps: 1", "unknown key"),
        ]
    )
    func `an error in the scenario file is reported as such`(_ text: String, _ words: String) {
        let error = #expect(throws: ScenarioError.self) {
            let sweep = try Self.load(text, ["broken": "netlab: 1\nlink: {}\n"])
            _ = try sweep.design.point(0).map { try SweepReader(sweep).scenario(of: $0) }
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func `an error in a setting is reported with the setting`() throws {
        let sweep = try Self.sweep("axes: { link.down.loss: [1 %, 200 %] }")
        let point = try #require(sweep.design.point(1))
        let error = #expect(throws: ScenarioError.self) { try SweepReader(sweep).scenario(of: point) }
        #expect(error?.description.contains("link.down.loss: 200 %") == true, "\(error?.description ?? "")")
    }

    @Test(
        arguments: [
            ("16 Mbit/s", 16_000_000), ("5 ms", 5_000_000), ("1 kB", 1000), ("0.5 %", 0.005), ("7", 7),
            ("2.5", 2.5),
            ("both", nil), ("nlc/dsl", nil), ("", nil), ("unlimited", nil), ("1 Mb", nil),
        ] as [(String, Double?)]
    )
    func `a quantity also has a numeric value`(_ text: String, _ number: Double?) {
        #expect(ScenarioSetting(key: "k", value: text).number == number)
    }
}
