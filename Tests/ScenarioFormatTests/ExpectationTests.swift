import ScenarioFormat
import Scenarios
import Testing

@Suite struct ExpectationTests {
    typealias Value = Scenarios.Expectation.Value

    private static let steps = """
        steps:
          - name: cold
            fetch: all
          - name: warm
            fetch: [a.jpg]
        """

    /// The single expectation of a scenario that ends in `text`.
    private static func parsed(_ text: String) throws -> Scenarios.Expectation? {
        let scenario = BrokenScenario.scenario(steps: steps, rest: "expect:\n  - '\(text)'")
        let set = try ScenarioLoader.load(text: Array(scenario.utf8), file: "x.yaml")
        return set.variants[0].scenario.expectations.first
    }

    private static func subject(
        _ step: String,
        _ metric: ExpectationMetric,
        file: String? = nil,
        fold: Scenarios.Expectation.Fold? = nil
    ) -> Scenarios.Expectation.Subject {
        Scenarios.Expectation.Subject(step: step, file: file, metric: metric, fold: fold)
    }

    struct Reading: CustomTestStringConvertible, Sendable {
        var text: String
        var subject: Scenarios.Expectation.Subject
        var comparison: Scenarios.Expectation.Comparison
        var value: Value

        var testDescription: String { text }

        init(
            _ text: String,
            _ subject: Scenarios.Expectation.Subject,
            _ comparison: Scenarios.Expectation.Comparison,
            _ value: Value
        ) {
            self.text = text
            self.subject = subject
            self.comparison = comparison
            self.value = value
        }
    }

    static let table: [Reading] = [
        Reading("cold.makespan < 8 s", subject("cold", "makespan"), .less, .number(8e9)),
        Reading("cold.makespan<8s", subject("cold", "makespan"), .less, .number(8e9)),
        Reading("cold.duration >= 1.5 ms", subject("cold", "duration"), .greaterOrEqual, .number(1.5e6)),
        Reading(
            "cold[a.jpg].bodyBytes == 10 kB",
            subject("cold", "bodyBytes", file: "a.jpg"),
            .equal,
            .number(10_000)
        ),
        Reading(
            "cold.clientLog.speed <= 2 Mbit/s",
            subject("cold", "clientLog.speed"),
            .lessOrEqual,
            .number(2e6)
        ),
        Reading("cold.utilisation > 95 %", subject("cold", "utilisation"), .greater, .number(0.95)),
        Reading("cold.overlap > 2.5", subject("cold", "overlap"), .greater, .number(2.5)),
        Reading("warm.wireStatus == 304", subject("warm", "wireStatus"), .equal, .number(304)),
        Reading("warm.wireStatus == none", subject("warm", "wireStatus"), .equal, .word("none")),
        Reading("warm.source == memory", subject("warm", "source"), .equal, .word("memory")),
        Reading("warm.newConnection != true", subject("warm", "newConnection"), .notEqual, .word("true")),
        Reading("warm.error == timeout", subject("warm", "error"), .equal, .word("timeout")),
        Reading(
            "cold.makespan within 0.3 % of cold.theory.shared",
            subject("cold", "makespan"),
            .within(0.003),
            .subject(subject("cold", "theory.shared"), factor: 1)
        ),
        Reading("cold.makespan within 1% of 8 s", subject("cold", "makespan"), .within(0.01), .number(8e9)),
        Reading(
            "warm.duration <= 1 % of cold.duration",
            subject("warm", "duration"),
            .lessOrEqual,
            .subject(subject("cold", "duration"), factor: 0.01)
        ),
        Reading(
            "cold.makespan within 2 % of 50 % of warm.makespan",
            subject("cold", "makespan"),
            .within(0.02),
            .subject(subject("warm", "makespan"), factor: 0.5)
        ),
        Reading(
            "cold.makespan >= cold[b.jpg].duration",
            subject("cold", "makespan"),
            .greaterOrEqual,
            .subject(subject("cold", "duration", file: "b.jpg"), factor: 1)
        ),
        Reading(
            "cold.duration <= cold.makespan",
            subject("cold", "duration"),
            .lessOrEqual,
            .subject(subject("cold", "makespan"), factor: 1)
        ),
        Reading("cold.phases.wait < 1 s", subject("cold", "phases.wait"), .less, .number(1e9)),
        Reading("cold.httpVersion == HTTP/1.1", subject("cold", "httpVersion"), .equal, .word("HTTP/1.1")),
        Reading("cold.ledger.sharing < 10 %", subject("cold", "ledger.sharing"), .less, .share(0.1)),
        Reading(
            "p(95, cold.duration) < 8 s",
            subject("cold", "duration", fold: .percentile(95)),
            .less,
            .number(8e9)
        ),
        Reading(
            "p( 99.9 % ,cold[a.jpg].duration )<8s",
            subject("cold", "duration", file: "a.jpg", fold: .percentile(99.9)),
            .less,
            .number(8e9)
        ),
        Reading("max(cold.status) < 400", subject("cold", "status", fold: .max), .less, .number(400)),
        Reading(
            "sum(cold.ledger.retransmit) == 0 ms",
            subject("cold", "ledger.retransmit", fold: .sum),
            .equal,
            .number(0)
        ),
        Reading(
            "mean(cold.ledger.sharing) < 10 %",
            subject("cold", "ledger.sharing", fold: .mean),
            .less,
            .share(0.1)
        ),
        Reading(
            "p(95, warm.duration) <= 1 % of min(cold.duration)",
            subject("warm", "duration", fold: .percentile(95)),
            .lessOrEqual,
            .subject(subject("cold", "duration", fold: .min), factor: 0.01)
        ),
        Reading(
            "cold.duration within 20 % of mean(cold.duration)",
            subject("cold", "duration"),
            .within(0.2),
            .subject(subject("cold", "duration", fold: .mean), factor: 1)
        ),
        Reading(
            "max(cold.duration) <= cold.theory.shared",
            subject("cold", "duration", fold: .max),
            .lessOrEqual,
            .subject(subject("cold", "theory.shared"), factor: 1)
        ),
        Reading("hitRatio(warm) >= 90 %", subject("warm", "hitRatio"), .greaterOrEqual, .number(0.9)),
        Reading(
            "hitRatio(warm) > hitRatio(cold)",
            subject("warm", "hitRatio"),
            .greater,
            .subject(subject("cold", "hitRatio"), factor: 1)
        ),
    ]

