import LinkModel
import Logs
import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct RunComparisonTests {
    /// A run of one step with one transfer, both of which take as long.
    private func run(
        _ time: Nanoseconds,
        clock: ClockKind = .real,
        outcome: RunResult.Outcome = .ok,
        policy: String? = nil
    ) -> RunResult {
        var link = LinkRecord(
            mode: .packet,
            carrier: .tun,
            profile: nil,
            congestion: "cubic",
            parameters: LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        )
        link.clock = clock
        var result = RunResult(
            netlab: "0.1.0",
            scenario: "cold",
            scenarioDigest: "00",
            seed: 1,
            startedAt: 0,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1 << 30, isPrivileged: true),
            outcome: outcome,
            link: link
        )
        if let policy { result.matrix = [MatrixValue(key: "client.policy", value: policy)] }
        result.steps = [
            StepResult(name: "cold", start: .zero, makespan: time, sumOfDurations: time, busy: time)
        ]
        result.transfers = [
            TransferResult(
                id: 0,
                step: "cold",
                file: "a.jpg",
                url: "",
                source: .network,
                status: 200,
                start: .zero,
                duration: time,
                bodyBytes: 1
            )
        ]
        return result
    }

    private func verdicts(_ before: [RunResult], _ after: [RunResult]) -> [ComparedFigure.Verdict] {
        RunComparison(before, after).figures.map(\.verdict)
    }

    @Test(arguments: [ClockKind.real, .virtual])
    func `equal runs do not differ`(_ clock: ClockKind) {
        let runs = [run(10, clock: clock), run(12, clock: clock), run(11, clock: clock)]
        let comparison = RunComparison(runs, runs.reversed())
        #expect(comparison.isEmpty && comparison.figures.count == 2)
        #expect(comparison.figures.map(\.metric.name) == ["makespan", "duration"])
    }

    @Test func `in virtual time a single run each shows any difference`() throws {
        let comparison = RunComparison([run(1000, clock: .virtual)], [run(1001, clock: .virtual)])
        #expect(comparison.isExact && !comparison.isEmpty)
        let change = try #require(comparison.figures.first?.change)
        #expect(comparison.figures.map(\.verdict) == [.certain(change), .certain(change)])
        #expect(change.share == 0.001 && comparison.figures[0].isWorse(beyond: nil))
        #expect(!comparison.figures[0].isWorse(beyond: 0.01))
        // One of them in real time makes it a matter of chance.
        #expect(!RunComparison([run(1000, clock: .virtual)], [run(1001)]).isExact)
    }

    @Test func `single runs in real time are too few, so only a tolerance judges them`() {
        let figures = RunComparison([run(100)], [run(110)]).figures
        #expect(figures.allSatisfy { if case .tooFew = $0.verdict { true } else { false } })
        #expect(!figures[0].isWorse(beyond: nil) && figures[0].isWorse(beyond: 0.05))
        #expect(!figures[0].isWorse(beyond: 0.2))
    }

    @Test func `repetitions show a difference with its size and margin`() throws {
        let before = [1000, 1010, 1020, 1030, 1040].map { run($0) }
        let after = [1122, 1132, 1142, 1152, 1162].map { run($0) }
        guard case .shown(let change, let p) = try #require(verdicts(before, after).first) else {
            return #expect(Bool(false), "nothing is shown")
        }
        #expect(abs(p - 2.0 / 252) < 1e-9 && change.amount == 122)
        #expect(abs(try #require(change.share) - 122.0 / 1020) < 1e-9)
        #expect(abs(try #require(change.margin) - 30.0 / 1020) < 1e-9)
        // The other way round it is better, and nobody complains.
        let better = RunComparison(after, before).figures
        #expect(better.allSatisfy { !$0.isWorse(beyond: nil) })
    }

    @Test func `does not report differences within chance`() {
        let before = [1000, 1030, 1010, 1040, 1020].map { run($0) }
        let after = [1005, 1035, 1015, 1045, 1025].map { run($0) }
        for verdict in verdicts(before, after) {
            guard case .notShown(_, let p) = verdict else { return #expect(Bool(false), "\(verdict)") }
            #expect(p > 0.5)
        }
    }

    @Test func `a single small p among many figures counts as chance`() throws {
        let makespan = try #require(StepResult.figures.compactMap { ComparedFigure.Metric($0) }.first)
        var figures = (0..<20).map { place in
            ComparedFigure(
                matrix: [],
                step: "s\(place)",
                metric: makespan,
                before: [1, 3, 5, 7, 9],
                after: place == 0 ? [11, 13, 15, 17, 19] : [2, 4, 6, 8, 10]
            )
        }
        ComparedVerdicts.judge(&figures, isExact: false)
        #expect(figures.allSatisfy { if case .notShown = $0.verdict { true } else { false } })
        for place in figures.indices { figures[place].after = [11, 13, 15, 17, 19] }
        ComparedVerdicts.judge(&figures, isExact: false)
        #expect(figures.allSatisfy { if case .shown = $0.verdict { true } else { false } })
    }

    @Test func `excludes untrusted, failed and interrupted runs`() {
        let comparison = RunComparison(
            [run(1), run(900, outcome: .untrusted)],
            [run(1), run(1, outcome: .failed)]
        )
        #expect(comparison.isEmpty && comparison.before == 1 && comparison.after == 1)
        #expect(comparison.leftOutBefore == 1 && comparison.leftOutAfter == 1)
        #expect(!RunComparison([run(1)], [run(1, outcome: .interrupted)]).isPossible)
    }

    @Test func `compares each matrix combination with its counterpart`() {
        let before = [run(10, policy: "none"), run(20, policy: "both")]
        #expect(RunComparison(before, before.reversed()).isEmpty)
        let missing = RunComparison(before, [before[0]])
        #expect(missing.differences == [.combination(before[1].matrix, onlyIn: .before)])
    }

    @Test func `a different status, source, body or step is a difference`() {
        var other = run(10)
        other.transfers[0].status = 404
        other.transfers[0].source = .none
        other.transfers[0].bodyBytes = 7
        let name = TransferName(step: "cold", file: "a.jpg")
        #expect(
            RunComparison([run(10)], [other]).differences == [
                .status(name, before: [200], after: [404]),
                .source(name, before: ["network"], after: ["none"]), .body(name, before: [1], after: [7]),
            ]
        )
        // One that happens in both is no difference of kind.
        #expect(RunComparison([run(10), other], [other]).differences.isEmpty)
        other.steps[0].name = "warm"
        #expect(
            RunComparison([run(10)], [other]).differences == [
                .step("cold", onlyIn: .before), .step("warm", onlyIn: .after),
            ]
        )
        var twice = run(10)
        twice.transfers.append(twice.transfers[0])
        #expect(
            RunComparison([run(10)], [twice]).differences == [
                .transfers(step: "cold", file: "a.jpg", before: 1, after: 2)
            ]
        )
    }

    @Test func `an expectation that no longer holds is a difference`() {
        func expectation(_ verdict: ExpectationResult.Verdict) -> ExpectationResult {
            ExpectationResult(text: "cold.duration < 1 s", line: 1, verdict: verdict, actual: .text("2 s"))
        }
        var (good, bad) = (run(10), run(10, outcome: .expectationsFailed))
        good.expectations = [expectation(.held)]
        bad.expectations = [expectation(.notHeld)]
        #expect(RunComparison([good], [bad]).differences == [.expectation("cold.duration < 1 s")])
        #expect(RunComparison([bad], [bad]).differences.isEmpty)
        #expect(RunComparison([bad], [good]).differences.isEmpty)
    }
}
