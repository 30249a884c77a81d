import Analysis
import LinkModel
import Runs
import Scenarios
import Testing
import Wire

@Suite struct ExpectationTests {
    typealias Subject = Scenarios.Expectation.Subject

    private func judged(
        _ subject: Subject,
        _ comparison: Scenarios.Expectation.Comparison,
        _ value: Scenarios.Expectation.Value,
        in run: SampleRun = SampleRun()
    ) -> ExpectationResult? {
        var run = run
        run.scenario.expectations = [
            Scenarios.Expectation(
                text: "as written",
                line: 7,
                subject: subject,
                comparison: comparison,
                value: value
            )
        ]
        return run.result().expectations.first
    }

    private func together(_ metric: ExpectationMetric, _ file: String? = nil) -> Subject {
        Subject(step: "together", file: file, metric: metric)
    }

    /// A time beside another one of the run.
    private static func found(_ time: Double, _ other: Double, of file: String? = nil) -> FoundFigure {
        FoundFigure(.time(time), of: file, beside: .other(.time(other), difference: time / other - 1))
    }

    private static func compared(_ time: Double, _ other: Double) -> ExpectationFinding {
        .figures([found(time, other)], more: 0)
    }

    /// What the only figure stands beside.
    private static func reference(_ result: ExpectationResult?) -> FoundFigure.Reference? {
        guard case .figures(let figures, 0) = result?.actual, figures.count == 1 else { return nil }
        return figures[0].beside
    }

    /// Theory's time for the step, 1.840 s.
    private static let theory =
        SampleRun().result().steps.first { $0.name == "together" }?.theory?.shared.map(Double.init) ?? 0

