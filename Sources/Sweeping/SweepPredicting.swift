import Figures
import JSON
import LinuxIO
package import Programs
import Reports
package import ScenarioFormat
import Scenarios
package import Sweeps
import Theory

/// Asks theory about every point of a sweep, on all processors.
package struct SweepPredicting {
    /// Points that a thread takes at once: less than a second.
    private static let piece = 32

    private struct PredictedPoint: Sendable {
        var number: Int
        var prediction: CellPrediction
    }

    private let sweep: LoadedSweep
    private let console: Console

    package init(_ sweep: LoadedSweep, _ console: Console) {
        self.sweep = sweep
        self.console = console
    }

    /// Prints a line for each, in the order of the design.
    package func print() throws(CommandFailure) -> ExitStatus {
        var lines = JSONLines<CellPrediction>()
        try predict(named: nil) { told in
            lines.append(told.prediction)
            guard lines.bytes.count > 1 << 16 else { return }
            console.write(lines.bytes)
            lines.removeAll()
        }
        console.write(lines.bytes)
        return .done
    }

    /// Makes the sweep's folder with all predictions, and plans the cells: this share of them, those first where the
    /// prediction decides least, or all if it is nil.
    package func keep(in folder: SweepFolder, verifying share: Double?) throws(CommandFailure) -> ExitStatus {
        let conditions = try SweepLoading.conditions(of: sweep.design)
        try told { () throws(SweepError) in try folder.begin() }
        var choice = VerificationChoice(sweep.design)
        var writing = LinesWriting<CellPrediction>(to: folder.predictionsFile)
        do throws(CommandFailure) {
            try predict(named: conditions) { told in
                writing.append(told.prediction)
                choice.add(told.number, told.prediction.makespan)
            }
            let chosen = share.map(choice.chosen(share:))
            try SweepPlanning.write(sweep, conditions, chosen: chosen, into: folder, console)
        } catch {
            writing.drop()
            throw error
        }
        do throws(SystemCallError) {
            try writing.finish()
        } catch {
            throw CommandFailure(.failed, "the predictions cannot be written: \(error)")
        }
        let foretold = ByteFormat.grouped(choice.points - choice.unpredictedPoints)
        console.note("Theory predicts \(foretold) of \(CountFormat.text(choice.points, "cell")).")
        return .done
    }

    /// Calls `each` for every point, in the order of the design. With conditions, cells have their names.
    private func predict(
        named conditions: CellConditions?,
        _ each: (PredictedPoint) -> Void
    ) throws(CommandFailure) {
        // Cells without a folder are not for one machine: only the sweep can name a kernel.
        let named = conditions?.kernel ?? sweep.design.conditions.kernel
        let kernel = named.flatMap(KernelRelease.init) ?? .recent
        var failure: ScenarioError?
        var count = 0
        let all = sweep.design.count
        do throws(SystemCallError) {
            let rounds = ParallelRounds(threads: Machine.processors, piece: Self.piece)
            try rounds.run(0..<all) { [sweep] numbers in
                let reader = SweepReader(sweep)
                return Result { () throws(ScenarioError) in
                    var found: [PredictedPoint] = []
                    for number in numbers {
                        if let told = try Self.prediction(
                            of: number,
                            sweep,
                            reader,
                            kernel,
                            named: conditions
                        ) {
                            found.append(told)
                        }
                    }
                    return found
                }
            } _: { outcome in
                switch outcome {
                case .success(let found):
                    for told in found { each(told) }
                    count += found.count
                    console.showProgress(
                        "\(ByteFormat.grouped(count)) of \(ByteFormat.grouped(all)) predicted"
                    )
                case .failure(let error): failure = error
                }
                return failure == nil && console.lostOutput == nil
            }
        } catch {
            throw CommandFailure(.failed, "the cells cannot be predicted: \(error)")
        }
        console.clearProgress()
        if let failure { throw CommandFailure.invalidFile(failure.description) }
    }

    private static func prediction(
        of number: Int,
        _ sweep: LoadedSweep,
        _ reader: SweepReader,
        _ kernel: KernelRelease,
        named conditions: CellConditions?
    ) throws(ScenarioError) -> PredictedPoint? {
        guard let point = sweep.design.point(number) else { return nil }
        let scenario = try reader.scenario(of: point)
        let found = ScenarioPrediction(scenario, kernel: kernel)
        let gaps = found.map { $0.gaps.isEmpty ? nil : $0.gaps.words }
        let prediction = CellPrediction(
            identity: conditions.map { CellIdentity(scenario, $0) },
            scenario: sweep.scenarios[point.source].name,
            seed: scenario.seed,
            settings: point.settings,
            total: found?.total,
            omission: gaps ?? "the whole scenario, which is too large to simulate",
            timeouts: found?.timeouts.count,
            steps: (found?.steps ?? []).map { CellPrediction.Step(name: $0.name, makespan: $0.makespan) }
        )
        return PredictedPoint(number: number, prediction: prediction)
    }
}
