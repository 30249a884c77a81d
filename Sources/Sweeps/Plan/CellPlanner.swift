package import ScenarioFormat
package import Scenarios

/// Turns the points of a sweep into cells, one after the other.
package struct CellPlanner {
    private let sweep: LoadedSweep
    private let conditions: CellConditions

    package init(_ sweep: LoadedSweep, _ conditions: CellConditions) {
        self.sweep = sweep
        self.conditions = conditions
    }

    /// Calls `each` for every cell, in the order of the design. Points that come to the same scenario are one cell.
    /// Returns how many points were such doubles. Throws the faults of the first point that is not a valid scenario.
    package func plan(_ each: (PlannedCell, Scenario) -> Void) throws(ScenarioError) -> Int {
        var seen = Set<CellIdentity>()
        var doubles = 0
        for point in sweep.design.points {
            let scenario = try sweep.scenario(of: point)
            let identity = CellIdentity(scenario, conditions)
            guard seen.insert(identity).inserted else {
                doubles += 1
                continue
            }
            each(
                PlannedCell(
                    identity: identity,
                    scenario: sweep.scenarios[point.source].name,
                    settings: point.settings,
                    seed: point.seed
                ),
                scenario
            )
        }
        return doubles
    }
}
