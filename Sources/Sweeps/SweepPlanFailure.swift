package import ScenarioFormat

/// Why a sweep has no plan, or a cell no scenario.
package enum SweepPlanFailure: Error, Hashable {
    /// A point is not a valid scenario.
    case scenario(ScenarioError)
    case folder(SweepError)
}