    // The makespan is 1.85 s.
    @Test func `an expectation can use exactly the causes of the ledger`() {
        let causes = ExpectationMetric.all.filter(\.isOfLedger).map { $0.name.dropFirst("ledger.".count) }
        #expect(causes.map(String.init) == LedgerCause.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        (Scenarios.Expectation.Comparison.less, 1.9e9, true), (.less, 1.85e9, false),
        (.lessOrEqual, 1.85e9, true),
        (.greater, 1.85e9, false), (.greaterOrEqual, 1.85e9, true), (.equal, 1.85e9, true),
        (.notEqual, 1.85e9, false), (.within(0.1), 2.05e9, true), (.within(0.1), 2.06e9, false),
    ])
    func `compares a step's metric with a quantity`(
        comparison: Scenarios.Expectation.Comparison,
        number: Double,
        held: Bool
    ) {
        let result = judged(together("makespan"), comparison, .number(number))
        #expect(
            result
                == ExpectationResult(
                    text: "as written",
                    line: 7,
                    verdict: held ? .held : .notHeld,
                    actual: .figure(.time(1.85e9))
                )
        )
    }

    @Test func `does not judge what a stopped run did not reach`() {
        var run = SampleRun()
        run.record.ending = .interrupted
        run.record.steps[1].isComplete = false
        #expect(judged(together("makespan"), .less, .number(1), in: run)?.verdict == .notHeld)
        let begun = judged(Subject(step: "warm", metric: "makespan"), .less, .number(1), in: run)
        #expect(begun?.verdict == .notRun && begun?.held == nil)
        #expect(begun?.actual == .stopped(step: "warm", hasBegun: true))
        let other = Scenarios.Expectation.Value.subject(Subject(step: "later", metric: "makespan"), factor: 1)
        let later = judged(together("makespan"), .less, other, in: run)
        #expect(later?.verdict == .notRun && later?.actual == .stopped(step: "later", hasBegun: false))
    }

    @Test func `holds only if every transfer of the step meets it`() {
        let slow = judged(together("duration"), .less, .number(1.5e9))
        #expect(slow?.held == false)
        #expect(slow?.actual == .figures([FoundFigure(.time(1.85e9), of: "b.jpg")], more: 0))
        let all = judged(together("duration"), .less, .number(2e9))
        #expect(all?.held == true)
        #expect(all?.actual == .range(.time(1.05e9), .time(1.85e9)))
    }

    @Test
    func `judges a cause as a time or as a share of the duration`() {
        let transfers = SampleRun().result().transfers(of: "together")
        let shares = transfers.map { Double($0.ledger?[.unexplained] ?? 0) / Double($0.duration) }
        let most = transfers.compactMap { $0.ledger?[.unexplained] }.max().map(Double.init) ?? 0
        let share = shares.max() ?? 0
        #expect(most > 0 && share > 0.01)
        #expect(judged(together("ledger.unexplained"), .less, .number(most + 1))?.held == true)
        #expect(judged(together("ledger.unexplained"), .less, .number(most))?.held == false)
        #expect(judged(together("ledger.unexplained"), .less, .share(share + 0.001))?.held == true)
        #expect(judged(together("ledger.unexplained"), .less, .share(share - 0.001))?.held == false)
        // The logs show no body that was carried.
        #expect(judged(together("efficiency"), .greaterOrEqual, .number(0.9))?.held == false)
        #expect(judged(together("efficiency"), .lessOrEqual, .number(0.9))?.held == true)
    }

    private func folded(_ fold: Scenarios.Expectation.Fold, _ metric: ExpectationMetric = "duration")
        -> Subject
    {
        Subject(step: "together", metric: metric, fold: fold)
    }

    // The durations are 1.05 s and 1.85 s.
    @Test(arguments: [
        (Scenarios.Expectation.Fold.percentile(50), 1.05e9), (.percentile(51), 1.85e9),
        (.percentile(100), 1.85e9), (.percentile(0.1), 1.05e9), (.max, 1.85e9), (.min, 1.05e9),
        (.mean, 1.45e9), (.sum, 2.9e9),
    ])
    func `a fold reduces all transfers to one figure`(
        fold: Scenarios.Expectation.Fold,
        number: Double
    ) {
        let result = judged(folded(fold), .equal, .number(number))
        #expect(result?.held == true)
        #expect(result?.actual == .figure(.time(number)))
        #expect(judged(folded(fold), .less, .number(number))?.held == false)
    }

    @Test func `a percentile is the nearest rank, not the one above`() {
        // 95 % of 20 is exactly 19; computed in halves and quarters it is slightly more.
        let values = (1...20).map { Double($0) }
        for (percent, rank) in [(5.0, 1.0), (5.1, 2), (95, 19), (95.1, 20), (99, 20), (35, 7), (70, 14)] {
            #expect(Scenarios.Expectation.Fold.percentile(percent).number(of: values) == rank)
        }
    }

    @Test func `compares a fold with another fold, a step's figure or each transfer`() {
        let twice = judged(folded(.max), .lessOrEqual, .subject(folded(.min), factor: 2))
        #expect(twice?.held == true)
        #expect(twice?.actual == Self.compared(1.85e9, 2.1e9))
        #expect(judged(folded(.max), .equal, .subject(together("makespan"), factor: 1))?.held == true)
        #expect(judged(together("sumOfDurations"), .equal, .subject(folded(.sum), factor: 1))?.held == true)
        let each = judged(together("duration"), .within(0.1), .subject(folded(.mean), factor: 1))
        #expect(each?.held == false)
        #expect(
            each?.actual
                == .figures(
                    [Self.found(1.05e9, 1.45e9, of: "a.jpg"), Self.found(1.85e9, 1.45e9, of: "b.jpg")],
                    more: 0
                )
        )
        // Theory's figure for the step, as shown beside a makespan.
        let theory = judged(folded(.max), .within(0.02), .subject(together("theory.shared"), factor: 1))
        #expect(theory?.actual == Self.compared(1.85e9, Self.theory))
    }

    @Test func `a percentage compared with folded ledger rows refers to the durations`() {
        let transfers = SampleRun().result().transfers(of: "together")
        let rows = transfers.map { Double($0.ledger?[.unexplained] ?? 0) }
        let shares = zip(rows, transfers).map { $0 / Double($1.duration) }
        let most = shares.max() ?? 0
        let ofAll = rows.reduce(0, +) / 2.9e9
        #expect(most > ofAll && ofAll > 0.01)
        #expect(judged(folded(.max, "ledger.unexplained"), .less, .share(most + 0.001))?.held == true)
        #expect(judged(folded(.max, "ledger.unexplained"), .less, .share(most - 0.001))?.held == false)
        #expect(judged(folded(.sum, "ledger.unexplained"), .less, .share(ofAll + 0.001))?.held == true)
        #expect(judged(folded(.sum, "ledger.unexplained"), .less, .share(ofAll - 0.001))?.held == false)
        let sum = judged(folded(.sum, "ledger.unexplained"), .less, .share(0))
        #expect(sum?.actual == .figure(.ratio(ofAll)))
    }

    @Test func `a figure judged as a share of the duration is shown as a share`() throws {
        let transfers = SampleRun().result().transfers(of: "together")
        let shares = transfers.map { Double($0.ledger?[.unexplained] ?? 0) / Double($0.duration) }
        let (least, most) = (try #require(shares.min()), try #require(shares.max()))
        let each = judged(Subject(step: "together", metric: "ledger.unexplained"), .lessOrEqual, .share(1))
        #expect(each?.held == true && least < most)
        #expect(each?.actual == .range(.ratio(least), .ratio(most)))
    }

    @Test func `a fold is missing when some transfers lack the figure`() {
        let speeds = judged(
            Subject(step: "warm", metric: "clientLog.speed", fold: .max),
            .greater,
            .number(1)
        )
        #expect(speeds?.held == false)
        #expect(speeds?.actual == .figure(.missing))
        let none = judged(Subject(step: "later", metric: "duration", fold: .max), .less, .number(1))
        #expect(none?.held == false)
        #expect(none?.actual == .noTransfer(step: "later", file: nil))
    }

    @Test(
        arguments: [
            ("wireStatus", true), ("tier", false), ("connection", true), ("httpVersion", true),
            ("source", false), ("status", false),
        ] as [(ExpectationMetric, Bool)]
    )
    func `the word for a missing value matches only missing values`(
        metric: ExpectationMetric,
        isMissing: Bool
    ) {
        // A hit in memory had no exchange.
        let warm = Subject(step: "warm", metric: metric)
        #expect(judged(warm, .equal, .word("none"))?.held == isMissing)
        #expect(judged(warm, .notEqual, .word("none"))?.held == !isMissing)
        if isMissing {
            #expect(judged(warm, .equal, .word("none"))?.actual == .same(.word("none"), times: 2))
        }
    }

    @Test func `every metric has a value where the run has one`() {
        let told = ExpectationMetric.all.filter { metric in
            let subject = Subject(step: "together", file: metric.isOfStep ? nil : "a.jpg", metric: metric)
            let value: Scenarios.Expectation.Value = metric.kind == .word ? .word("") : .number(0)
            return judged(subject, .notEqual, value)?.actual != .figure(.missing)
        }
        // Nothing was measured beside it, came from a tier or through a proxy, or was saved.
        let untold = Set(ExpectationMetric.all).subtracting(told)
            .filter { !$0.name.hasPrefix("proxy.") }
        #expect(
            untold == [
                "outside", "tier", "cache.improvement", "cache.wireDownBytesSaved",
                "cache.wireUpBytesSaved",
            ]
        )
        let tier = judged(Subject(step: "warm", metric: "tier"), .equal, .word("memory"))
        #expect(tier?.held == true)
    }

    @Test func `compares words`() {
        let warm = Subject(step: "warm", metric: "source")
        #expect(judged(warm, .equal, .word("memory"))?.actual == .same(.word("memory"), times: 2))
        #expect(judged(warm, .equal, .word("memory"))?.held == true)
        #expect(judged(warm, .notEqual, .word("memory"))?.held == false)
        #expect(judged(together("newConnection", "a.jpg"), .equal, .word("true"))?.held == true)
        #expect(judged(together("error"), .equal, .word("none"))?.held == true)
    }

    @Test func `compares with another step file by file`() {
        let warm = Subject(step: "warm", metric: "duration")
        let hundredth = judged(warm, .lessOrEqual, .subject(together("duration"), factor: 0.01))
        #expect(hundredth?.held == true)
        let tiny = judged(warm, .lessOrEqual, .subject(together("duration"), factor: 1.5e-5))
        #expect(tiny?.held == false)
        #expect(tiny?.actual == .figures([Self.found(20_000, 15_750, of: "a.jpg")], more: 0))
    }

    @Test func `compares every transfer with a single named file`() {
        let result = judged(
            together("duration"),
            .lessOrEqual,
            .subject(together("duration", "b.jpg"), factor: 1)
        )
        #expect(result?.held == true)
    }

    @Test func `compares a step's metric with the step's own theory`() {
        let result = judged(
            together("makespan"),
            .within(0.02),
            .subject(together("theory.shared"), factor: 1)
        )
        #expect(result?.held == true)
        #expect(result?.actual == Self.compared(1.85e9, Self.theory))
        #expect(
            judged(together("theory.shared"), .less, .number(1.5e9))?.actual
                == .figures([FoundFigure(.time(Self.theory), of: "b.jpg")], more: 0)
        )
    }

    @Test func `compares a step's metric with each transfer of the other side`() {
        let result = judged(together("makespan"), .greater, .subject(together("duration"), factor: 1))
        #expect(result?.held == false)
        #expect(result?.actual == .figures([Self.found(1.85e9, 1.85e9, of: "b.jpg")], more: 0))
    }

    @Test func `an unknown figure fails the expectation and is reported as missing`() {
        let speed = judged(
            Subject(step: "warm", file: "a.jpg", metric: "clientLog.speed"),
            .greater,
            .number(1)
        )
        #expect(speed?.held == false)
        #expect(speed?.actual == .figure(.missing))
        let status = judged(
            Subject(step: "warm", file: "a.jpg", metric: "wireStatus"),
            .notEqual,
            .number(304)
        )
        #expect(status?.held == false)
        let beside = judged(
            together("clientLog.duration", "a.jpg"),
            .less,
            .subject(Subject(step: "warm", metric: "clientLog.duration"), factor: 1)
        )
        #expect(beside?.held == false)
        #expect(Self.reference(beside) == .other(.missing, difference: nil))
        #expect(
            judged(Subject(step: "later", metric: "status"), .equal, .number(200))?.actual
                == .noTransfer(step: "later", file: nil)
        )
    }

    @Test func `does not judge times in an untrusted run`() {
        var run = SampleRun()
        run.record.captures[0].dropped = 1
        #expect(judged(together("makespan"), .less, .number(1), in: run)?.held == .some(nil))
        #expect(judged(together("clientLog.speed"), .less, .number(1), in: run)?.held == .some(nil))
        #expect(judged(folded(.percentile(95)), .less, .number(1), in: run)?.held == .some(nil))
        #expect(judged(together("status"), .equal, .number(200), in: run)?.held == true)
        #expect(judged(together("status"), .equal, .number(304), in: run)?.held == false)
    }

    @Test(arguments: ["theory.shared", "theory.alone"] as [ExpectationMetric])
    func `an expectation on a figure that theory does not cover fails with the reason`(
        _ metric: ExpectationMetric
    ) {
        var run = SampleRun()
        run.record.link.mode = .stream
        let pieces = [RateSchedule.Piece(rateBps: 2_000_000, length: 1_000_000_000)]
        run.record.link.parameters.down.rate = .schedule(RateSchedule(pieces: pieces, repeats: true))
        let result = judged(together("duration"), .less, .subject(together(metric), factor: 1), in: run)
        #expect(result?.held == false)
        #expect(result?.untold == .line([.changingRate]))
        #expect(judged(together(metric, "a.jpg"), .less, .number(9e9), in: run)?.held == false)
    }
}
