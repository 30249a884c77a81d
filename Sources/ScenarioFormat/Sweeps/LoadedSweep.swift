package import Scenarios

/// A sweep with the scenarios that it changes, in the order of its sources.
package struct LoadedSweep {
    package var design: SweepDesign
    package var scenarios: [SweptScenario]

    package init(design: SweepDesign, scenarios: [SweptScenario]) {
        self.design = design
        self.scenarios = scenarios
    }

    /// The scenario of one of its points.
    package func scenario(of point: SweepPoint) throws(ScenarioError) -> Scenario {
        try scenarios[point.source].scenario(with: point.settings, seed: point.seed)
    }
}
