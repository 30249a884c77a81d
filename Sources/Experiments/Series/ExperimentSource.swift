package import ScenarioFormat

/// What a scenario's runs are made from.
package struct ExperimentSource: Sendable {
    /// The scenario as its author wrote it.
    package var text: [UInt8]
    /// Every combination of its matrix.
    package var set: ScenarioSet

    package init(text: [UInt8], set: ScenarioSet) {
        self.text = text
        self.set = set
    }
}
