import JSON
import Reports
import ScenarioFormat
import Scenarios
import Theory

/// Asks theory about every point of a sweep.
struct SweepPredicting {
    private static let schema = "netlab.sweep-prediction/1"

    private let sweep: LoadedSweep
    private let console: Console

    init(_ sweep: LoadedSweep, _ console: Console) {
        self.sweep = sweep
        self.console = console
    }

    /// Prints a line for each.
    func run() throws(CommandFailure) -> ExitStatus {
        var writer = JSONWriter()
        writer.raw("{\"schema\":\"\(Self.schema)\"}\n")
        for point in sweep.design.points {
            let scenario: Scenario
            do throws(ScenarioError) {
                scenario = try sweep.scenario(of: point)
            } catch {
                throw CommandFailure.invalidFile(error.description)
            }
            write(point, scenario, ScenarioPrediction(scenario, log: .bounded), &writer)
            guard writer.bytes.count > 1 << 16 else { continue }
            console.write(writer.bytes)
            writer.removeAll()
        }
        console.write(writer.bytes)
        return .done
    }

    private func write(
        _ point: SweepPoint,
        _ scenario: Scenario,
        _ prediction: ScenarioPrediction?,
        _ writer: inout JSONWriter
    ) {
        writer.raw("{")
        writer.member("scenario", sweep.scenarios[point.source].name)
        writer.member("seed", scenario.seed)
        for setting in point.settings { writer.member(setting.key, setting.value) }
        writer.member("totalNs", prediction?.total)
        writer.known("leavesOut", prediction.flatMap { $0.gaps.isEmpty ? nil : $0.gaps.words })
        writer.member("timeouts", prediction?.timeouts.count)
        writer.raw(",\"makespanNs\":{")
        for step in prediction?.steps ?? [] { writer.member(step.name, step.makespan) }
        writer.raw("}}\n")
    }
}
