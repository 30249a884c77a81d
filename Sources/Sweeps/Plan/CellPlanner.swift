import LinuxIO
package import ScenarioFormat
package import Scenarios

/// Turns the points of a sweep into cells, in order, on all processors.
package struct CellPlanner {
    /// Points that a thread takes at once: about a tenth of a second.
    private static let piece = 2048

    private struct Found: Sendable {
        var cell: PlannedCell
        var inputs: [ScenarioInput]
    }

    private let sweep: LoadedSweep
    private let conditions: CellConditions

    package init(_ sweep: LoadedSweep, _ conditions: CellConditions) {
        self.sweep = sweep
        self.conditions = conditions
    }

    /// Calls `each` for every cell with the files that it names. Points that come to the same scenario are one cell.
    /// `chosen` are the numbers of the points, in their order; nil for all. Returns how many points were such doubles.
    /// Throws the faults of the first point that is not a valid scenario.
    package func plan(
        _ chosen: [Int]? = nil,
        _ each: (PlannedCell, [ScenarioInput]) -> Void
    ) throws(SweepPlanFailure) -> Int {
        var seen = Set<CellIdentity>()
        var doubles = 0
        var failure: ScenarioError?
        let rounds = ParallelRounds(threads: Machine.processors, piece: Self.piece)
        do throws(SystemCallError) {
            try rounds.run(0..<(chosen?.count ?? sweep.design.count)) { [self] places in
                cells(of: places.map { chosen?[$0] ?? $0 })
            } _: { outcome in
                switch outcome {
                case .success(let found):
                    for found in found {
                        if seen.insert(found.cell.identity).inserted {
                            each(found.cell, found.inputs)
                        } else {
                            doubles += 1
                        }
                    }
                    return true
                case .failure(let error):
                    failure = error
                    return false
                }
            }
        } catch {
            throw .folder(SweepError("the cells cannot be planned", error))
        }
        if let failure { throw .scenario(failure) }
        return doubles
    }

    private func cells(of numbers: [Int]) -> Result<[Found], ScenarioError> {
        let reader = SweepReader(sweep)
        return Result { () throws(ScenarioError) in
            var found: [Found] = []
            for number in numbers {
                guard let point = sweep.design.point(number) else { continue }
                let scenario = try reader.scenario(of: point)
                let cell = PlannedCell(
                    identity: CellIdentity(scenario, conditions),
                    scenario: sweep.scenarios[point.source].name,
                    settings: point.settings,
                    seed: point.seed
                )
                found.append(Found(cell: cell, inputs: scenario.inputs))
            }
            return found
        }
    }
}
