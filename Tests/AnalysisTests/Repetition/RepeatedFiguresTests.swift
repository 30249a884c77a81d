import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct RepeatedFiguresTests {
    private func run(
        _ repetition: Int,
        _ makespan: Nanoseconds,
        _ duration: Nanoseconds,
        policy: String = "both",
        outcome: RunResult.Outcome = .ok
    ) -> RunResult {
        var result = RunResult(
            netlab: "0.1.0",
            scenario: "cold",
            scenarioDigest: "00",
            seed: 1,
            startedAt: 0,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1 << 30, isPrivileged: true),
            outcome: outcome,
            link: LinkRecord(
                mode: .packet,
                carrier: .tun,
                profile: nil,
                congestion: "cubic",
                parameters: LinkParameters(down: DirectionParameters(), up: DirectionParameters())
            )
        )
        result.repetition = repetition
        result.matrix = [MatrixValue(key: "client.policy", value: policy)]
        result.steps = [
            StepResult(
                name: "cold",
                start: .zero,
                makespan: makespan,
                sumOfDurations: duration,
                busy: makespan,
                overlap: 1,
                hitRatio: 0
            )
        ]
        result.transfers = [duration / 2, duration].map { time in
            TransferResult(
                id: 1,
                step: "cold",
                file: "a.jpg",
                url: "",
                source: .network,
                start: .zero,
                duration: time,
                bodyBytes: 1
            )
        }
        return result
    }

    @Test func `each time has its median, spread and slowest run`() {
        let figures = RepeatedFigures([run(1, 10, 4), run(2, 30, 9), run(3, 11, 5)]).figures
        #expect(figures.map(\.file) == [nil, "a.jpg"])
        #expect(figures.map(\.median) == [11, 5] && figures.map(\.least) == [10, 4])
        #expect(figures.map(\.greatest) == [30, 9] && figures.map(\.worstRepetition) == [2, 2])
        #expect(figures.map(\.spread) == [20, 5] && figures.map(\.runs) == [3, 3])
        #expect(figures[1].relativeSpread == 1)
    }

    @Test func `combinations are kept apart, and failed runs are excluded`() {
        let figures = RepeatedFigures([
            run(1, 10, 4), run(2, 12, 4, outcome: .untrusted), run(1, 70, 9, policy: "none"),
            run(2, 1, 1, policy: "none", outcome: .failed),
        ]).figures
        #expect(figures.map { $0.matrix[0].value } == ["both", "both", "none", "none"])
        #expect(figures.map(\.greatest) == [12, 4, 70, 9])
        #expect(figures.map(\.runs) == [2, 2, 1, 1])
    }

    @Test func `a run without repetitions has no figures`() {
        #expect(RepeatedFigures([run(1, 10, 4)]).figures.isEmpty)
        #expect(RepeatedFigures([]).figures.isEmpty)
    }
}
