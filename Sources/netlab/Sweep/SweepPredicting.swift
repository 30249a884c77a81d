import JSON
import LinuxIO
import Reports
import ScenarioFormat
import Scenarios
import Theory

/// Asks theory about every point of a sweep, on all processors.
struct SweepPredicting {
    private static let schema = "netlab.sweep-prediction/1"
    /// Points that a thread takes at once: less than a second.
    private static let piece = 32

    private let sweep: LoadedSweep
    private let console: Console

    init(_ sweep: LoadedSweep, _ console: Console) {
        self.sweep = sweep
        self.console = console
    }

    /// Prints a line for each, in the order of the design.
    func run() throws(CommandFailure) -> ExitStatus {
        var failure: ScenarioError?
        console.write(Array("{\"schema\":\"\(Self.schema)\"}\n".utf8))
        do throws(SystemCallError) {
            let rounds = ParallelRounds(threads: Machine.processors, piece: Self.piece)
            let sweep = sweep
            try rounds.run(0..<sweep.design.count) {
                Self.lines(of: $0, sweep)
            } _: { outcome in
                switch outcome {
                case .success(let lines): console.write(lines)
                case .failure(let error): failure = error
                }
                return failure == nil && console.lostOutput == nil
            }
        } catch {
            throw CommandFailure(.failed, "the cells cannot be predicted: \(error)")
        }
        if let failure { throw CommandFailure.invalidFile(failure.description) }
        return .done
    }

    private static func lines(of numbers: Range<Int>, _ sweep: LoadedSweep) -> Result<[UInt8], ScenarioError>
    {
        let reader = SweepReader(sweep)
        return Result { () throws(ScenarioError) in
            var writer = JSONWriter()
            for number in numbers {
                guard let point = sweep.design.point(number) else { continue }
                let scenario = try reader.scenario(of: point)
                let name = sweep.scenarios[point.source].name
                write(point, of: name, scenario, ScenarioPrediction(scenario), &writer)
            }
            return writer.bytes
        }
    }

    private static func write(
        _ point: SweepPoint,
        of name: String,
        _ scenario: Scenario,
        _ prediction: ScenarioPrediction?,
        _ writer: inout JSONWriter
    ) {
        writer.raw("{")
        writer.member("scenario", name)
        writer.member("seed", scenario.seed)
        // The seed of a matrix is the scenario's own.
        for setting in point.settings where setting.key != SweepDesign.seedKey {
            writer.member(setting.key, setting.value)
            if let number = setting.number { writer.member("\(setting.key).number", number) }
        }
        writer.member("totalNs", prediction?.total)
        writer.known("leavesOut", prediction.flatMap { $0.gaps.isEmpty ? nil : $0.gaps.words })
        writer.member("timeouts", prediction?.timeouts.count)
        writer.raw(",\"makespanNs\":{")
        for step in prediction?.steps ?? [] { writer.member(step.name, step.makespan) }
        writer.raw("}}\n")
    }
}
