package import Scenarios

/// A sweep with the scenarios that it changes, in the order of its sources.
package struct LoadedSweep: Sendable {
    package var design: SweepDesign
    package var scenarios: [SweptScenario]

    package init(design: SweepDesign, scenarios: [SweptScenario]) {
        self.design = design
        self.scenarios = scenarios
    }
}
