package import Runs
package import Scenarios

/// What one run is to be: a scenario, which combination of its matrix, and how the line is carried.
package struct BenchPlan: Sendable {
    package var scenario: Scenario
    /// The scenario with every default written out: its digest names the experiment.
    package var resolved: String
    package var matrix: [MatrixValue]
    /// From 1.
    package var repetition: Int
    /// nil takes the first that works.
    package var carrier: LinkRecord.Carrier?
    /// The run is given up after so long; nil waits for ever.
    package var longest: Int64?

    package init(
        scenario: Scenario,
        resolved: String,
        matrix: [MatrixValue] = [],
        repetition: Int = 1,
        carrier: LinkRecord.Carrier? = nil,
        longest: Int64? = nil
    ) {
        self.scenario = scenario
        self.resolved = resolved
        self.matrix = matrix
        self.repetition = repetition
        self.carrier = carrier
        self.longest = longest
    }
}