    @Test(arguments: table)
    func `an expectation is parsed into subject, comparison and value`(_ reading: Reading) throws {
        let expectation = try #require(try Self.parsed(reading.text))
        #expect(expectation.subject == reading.subject)
        #expect(expectation.comparison == reading.comparison)
        #expect(expectation.value == reading.value)
        #expect(expectation.line == 14)
    }

    @Test func `a step's own expectations omit its name and sort by line with the others`()
        throws
    {
        let steps = """
            steps:
              - name: cold
                fetch: all
                expect: [ makespan   < 8 s, theory.shared < 9 s ]
              - name: warm
                fetch: [a.jpg]
                expect:
                  - "[a.jpg].duration < 1 s"
                  - duration <= 1 % of cold.duration
                  - makespan within 1 % of theory.shared
                  - p(95,duration) < 1 % of  max( cold.duration )
                  - hitRatio( cold ) < hitRatio
            """
        let text = BrokenScenario.scenario(steps: steps, rest: "expect: [ warm.source == memory ]")
        let set = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml")
        #expect(
            set.variants[0].scenario.expectations.map { "\($0.line) \($0.text)" } == [
                "11 cold.makespan < 8 s",
                "11 cold.theory.shared < 9 s",
                "15 warm[a.jpg].duration < 1 s",
                "16 warm.duration <= 1 % of cold.duration",
                "17 warm.makespan within 1 % of warm.theory.shared",
                "18 p(95, warm.duration) < 1 % of max(cold.duration)",
                "19 hitRatio(cold) < warm.hitRatio",
                "20 warm.source == memory",
            ]
        )
    }

    private static func broken(_ text: String, at column: Int, _ message: String, meant: String? = nil)
        -> BrokenScenario
    {
        BrokenScenario(
            text,
            BrokenScenario.scenario(steps: steps, rest: "expect:\n  - '\(text)'"),
            // The text begins after four characters and the quotation mark.
            at: "14:\(column + 5)",
            message,
            meant: meant
        )
    }

    @Test(arguments: [
        broken("clod.makespan < 8 s", at: 1, "no step `clod`", meant: "cold"),
        broken("cold.time < 8 s", at: 6, "unknown metric `time`: write `duration`"),
        broken("cold.latency < 8 s", at: 6, "write `phases.wait`"),
        broken("cold.makspan < 8 s", at: 6, "unknown metric `makspan`", meant: "makespan"),
        broken("cold[a.jgp].duration < 8 s", at: 6, "no file `a.jgp`", meant: "a.jpg"),
        broken("warm[b.jpg].duration < 8 s", at: 6, "step `warm` does not fetch `b.jpg`", meant: "a.jpg"),
        broken("cold[a.jpg].makespan < 8 s", at: 13, "a figure of the whole step"),
        broken("makespan < 8 s", at: 1, "`makespan` of which step?"),
        broken("cold < 8 s", at: 1, "does not name a metric"),
        broken("cold.makespan", at: 13, "a comparison is missing"),
        broken("cold.makespan <", at: 15, "a value is missing"),
        broken("< 8 s", at: 1, "an expectation is `WHAT OP VALUE`"),
        broken("cold.makespan = 8 s", at: 15, "did you mean `==`?"),
        broken("cold.makespan => 8 s", at: 15, "did you mean `>=`?"),
        broken("cold.makespan wthin 1 % of 8 s", at: 15, "is not a comparison", meant: "within"),
        broken("cold.makespan within 8 s", at: 15, "`within N % of VALUE`"),
        broken("cold.makespan within 1 ms of 8 s", at: 24, "is a time, but a percentage is wanted"),
        broken("cold.makespan < 8", at: 17, "`8` has no unit: write ns"),
        broken("cold.makespan < 8 MB", at: 19, "is a size, but a time is wanted"),
        broken("cold.makespan < 8 sec", at: 19, "unknown unit `sec`"),
        broken("cold.makespan < 8 %", at: 17, "a percentage of what?"),
        broken("cold.makespan < 8 s < 9 s", at: 21, "a second comparison"),
        broken("cold.makespan < -8 s", at: 17, "is negative"),
        broken("cold.makespan < soon", at: 17, "is a time, which `soon` is not"),
        broken("cold.clientLog.speed < 2 Mbps", at: 26, "write `Mbit/s` for bits"),
        broken("cold.wireStatus == 304 B", at: 20, "is a number, which `304 B` is not"),
        broken("cold.utilisation == 1", at: 21, "has no unit: write %"),
        broken("cold.source == memry", at: 16, "is never `memry`", meant: "memory"),
        broken("cold.source < memory", at: 13, "only `==` and `!=` compare it"),
        broken("cold.source within 1 % of 5 s", at: 13, "only `==` and `!=` compare it"),
        broken("cold.newConnection == 1", at: 23, "is a word, which `1` is not"),
        broken("cold.duration < cold.bodyBytes", at: 17, "`bodyBytes` is a size, `duration` is a time"),
        broken("cold.duration < warm.duration", at: 17, "step `warm` does not fetch `b.jpg`"),
        broken("cold.makespan < cold.duration", at: 17, "name the file, as in `cold[a.jpg].duration`"),
        broken("cold.duration < 5 % of", at: 21, "`N % of` needs one"),
        broken("median(cold.duration) < 8 s", at: 1, "did you mean `p(50, ...)`?"),
        broken("p95(cold.duration) < 8 s", at: 1, "did you mean `p(95, ...)`?"),
        broken("maen(cold.duration) < 8 s", at: 1, "no function `maen`", meant: "mean"),
        broken("p(cold.duration) < 8 s", at: 1, "write `p(95, STEP.METRIC)`"),
        broken("max(cold.duration, warm.duration) < 8 s", at: 1, "write `max(STEP.METRIC)`"),
        broken("max() < 8 s", at: 1, "write `max(STEP.METRIC)`"),
        broken("p(0, cold.duration) < 8 s", at: 3, "a number above 0, up to 100, which `0` is not"),
        broken("p(101 %, cold.duration) < 8 s", at: 3, "which `101 %` is not"),
        broken("p(most, cold.duration) < 8 s", at: 3, "which `most` is not"),
        broken("p(95, clod.duration) < 8 s", at: 7, "no step `clod`", meant: "cold"),
        broken("p(95, cold.durration) < 8 s", at: 12, "unknown metric", meant: "duration"),
        broken("max(cold.makespan) < 8 s", at: 5, "is one figure of the step already: write `cold.makespan`"),
        broken("max(cold.source) == memory", at: 5, "`source` is a word: `max` takes figures"),
        broken("max(p(95, cold.duration)) < 8 s", at: 1, "a function of another function is not allowed"),
        broken("p(95, cold.duration < 8 s", at: 1, "`)` is missing"),
        broken("p(95", at: 1, "put it in quotation marks"),
        broken("p(95, cold.duration)", at: 20, "a comparison is missing"),
        broken("p(95, cold.duration) < 8", at: 24, "`8` has no unit: write ns"),
        broken("p(95, cold.duration) < warm.duration", at: 24, "or write `max(warm.duration)`"),
        broken("hitRatio(wram) == 100 %", at: 10, "no step `wram`", meant: "warm"),
        broken("hitRatio(warm.duration) == 100 %", at: 10, "no step `warm.duration` that fetches"),
        broken("hitRatio(warm) == 1 ms", at: 21, "is a time, but a percentage is wanted"),
        broken("cold.httpVersion == http/2", at: 21, "is never `http/2`", meant: "HTTP/2"),
        broken("cold.phases.wiat < 1 s", at: 6, "unknown metric", meant: "phases.wait"),
        broken("cold.ledger < 1 ms", at: 6, "`ledger` has a row for each cause"),
        broken("cold.ledger.sharring < 1 s", at: 6, "unknown metric", meant: "ledger.sharing"),
        broken("cold.efficiency >= 1 ms", at: 22, "is a time, but a percentage is wanted"),
        broken("cold.duration < 8 s or less", at: 19, "unknown unit `s or less`"),
    ])
    func `an error in an expectation is reported at its exact column`(_ broken: BrokenScenario) {
        broken.check()
    }
}
